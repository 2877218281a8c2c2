"""The model of the panes: a frozen picture of the fight and the selection, groups folded, and the elapsed time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec import field
from msgspec.structs import replace

from tracker.combat.events import TurnCame
from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START
from tracker.combat.scene import Scene, altered, same_names
from tracker.rules.action import Action
from tracker.rules.system import System
from tracker.rules.view import Section
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.look.glyphs import FANCY, Glyphs

FOLDS: Final = 3  # the smallest group that is folded until the GM unfolds it
Folds = frozenset[tuple[str, bool]]  # the groups folded (True) or unfolded (False) by hand


class Fold(NamedTuple):
    """A folded line: the group, and its members in one section of the list, in order."""

    group: str
    names: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the text in place of a name: ``Goons ×6``."""
        return f"{self.group} ×{len(self.names)}"


class Listed(NamedTuple):
    """The list as shown: sections of lines, each folded line; ``opened`` are the first members of unfolded groups."""

    sections: tuple[tuple[Section, tuple[str | Fold, ...]], ...]
    folded: Mapping[str, Fold]
    opened: frozenset[str]

    def names(self) -> list[str]:
        """Return a name for each line; for a folded one, its first member."""
        return [line.names[0] if isinstance(line, Fold) else line for _, lines in self.sections for line in lines]


def sections_of(system: System, scene: Scene, by_turns: bool) -> tuple[Section, ...]:
    """Return the sections of the list: a side each, or all in one order of turns if wanted and the game has one."""
    sections = system.sections(scene)
    places = tuple(place.name for place in system.clock.places(scene)) if by_turns else ()
    if not places:
        return sections
    others = tuple(name for section in sections for name in section.names if name not in places)
    return (replace(sections[0], side="", title="in order", names=(*places, *others)),)


def listed(system: System, scene: Scene, needle: str, folds: Folds, by_turns: bool = False) -> Listed:
    """Return the list as shown; a filter shows matches individually."""
    wanted, by_hand = needle.casefold(), dict(folds)
    sections: list[tuple[Section, tuple[str | Fold, ...]]] = []
    folded: dict[str, Fold] = {}
    opened: set[str] = set()
    for section in sections_of(system, scene, by_turns):
        names = [name for name in section.names if wanted in name.casefold()]
        if not names:
            continue
        groups = {} if needle else _groups(scene, names)
        lines: dict[str | Fold, None] = {}
        for name in names:
            group = scene.combatants[name].group
            members = groups.get(group) if group else None
            if group is None or members is None or len(members) < 2:
                lines[name] = None
            elif by_hand.get(group, len(members) >= FOLDS):
                if name not in folded:
                    folded |= dict.fromkeys(members, Fold(group, members))
                    lines[folded[name]] = None
            else:
                if name == members[0]:
                    opened.add(name)
                lines[name] = None
        sections.append((section, tuple(lines)))
    return Listed(tuple(sections), folded, frozenset(opened))


def lists_alike(system: System, before: Scene, after: Scene, by_turns: bool = False) -> bool:
    """Return whether two scenes surely give the same list: the same names by side and group, and the same order.

    The check is cheap if few combatants changed. A game with its own sections may also list by the turn.
    """
    if not same_names(before, after):
        return False
    if any((was.side, was.group) != (now.side, now.group) for was, now in altered(before, after)):
        return False
    if by_turns and before.turn != after.turn and (before.turn.round == 0) != (after.turn.round == 0):
        return False
    by_turn = type(system).sections is not System.sections
    return before.order == after.order and not (by_turn and before.turn != after.turn)


def _groups(scene: Scene, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    names_of: dict[str, list[str]] = {}
    for name in names:
        group = scene.combatants[name].group
        if group:
            names_of.setdefault(group, []).append(name)
    return {group: tuple(members) for group, members in names_of.items()}


def gathered(names: Iterable[str], folded: Mapping[str, Fold]) -> dict[str, tuple[str, ...]]:
    """Return the lines for names, with a folded group as a single line: the text, and the names it stands for."""
    names_of: dict[tuple[str, bool], list[str]] = {}
    for name in names:
        fold = folded.get(name)
        names_of.setdefault((fold.group, True) if fold is not None else (name, False), []).append(name)
    return {
        Fold(name, tuple(members)).name if len(members) > 1 else members[0]: tuple(members)
        for (name, _), members in names_of.items()
    }


def next_to_act(system: System, scene: Scene, names: Iterable[str]) -> str:
    """Return who of a group acts next: the first who may, else the first who is up, else the first."""
    members = tuple(names)
    able = (name for name in members if system.clock.may_act(scene, name))
    up = (name for name in members if scene.combatants[name].out is None)
    return next(able, None) or next(up, members[0])


PaneName = Literal["combatants", "range", "cover", "log"]

PANES: tuple[PaneName, ...] = ("combatants", "range", "cover", "log")  # the panes in the order of their keys


class Click(Model):
    """A click on a target: ``again`` is a later one of a double click, ``right`` one of the right button.

    ``picks`` adds a combatant to those picked (ctrl), ``spans`` everybody up to it (shift).
    """

    target: str
    again: bool = False
    right: bool = False
    picks: bool = False
    spans: bool = False


BESIDE: Final = ("line", "spend", "do", "press", "type", "open", "pane", "band", "unpick")
"""The clickable kinds outside of the strip that are not combatants."""


class Drag(Model):
    """A drag on the range board: ``who`` would come to this band of ``whom``."""

    who: str
    whom: str
    band: str


class Saving(Model):
    """The state of the session's file: saved, saving, not saved (with the reason), in memory only, or read only."""

    kind: Literal["saved", "saving", "not saved", "unkept", "read only"] = "unkept"
    reason: str = ""


class View(Model):
    """A moment to be painted.

    ``records`` is the length of the history: with ``head`` it shows whether the log changed. ``mode`` is the name of
    the view in the strip, ``questions`` the number of open questions, ``keymap`` the keymap. ``chances`` are shown
    beside names on the range board, ``openings`` are the keys and labels of the steps before the first turn, ``done``
    are the actions of the entries done here, ``folds`` are the groups folded or unfolded by hand, ``folded`` the folded
    line of each combatant in one, ``clock`` the elapsed time of turn and round, if enabled, ``page``
    which fight the players' page shows while it is on, ``attempts`` what the selected combatant throws with each weapon
    at the target: the dice after a hit, and the throw in words. With ``by_turns`` the list has one order of turns.
    ``dragged`` is what letting go would do; while the view in the strip is ``firm``, a click on anything of ``BESIDE``
    means nothing. ``asked`` is whose the first question is, and what of.
    """

    system: System
    scene: Scene
    history: History
    head: int = 0
    records: int = 0
    selected: str | None = None
    target: str | None = None
    picked: frozenset[str] = frozenset()
    needle: str = ""
    pane: PaneName = "combatants"
    inspect: bool = False
    log_at: int | None = None
    opened: frozenset[int] = frozenset()
    saving: Saving = Saving()
    glyphs: Glyphs = FANCY
    mode: str = ""
    questions: int = 0
    keymap: Keymap = field(default_factory=keymap)
    chances: tuple[tuple[str, str], ...] = ()
    openings: tuple[tuple[str, str], ...] = ()
    done: Mapping[int, Sequence[Action]] = field(default_factory=dict)
    folds: Folds = frozenset()
    clock: tuple[str, ...] = ()
    folded: Mapping[str, Fold] = field(default_factory=dict)
    page: str = ""
    attempts: tuple[tuple[str, str, str], ...] = ()
    by_turns: bool = False
    dragged: Drag | None = None
    firm: bool = False
    asked: str = ""

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""
        return self.keymap.read(id_, not self.glyphs.fancy)


LOOKED_AT: Final = 2_000  # the greatest number of entries to search for the beginning of a round
SITTING: Final = 12 * 60 * 60  # the longest evening in seconds: a turn that began before it has no time that counts


class TurnTimes:
    """The times at which the current turn and round began, searched once for each head of the history."""

    def __init__(self) -> None:
        self._known: tuple[History, int] | None = None
        self._began: tuple[float | None, float | None] = (None, None)

    def forms(self, history: History, now: float) -> tuple[str, ...]:
        """Return the elapsed times, as ``turn 1:20 · round 5:02`` and as ``1:20 / 5:02``; empty if none began today."""
        if self._known != (history, history.head):
            self._known, self._began = (history, history.head), beginnings(history)
        turn, of_round = self._began
        if turn is None or of_round is None or now - of_round > SITTING:
            return ()
        of_turn, whole = minutes(now - turn), minutes(now - of_round)
        return f"turn {of_turn} · round {whole}", f"{of_turn} / {whole}"


def beginnings(history: History) -> tuple[float | None, float | None]:
    """Return when this turn and this round began, in seconds; None if there is no turn, or the times are unknown."""
    number = history.scene.turn.round
    turn: float | None = None
    of_round: float | None = None
    at = history.head
    for _ in range(LOOKED_AT):
        if at == START or not number:
            break
        entry = history.entries[at]
        came = [event.turn.round for event in entry.events if isinstance(event, TurnCame)]
        if came and came[-1] != number:
            break
        if came:
            of_round = history.seconds_at(entry)
            turn = of_round if turn is None else turn
        at = entry.parent
    return turn, of_round


def minutes(seconds: float) -> str:
    """Return a time as minutes and seconds; a negative time, after a change of the computer's clock, counts as 0."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
