"""A combatant as a line of the list, with as many badges as there is room for."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from tracker.combat.scene import Combatant, Scene
from tracker.rules.system import System
from tracker.rules.view import Badge, Bar, CombatantRow, Section
from tracker.tui.cockpit.view import Fold, View, next_to_act
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import CUT, Bit, Line, cells, cut, fit, link, merged, pad, plain, right, widest, width, wrap

GAP: Final = 2  # the blanks after a column
MARKS: Final = 16  # the cells left for the badges at the right of a bar
SPARE: Final = 9  # the cells left for the badges of a row that has no second line: all but one column give way to them

SHORTEST: Final = 3
"""The least length of a bar in cells; where not even that leaves room for the columns, there is no bar."""

LONGEST: Final = 14  # the greatest length of a bar; in a narrow row a seventh of it


class Columns:
    """The widths of a list. They only grow, so that nothing jumps, and all sides share them, so that columns align.

    A column has room for its head from the start, so that nothing moves with the first wound. ``grown`` is their sum.
    """

    def __init__(self) -> None:
        self.grown = 0
        self._acts = 0
        self.heads = Counter[str]()  # the widths of the columns that some row has
        self._sides: dict[str, dict[str, None]] = {}
        self._acting: set[str] = set()
        self.spare = 0  # the cells left for badges
        self.given = 0  # what gives way: 1 for short bars, 2 for no bars, 3 for the first of ``least`` as well
        self.least: Sequence[str] = ()

    def see(self, side: str, heads: Sequence[str], acts: int, texts: Sequence[str]) -> None:
        """Measure a row: the width of its spent and free actions, and its texts."""
        if acts:
            self._acts = max(self._acts, acts)
            self._acting.add(side)
        self._sides[side] = self._sides.get(side, {}) | dict.fromkeys(heads)
        for head, text in zip(heads, texts, strict=False):
            self.heads[head] = max(self.heads[head] or cells(head), cells(text))
        self.grown = self._acts + self.heads.total() + len(self._acting)

    def acts(self, side: str) -> int:
        """Return the width of a side's spent and free actions."""
        return self._acts if side in self._acting else 0

    def shown(self, section: Section, room: int) -> tuple[str, ...]:
        """Return the heads of a section's columns that fit into the room; the least important give way first."""
        gone = self.least[: max(0, self.given - 2)]
        known = [head for head in section.columns if self.heads[head] and head not in gone]
        ranked = sorted(known, key=[*section.vital, *(head for head in known if head not in section.vital)].index)
        while ranked and sum(self.heads[head] + GAP for head in ranked) - GAP > room - self.spare * (len(ranked) > 1):
            ranked.pop()
        return tuple(head for head in known if head in ranked)

    def bar(self, room: int, others: int) -> int:
        """Return the length of a bar if name, numbers and gaps take ``others`` cells of the row."""
        most = (min(LONGEST, max(7, room // 7)), SHORTEST, 0)[min(2, self.given)]
        sides = (self.acts(side) + sum(self.heads[head] + GAP for head in heads) for side, heads in self._sides.items())
        free = room - others - max(sides, default=0)
        return max(SHORTEST, min(most, free - MARKS)) if most and free + GAP >= SHORTEST else 0  # The last has no gap.


GUTTER: Final = 4  # the cells before a name: the cursor, two glyphs, a gap
NAME: Final = 26  # the most cells for a name
BESIDE: Final = 55  # the cells of a broad row that names leave for all else
INDENT: Final = 6  # the cells before the badges of a further line, where they have no room below the first ones
TICKED: Final = 3  # the cells needed for each tick of a bar


class Looks(NamedTuple):
    """What the screen adds to a row: selected, picked, aimed at, and what waits for the combatant.

    ``fold`` is the symbol of a folded group, or of the first member of an unfolded one.
    """

    selected: bool
    picked: bool
    target: bool
    pending: str | None
    fold: str = " "


class Rows:
    """Makes the lines of a list with common widths."""

    def __init__(self) -> None:
        self.columns = Columns()
        self._names: tuple[str, ...] = ()
        self._longest = 0
        self._name_sizes: dict[int, int] = {}
        self._digits = 1

    def measure(self, people: Iterable[Combatant], track: str, names: Iterable[str] = (), most: int = 0) -> None:
        """Measure names, including those of folded lines, and the highest number of the main track."""
        everyone = list(people)
        self._names = (*(combatant.name for combatant in everyone), *names)
        self._longest, self._name_sizes = widest(self._names), {}
        tops = (highest(combatant, track) for combatant in everyone)
        self._digits = max(1, len(str(max(most, *tops, 1))))

    def widths(self) -> tuple[int, ...]:
        """Return the widths that every line depends on, besides its room."""
        return self._longest, self._digits, self.columns.grown, self.columns.spare, self.columns.given

    def side(self, section: Section, track: str, room: int) -> Line:
        """Return the head of a side, with the label of the bars and the heads of its columns."""
        name, length = self._room(room)
        start = GUTTER + name - 1
        title = section.title.upper()
        used = self._beside(length) + self.columns.acts(section.side)
        over = pad(track if cells(title) < start else "", used)
        bits: list[Bit] = [("  ", "normal"), (pad(title, start), side_tone(section.side)), (over, "dim")]
        bits += [(pad(head, self.columns.heads[head]) + " " * GAP, "dim") for head in self._shown(section, room)]
        return fit(_ended(bits), room)

    def ways(self, view: View, section: Section, row: CombatantRow, looks: Looks, room: int) -> list[list[Line]]:
        """Return the ways to lay out all about a combatant, the last two in the fewest lines.

        In all but the last one badges keep clear of the columns. What stands in no column comes behind the badges, the
        less important as far as there is room for it.
        """
        start = self._start(view, section, row, looks, room)
        out = row.out is not None
        beside = {*section.columns} - {*section.fallen} if out else {*self._shown(section, room)}
        texts = [(head, f"{head} {text}") for head, text in zip(section.columns, row.cells, strict=False) if text]
        vital = section.fallen if out else section.vital
        need = [[(text, "normal")] for head, text in texts if head in vital and head not in beside]
        more = [[(text, "dim")] for head, text in texts if head not in (*vital, *beside)]
        below, ways = GUTTER + self._room(room)[0] + 1, list[list[Line]]()
        for wait in dict.fromkeys((looks.pending, looks.pending and looks.pending.partition(":")[0])):
            badges = [*need, *_each(view, row, wait)] if out else [*_each(view, row, wait), *need]
            rich = ([*badges, *more[:some]] for some in range(len(more), -1, -1))
            ways += [_laid(start, all_, at, room) for all_ in rich for at in (below, INDENT)]
            ways.append(_laid([*_ended([*start]), _GAP], badges, INDENT, room))
        return ways

    def _room(self, room: int) -> tuple[int, int]:
        size = self._name_sizes.get(room)
        if size is None:
            most = room // 3 if room < 60 else max(NAME, room - BESIDE)
            # Names that are cut leave the bars what they do not take.
            cuts = [cut(name, most) for name in self._names] if self._longest > most else []
            size = self._name_sizes[room] = max(4, widest(cuts) if cuts else self._longest)
        return size, self.columns.bar(room, GUTTER + size + self._beside(1))

    def _shown(self, section: Section, room: int) -> tuple[str, ...]:
        name, length = self._room(room)
        used = GUTTER + name + 1 + self._beside(length) + self.columns.acts(section.side)
        return self.columns.shown(section, room - used)

    def _beside(self, length: int) -> int:
        """Return the width of a bar, its numbers, the glyph of a low value and gaps; there is none before numbers."""
        return length + 2 * self._digits + 3 + (length > 0)

    def _start(self, view: View, section: Section, row: CombatantRow, looks: Looks, room: int) -> list[Bit]:
        glyphs = view.glyphs
        name, length = self._room(room)
        sign = glyphs.picked if looks.picked else glyphs.target if looks.target else " "
        state = glyphs.pending if row.pending else glyphs.on if row.active else glyphs.hidden if row.hidden else " "
        if row.out is not None:
            tone = "dim"
        else:
            tone = "bright" if looks.selected or row.active else "normal" if section.side else side_tone(row.side)
        bits: list[Bit] = [
            (glyphs.cursor if looks.selected else " ", "accent"),
            (sign, "accent"),
            (state, "prompt" if row.pending else side_tone(row.side) if row.active else "dim"),
            (looks.fold, "dim"),
            (pad(row.name, name) + " ", tone),
        ]
        bits += self._bar(view, row, looks, length)
        if row.out is not None:
            return [*bits, (plain(row.out).replace("-", " ") + "  ", "bad")]
        acts = _acts(view, row)
        used = width(acts)
        self.columns.see(section.side, section.columns, used, row.cells)
        bits += [*acts, (" " * (self.columns.acts(section.side) - used), "normal")]
        sizes = {head: self.columns.heads[head] for head in self._shown(section, room)}
        texts = zip(section.columns, row.cells, strict=False)
        return bits + [(pad(text, sizes[head]) + " " * GAP, "normal") for head, text in texts if head in sizes]

    def _bar(self, view: View, row: CombatantRow, looks: Looks, length: int) -> list[Bit]:
        if row.bar is None:
            return [(" " * self._beside(length), "normal")]
        filled, empty = ("", "") if not length else bar(row.bar.value, row.bar.max, length, view.glyphs)
        blank = " " * len(empty) if view.glyphs.fancy else empty
        tone = "bar-" + (row.bar.tone if row.bar.tone in ("warn", "bad", "accent") else "good")
        low = view.glyphs.low if row.bar.tone == "bad" and row.out is None else " "
        numbers = right(str(row.bar.value), self._digits) + "/" + pad(str(row.bar.max), self._digits)
        return [
            *_ticked(filled + blank, len(filled), row.bar, length, tone, view),
            (" " if length else "", "normal"),
            (numbers, "dim" if row.out else "bright"),
            (low + " ", "bad"),
        ]


def in_lines(ways: Sequence[list[Line]], room: int, count: int) -> tuple[Line, ...]:
    """Return a row in that many lines; what has no room there ends the last one, cut."""
    laid = next((way for way in ways if len(way) <= count), ways[-1])
    rest = [bit for line in laid[count:] for bit in (_GAP, *line[1:])]
    laid = [*laid[:count], *[()] * (count - len(laid))]
    return tuple(fit(line, room) for line in (*laid[:-1], (*laid[-1], *rest)))


NAMED: Final = 4  # the place of the name in the first line of a row, behind a cursor, two glyphs, and that of a group


def lit(line: Line, numbered: bool) -> Line:
    """Return the first line of a row that has just changed: its name stands out, and its number if it has a bar."""
    number = next((at for at, (text, _) in enumerate(line) if at > NAMED and "/" in text), NAMED) if numbered else NAMED
    return tuple((text, "changed" if at in (NAMED, number) else tone) for at, (text, tone) in enumerate(line))


def _each(view: View, row: CombatantRow, pending: str | None) -> list[list[Bit]]:
    """Return each badge; what waits comes before the quiet ones at the end, which are cut first."""
    asked = (pending or "").partition(":")[0]
    badges = [badge for badge in row.badges if badge.word != asked]
    marks = [mark_bits(badge, view) for badge in badges]
    loud = max((at for at, badge in enumerate(badges, 1) if badge.tone != "dim"), default=0)
    if row.hidden and (row.pending or row.active):
        marks.insert(loud, [(f"{view.glyphs.hidden} hidden", "dim")])
    if pending is not None:
        marks.insert(loud, [(f"{view.glyphs.pending} {pending}", "prompt")])
    return marks


_GAP: Final[Bit] = (" " * GAP, "normal")


def _laid(start: list[Bit], badges: list[list[Bit]], indent: int, room: int) -> list[Line]:
    """Return the lines of a row: badges that have no room beside its start stand below it, after an indent."""
    lines, used = [[*start]], width(start)
    for badge in (part for whole in badges for part in wrap(whole, room - indent)):
        if used + width(badge) > room:
            lines.append([(" " * indent, "normal")])
            used = indent
        lines[-1] += [*badge, _GAP]
        used += width(badge) + GAP
    return [tuple(_ended(line)) for line in lines]


def _acts(view: View, row: CombatantRow) -> list[Bit]:
    costs = {label: cost for cost, label in view.system.turn_actions}
    bits: list[Bit] = []
    for badge in row.actions:
        shown = mark_bits(badge, view, tight=True)
        # The line of a folded group is not one of those who can act.
        one = row.name in view.scene.combatants
        bits += link(shown, f"acts:{costs.get(badge.word, '')}:{row.name}") if one else shown
        bits.append((" ", "normal"))
    return [*bits, (" ", "normal")] if bits else []


def highest(combatant: Combatant, track: str) -> int:
    """Return the highest value of a track; 0 for a combatant without it."""
    return combatant.tracks[track].max if track in combatant.tracks else 0


def side_tone(side: str) -> str:
    """Return the tone of a side."""
    return side if side in ("heroes", "enemies") else "other"


def mark_bits(mark: Badge, view: View, tight: bool = False) -> list[Bit]:
    """Return a badge: its glyph and its word."""
    glyph = mark.glyph if view.glyphs.fancy else mark.plain
    return [(f"{glyph}{'' if tight else ' '}{mark.word}", mark.tone)]


def _ticked(text: str, filled: int, of: Bar, length: int, tone: str, view: View) -> list[Bit]:
    top, ticks = of.max, of.ticks if length >= TICKED * len(of.ticks) else ()
    places = {min(length - 1, tick * length // top) for tick in ticks if 0 <= tick <= top and top}
    bits: list[Bit] = []
    for at, sign in enumerate(text):
        if at in places:
            bits.append((view.glyphs.tick, tone.replace("bar", "tick") if sign == view.glyphs.full else "bar-empty"))
        else:
            bits.append((sign, tone if at < filled else "bar-empty"))
    return merged(bits)


def _ended(bits: list[Bit]) -> list[Bit]:
    while bits and not bits[-1][0].strip():
        bits.pop()
    return [*bits[:-1], (bits[-1][0].rstrip(), bits[-1][1])] if bits else bits


MOST_NAMED: Final = 2  # how many members, or different texts, the row of a folded group names
_TRACK: Final = re.compile(r"(\d+)/(\d+)")  # a track in a cell: what is left of it, and its maximum


def folded_row(system: System, scene: Scene, fold: Fold, selected: str | None, waiting: bool) -> CombatantRow:
    """Return the row of who acts next, with the totals of the group; ``waiting``: something waits for a member.

    Rows are not made for the others, so that a group of hundreds costs little more than one of three.
    """
    members = [scene.combatants[name] for name in fold.names]
    up = [member for member in members if member.out is None]
    acting = selected if selected in fold.names else None
    row = system.row(scene, scene.combatants[acting or next_to_act(system, scene, fold.names)])
    kinds, out = _kinds(up or members), {str(member.out) for member in members}
    gone = [member.name.replace(f"{fold.group} ", "#", 1) for member in members if member.out is not None]
    under = [(system.cells(scene, fighter), many) for fighter, many in kinds]
    who = " and ".join(gone) if len(gone) <= MOST_NAMED else str(len(gone))
    summary = (
        *((Badge("×", "x", f"{who} out", "bad"),) if gone and up else ()),
        *_to_act(system, scene, up),
        *_weakest(system, scene, fold, up),
        *_all_badges([(system.state_badges(scene, fighter), many) for fighter, many in kinds]),
    )
    return replace(
        row,
        name=fold.name,
        bar=_bar(system, scene, up or members),
        actions=_shared_by(row.actions, [(system.action_badges(scene, fighter), many) for fighter, many in kinds]),
        badges=(*summary, *_all_badges([(system.weapon_badges(fighter), many) for fighter, many in kinds])),
        cells=tuple(_cell(text, [(cells[at], many) for cells, many in under]) for at, text in enumerate(row.cells)),
        out=None if up else f"all {next(iter(out))}" if len(out) == 1 else "all out",
        hidden=all(member.hidden for member in members),
        pending=waiting or any(prompt.name in fold.names for prompt in scene.prompts),
    )


def _bar(system: System, scene: Scene, members: Sequence[Combatant]) -> Bar | None:
    """Return the main tracks of all as one bar, its tone by the share left; those out have nothing left."""
    main = system.main_track(scene)
    fills = system.fills(main)
    tracks = [(member.tracks[main], member.out) for member in members if main in member.tracks]
    value = sum(max(0, track.value) if out is None else track.max if fills else 0 for track, out in tracks)
    return Bar.of(value, sum(track.max for track, _ in tracks), fills) if tracks else None


def _to_act(system: System, scene: Scene, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    if not scene.turn.round:
        return ()
    able = [member.name for member in up if system.clock.may_act(scene, member.name)]
    if not able or len(able) == len(up) > 1:
        return ()
    return (Badge("▸", ">", able[0] if len(able) == 1 else f"{len(able)} to {system.clock.status(scene).doing}"),)


def _weakest(system: System, scene: Scene, fold: Fold, up: Sequence[Combatant]) -> tuple[Badge, ...]:
    main = system.main_track(scene)
    tracks = [(member.tracks[main], member) for member in up if main in member.tracks and member.tracks[main].max > 0]
    if len({(track.value, track.max) for track, _ in tracks}) < 2:
        return ()
    fills = system.fills(main)
    track, member = min(tracks, key=lambda pair: (-1 if fills else 1) * pair[0].value / pair[0].max)
    bar = system.bar(scene, member)
    tone = bar.tone if bar is not None and bar.tone in ("bad", "warn") else "normal"
    return (Badge("!", "!", f"{member.name.replace(f'{fold.group} ', '#', 1)} at {track.value}/{track.max}", tone),)


def _kinds(members: Sequence[Combatant]) -> list[tuple[Combatant, int]]:
    alike: dict[tuple[object, ...], list[Combatant]] = {}
    contents: dict[tuple[int, int, int, int], str] = {}
    for member in members:
        # Many share these objects; others have the same in objects of their own, like weapons given to each.
        held = id(member.tracks), id(member.fields), id(member.weapons), id(member.spares)
        if held not in contents:
            contents[held] = str((member.tracks, member.fields, member.weapons, member.spares))
        key = contents[held], member.spent, id(member.conditions), id(member.cover)
        alike.setdefault(key, []).append(member)
    return [(same[0], len(same)) for same in alike.values()]


def _all_badges(kinds: Sequence[tuple[Sequence[Badge], int]]) -> tuple[Badge, ...]:
    return _shared_by(tuple(dict.fromkeys(badge for badges, _ in kinds for badge in badges)), kinds)


def _shared_by(badges: Sequence[Badge], kinds: Sequence[tuple[Sequence[Badge], int]]) -> tuple[Badge, ...]:
    """Return badges with the number of those who have them; of what can be spent, how many have it left: ``1/3``."""
    total, shared = sum(many for _, many in kinds), list[Badge]()
    for badge in badges:
        unspent = Badge.of_action(badge.word, spent=False)
        left, count = (sum(many for others, many in kinds if one in others) for one in (unspent, badge))
        some = f"{badge.word} {left}/{total}" if left else f"{badge.word} ×{count}"
        kept = badge if count == total else replace(unspent if left else badge, word=some)
        shared.append(kept)
    return tuple(shared)


def _cell(shown: str, texts: Sequence[tuple[str, int]]) -> str:
    """Return the text under a head: a track is summed, others are told apart unless all are alike."""
    tracks = [(_TRACK.fullmatch(text), many) for text, many in texts]
    if all(track for track, _ in tracks):
        left, top = (sum(int(track[part]) * many for track, many in tracks if track) for part in (1, 2))
        return f"{left}/{top}"
    told = Counter[str]({shown: 0})
    for text, many in texts:
        told[text] += many
    alike, known = len({text for text, _ in texts}) == 1, [(text, many) for text, many in told.items() if text and many]
    words = [text if alike or (many == 1 and not told[""]) else f"{text} ×{many}" for text, many in known]
    return ", ".join(words) if len(words) <= MOST_NAMED else f"{words[0]}, {CUT}"
