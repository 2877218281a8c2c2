"""What players may hear of an entry: sentences made from its events, never from the GM's own text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from tracker.combat.events import EncounterBegan
from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene, Turn, altered, same_names
from tracker.commands.story import Happening, happenings
from tracker.rules.grammar import agree, clause, cover_in_words, spaced
from tracker.rules.system import System

Wellbeing = Literal["unhurt", "hurt", "bad", "down"]


def state_of(system: System, scene: Scene, combatant: Combatant) -> Wellbeing:
    """Return a combatant's state in a word; the thresholds are those of the bar on the GM's screen."""
    if combatant.out is not None:
        return "down"
    bar = system.bar(scene, combatant)
    if bar is None or (bar.left >= bar.max and bar.tone in ("good", "accent")):
        return "unhurt"
    return "bad" if bar.tone == "bad" else "hurt"


def strength(system: System, scene: Scene, combatant: Combatant) -> int:
    """Return how far the main track is from its bad end; 0 if there is none."""
    bar = system.bar(scene, combatant)
    return bar.left if bar is not None else 0


NOW: Final = {"unhurt": "is unhurt again", "hurt": "is hurt", "bad": "is in a bad way", "down": "is down"}
"""The predicates for entering a state."""

WORSE: Final[tuple[Wellbeing, ...]] = ("unhurt", "hurt", "bad", "down")  # the states, each worse than the one before


class PublicLine(Model):
    """A sentence, and everybody it names: whoever may not know one of them does not hear it.

    A sentence is made of ``names``, words of the program and words of the game, and of nothing that the GM typed.
    ``hit`` says of an attack of ``by`` whether it hit ``on``; ``turn`` marks the beginning of a turn.
    """

    text: str
    names: frozenset[str]
    by: str = ""
    on: str = ""
    hit: bool | None = None
    turn: bool = False


class Told(Model):
    """What an entry is to players who saw everything that was not hidden then.

    ``gone`` were hidden when they left with it; ``turn`` is the turn after it, None if whoever acts was hidden.
    """

    lines: tuple[PublicLine, ...]
    gone: frozenset[str]
    turn: Turn | None
    begins: bool = False  # whether a new fight begins with it


def visible(scene: Scene) -> frozenset[str]:
    """Return everybody who is not hidden at this moment."""
    return frozenset(name for name, combatant in scene.combatants.items() if not combatant.hidden)


def public_conditions(system: System, combatant: Combatant) -> tuple[str, ...]:
    """Return the conditions that the game knows; the GM's own words may say more than the players know."""
    known = {spec.name for spec in system.conditions} if combatant.conditions else ()
    return tuple(condition.name for condition in combatant.conditions if condition.name in known)


def acts(turn: Turn, scene: Scene, seen: frozenset[str]) -> bool:
    """Return whether those who see these combatants may know whose turn it is."""
    if not turn.round or (turn.name is None and turn.side in (None, HEROES)):
        return True
    if turn.name is not None:
        return turn.name in seen
    return any(scene.combatants[name].side == turn.side for name in seen if name in scene.combatants)


def same_sight(before: Scene, after: Scene) -> bool:
    """Return whether the same combatants are hidden in both scenes, and the same are not."""
    return same_names(before, after) and all(was.hidden == now.hidden for was, now in altered(before, after))


def _is_public(scene: Scene) -> bool:
    return acts(scene.turn, scene, frozenset(one.name for one in scene.on_turn() if not one.hidden))


def _is_seen(name: str, *scenes: Scene) -> bool:
    there = [scene.combatants[name] for scene in scenes if name in scene.combatants]
    return bool(there) and not any(combatant.hidden for combatant in there)


def told(system: System, before: Scene, entry: Entry) -> Told:
    """Return what an entry is to the players."""
    commands = happenings(system, before, entry)
    after = commands[-1].after
    gone = frozenset(
        name
        for happening in commands
        if not same_names(happening.before, happening.after)
        for name, combatant in happening.before.combatants.items()
        if combatant.hidden and name not in happening.after.combatants
    )
    begins = any(isinstance(event, EncounterBegan) for event in entry.events)
    turn = after.turn if _is_public(after) else None
    if begins:
        return Told((PublicLine("A new fight begins.", frozenset()),), gone, turn, begins=True)
    return Told(tuple(_lines(system, before, commands)), gone, turn)


def _lines(system: System, before: Scene, commands: Sequence[Happening]) -> Iterator[PublicLine]:
    after = before
    for happening in commands:
        after = happening.after
        deed, was_there = happening.deed, happening.before.combatants
        for blow in deed.blows if deed is not None else ():
            names = frozenset((blow.by, blow.on))
            if all(_is_seen(name, happening.before, after) for name in names):
                verb = agree(blow.by, after, "hits" if blow.hit else "misses")
                yield PublicLine(f"{blow.by} {verb} {blow.on}.", names, blow.by, blow.on, blow.hit)
        if same_names(happening.before, after):
            concerned: Iterable[str] = (now.name for _, now in altered(happening.before, after))
        else:
            concerned = dict.fromkeys((*was_there, *after.combatants))
        for name in concerned:
            was, now = was_there.get(name), after.combatants.get(name)
            for text in _changes(system, happening.before, after, was, now):
                yield PublicLine(text, frozenset((name,)))
    yield from _turn(before, after)


def _changes(
    system: System, before: Scene, after: Scene, was: Combatant | None, now: Combatant | None
) -> Iterator[str]:
    if now is None or now.hidden:
        if was is not None and not was.hidden and now is None:
            yield f"{clause(was.name, before, 'leaves')}."
        return
    if was is None or was.hidden:
        yield f"{clause(now.name, after, 'appears')}."
        return
    if was == now:
        return
    name = now.name
    old, new = state_of(system, before, was), state_of(system, after, now)
    if old != new:
        better = old != "down" and WORSE.index(new) < WORSE.index(old) and new != "unhurt"
        yield f"{clause(name, after, 'recovers, still hurt' if better else NOW[new])}."
    elif (gained := strength(system, after, now) - strength(system, before, was)) < 0:
        yield f"{clause(name, after, 'is hurt')}{' further' if old != 'unhurt' else ''}."
    elif gained > 0:
        yield f"{clause(name, after, 'recovers')} a little."
    had, have = (set(public_conditions(system, combatant)) for combatant in (was, now))
    for condition in sorted(have - had):
        yield f"{name}: {spaced(condition)}."
    for condition in sorted(had - have):
        yield f"{name}: {system.condition_over(condition)}."
    if was.cover.degree != now.cover.degree:
        if now.cover.degree == OPEN:
            yield f"{clause(name, after, 'leaves')} cover."
        else:
            yield f"{clause(name, after, 'takes')} {cover_in_words(now.cover.degree)}."


def _turn(before: Scene, after: Scene) -> Iterator[PublicLine]:
    """Return whose turn began, if the players see them: of a hidden one's turn they hear nothing, not even a round."""
    turn = after.turn
    if turn == before.turn or not turn.round or not _is_public(after):
        return
    if turn.name is not None:
        yield PublicLine(f"Round {turn.round}: {turn.name}.", frozenset((turn.name,)), turn=True)
    elif turn.side == HEROES:
        yield PublicLine(f"Round {turn.round}: the heroes.", frozenset(), turn=True)
    elif turn.round != before.turn.round:
        yield PublicLine(f"Round {turn.round}.", frozenset(), turn=True)
