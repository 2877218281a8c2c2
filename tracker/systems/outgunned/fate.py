"""Loss of grit and what it brings: boxes, conditions, the roulette, points to spend (rules page, The sheet)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tracker.combat.scene import HEROES, Prompt
from tracker.systems.base import Action, Look, Nonsense, Play, flag, named, place
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.attack import snake_eyes
from tracker.systems.people import crowd
from tracker.systems.words import Choice, Names, Number, Who, Whos, number

OUT = "left-for-dead"
DEFEATED = "defeated"
_FACES = (*map(str, range(1, t.SIDES_OF_DIE + 1)), "roll")


def counted(play: Play, name: str) -> list[str]:
    """The conditions somebody has that count toward the four."""
    return [each.name for each in play.one(name).conditions if each.name in t.CONDITIONS]


def lose_grit(play: Play, name: str, amount: int) -> None:
    """Fill boxes, no more than are open, with all that follows."""
    one = play.one(name)
    grit = one.tracks.get("grit")
    if amount <= 0 or grit is None:
        return
    hero = one.side == HEROES
    if grit.value == 0:
        if hero and one.out is None:
            play.ask("roulette", name, "loses grit at 0: a die against the lethal bullets", _FACES)
        return
    filled = range(grit.max - grit.value + 1, grit.max - max(0, grit.value - amount) + 1)
    play.track(name, "grit", grit.value - amount)
    if hero:
        _boxes(play, name, filled)
        return
    hot = one.fields.get("hot")
    reached = sum(1 for box in hot if box in filled) if isinstance(hot, list) else 0
    if reached:
        play.track(name, "adrenaline", one.value("adrenaline") + reached, t.ADRENALINE[1])
        play.say(f"{name}: a hot box, adrenaline +{reached}.")
    if play.one(name).value("grit") == 0 and one.out is None:
        play.out(name, DEFEATED)
        play.say(f"{name} is defeated.")
        side_down(play, one.side)


def _boxes(play: Play, name: str, filled: range) -> None:
    if t.BAD_BOX in filled and len(counted(play, name)) < t.MOST_CONDITIONS:
        held = counted(play, name)
        choices = [each for each in t.CONDITIONS if each not in held and each != t.BROKEN]
        play.ask("bad-box", name, "fills the bad box: which condition?", choices)
    if t.HOT_BOX in filled:
        play.track(name, "adrenaline", play.one(name).value("adrenaline") + t.HOT_ADRENALINE)
        play.say(f"{name}: the hot box, adrenaline +{t.HOT_ADRENALINE}.")


def side_down(play: Play, side: str) -> None:
    """Say so when nobody of a side is up any more."""
    if all(each.out is not None for each in play.scene.of_side(side)):
        play.note(f"All {side} are down; end closes the fight.")


def take_condition(play: Play, name: str, condition: str, **ends: Any) -> str:
    """Mark a condition; the fourth is written as broken, a fifth is refused. Gives what was written."""
    held = counted(play, name)
    if condition in t.CONDITIONS and condition not in held:
        if len(held) >= t.MOST_CONDITIONS:
            play.object_(f"{name} has {t.MOST_CONDITIONS} conditions already; a fifth is not taken.")
        elif len(held) == t.MOST_CONDITIONS - 1 and not play.ruled:
            play.note(f"The fourth condition is written as {t.BROKEN}.")
            condition = t.BROKEN
    play.mark(name, condition, None, **ends)
    return condition


def face_roulette(play: Play, name: str, die: int | None) -> None:
    """The die against the bullets: survives with one bullet more, or is left for dead."""
    fell = die if die is not None else play.throw(1, t.SIDES_OF_DIE, "roulette")[0]
    bullets = play.one(name).value("bullets")
    play.because("outcome", f"die {fell} against bullets {bullets}", fell - bullets, f"{t.SOURCE}: roulette")
    if fell > bullets:
        play.track(name, "bullets", bullets + 1, t.BULLETS[1])
        play.say(f"{name} survives the roulette ({fell} over {bullets}); bullets {min(bullets + 1, t.BULLETS[1])}.")
        return
    play.out(name, OUT)
    play.say(f"{name} is left for dead ({fell} against {bullets}).")
    remember(play, name, "out", OUT)
    side_down(play, HEROES)


def remember(play: Play, name: str, key: str, value: str) -> None:
    """Tie what a prompt brought to the failed reaction it came from, so that protection takes it back."""
    failed = play.one(name).fields.get("reacted")
    if isinstance(failed, dict) and failed.get("loss"):
        play.put(name, "reacted", {**failed, key: value})


def decide(play: Play, prompt: Prompt, choice: str) -> None:
    """Carry out the answer to one of the game's prompts."""
    if prompt.kind == "bad-box":
        taken = take_condition(play, prompt.name, choice)
        failed = play.one(prompt.name).fields.get("reacted")
        if isinstance(failed, dict) and prompt.id in failed.get("prompts", ()):
            remember(play, prompt.name, "condition", taken)
        play.say(f"{prompt.name}: {taken}.")
    elif prompt.kind == "roulette":
        face_roulette(play, prompt.name, None if choice == "roll" else number(choice, 1, t.SIDES_OF_DIE))
    elif prompt.kind == "ones":
        who = prompt.data.get("who")
        names = tuple(str(each) for each in who) if isinstance(who, list) else ()
        ones = number(choice, 0, 40)
        play.say(f"{ones} ones showed." if not ones else "")
        snake_eyes(play, tuple(name for name in names if name in play.scene.combatants), ones)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roulette(Action):
    """The death roulette."""

    verb: ClassVar[str] = "roulette"
    help: ClassVar[str] = "a die over the lethal bullets survives, else left for dead"
    cost: ClassVar[str] = ""
    source: ClassVar[str] = "G"

    actor: str = place(Who(), "who", required=True)
    die: int | None = named(Number(1, t.SIDES_OF_DIE), "the die; thrown if not said")

    def resolve(self, play: Play) -> None:
        """Throw it."""
        one = play.one(self.actor)
        if one.value("grit") > 0:
            play.object_(f"{self.actor} has {one.value('grit')} grit; the roulette is for a loss at 0.")
        asked = next((e for e in play.scene.prompts if (e.kind, e.name) == ("roulette", self.actor)), None)
        play.settle()
        fell = self.die if self.die is not None else play.throw(1, t.SIDES_OF_DIE, "roulette")[0]
        play.means(die=fell)
        if asked:
            play.close(asked.id, str(fell))
        face_roulette(play, self.actor, fell)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spotlight(Action):
    """One spotlight spent."""

    verb: ClassVar[str] = "spotlight"
    help: ClassVar[str] = "spends one: saves a friend, clears a condition, or pays an extreme"
    cost: ClassVar[str] = "spotlight"
    source: ClassVar[str] = "G"

    actor: str = place(Who(), "who", required=True)
    save: str | None = named(Who(), "a friend who is left for dead")
    clear: str | None = named(
        Choice(
            lambda look: (
                tuple(each.name for each in look.scene.combatants[look.values["actor"]].conditions)
                if "actor" in look.values
                else ()
            ),
            "condition they have",
        ),
        "a condition of their own",
    )
    extreme: bool = flag("only pays; type the result as e")

    def resolve(self, play: Play) -> None:
        """Spend it."""
        if [self.save is not None, self.clear is not None, self.extreme].count(True) != 1:
            raise Nonsense("Say one of save=FRIEND, clear=CONDITION or extreme.")
        have = play.one(self.actor).value("spotlight")
        if have < 1:
            play.object_(f"{self.actor} has no spotlight left; adrenaline {self.actor} spotlight turns six into one.")
        if not play.ruled:
            play.track(self.actor, "spotlight", have - 1)
        if self.save is not None:
            friend = play.one(self.save)
            if friend.out is None:
                play.object_(f"{self.save} is up; a spotlight saves one who is out.")
            play.out(self.save, None)
            play.track(self.save, "grit", 0)
            play.track(self.save, "bullets", friend.value("bullets") + 1, t.BULLETS[1])
            play.say(f"{self.actor} saves {self.save}: back at 0 grit, bullets {play.one(self.save).value('bullets')}.")
        elif self.clear is not None:
            play.unmark(self.actor, self.clear)
            play.say(f"{self.actor} is no longer {self.clear}.")
        else:
            play.say(f"{self.actor} takes the spotlight for an extreme success.")


@dataclass(frozen=True, slots=True)
class ChangeWord:
    """How much: ``+2``, ``-1``, or ``spotlight`` to turn six into one."""

    hint: str = "+1, -1 or spotlight"

    def read(self, text: str, look: Look, alias: str = "") -> Any:
        """The number, or the word."""
        return "spotlight" if text and "spotlight".startswith(text.casefold()) else number(text, -100, 100)

    def write(self, value: Any) -> str:
        """The number with its sign, or the word."""
        return value if isinstance(value, str) else f"{value:+d}"

    def complete(self, look: Look) -> tuple[str, ...]:
        """The common ones."""
        return ("+1", "-1", "spotlight")


@dataclass(frozen=True, slots=True, kw_only=True)
class Adrenaline(Action):
    """Adrenaline won or spent."""

    verb: ClassVar[str] = "adrenaline"
    help: ClassVar[str] = "gained or spent; spotlight turns six into one"
    by_hand: ClassVar[bool] = True
    source: ClassVar[str] = "G"

    actor: str = place(Who(), "who", required=True)
    change: Any = place(ChangeWord(), "how much", required=True)

    def resolve(self, play: Play) -> None:
        """Count it."""
        one = play.one(self.actor)
        have, change = one.value("adrenaline"), -t.ADRENALINE[1] if self.change == "spotlight" else self.change
        if have + change < 0:
            play.object_(f"{self.actor} has {have} adrenaline, not {-change}.")
        if not (play.ruled and change < 0):
            play.track(self.actor, "adrenaline", have + change, t.ADRENALINE[1])
        if self.change == "spotlight":
            play.track(self.actor, "spotlight", one.value("spotlight") + 1, t.SPOTLIGHT[1])
            play.say(f"{self.actor}: spotlight {play.one(self.actor).value('spotlight')}.")
        play.say(f"{self.actor}: adrenaline {have} → {play.one(self.actor).value('adrenaline')}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Action):
    """All grit back."""

    verb: ClassVar[str] = "rest"
    help: ClassVar[str] = "all grit back; rest all for every hero"
    by_hand: ClassVar[bool] = True
    source: ClassVar[str] = "G"

    actors: Names = place(Whos(everybody=True), "who, or all", required=True)

    def resolve(self, play: Play) -> None:
        """Empty the boxes."""
        everyone = getattr(self.actors, "text", "") == "all"
        names = [e.name for e in play.scene.of_side(HEROES) if e.out is None] if everyone else list(self.actors)
        for name in names:
            grit = play.one(name).tracks.get("grit")
            if grit is not None:
                play.track(name, "grit", grit.max)
        play.say(f"{crowd(names, play.scene)}: all grit back.")
