"""The story of a session for export: every moment in words, its changes, and each fight's figures.

The changes of a moment are stored as the rows of those who changed, so that any moment can be built from those before
it. This is the GM's whole story; that of the players comes from ``for_players``.
"""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import field
from msgspec.structs import asdict

from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.combat.scene import HEROES, OPEN, Combatant, Scene, altered, newer, same_names
from tracker.combat.text import one_line
from tracker.commands.story import Happening, StoryLine, actor_of, retell, story_text
from tracker.export.figures import Figures, Luck, Person, Thrown, as_clock, fights, luck_of, mattered
from tracker.export.json import Fight
from tracker.players.projection import SeenBand, ShownTrack
from tracker.rules.grammar import how_often, quantity, singular, spaced
from tracker.rules.system import System
from tracker.rules.throw import percent

SETTING: Final = {"add", "arm", "disarm", "set", "range", "cover", "title", "bring", "initiative", "settings"}
"""The verbs that set a fight out; its prose begins without them."""

SEPARATOR: Final = " · "


class Row(Model):
    """A combatant at a moment: the readable values, the main track first."""

    name: str
    side: str
    state: str = ""
    tracks: tuple[ShownTrack, ...] = ()
    conditions: tuple[str, ...] = ()
    cover: str = ""
    hidden: bool = False


class LogLine(Model):
    """A line of the log; with an ``outcome``, ``text`` says how it came about."""

    outcome: str = ""
    text: str = ""


class Moment(Model):
    """A step of the story.

    ``turn`` is the heading of its turn, ``by`` the only one who acts, ``section`` the title of a fight that begins with
    it, ``prose`` its sentences; ``note`` marks a note of the GM, ``setting`` the set-up of a fight. ``rows``, ``bands``
    and ``gone`` are what it changed; ``order`` and ``active`` are the combatants listed, and those whose turn it is.
    """

    id: int
    at: str
    round: int
    turn: str
    by: str = ""
    section: str = ""
    lines: tuple[LogLine, ...] = ()
    prose: str = ""
    note: bool = False
    setting: bool = False
    rows: Mapping[str, Row] = field(default_factory=dict)
    bands: Mapping[str, tuple[SeenBand, ...]] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    active: tuple[str, ...] = ()


class Score(Model):
    """A line of a fight's table of figures: the name, and a text under each head."""

    name: str
    side: str
    values: tuple[str, ...]


class FightStory(Model):
    """A fight: the number of its first moment, its rounds, its figures under ``heads``, its luck.

    ``fell`` says who fell and rose, each with the round. ``throws`` are all with known odds.
    """

    title: str
    first: int
    rounds: int = 0
    heads: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    fell: tuple[tuple[str, str], ...] = ()
    spent: tuple[tuple[str, str], ...] = ()
    luck: tuple[Luck, ...] = ()
    mattered: tuple[Thrown, ...] = ()
    throws: tuple[Thrown, ...] = ()


class StorySection(Model):
    """A piece of a story in words: a heading (without it the piece before goes on), a table under its heads, lines."""

    title: str = ""
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[str, ...] = ()


class Chronicle(Model):
    """A session up to its head, ``public`` without what players may not know; ``bands`` begin with the nearest."""

    title: str
    game: str
    moments: tuple[Moment, ...]
    fights: tuple[FightStory, ...]
    bands: tuple[str, ...]
    public: bool = False


def chronicle(fight: Fight) -> Chronicle:
    """Return the whole story of a session."""
    system, history = fight.system, fight.history
    teller, moments, scene = Teller(system), list[Moment](), history.scene
    told = fights(system, history, lambda entry, commands: moments.append(teller.tell(entry, commands)))
    stories = tuple(fight_story(figures, first) for first, _, figures in told)
    return Chronicle(scene.title, system.title, tuple(moments), stories, tuple(system.band_names(scene)))


class Teller:
    """Makes moments from entries in order; rows of unchanged combatants are reused."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._order: tuple[str, ...] = ()
        self._bands: dict[str, tuple[SeenBand, ...]] = {}
        self._turn = ""

    def tell(self, entry: Entry, commands: Sequence[Happening]) -> Moment:
        """Return the moment of an entry."""
        system, before, after = self._system, commands[0].before, commands[-1].after
        retold = retell(system, before, entry, commands)
        if after.turn != before.turn:
            self._turn = system.clock.heading(after) if after.turn.round else ""
        verbs = {happening.verb for happening in commands}
        listed, same = self._order, same_names(before, after)
        if not same or after.order is not before.order or _changed(before, after, "side"):
            listed = self._order = tuple(combatant.name for combatant in after.listed())
        return Moment(
            id=entry.id,
            at=entry.at,
            round=after.turn.round,
            turn=self._turn,
            by="" if verbs <= SETTING else actor_of(commands),
            section=retold.section,
            lines=tuple(map(line_of, retold.lines)),
            prose=self._prose(entry, commands if retold.turn else ()),
            note=retold.aside,
            setting=not after.turn.round and verbs <= SETTING,
            rows={combatant.name: row_of(system, after, combatant) for combatant in newer(before, after)},
            bands=self._new_bands(before, after),
            gone=() if same else tuple(name for name in before.combatants if name not in after.combatants),
            order=listed,
            active=tuple(each.name for each in after.on_turn()),
        )

    def _prose(self, entry: Entry, commands: Sequence[Happening]) -> str:
        """Return the sentences of an entry, without those of the turns that ``commands`` came to."""
        text = story_text(entry)
        for happening in commands:
            for sentence in self._system.clock.sentences(happening.after):
                text = text.replace(sentence, "", 1)
        return " ".join(text.split())

    def _new_bands(self, before: Scene, after: Scene) -> dict[str, tuple[SeenBand, ...]]:
        same = after.ranges is before.ranges and after.default_range == before.default_range
        if same and same_names(before, after) and not _changed(before, after, "out"):
            return {}
        known, self._bands = self._bands, dict(bands_of(self._system, after))
        return {name: distances for name, distances in self._bands.items() if known.get(name) != distances}


def _changed(before: Scene, after: Scene, field: str) -> bool:
    return any(getattr(was, field) != getattr(now, field) for was, now in altered(before, after))


def bands_of(system: System, scene: Scene) -> Iterator[tuple[str, tuple[SeenBand, ...]]]:
    """Return, for each hero, the others who are up by band, the nearest first."""
    heroes = scene.of_side(HEROES)
    others = [name for name, other in scene.combatants.items() if other.out is None and other.side != HEROES]
    if not others or len(heroes) * len(others) > 2_500:  # more are unreadable
        return
    names, default = system.band_names(scene), scene.default_range
    for hero in heroes:
        at: dict[str, list[str]] = {band: [] for band in names}
        stated = scene.ranges.of(hero.name)
        for other in others:
            at.setdefault(stated.get(other, default), []).append(other)
        yield hero.name, tuple(SeenBand(band, tuple(near)) for band, near in at.items() if near)


def row_of(system: System, scene: Scene, combatant: Combatant) -> Row:
    """Return a combatant as the GM sees them."""
    main, cover = system.main_track(scene), combatant.cover
    labels = {spec.name: spec.label for spec in system.sheet.tracks}
    tracks = sorted(combatant.tracks.items(), key=lambda track: track[0] != main)
    return Row(
        combatant.name,
        combatant.side,
        combatant.out or "",
        tuple(ShownTrack(labels.get(name, name), track.value, track.max) for name, track in tracks),
        tuple(condition.name for condition in combatant.conditions),
        "" if cover.degree == OPEN else f"{cover.degree} ({cover.what})" if cover.what else cover.degree,
        combatant.hidden,
    )


def line_of(line: StoryLine) -> LogLine:
    """Return a line of the log as two texts."""
    if not line.outcome:
        return LogLine("", line.text)
    faces = SEPARATOR.join(" ".join(map(str, group)) for group in line.faces)
    rest = (*line.rest, f"dice {faces}" if faces else "", line.what)
    return LogLine(line.outcome, SEPARATOR.join(filter(None, rest)))


FIGURES: Final = {
    "dealt": "dealt",
    "friendly": "own side",
    "taken": "took",
    "regained": "healed",
    "cured": "cured",
    "hits": "hits",
    "misses": "misses",
    "struck": "was hit",
    "missed_by": "missed",
    "actions": "actions",
}
"""The counted figures of a person, and their heads; ``own side`` is what they took of their side, ``cured`` gave it."""

READ: Final = {"healed": "got back", "cured": "gave back"}
"""The words of heads where people read them; a head is also a name in the JSON of a book, and stays there."""

HEADS: Final = (*(READ.get(head, head) for head in FIGURES.values()), "time", "waited", "luck")
"""The figures of everybody in a fight; ``waited`` is the longest time between two turns of theirs."""


def numbers_of(person: Person) -> dict[str, int]:
    """Return the counted figures of a person by head."""
    return {head: getattr(person, name) for name, head in FIGURES.items()}


def fight_story(figures: Figures, first: int) -> FightStory:
    """Return a fight from its figures."""
    times, luck = {time.name: time for time in figures.times}, {own.name: own for own in luck_of(figures.throws)}
    scores = []
    for person in figures.people:
        numbers = numbers_of(person).values()
        time, own = times.get(person.name), luck.get(person.name)
        if not any(numbers) and own is None:
            continue
        texts = (str(number) if number else "" for number in numbers)
        clock = (as_clock(time.seconds), as_clock(time.waited)) if time is not None else ("", "")
        scores.append(Score(person.name, person.side, (*texts, *clock, surplus(own.surplus) if own else "")))
    return FightStory(
        figures.title,
        first,
        figures.rounds,
        HEADS,
        tuple(scores),
        tuple(fallen(change.name, change.word, change.round) for change in figures.changes),
        tuple((person.name, spent_in_words(person)) for person in figures.people if person.spent),
        tuple(luck.values()),
        mattered(figures.throws),
        figures.throws,
    )


def spent_in_words(person: Person) -> str:
    """Return what somebody used up: ``6 san, 1 slot 1, revolver emptied 2 times``."""
    return ", ".join(
        f"{what} {how_often(number)}" if what.endswith("emptied") else quantity(number, singular(what), what)
        for what, number in person.spent
    )


def fallen(name: str, word: str, round: int) -> tuple[str, str]:
    """Return when somebody fell, or rose again if there is no word for it, and what is said of it."""
    return f"round {round}" if round else "before the fight", f"{name}: {spaced(word) if word else 'up again'}"


def figure_sections(fight: FightStory) -> Iterator[StorySection]:
    """Yield the figures and the luck of a fight in words; columns without any figure are left out."""
    columns = [place for place in range(len(fight.heads)) if any(score.values[place] for score in fight.scores)]
    if columns:
        heads = ("", *(fight.heads[place] for place in columns))
        rows = ((score.name, *(score.values[place] for place in columns)) for score in fight.scores)
        yield StorySection("Figures", heads, tuple(rows))
    yield StorySection(lines=tuple(f"{when}, {what}" for when, what in fight.fell))
    yield StorySection(lines=tuple(f"{name} spent: {what}" for name, what in fight.spent))
    if fight.luck:
        yield luck_section("Luck", fight.luck)
    ended = ((throw, "came off" if throw.succeeded else "failed") for throw in fight.mattered)
    lines = (f"{throw.name}, {throw.what}: {how} at {percent(throw.chance)}" for throw, how in ended)
    yield StorySection(lines=tuple(lines))


def luck_section(title: str, luck: Iterable[Luck]) -> StorySection:
    """Return everybody's luck as a table."""
    rows = (
        (own.name, str(own.throws), str(own.succeeded), f"{own.expected:.2f}", surplus(own.surplus)) for own in luck
    )
    return StorySection(title, ("", "throws", "came off", "expected", "luck"), tuple(rows))


def surplus(value: float) -> str:
    """Return luck in readable form: ``+1.2``, ``−0.5``, ``0.0``."""
    text = f"{abs(value):.1f}"
    return text if text == "0.0" else f"{'+' if value > 0 else '−'}{text}"


class CombatantChange(Model):
    """A change of one combatant."""

    moment: Moment
    name: str
    side: str
    what: str
    before: str
    after: str


def changes(moments: Iterable[Moment]) -> Iterator[CombatantChange]:
    """Return everything that changed, in order: tracks, states, conditions, cover, who joined and left."""
    known: dict[str, Row] = {}
    for moment in moments:
        for name, row in moment.rows.items():
            old = known.get(name)
            if old is None:
                yield CombatantChange(moment, name, row.side, "joins", "", row.side)
            for what, was, now in _differences(old or Row(name, row.side), row):
                yield CombatantChange(moment, name, row.side, what, was, now)
            known[name] = row
        for name in moment.gone:
            if name in known:
                yield CombatantChange(moment, name, known.pop(name).side, "leaves", "", "")


def _differences(old: Row, new: Row) -> Iterator[tuple[str, str, str]]:
    had = {track.label: (str(track.value), str(track.max)) for track in old.tracks}
    told: list[tuple[str, str, str]] = []
    for track in new.tracks:
        value, top = had.get(track.label, ("", ""))
        told += [(track.label, value, str(track.value)), (f"{track.label} maximum", top, str(track.max))]
    told += [("side", old.side, new.side), ("state", old.state, new.state)]
    told += [("condition", "", condition) for condition in new.conditions if condition not in old.conditions]
    told += [("condition", condition, "") for condition in old.conditions if condition not in new.conditions]
    hid, hides = ("yes" if row.hidden else "" for row in (old, new))
    told += [("cover", old.cover, new.cover), ("hidden", hid, hides)]
    yield from ((what, was, now) for what, was, now in told if was != now)


def courses(chronicle: Chronicle, most: int) -> list[tuple[str, str, str, int, list[tuple[int, int]]]]:
    """Return the first track of everybody whose track changed, at most that many.

    Name, side, label, the highest maximum, and the value from each of these moments on.
    """
    by_name: dict[str, tuple[str, str, int, list[tuple[int, int]]]] = {}
    for place, moment in enumerate(chronicle.moments):
        for name, row in moment.rows.items():
            if not row.tracks:
                continue
            track = row.tracks[0]
            side, label, top, steps = by_name.get(name, (row.side, track.label, 0, []))
            if not steps or steps[-1][1] != track.value:
                steps.append((place, track.value))
            by_name[name] = (side, label, max(top, track.max, track.value), steps)
    changing = ((name, *course) for name, course in by_name.items() if len(course[3]) > 1)
    return sorted(changing, key=lambda course: course[1] != HEROES)[:most]


COLUMNS: Final = ("moment", "at", "round", "turn", "name", "side", "what", "before", "after")
"""The columns of the CSV; ``moment`` is the line of the log, or for players a separate number."""


def as_csv(chronicle: Chronicle) -> str:
    """Return a row for each change, below a row of names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for change in changes(chronicle.moments):
        moment = change.moment
        row = (moment.turn, change.name, change.side, change.what, change.before, change.after)
        writer.writerow((moment.id, moment.at, moment.round, *map(cell, row)))
    return text.getvalue()


def cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet evaluates: a possible formula gets an apostrophe, a number none."""
    line = one_line(text)
    return f"'{line}" if line.startswith(("=", "+", "-", "@", "\t")) and not line.lstrip("-+").isdecimal() else line


def as_data(chronicle: Chronicle) -> dict[str, Any]:
    """Return the story as plain data: moments with their lines and changes, fights with figures and luck."""
    by_moment = defaultdict[int, list[dict[str, str]]](list)
    for change in changes(chronicle.moments):
        by_moment[change.moment.id].append(
            {name: getattr(change, name) for name in ("name", "what", "before", "after")}
        )
    return {
        "title": chronicle.title,
        "game": chronicle.game,
        "for": "players" if chronicle.public else "gm",
        "moments": [_moment(moment, by_moment[moment.id]) for moment in chronicle.moments],
        "fights": [_fight(chronicle, fight) for fight in chronicle.fights],
    }


def _moment(moment: Moment, changed: list[dict[str, str]]) -> dict[str, Any]:
    told = {name: getattr(moment, name) for name in ("id", "at", "round", "turn")}
    return told | {"text": moment.prose, "note": moment.note, "changes": changed}


def _fight(chronicle: Chronicle, fight: FightStory) -> dict[str, Any]:
    heads = fight.heads
    return {
        "title": fight.title,
        "first": chronicle.moments[fight.first].id if fight.first < len(chronicle.moments) else None,
        "rounds": fight.rounds,
        "figures": [
            {"name": score.name, "side": score.side, **dict(zip(heads, score.values, strict=True))}
            for score in fight.scores
        ],
        "fell": [{"when": when, "what": what} for when, what in fight.fell],
        "luck": list(map(asdict, fight.luck)),
        "throws": [
            {"moment": throw.id} | {name: getattr(throw, name) for name in ("name", "what", "chance", "succeeded")}
            for throw in fight.throws
        ],
    }
