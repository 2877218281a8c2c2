"""A cockpit for pressing keys, in a made-up game that has something for every key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from tests.small_game import Stage, StageClock, session
from tests.table import plain
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.rules.action import Action
from tracker.rules.command import argument, result
from tracker.rules.declarations import Band, CoverDegree
from tracker.rules.params import ChoiceParam, CombatantParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.view import GroupAction, Pending
from tracker.tui.cockpit.controller import Controller
from tracker.tui.keys.keymap import Keymap
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.look.preferences import Options
from tracker.tui.sessions import Sessions


class Dash(Action):
    """Something quick, said in any words."""

    verb: ClassVar[str] = "dash"
    help: ClassVar[str] = "something quick"
    cost: ClassVar[str] = "quick"
    actor: str = argument(CombatantParam(), "who", required=True)
    what: str | None = argument(TextParam(), "what they do", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Spend it."""
        if "quick" in resolver.combatant(self.actor).spent:
            resolver.objection(f"{self.actor} was quick already.")
        resolver.spend(self.actor, "quick")
        resolver.say(f"{self.actor} dashes{f': {self.what}' if self.what else ''}.")


class Dodge(Action):
    """An answer to what comes at somebody."""

    verb: ClassVar[str] = "dodge"
    help: ClassVar[str] = "out of the way"
    actor: str = argument(CombatantParam(), "who", required=True)
    result: str = result(ChoiceParam(("safe", "hit"), "outcome"))

    def resolve(self, resolver: Resolver) -> None:
        """Say so."""
        resolver.say(f"{self.actor}: {self.result}.")


class SkirmishClock(StageClock):
    """The heroes strike, then they dodge."""

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        return ("strike", "dodge")

    def turn_of_phase(self, number: int, phase: str | None) -> Turn:
        return Turn(number, phase, "heroes" if phase else None)

    def renew(self, resolver: Resolver, number: int) -> None:
        """Give nothing back: what is spent is spent."""

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        return (f"They {scene.turn.phase}.",)


class Skirmish(Stage):
    """The stage with turns of striking and of dodging, and a key for everything."""

    name = "skirmish"
    title = "Skirmish"
    clock = SkirmishClock()
    bands: ClassVar[tuple[Band, ...]] = (Band("near", "≤ 2 m"), Band("far", "2–20 m"), Band("away"))  # type: ignore[assignment]
    cover_degrees: ClassVar[tuple[CoverDegree, ...]] = (  # type: ignore[assignment]
        CoverDegree("none", "·", "."),
        CoverDegree("half", "◧", "[", ("dodge +1", "strike −1")),
        CoverDegree("full", "■", "#", ("dodge passes", "strike −3")),
    )
    own_actions: ClassVar[tuple[type[Action], ...]] = (*Stage.own_actions, Dash, Dodge)
    roles: ClassVar = {
        "main": "strike",
        "quick": "dash",
        "cover": "cover",
        "nearer": "nearer",
        "farther": "farther",
        "hurt": "hurt",
        "heal": "heal",
        "mark": "mark",
        "next": "next",
        "odds": "strike",
    }
    turn_actions: ClassVar[tuple[tuple[str, str], ...]] = (("action", "act"), ("quick", "quick"))  # type: ignore[assignment]
    result_help = "a number, dice like 2d6+1, or roll"

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """In a turn of dodging, all heroes at once."""
        if scene.turn.phase != "dodge":
            return "strike"
        return GroupAction(
            "dodge", "everybody dodges", tuple(combatant.name for combatant in scene.of_side("heroes")), ("result",)
        )

    def columns(self, side: str) -> tuple[str, ...]:
        """Armor of enemies."""
        return () if side == "heroes" else ("armor",)

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """Armor of enemies."""
        return () if one.side == "heroes" else (str(one.number("armor")),)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
        """What each weapon does at each band."""
        weapons = tuple(scene[origin].weapons)
        notes = {"near": "+1", "far": "0", "away": "×"}
        return weapons, {band: tuple(note for _ in weapons) for band, note in notes.items()}

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Whoever holds something waits to do it."""
        held = (combatant for combatant in scene.combatants.values() if combatant.fields.get("state"))
        return tuple(Pending(each.name, f"waits to {each.fields['state']}", ("dash", "dodge")) for each in held)


SKIRMISH = Skirmish()

FIGHT = (
    "title The Yard",
    "add Ann hp=8",
    "add Bea hp=8",
    "add Gobs side=enemies hp=6 armor=2",
    "arm Ann bow",
)
"""Two against one."""


class Room:
    """What the desk asks of the program around it, kept for looking at."""

    options = Options()
    page_mark = ""
    phones = None

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.told: list[str] = []
        self.left = 0

    @property
    def sessions(self) -> Sessions:
        raise AssertionError("no folder of sessions here")

    def hold_keys(self) -> Callable[[], None]:
        return lambda: None

    @property
    def file(self) -> Any:
        return self

    def show_state(self) -> None:
        self.told.append("settled")

    def theme_names(self) -> tuple[str, ...]:
        return ("day", "night")

    def choose_theme(self, theme: str) -> None:
        self.told.append(theme)

    def open_screen(self, name: str, *about: str) -> None:
        self.opened.append(name)

    def leave(self) -> None:
        self.left += 1

    def go_back(self) -> None:
        self.left += 1

    def work(self, step: Callable[[float], bool]) -> None:
        while not step(60.0):
            pass

    def idle(self, do: Callable[[], None]) -> None:
        do()

    def now(self) -> float:
        return 0.0

    def tell(self, text: str, kind: str = "") -> None:
        self.told += [text] if text else []

    def scroll(self, by: int) -> None:
        self.told.append(f"scroll {by}")

    def page(self) -> int:
        return 10


class Seat:
    """A desk and somebody at it."""

    def __init__(self, *lines: str, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        self.room = Room()
        self.controller = Controller(session(*(lines or FIGHT), system=SKIRMISH), self.room, keys, glyphs)

    def type(self, keys: str) -> Seat:
        """Press keys: words by their name, everything else sign by sign; blanks stand between."""
        for word in keys.split():
            if word in NAMED or "+" in word[1:-1]:
                self.controller.press(word, " " if word == "space" else None)
            else:
                for sign in word:
                    self.controller.press(sign, sign)
        return self

    @property
    def last(self) -> str:
        """The command of the last line of the story."""
        story = self.controller.session.story()
        return story[-1].command if story else ""

    def shown(self, room: int = 100, most: int = 12) -> str:
        """What the strip shows."""
        return in_strip(self.controller, room, most)


def in_strip(controller: Controller, room: int = 140, most: int = 14) -> str:
    """What the strip shows in this many columns and lines; nothing where nothing is open."""
    return plain(controller.mode.lines(controller, room, most)) if controller.mode is not None else ""


def on_card(controller: Controller) -> dict[str, str]:
    """What the card says of the throw with each weapon."""
    return {weapon: said for weapon, _, said in controller.chances.by_weapon(controller.selection.target())}


NAMED = frozenset(
    (
        *("enter", "escape", "tab", "shift+tab", "up", "down", "left", "right", "home", "end"),
        *("space", "backspace", "delete", "pageup", "pagedown", "insert"),
        *(f"f{number}" for number in range(1, 13)),
    )
)
"""Keys that make no sign."""
