"""Gen6: its declarations and its answers, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.scene import HEROES, OPEN, Combatant, Cover, Prompt, Scene, Turn
from tracker.games.gen6 import display, health, turns
from tracker.games.gen6 import sheet as declared
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions import Activate, Aim, Courage, Defend, Guard, Move, Power, Prepare, Reload, Run, Trigger
from tracker.games.gen6.attack import Attack, Charge
from tracker.games.gen6.begin import End, Initiative, Refresh, Surprise
from tracker.games.gen6.care import Breather, Care, Damage, FirstAid, Sleep
from tracker.games.gen6.damage import Hit, amount_of, strike
from tracker.games.gen6.lookup import increments_of, material_of
from tracker.games.gen6.odds import odds
from tracker.games.gen6.throw import HELP
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Context, CoverDegree
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import number
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Badge, BandTable, Bar, CoverRow, Odds, Pending, TurnStatus


class Gen6(System):
    """The game of 3d6 against a target number, with sides that take turns."""

    name = "gen6"
    title = "Gen6"
    source = "Gen6, chapter 6: combat"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = t.DEFAULT_BAND
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    settings = declared.SETTINGS
    tables = declared.TABLES
    own_actions: ClassVar[tuple[type[Action], ...]] = (
        *(Attack, Charge, Defend, FirstAid, Run, Aim, Guard, Move, Prepare, Trigger, Activate, Power, Reload, Courage),
        *(Damage, Surprise, Initiative, End, Breather, Sleep, Care, Refresh),
    )
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "move", "odds": "attack"}
    turn_actions = ((turns.MAJOR, "maj"), (turns.MINOR, "min"))
    result_help = HELP

    def main_track(self, scene: Scene) -> str:
        """Health; con where the game is deadly."""
        return "con" if self.setting(scene, "lethality") == "no-hp" else "health"

    # Bands and cover

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from near to far, with the increments beyond long that are in use."""
        used = {increments_of(band) for band in (*scene.ranges.values(), scene.default_range)} - {0, 1}
        return (*super().band_names(scene), *(f"{t.EXTENDED}:{n}" for n in sorted(used)))

    def read_band(self, text: str, context: Context) -> str:
        """A band by its name or beginning; ``extended:3`` for increments beyond long."""
        name, found, count = text.casefold().partition(":")
        if found and name and t.EXTENDED.startswith(name):
            return f"{t.EXTENDED}:{number(count, 1, t.MOST_INCREMENTS)}"
        return match(text, super().band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step on; beyond long increment by increment."""
        near = super().band_names(scene)[:-1]
        place = (near.index(band) if band in near else len(near) - 1 + increments_of(band)) + step
        if place < 0 or place >= len(near) + t.MOST_INCREMENTS:
            return None
        return near[place] if place < len(near) else f"{t.EXTENDED}:{place - len(near) + 1}"

    def read_cover_degree(self, text: str, context: Context) -> str:
        """A degree in percent, or ``none``."""
        word = text.strip().removesuffix("%").strip()
        if word and not word.lstrip("+-").isdecimal():
            return match(word, (OPEN,), "degree of cover; type a percent, or none")
        percent = number(word, 0, t.FULL_COVER)
        return str(percent) if percent else OPEN

    def cover_degree(self, name: str) -> CoverDegree:
        """A degree with what it does."""
        if name == OPEN:
            return super().cover_degree(name)
        full = int(name) >= t.FULL_COVER
        return CoverDegree(f"{name} %", "■" if full else "◧", "#" if full else "[", display.degree_effects(name))

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Cover by the Director's hand; a material of the table brings its numbers."""
        material = material_of(what)
        if degree == OPEN:
            cover = Cover()
        elif material is None:
            cover = Cover(degree, what)
        else:
            cover = Cover(degree, what, material[0], material[1], material[1])
        resolver.emit(CoverBecame((name,), cover))

    # People

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Newcomers have half the health where the game is more dangerous, and a place in the order."""
        health.halve(resolver, tuple(names))
        turns.seat(resolver, names)

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """The lethality changes everybody's health; without health nobody lies dying. An order stays as rolled."""
        if "turn_order" in names and resolver.scene.order:
            resolver.note("The order changes with the next initiative.")
        if "lethality" in names:
            health.halve(resolver, tuple(resolver.scene.combatants))
            for one in resolver.scene.combatants.values() if health.no_health(resolver) else ():
                if one.out == health.DYING:
                    health.allies_in_need(resolver, one.name)

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Loss by hand: health and con with all that follows."""
        if track == self.main_track(resolver.scene):
            health.lose(resolver, name, amount)
        elif track in health.BODY:
            health.lose_part(resolver, name, amount, track)
        else:
            super().lose(resolver, name, amount, track)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Gain by hand: health fills lost con first and stops the bleeding."""
        if track == self.main_track(resolver.scene):
            health.heal(resolver, name, amount)
            return
        super().regain(resolver, name, amount, track)
        if track in health.BODY and amount:
            health.allies_in_need(resolver, name)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Down by the Director's word: unconscious unless said; one who is dying bleeds."""
        if word == health.DYING:
            health.start_bleeding(resolver, name)
        else:
            resolver.set_out(name, word or health.UNCONSCIOUS)

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Up again, with nothing left of the dying."""
        health.wake(resolver, name)

    @property
    def out_words(self) -> tuple[str, ...]:
        """Dying, unconscious, dead."""
        return health.OUT

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """A condition by hand ends as the game's own does, unless said otherwise."""
        own: dict[str, str | int | None] = {}
        if ends.get("rounds") is None and ends.get("until") is None:
            own = {"until": "start", "of": name} if condition == "defend" else {}
            own |= {"rounds": 1} if condition in ("surprised", "guard") else {}
        if condition == "prepared":
            resolver.note(f"prepare {name} ACTION says what.")
        resolver.mark(name, condition, t.GUARDS[0] if condition == "guard" else None, **{**ends, **own})

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """The turn passes on when the active one leaves."""
        if resolver.scene.turn.name in names:
            turns.advance(resolver, names)

    def on_encounter(self, resolver: Resolver) -> None:
        """A new fight: actions, breathers and moments of the old one are over."""
        turns.afresh(resolver)
        for name in resolver.scene.combatants:
            resolver.unmark(name, "surprised")

    # Turns and answers

    def advance(self, resolver: Resolver) -> None:
        """The next one to act."""
        if not resolver.scene.combatants:
            raise InvalidCommand("Nobody is here yet; add somebody first.")
        if not resolver.scene.turn.round and not resolver.scene.order:
            resolver.note("Nobody has rolled initiative: heroes first.")
        turns.advance(resolver)

    def make_active(self, resolver: Resolver, name: str) -> None:
        """The Director's word: their turn begins."""
        turns.begin_turn(resolver, name)
        turn = resolver.scene.turn
        resolver.emit(TurnCame(Turn(turn.round or 1, turn.phase, resolver.combatant(name).side, name)))

    def takes_turn(self, scene: Scene, name: str) -> bool:
        """One up, not surprised, who has not had the turn of this round."""
        return turns.able(scene, name) and not turns.had_turn(scene, name)

    def may_act(self, scene: Scene, name: str) -> bool:
        """One up, not surprised, whose turn it is."""
        return super().may_act(scene, name) and turns.able(scene, name)

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Who is out or surprised cannot act; and what else is known before the action's other words."""
        super().check(resolver, kind, actor)
        one = resolver.scene.combatants.get(actor)
        if one is None:
            return
        if one.has("surprised") and not kind.by_hand:
            resolver.objection(f"{actor} is surprised and cannot act in round {resolver.scene.turn.round or 1}.")
        against = turns.AGAINST.get(kind.verb)
        if against is not None and (why := against(resolver, actor)):
            resolver.objection(why)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """An answer from the list; damage as a number or dice."""
        if prompt.kind == "damage" and text != "skip":
            return declared.DAMAGE.read(text, context)
        return super().read_answer(prompt, text, context)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Damage that was asked for, what a fumble means, what takes damage after con."""
        if prompt.kind == "damage":
            data = prompt.data
            hit = Hit(str(data["source"]), str(data["type"]), bool(data["through"]), bool(data["no_armor"]))
            amount, label = amount_of(resolver, choice, bool(data["most"]))
            resolver.record_as(choice=str(amount))
            strike(resolver, prompt.name, amount, label, hit)
        elif prompt.kind == health.SECOND:
            health.choose_second(resolver, prompt.name, choice, int(str(prompt.data["amount"])))
        elif prompt.kind == "fumble":
            resolver.say(f"{prompt.name}'s fumble: {choice}.")
        else:
            super().decide(resolver, prompt, choice)

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Exact chances."""
        return odds(self, scene, action)

    # The screen

    def turn_status(self, scene: Scene) -> TurnStatus:
        """The moment."""
        return display.status(scene)

    def columns(self, side: str) -> tuple[str, ...]:
        """Heads of the list; heroes have courage too."""
        return (*display.COLUMNS, "courage") if side == HEROES else display.COLUMNS

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """What stands under them."""
        return display.cells(scene, one)

    def bar(self, scene: Scene, one: Combatant) -> Bar | None:
        """Health; con while dying."""
        return display.dying_bar(one) or super().bar(scene, one)

    def state_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Cover, conditions, and what is kept up."""
        return (*super().state_badges(scene, one), *display.kept_marks(one))

    def weapon_badges(self, one: Combatant) -> tuple[Badge, ...]:
        """Weapons with their damage."""
        return display.weapon_marks(one)

    def band_table(self, scene: Scene, origin: str) -> BandTable:
        """The bands; beyond long range only increments at which somebody stands."""
        found = super().band_table(scene, origin)
        shown = tuple(each for each in found.columns if display.worth_a_lane(each))
        return replace(found, columns=shown, better="less")

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """TN by band for each weapon."""
        return display.board_notes(self, scene, origin)

    def cover_row(self, scene: Scene, one: Combatant) -> CoverRow:
        """Cover with its material as a bar."""
        return display.cover_rows(super().cover_row(scene, one), one)

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Prepared actions."""
        return display.pending(scene)
