"""Newcomers from a stock: their names, their positions, and later waves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import msgspec
from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.events import BandBecame, DefaultBandBecame, Joined
from tracker.combat.records import Distance, Kept, Member, Wave
from tracker.combat.scene import ENEMIES, HEROES, Combatant, Plain, Prompt, Scene
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import is_plural, join_names
from tracker.rules.params import EVERYBODY, read_name
from tracker.rules.resolver import Resolver

WAVE: Final = "wave"  # the kind of the question whether a wave joins now
REMINDER: Final = "reminder"  # the kind of the question that is a note for the GM
OF_THE_FIGHT: Final = (WAVE, REMINDER)  # the kinds of questions that every game has; they are about nobody in the fight
_NOBODY: Final = ""  # whom a question about the fight itself is about

COME: Final = "come"
READ: Final = "read"


def joining_name(text: str) -> str:
    """Return the name of a newcomer; raises InvalidCommand for one that nobody could be called by."""
    name = read_name(text)
    if "," in name or '"' in name or name.casefold() == EVERYBODY:
        raise InvalidCommand("A name cannot contain commas or quotes, and “all” means everybody; pick another.")
    if name.casefold() in (HEROES, ENEMIES):
        raise InvalidCommand(f"“{name}” means everybody of that side; pick another name.")
    return name


def note_words(resolver: Resolver, name: str, side: str) -> None:
    """Note a name that commands use as a word, and a side that nobody was on: it may be a slip, and how to mend it."""
    scene, wanted = resolver.scene, name.casefold()
    kinds = resolver.system.actions.values()
    if any(spec.name == wanted and (spec.kind == "flag" or spec.bare) for kind in kinds for spec in kind.in_order):
        resolver.note(f"“{name}” is a word of commands too; write it in quotes where somebody is meant.")
    if side not in (HEROES, ENEMIES) and not scene.of_side(side):
        resolver.note(f"“{side}” is a side of its own, beside heroes and enemies; set NAME side=WORD changes a side.")


def change_side(resolver: Resolver, names: Sequence[str], side: str) -> None:
    """Put combatants on another side: they keep their sheet, and get what only sheets of that side have."""
    note_words(resolver, names[0], joining_side(side))
    fresh = resolver.system.new_combatant(resolver.scene, side, None)
    for name in names:
        now = resolver.combatant(name)
        if now.side != side:
            tracks, fields = {**fresh.tracks, **now.tracks}, {**fresh.fields, **now.fields}
            resolver.emit(Joined((name,), replace(now, side=side, tracks=tracks, fields=fields)))


def joining_side(side: str) -> str:
    """Return the side of a newcomer; raises InvalidCommand for the word that means everybody."""
    if side.casefold() == EVERYBODY:
        raise InvalidCommand("“all” means everybody; give the side another word: side=WORD.")
    return side


def numbered(scene: Scene, name: str, count: int, first: int = 1) -> tuple[str, ...]:
    """Return names for this many newcomers of a group: those with the lowest free numbers from ``first``."""
    taken = {known.casefold() for known in scene.combatants}
    names = (f"{name} {number}" for number in range(first, first + count + len(taken)))
    return tuple([free for free in names if free.casefold() not in taken][:count])


def namesake(scene: Scene, name: str) -> Combatant | None:
    """Return whoever has this name, or is in the group of this name, ignoring case; None if nobody is."""
    wanted, everybody = name.casefold(), scene.combatants.values()
    called = next((fighter for fighter in everybody if fighter.name.casefold() == wanted), None)
    return called or next((fighter for fighter in everybody if (fighter.group or "").casefold() == wanted), None)


def joining_names(resolver: Resolver, name: str, count: int | None, side: str) -> tuple[tuple[str, ...], str | None]:
    """Return the names of this many newcomers, and the group that they join: that of others of their name and side.

    One whose name others have gets the next free number. Raises InvalidCommand for a second hero, and for too many.
    """
    if len(resolver.scene.combatants) + (count or 1) > limits.COMBATANTS:
        raise InvalidCommand(f"A fight holds at most {limits.COMBATANTS} combatants; remove some first.")
    other = namesake(resolver.scene, name)
    stem, _, number = other.name.rpartition(" ") if other else (name, "", "")
    called = name if other is None else other.group or (stem if stem and number.isdecimal() else other.name)
    if count is not None:
        return numbered(resolver.scene, called, count), called
    if other is None:
        return (name,), None
    if other.side == HEROES and other.name.casefold() == name.casefold():
        raise InvalidCommand(f"{other.name} is in the fight already; pick another name, or count=N for several.")
    here = other.name if other.name.casefold() == name.casefold() else str(other.group)
    names = numbered(resolver.scene, called, 1, first=2)
    resolver.note(f"{resolver.clause(here, 'is')} in the fight already; the newcomer is {names[0]}.")
    return names, other.group if other.side == side else None


def join(resolver: Resolver, members: Sequence[Member], side: str | None = None) -> Mapping[str, tuple[str, ...]]:
    """Add newcomers, heroes only if their name is free; returns who joined, by the name each member was kept by.

    Raises InvalidCommand if nobody is left to join, or if there are too many.
    """
    all_joined, subjects, missing = dict[str, tuple[str, ...]](), list[str](), list[str]()
    for member in members:
        names = _join_one(resolver, member, side)
        kept_as = member.like.name.casefold()
        all_joined[kept_as] = all_joined.get(kept_as, ()) + names
        called = _called(member) if member.count is not None or not names else names[0]
        (subjects if names else missing).append(called)
    joined = [*chain(*all_joined.values())]
    if missing and not joined:
        here = f"{resolver.clause(missing, 'is')} in the fight already"
        raise InvalidCommand(f"{here}; pick another name, or count=N for several.")
    if missing:
        resolver.note(f"{resolver.clause(missing, 'was')} in the fight already.")
    several = len(joined) > 1 or is_plural(joined, resolver.scene)
    sides = ", ".join(dict.fromkeys(resolver.scene[name].side for name in joined))
    resolver.say(f"{join_names(subjects, resolver.scene, 8)} {'join' if several else 'joins'} ({sides}).")
    return all_joined


def renamed(scene: Scene, title: str, members: Sequence[Member], names: Sequence[str]) -> list[Member]:
    """Return the members under other names, in their order; an empty one changes nothing. Raises InvalidCommand."""
    if len(names) != len(members):
        now = ",".join(member.like.name for member in members)
        raise InvalidCommand(f"{title}: as= is a name for each who joins, in this order: {now}.")
    new = [(one, name.strip() or one.like.name) for name, one in zip(names, members, strict=True)]
    called = [name for _, name in new]
    taken = [*map(str.casefold, (*called, *(scene.combatants if members[1:] else ())))]
    if twice := [name.strip() for name in names if taken.count(name.strip().casefold()) > 1]:
        raise InvalidCommand(f"Somebody is called {twice[0]} already; pick another name.")
    # What they were called says what they are, such as Cleric.
    sheets = ((one, replace(one.like, name=name, notes=(*one.like.notes, one.like.name))) for one, name in new)
    return [replace(one, like=sheet if sheet.name != one.like.name else one.like) for one, sheet in sheets]


def _called(member: Member) -> str:
    return member.like.name if member.count is None else f"{member.like.name} ({member.count})"


def _join_one(resolver: Resolver, member: Member, side: str | None) -> tuple[str, ...]:
    name, side = joining_name(member.like.name), joining_side(side or member.like.side)
    if member.count is None and side == HEROES and name.casefold() in map(str.casefold, resolver.scene.combatants):
        return ()
    names, group = joining_names(resolver, name, member.count, side)
    like = replace(member.like, name=name, side=side, group=group or member.like.group)
    resolver.emit(Joined(names, like))
    resolver.note(*resolver.system.lacking(like.weapons, ",".join(names)))
    resolver.system.on_joined(resolver, names)
    return names


def set_out(resolver: Resolver, kept: Kept, side: str | None = None) -> None:
    """Add everybody of a prepared encounter at their positions, and carry out its opening lines."""
    at_once = [member for member in kept.members if not member.wave]
    joined = join(resolver, at_once, side) if at_once else {}
    if hurt := worn(resolver, chain(*joined.values())):
        resolver.note(f"{resolver.clause(hurt, 'comes')} as they stood.")
    if kept.default_range and kept.default_range != resolver.scene.default_range:
        resolver.emit(DefaultBandBecame(kept.default_range))
    absent = [name for distance in kept.distances for name in _stand(resolver, distance, joined)]
    if absent:
        names = comma_list(tuple(dict.fromkeys(absent)))
        resolver.note(f"Not here yet, so no distances are set to them: {names}.")
    for line in kept.opening:
        if resolver.carry_out is not None:
            resolver.carry_out(resolver, line)
    if kept.note:
        resolver.ask(REMINDER, _NOBODY, kept.note, (READ,))
    for number, wave in enumerate(kept.waves, 1):
        members = [member for member in kept.members if member.wave == number]
        who = comma_list([_called(member) for member in members])
        when = f" (round {wave.round})" if wave.round is not None else ""
        text = f"{wave.name}{when}: {who}. {wave.note}".strip()
        # Each member is a text: a question may not contain deeply nested data.
        sheets: list[Plain] = [msgspec.json.encode(replace(member, wave=0)).decode() for member in members]
        if any(len(str(sheet)) > limits.NOTE for sheet in sheets):
            raise InvalidCommand("A sheet in a wave is too long to be kept until it comes. Bring it by hand later.")
        known: dict[str, Plain] = {"members": sheets, "name": wave.name, "note": wave.note}
        known |= {"round": wave.round} if wave.round is not None else {}
        resolver.ask(WAVE, _NOBODY, text, (COME,), **known)


def worn(resolver: Resolver, names: Iterable[str]) -> list[str]:
    """Return those of these combatants whose bar is not full."""
    system, scene = resolver.system, resolver.scene
    bars = ((name, system.bar(scene, scene[name])) for name in names)
    return [name for name, bar in bars if bar is not None and bar.left < bar.max]


def still_to_come(scene: Scene) -> Iterator[tuple[Wave, Sequence[Member]]]:
    """Return the waves that have not joined yet, with their members; raises InvalidCommand."""
    for prompt in scene.prompts:
        if prompt.kind == WAVE:
            name, note, number = prompt.data.get("name"), prompt.data.get("note"), prompt.data.get("round")
            # Questions of older files do not contain the name.
            called = name if isinstance(name, str) else prompt.text.partition(":")[0].partition(" (round ")[0]
            round_ = number if isinstance(number, int) else None
            yield Wave(called, round_, note if isinstance(note, str) else ""), _decoded(prompt)


def _stand(resolver: Resolver, distance: Distance, joined: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Set a distance between names, groups or sides, newcomers first; or return the names that are not there."""
    scene = resolver.scene
    band = resolver.system.read_band(distance.band, Context(resolver.system, scene))
    new = [*chain(*joined.values())]
    these, those = (joined.get(word.casefold()) or _meant(scene, word, new) for word in (distance.one, distance.other))
    missing = tuple(name for name, names in ((distance.one, these), (distance.other, those)) if not names)
    if missing:
        return missing
    same, also = set(these) == set(those), tuple(these[1:])
    others = also if same else tuple(name for name in those if name not in these)
    if others:
        resolver.emit(BandBecame(these[0], others, band, () if same else also, same))
    return ()


def _meant(scene: Scene, word: str, new: Sequence[str]) -> tuple[str, ...]:
    """Return who is called so, or was before ``renamed`` gave them another name: of several, those who are new."""
    wanted = word.casefold()
    everybody = scene.combatants.values()
    once = tuple(who.name for who in everybody if wanted in map(str.casefold, who.notes))
    words = ("name", "group", "side")
    found = (tuple(who.name for who in everybody if (getattr(who, word) or "").casefold() == wanted) for word in words)
    return next(filter(None, (tuple(name for name in once if name in new), *found, once)), ())


def answer(resolver: Resolver, prompt: Prompt) -> None:
    """Carry out the answer to a question of this module: the wave joins, or the note is read."""
    if prompt.kind == WAVE:
        join(resolver, list(_decoded(prompt)))
    else:
        resolver.say("The note is read.")


def _decoded(prompt: Prompt) -> Sequence[Member]:
    texts = prompt.data.get("members")
    try:
        return [msgspec.json.decode(str(text), type=Member) for text in texts] if isinstance(texts, list) else []
    except msgspec.MsgspecError:
        raise InvalidCommand("What this wave holds cannot be read any more; bring it by hand.") from None


def drop(resolver: Resolver, prompt: Prompt) -> None:
    """Report that a wave was dropped."""
    resolver.say("The wave stays away." if prompt.kind == WAVE else "The note is put aside.")
