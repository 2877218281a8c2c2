"""Entries narrated for the log: the outcome first, a line for each command, turns as headings.

Everything here is derived from an entry and the scene before it; no rule runs and nothing is stored.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from msgspec.structs import replace

from tracker.combat.events import EncounterBegan, fold
from tracker.combat.model import Model
from tracker.combat.records import Entry, Reason
from tracker.combat.scene import Scene, altered, latest, newly_spent
from tracker.commands.parser import phrases, read
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import arrow, gathered, how_often, spaced
from tracker.rules.resolver import RULING, ruling
from tracker.rules.system import System
from tracker.rules.verbs.conditions import Heal, Hurt
from tracker.rules.view import Deed


class TrackChange(Model):
    """A track whose value changed."""

    name: str
    track: str
    was: int
    now: int


class Happening(Model):
    """A command of an entry: its action, the scenes around it, and its own sentences.

    ``action`` is None if it can no longer be read; ``deed`` is the game's account of it, ``why`` are its numbers alone.
    """

    verb: str
    action: Action | None
    before: Scene
    after: Scene
    text: str
    deed: Deed | None = None
    why: tuple[Reason, ...] = ()


class StoryLine(Model):
    """A line of the log. With an ``outcome``, ``rest`` says how it came about; else there is only ``text``.

    ``why`` are the numbers of its command, ``spent`` is what a line without an outcome takes of the turn.
    """

    outcome: str = ""
    rest: tuple[str, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()
    sides: int = 6
    text: str = ""
    what: str = ""
    why: tuple[Reason, ...] = ()
    spent: tuple[str, ...] = ()


class StoryEntry(Model):
    """The narration of an entry.

    ``section`` is the title of a fight that begins with it, ``heading`` is above the outcomes of a batch, ``turn`` is
    the turn that begins with it: before the lines, unless it comes ``after``. ``period`` is the round or phase that
    begins with that turn, "" if it goes on, and ``whose`` the turn is, "" if it is nobody's alone. ``remarks`` are only
    notes; ``aside`` marks a note of the GM. ``by`` is the only one who acts in it, where turns are those of one each
    and the line begins with its outcome.
    """

    lines: tuple[StoryLine, ...] = ()
    section: str = ""
    heading: str = ""
    turn: str = ""
    after: bool = False
    remarks: tuple[str, ...] = ()
    aside: bool = False
    period: str = ""
    whose: str = ""
    by: str = ""


@latest
def happenings(
    system: System, before: Scene, entry: Entry, *, after: Scene | None = None, actions: Sequence[Action] = ()
) -> tuple[Happening, ...]:
    """Return the commands of an entry in order; a single one if the entry does not divide its events.

    ``after`` and ``actions`` are the scene after it and its actions, if the caller has them already.
    """
    try:
        parts = phrases(entry.command)
    except InvalidCommand:
        parts = ()
    whole = story_text(entry)
    if len(parts) != (len(entry.shares) or 1):
        end = after or fold(before, entry.events)
        return (Happening(parts[0].verb if parts else "", None, before, end, whole),)
    commands: list[Happening] = []
    done = said = 0
    for place, part in enumerate(parts):
        events, text = entry.events, whole
        if entry.shares:
            share = entry.shares[place]
            said += bool(said and share.text)
            events, text = entry.events[done : done + share.events], whole[said : said + share.text]
            done, said = done + share.events, said + share.text
        end = after if after is not None and place == len(parts) - 1 else fold(before, events)
        action = actions[place] if actions else None
        with suppress(InvalidCommand):
            action = action or read(part, system, before, exact=True)
        why = tuple(reason for reason in entry.why if reason.part == place)
        try:
            deed = action.deed(system.silent(before), end, why) if action is not None else None
        except Exception:  # of a line of a file made elsewhere the sentences have to do
            deed = None
        commands.append(Happening(part.verb, action, before, end, text, deed, why))
        before = end
    return tuple(commands)


def story_text(entry: Entry) -> str:
    """Return the text of an entry without its remarks, and without the objections that a ruling overrode."""
    text = entry.text
    if entry.ruled:
        # Version 0.1.0 ended it in another way.
        earlier = f" This is ruled, over: {' '.join(entry.over)}" if entry.over else " This is ruled."
        text = text.rpartition(f" {RULING}")[0] or text.removesuffix(earlier)
    return text.removesuffix(" ".join(entry.remarks)).rstrip() if entry.remarks else text


@latest
def track_changes(before: Scene, after: Scene) -> tuple[TrackChange, ...]:
    """Return the tracks that changed of combatants present before and after."""
    return tuple(
        TrackChange(combatant.name, track, combatant.tracks[track].value, now.value)
        for combatant, later in altered(before, after)
        if later.tracks is not combatant.tracks
        for track, now in later.tracks.items()
        if track in combatant.tracks and combatant.tracks[track].value != now.value
    )


def out_changes(before: Scene, after: Scene) -> tuple[tuple[str, str | None], ...]:
    """Return who is out and was not, or in another way; None for those who are up again."""
    return tuple((was.name, now.out) for was, now in altered(before, after) if now.out != was.out)


def retell(system: System, before: Scene, entry: Entry, commands: Sequence[Happening] = ()) -> StoryEntry:
    """Return the narration of an entry; ``commands`` are its commands, if they are known already."""
    commands = commands or happenings(system, before, entry)
    verbs = {happening.verb for happening in commands}
    after = commands[-1].after
    now, was = after.turn, before.turn
    came = now != was and now.round and (now.round != was.round or now.name or now.phase or now.side)
    turn = system.clock.heading(after) if came else ""
    section = next((event.title for event in entry.events if isinstance(event, EncounterBegan)), "")
    told = () if section else (line for command in commands for line in _lines(system, command, bool(turn)))
    lines, several = tuple(told), len(commands) > 1 and len(verbs) == 1
    if several and lines and not (verbs & {"note", "next", "roll"} or any(one.outcome or one.spent for one in lines)):
        why = tuple(chain.from_iterable(line.why for line in lines))
        lines = (StoryLine(text=gathered(" ".join(line.text for line in lines)), why=why),)
    return StoryEntry(
        lines,
        section,
        _batch(commands) if several and any(line.outcome for line in lines) else "",
        turn,
        bool(turn and lines) and "next" not in verbs,
        (*entry.remarks, *((ruling(entry.over, before),) if entry.ruled else ())),
        verbs == {"note"},
        _period(system, after) if came and _period(system, after) != _period(system, before) else "",
        now.name or "" if came else "",
        actor_of(commands) if system.clock.named and lines and lines[0].outcome else "",
    )


def actor_of(commands: Sequence[Happening]) -> str:
    """Return the only one who acts in these commands, "" if there are several or none."""
    actors = {getattr(each.action, "actor", "") for each in commands if not getattr(each.action, "by_hand", True)}
    return (actors.pop() or "") if len(actors) == 1 else ""


def _period(system: System, scene: Scene) -> str:
    """Return the round and phase as a heading; a side only where it acts as a whole."""
    turn = scene.turn
    if not turn.round:
        return ""
    return system.clock.heading(replace(scene, turn=replace(turn, name=None, side=None if turn.name else turn.side)))


def _batch(commands: Sequence[Happening]) -> str:
    fields = ("actor", "names", "name")
    acts = (next(filter(None, (getattr(each.action, field, None) for field in fields)), ()) for each in commands)
    names = dict.fromkeys(chain.from_iterable((act,) if isinstance(act, str) else act for act in acts))
    scene = commands[-1].after
    groups = {each.group: scene.group(each.group) for each in scene.combatants.values() if each.group}
    whole = {name: f"{group} ({len(of)})" for group, of in groups.items() if names.keys() >= {*of} for name in of}
    called = dict.fromkeys(whole.get(name, name) for name in names)
    return f"{commands[0].verb}: {comma_list([*called]) or how_often(len(commands))}"


def _lines(system: System, happening: Happening, turn: bool) -> Iterator[StoryLine]:
    """Yield the lines of a command: one for each of several victims, none if a heading says everything."""
    deed, counted = happening.deed, happening
    if deed is None and (deed := _by_hand(happening.action)) is not None:
        counted = replace(happening, why=())
    columns = [_by_columns(system, counted, each) for each in (deed.each or (deed,))] if deed is not None else []
    lines = [line for line in columns if line is not None]
    if lines:
        yield from lines
        return
    text = happening.text
    for sentence in system.clock.sentences(happening.after) if turn else ():
        told = f"It is {sentence}" if f"It is {sentence}" in text else sentence
        text = " ".join(part.strip() for part in text.split(told, 1) if part.strip())
    spent = newly_spent(happening.before, happening.after)
    if text:
        told = text if happening.verb == "note" else gathered(text)  # The GM's own words stay as they are.
        yield StoryLine(text=told, why=happening.why, spent=spent)


def _by_columns(system: System, happening: Happening, deed: Deed) -> StoryLine | None:
    """Return the line of a deed in columns; None without an outcome to put first."""
    before, after, alone = happening.before, happening.after, deed is happening.deed
    if deed.on not in after.combatants:
        return None
    main = system.main_track(before)
    changes = track_changes(before, after)
    first = next((change for change in changes if (change.name, change.track) == (deed.on, main)), None)
    out = dict(out_changes(before, after))
    if first is not None:
        outcome = f"{deed.on} {arrow(first.was, first.now)}"
    elif deed.on in out:
        outcome = deed.on
    elif deed.otherwise:
        outcome = f"{deed.on}: {deed.otherwise}"
    else:
        return None
    if deed.on in out:
        outcome += f" {spaced(out[deed.on] or 'up again')}"
    own = deed.on if deed.on == deed.by else ""
    own = own if alone else deed.on
    others = (_change(one, main, own) for one in changes if one is not first and (alone or one.name == deed.on))
    fell = (f"{name} {spaced(word or 'up again')}" for name, word in out.items() if alone and name != deed.on)
    had = {condition.name for condition in before[deed.on].conditions} if deed.on in before.combatants else set()
    marks = (spaced(condition.name) for condition in after[deed.on].conditions if condition.name not in had)
    said = ("", deed.on if deed.on == deed.by else "", outcome.removeprefix(deed.on).lstrip(": "))
    how = (part if part in after.combatants else spaced(part) for part in deed.how)
    rest = tuple(part for part in chain(how, others, fell, marks) if part not in said)
    return StoryLine(outcome, rest, deed.faces, deed.sides, what=deed.what, why=deed.why or happening.why)


def _by_hand(action: Action | None) -> Deed | None:
    """Return a loss or gain by hand of one combatant as a deed; None for everything else."""
    if not isinstance(action, (Hurt, Heal)) or len(action.names) != 1:
        return None
    return Deed(by=action.names[0], on=action.names[0], how=("by hand",))


def _change(change: TrackChange, main: str, own: str) -> str:
    name = "" if change.name == own else f"{change.name} "
    track = "" if change.track == main else f"{change.track} "
    return f"{name}{track}{arrow(change.was, change.now)}"
