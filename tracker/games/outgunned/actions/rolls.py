"""The parts shared by Action Rolls and Reaction Rolls, and the answers to a throw: keep it, re-roll, go all in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tracker.combat.records import Reason
from tracker.combat.scene import Combatant, Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.harm import pay_for_ones
from tracker.games.outgunned.result import MOST_FACES, Result, dice_in_sets, levels_in_words
from tracker.games.outgunned.state import Thrown, set_state, state_of
from tracker.games.outgunned.words import FacesParam
from tracker.rules.action import Action, ActorAction, Revision
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import a_or_an, join_names, quantity, quote
from tracker.rules.params import ChoiceParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Throw, Toll, Way, addends, percent
from tracker.rules.view import Outcome

if TYPE_CHECKING:
    from tracker.games.outgunned.actions.attack import Attack
    from tracker.games.outgunned.actions.reaction import React

NOT_REACTING: Final = "outside a Reaction Turn, or in a brawl"
"""Why reactions and their extras are refused, for the reference."""

MOST_ONES: Final = 9  # the largest number of ones to ask for if the number of dice is unknown

GAMBLE_HELP: Final = "a Gamble: each 1 costs them 1 grit"
ONES_HELP: Final = "how many ones showed, in a Gamble"
REROLL_HELP: Final = "re-roll: needs a success, may cost the smallest"
FREE_REROLL_HELP: Final = "free re-roll: costs nothing"
ALL_IN_HELP: Final = "all-in, after a re-roll that was better"
"""Help texts for the fields of every roll, for forms and the reference."""

TYPED: Final = "the sets on the dice: c, 2b, c+2b, 0; or the faces: 133556"  # what may be typed as a result

SETS: Final = {
    "basic": ("a pair", "two pairs"),
    "critical": ("three of a kind", "three of a kind twice"),
    "extreme": ("four of a kind", "four of a kind twice"),
    "impossible": ("five of a kind", "five of a kind twice"),
}
"""What the dice must show for a level, singly and twice (G)."""

WORTH_AS_MUCH: Final = {SETS["critical"][0]: ("three pairs", 6), SETS["extreme"][0]: ("three of a kind thrice", 9)}
"""What else is worth a level, three of the one below it, and how many dice can show that (G)."""


def only_enemy(resolver: Resolver, actor: str, field: str) -> str:
    """Return the only enemy that an actor can aim at; raises InvalidCommand with the list, for the target ``field``."""
    enemies = resolver.system.likely_targets(resolver.scene, actor)
    if len(enemies) == 1:
        return enemies[0]
    resolver.check_objections()
    if enemies:
        raise InvalidCommand(f"Which enemy? Say {field}= one of {comma_list(enemies)}.")
    raise InvalidCommand(f"There is no enemy up for {actor}. Add one, or name somebody with {field}=.")


def difficulty_of(resolver: Resolver, name: str, field: str) -> str:
    """Return somebody's ``attack`` or ``defense``; basic, with a note, if the sheet has none."""
    difficulty = resolver.combatant(name).fields.get(field)
    if difficulty in t.DIFFICULTIES:
        return str(difficulty)
    resolver.note(f"{resolver.clause(name, 'has')} no {field} on the sheet, so {t.DIFFICULTIES[0]} counts.")
    return t.DIFFICULTIES[0]


def count_units(resolver: Resolver, result: Result) -> int:
    """Return the units of a result; each success is a reason."""
    return sum(resolver.because("units", level, t.LEVELS[level]) for level in result.successes)


def keep_extra(resolver: Resolver, name: str, units: int) -> None:
    """Store unused units as extra until the turn ends."""
    if units > 0:
        resolver.set_field(name, "extra", resolver.combatant(name).number("extra") + units)
        resolver.say(f"{units} extra.")


def settle_gamble(
    resolver: Resolver, actor: str, result: Result, endangered: tuple[str, ...], ones: int | None, dice: int | None
) -> None:
    """Let those ``endangered`` by a Gamble pay for its ones; ask for the number of ones if it is unknown.

    If nobody is endangered, ``ones`` are noted as not counting. ``dice`` is the number thrown, if known.
    """
    if not endangered:
        if ones is not None:
            resolver.note("ones= counts only in a Gamble; the flag gamble makes it one.")
        return
    if ones is None and result.throws:
        ones = result.faces.count(1)
    if ones is not None:
        pay_for_ones(resolver, endangered, ones)
    else:
        choices = tuple(map(str, range(min(MOST_ONES, dice or MOST_ONES) + 1)))
        resolver.ask("ones", actor, "How many ones showed?", choices, who=list(endangered))


# Before the throw


def sets_for(difficulty: str, once: bool = False) -> str:
    """Return what the dice must show to meet a difficulty; its level alone if ``once`` is enough."""
    return SETS[t.level(difficulty)][difficulty.startswith("2") and not once]


def throw_of(
    resolver: Resolver, actor: str, dice: int | None, pool: str | None, against: str, wanted: str, bare: bool = False
) -> Throw:
    """Return the throw as the form shows it; the number of dice is unknown where words of the ``pool`` are missing.

    ``bare``: it is an attack with no weapon.
    """
    parts = addends(resolver.reasons, "pool")
    measures = (Addend("dice", sum(part.value or 0 for part in parts)),)
    if dice is not None:
        count, met = quantity(dice, "die", "dice"), f"against {against}"
        also, fewest = WORTH_AS_MUCH.get(wanted, ("", dice))
        wanted = f"{wanted}, {also}" if also and dice >= fewest else wanted
        return Throw(actor, count, parts, None, met, (), f"{wanted} or better", TYPED, measures)
    fields = resolver.combatant(actor).fields
    values = ((word, fields.get(word)) for word in (pool.split("+") if pool is not None else ()))
    base = tuple(Addend(word, value if isinstance(value, int) else None) for word, value in values)
    lacks, wanted = () if base else ("pool",), f"{against} ({wanted})"
    hands = f" (bare hands: pool={t.MELEE_POOL}), arm {quote(actor)} WEAPON" if bare and not base else ""
    how = f"say pool=N{hands}"
    return Throw(actor, "", (*base, *parts), wanted=wanted, typed=TYPED, measures=measures, lacks=lacks, instead=how)


def ways_of(
    action: Attack | React,
    throw: Throw,
    dice: int | None,
    need: int,
    label: Callable[[int], str],
    tolls: Callable[[int, int], tuple[Toll, ...]],
    pays_for_ones: bool,
) -> Iterator[Way]:
    """Yield every number of units with its chance, and what it takes together with the ones of a Gamble.

    ``pays_for_ones``: the one whose losses are told pays for the ones; with re-rolls that cannot be counted.
    """
    from tracker.games.outgunned.chances import chances, chances_with_ones  # Loaded when first asked for.

    if dice is None:
        lacking = throw.lacks or tuple(part.label for part in throw.parts if part.value is None)
        fields = " ".join(f"{field}=N" for field in lacking)
        raise InvalidCommand(f"How many dice? Say pool=N, or set {quote(action.actor)} {fields}.")
    if dice > MOST_FACES:
        raise InvalidCommand(f"Odds are worked out for at most {MOST_FACES} dice; say pool=N.")
    unknown = pays_for_ones and action.ones is None
    if unknown and not (action.reroll or action.free_reroll):
        for (units, ones), chance in chances_with_ones(dice).items():
            yield Way(chance, label(units), units >= need, tolls(units, ones))
        return
    typed = action.ones or 0 if pays_for_ones else 0
    for units, chance in chances(dice, need, action.reroll, action.free_reroll, action.all_in).items():
        yield Way(chance, label(units), units >= need, None if unknown else tolls(units, typed))


def ones_of(resolver: Resolver, action: Attack | React, dice: int | None, who: tuple[str, ...]) -> tuple[Outcome, ...]:
    """Return the chances of the ones of a Gamble without re-rolls, with their cost to those endangered."""
    if not who or dice is None or action.reroll or action.free_reroll:
        return ()
    names, others = join_names(who, resolver.scene), t.SIDES_OF_DIE - 1
    chances = (comb(dice, ones) * others ** (dice - ones) / t.SIDES_OF_DIE**dice for ones in range(dice + 1))
    return tuple(
        Outcome(f"{ones} one{'s' * (ones > 1)}: {names} grit -{ones}" if ones else "no ones", p)
        for ones, p in enumerate(chances)
    )


def open_boxes(combatant: Combatant, loss: int) -> int:
    """Return the part of a loss that there is grit for; all of it if none is left."""
    return min(loss, combatant.value("grit") or loss)


# For the log


def in_words(why: Iterable[Reason]) -> str:
    """Return the successes that counted, best first: ``critical + 2 basic``."""
    return levels_in_words((reason.label for reason in why if reason.of == "units"), " + ")


def faces_in_sets(result: Result) -> tuple[tuple[int, ...], ...]:
    """Return the final faces: those in sets, the largest set first, then the others."""
    showing = result.faces
    counts = Counter(showing)
    sets = sorted(dice_in_sets(showing), key=lambda face: (-counts[face], -face))
    loose = sorted((face for face in showing if counts[face] == 1), reverse=True)
    return tuple(tuple(group) for group in (sets, loose) if group)


def extra_of(after: Scene, name: str) -> str:
    """Return the extra that somebody has left, in words; "" for none."""
    combatant = after.combatants.get(name)
    extra = combatant.number("extra") if combatant is not None else 0
    return f"{extra} extra" if extra else ""


# What may be answered to a throw

KEEP, AGAIN, FREE, ALL_IN, GAMBLE = "keep", "again", "free", "all-in", "gamble"

ANSWERS: Final = {
    KEEP: "the throw stands",
    AGAIN: "re-roll the dice outside the sets; may cost the smallest success",
    FREE: "re-roll them at no risk",
    ALL_IN: "once more, or all is lost",
    GAMBLE: "each 1 costs them 1 grit",
}
"""The possible answers to a throw, and their effects."""

_FLAGS: Final = {AGAIN: "reroll", FREE: "free_reroll", ALL_IN: "all_in", GAMBLE: "gamble"}
"""The field of the action that each answer sets."""


def note_throw(resolver: Resolver, action: Action, actor: str, rolled: Result) -> None:
    """Store a throw with known faces until it is kept or the turn ends; any other throw closes the question."""
    flags = {name: bool(getattr(action, name)) for name in ("all_in", "gamble")}
    again = len(rolled.throws) > 1
    first = Result.of(rolled.throws[0]).units if rolled.throws else 0
    thrown = Thrown(action.verb, rolled.faces, rolled.successes, again, again and rolled.units > first, **flags)
    asked = bool(rolled.throws) and bool(resolver.setting("ask_after_throw"))
    set_state(resolver, actor, thrown=thrown if asked else None)


def objection_to(thrown: Thrown | None, answer: str) -> str:
    """Return the objection to an answer; "" if there is none."""
    if thrown is None:
        return "No throw waits for an answer; only faces just thrown do"
    if answer in (AGAIN, FREE):
        if thrown.again:
            return "These dice were thrown again already"
        if answer == AGAIN and not thrown.successes:
            return "A re-roll needs a success; a free one does not"
    if answer == ALL_IN and (thrown.all_in or not thrown.better):
        return "All-in comes once, after a re-roll that was better"
    if answer in (AGAIN, FREE, ALL_IN) and not thrown.loose:
        return "All dice belong to sets"
    return "It is a Gamble already" if answer == GAMBLE and thrown.gamble else ""


class Answer(ActorAction):
    """Answers a throw: keep, again, free, all-in or gamble."""

    source = "G"
    refused_when = ("no faces were just thrown", "a re-roll without a success, or a second one")
    asks = ("dice",)

    answer: str = argument(ChoiceParam(tuple(ANSWERS), "answer"), "what becomes of the throw", required=True)
    dice: tuple[int, ...] | None = option(FacesParam(), "the faces of the dice thrown anew; else the tracker throws")

    def resolve(self, resolver: Resolver) -> None:
        thrown = state_of(resolver.combatant(self.actor)).thrown
        if thrown is None and self.answer == KEEP and self.dice is None:
            resolver.say(f"{resolver.clause(self.actor, 'keeps')} what there is.")  # The throw may have been amended.
            return
        against = objection_to(thrown, self.answer)
        if against or thrown is None:
            raise InvalidCommand(f"{against}: {self.actor} keeps what there is.")
        throws = 0 if self.answer in (KEEP, GAMBLE) else thrown.loose
        if self.dice is not None and len(self.dice) != throws:
            known = f"the {quantity(throws, 'die', 'dice')} outside the sets" if throws else "no dice"
            raise InvalidCommand(f"“{self.answer}” throws {known}; {len(self.dice)} are typed.")
        set_state(resolver, self.actor, thrown=None)
        if self.answer == KEEP:
            resolver.say(f"{resolver.clause(self.actor, 'keeps')} {Result(thrown.successes).in_words}.")
        elif self.answer == GAMBLE:
            resolver.say(f"A Gamble for {self.actor}: −{thrown.faces.count(1)} grit.")
        else:
            resolver.say(f"{self.actor} {describe(thrown, self.answer)}.")

    def revision(self, scene: Scene) -> Revision | None:
        """Change the throw itself, at its own entry, for every answer except keep."""
        thrown = state_of(scene.combatants[self.actor]).thrown if self.actor in scene.combatants else None
        if self.answer == KEEP or thrown is None or objection_to(thrown, self.answer):
            return None
        return Revision(thrown.verb, self.actor, self._change)

    def _change(self, action: Any) -> Action:
        changes: dict[str, Any] = {_FLAGS[self.answer]: True}
        if self.answer != GAMBLE:
            throws = (*action.result.throws, *((self.dice,) if self.dice is not None else ()))
            changes["result"] = replace(action.result, throws=throws, roll=self.dice is None)
        changed: Action = action.copy_with(**changes)
        return changed


def in_short(thrown: Thrown, answer: str) -> str:
    """Return an answer with its chance, short enough for a line: ``again 67 % (or a basic is lost)``."""
    risk = {AGAIN: f" (or {a_or_an(_least(thrown))} is lost)", ALL_IN: " (or all is lost)"}.get(answer, "")
    return f"{answer} {_better(thrown)}{risk}"


def describe(thrown: Thrown, answer: str) -> str:
    """Return the effect of an answer, with its chance."""
    better, dice = _better(thrown), quantity(thrown.loose, "die", "dice")
    if answer == ALL_IN:
        return f"goes all in with {dice}: {better} better, else nothing is left"
    risk = f", else {a_or_an(_least(thrown))} is lost" if answer == AGAIN else ""
    return f"re-rolls {dice}: {better} better{risk}"


def _least(thrown: Thrown) -> str:
    return min(thrown.successes, key=t.LEVELS.__getitem__, default="")


def _better(thrown: Thrown) -> str:
    from tracker.games.outgunned.chances import chance_of_better  # Loaded when first asked for.

    return percent(float(chance_of_better(thrown.faces, thrown.successes)))
