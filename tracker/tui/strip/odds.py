"""Chances as bars: the outcomes of a throw, and the main action against each target."""

import re
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from math import inf
from typing import ClassVar, Final, TypeAlias

from tracker.combat.scene import Scene
from tracker.foresight.choices import Choice, Rest, choice_of, flees, ranked, words_of
from tracker.rules.action import Action
from tracker.rules.system import System
from tracker.rules.throw import dice_in_words, percent
from tracker.rules.view import Odds
from tracker.tui.look.glyphs import Glyphs, bar
from tracker.tui.look.text import Bit, Line, cells, fill, fit, link, pad, right, width, wrap
from tracker.tui.slices import Work
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Press, StripView

_NUMBERED: Final = re.compile(r"(.*?)(-?\d+)")

GRAIN: Final = 1000  # the number of steps in a bar
SHARE: Final = 6  # the width of a percentage in cells
SHORTEST: Final = 4  # the least width of a bar in cells
LONGEST: Final = 40  # the greatest width of a bar in cells


def chance_bits(chance: float, top: float, room: int, glyphs: Glyphs, tone: str = "good") -> list[Bit]:
    """Return a percentage and its bar in that many cells, if these are enough; a chance of ``top`` fills them."""
    share: Bit = (right(percent(chance), SHARE), "normal")
    filled, empty = bar(round(chance / top * GRAIN) if top else 0, GRAIN, room, glyphs)
    return [share, ("  ", "dim"), (filled, tone), (empty, "dim")] if room >= SHORTEST else [share]


def distribution(odds: Odds, room: int, most: int, glyphs: Glyphs) -> list[Line]:
    """Return the outcomes as bars, beside their totals; if there are too many, neighbouring numbers are merged."""
    beside = [(outcome.label, outcome.p) for outcome in odds.beside][: max(0, most - 1)]
    shown = [*grouped([(outcome.label, outcome.p) for outcome in odds.outcomes], most - len(beside)), *beside]
    wide = min(room // 3, max((cells(label) for label, _ in shown), default=0))
    top = max((p for _, p in shown), default=1.0)
    space = max(4, min(LONGEST, room - wide - SHARE - 6))
    return [fit([(f"  {pad(label, wide)}  ", "dim"), *chance_bits(p, top, space, glyphs)], room) for label, p in shown]


def apart_in_words(cockpit: Cockpit, actions: Iterable[Action], room: int) -> str:
    """Return what each of several throws needs, with its chance; if that does not fit, the range of their chances."""
    known = [(each, throw, cockpit.odds(each)) for each in actions if (throw := cockpit.throw(each)) is not None]
    needs = [throw.chance_in_words(odds.success if odds else None) for _, throw, odds in known]
    apart = len({getattr(each, "actor", "") for each, _, _ in known}) > 1
    named = [throw.actor if apart else ",".join(getattr(each, "target", ())) for each, throw, _ in known]
    told = [f"{name} {need}" for name, need in zip(named, needs, strict=True)]
    told = needs[:1] if apart and len(set(needs)) == 1 else told
    dice = " or ".join(dict.fromkeys(dice_in_words(throw.dice) for _, throw, _ in known))
    chances = sorted(odds.success for _, _, odds in known if odds is not None)
    whole = f"{dice} for each: {' · '.join(told)}"
    fits = not chances or cells(whole) <= room
    comes = {throw.comes: None for _, throw, _ in known}
    span = " to ".join(dict.fromkeys(map(percent, (chances[0], chances[-1])))) if chances else ""
    return whole if fits else f"{dice} for each: {span} {'/'.join(comes)}"


def grouped(outcomes: Sequence[tuple[str, float]], most: int) -> list[tuple[str, float]]:
    """Return at most that many outcomes; those ending in a number are sorted and merged with neighbours as needed."""
    numbered: dict[str, list[tuple[int, float]]] = {}
    other: list[tuple[str, float]] = []
    for label, p in outcomes:
        match = _NUMBERED.fullmatch(label)
        if match:
            numbered.setdefault(match[1], []).append((int(match[2]), p))
        else:
            other.append((label, p))
    size = 1
    while True:
        runs = [run for name, numbers in numbered.items() for run in _runs(name, numbers, size)]
        if len(other) + len(runs) <= most or size > len(outcomes):
            return [*other, *runs][: max(1, most)]
        size += 1


def _runs(name: str, numbers: list[tuple[int, float]], size: int) -> list[tuple[str, float]]:
    ordered = sorted(numbers, key=lambda pair: (abs(pair[0]), pair[0]))
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    ends = [f" to {part[-1][0]}" if len(part) > 1 else "" for part in parts]
    return [(f"{name}{part[0][0]}{end}", sum(p for _, p in part)) for part, end in zip(parts, ends, strict=True)]


MOST_APART: Final = 8  # the most actors whose throws are told one by one
Ranking: TypeAlias = dict[str, Choice | None]
LONGEST_NAME: Final = 34  # the greatest width of a name in cells
BAR: Final = 16  # the greatest width of a bar beside it


class TargetOdds(StripView):
    """What somebody could do, the best first; ``enter`` opens the form of the selected choice, filled in.

    Of the ways to do the same to the same ones with the same weapon, the best stands for all until they are unfolded.
    The choices are shown once their whole order is known; it stays until the fight changes.
    """

    name: ClassVar[str] = "odds"
    yields: ClassVar[bool] = True
    hints: ClassVar[tuple[str, ...]] = ("apply", "next-choice", "leave-form")

    def __init__(self, cockpit: Cockpit, verb: str, actor: str, actions: Mapping[str, Action]) -> None:
        """``actions`` are the choices by what they are called; a folded group is a single target."""
        self.verb = verb
        self.actor = actor
        self.actions = actions
        self.chosen = ""
        self._alike = {name: action.copy_with(**dict.fromkeys(action.ways)) for name, action in actions.items()}
        self._many = Counter(self._alike.values())
        self._open: Action | None = None
        self._painted: tuple[str, ...] = ()
        self._scene, self.work = cockpit.scene, Work(self._weigh(cockpit))

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        self.scroll.follow()
        if press.id == "leave-form" or press.sign == cockpit.key("odds"):
            return CLOSE
        names = list(self._ranked(cockpit))
        if not names:
            return STAY
        at = names.index(self.chosen) if self.chosen in names else 0
        if press.id == "apply":
            return self._form(names[at])
        if press.by:
            self.chosen = names[(at + press.by) % len(names)]
        elif press.key in ("right", "left"):
            way = self._alike[names[at]]
            self.chosen = next(name for name in names if self._alike[name] == way)
            self._open = way if press.key == "right" and self._many[way] > 1 else None
        return strip.Write("") if press.sign == strip.LINE else STAY

    def _form(self, name: str) -> Intent:
        action = self.actions[name]
        return strip.Open(action.verb, words_of(action), self.actor)

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Select a clicked choice; open the form of one that is clicked again."""
        if kind not in ("item", strip.TAKE) or not what.isdecimal() or int(what) >= len(self._painted):
            return STAY
        self.chosen = self._painted[int(what)]
        return self._form(self.chosen) if kind == strip.TAKE else STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(4, min(most, len(self.actions if self._open else self._many) + 3))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        ranking = self._ranked(cockpit)
        if not ranking:
            done = f"   Working out the odds: {self.work.done} of {len(self.actions)} …"
            return [fit([(self.verb, "verb"), (f"  {self.actor}", "normal"), (done, "dim")], room)]
        names = list(ranking)
        at = names.index(self.chosen) if self.chosen in names else 0
        foot = wrap(self._foot(cockpit, names[at]), room, 2)
        space = max(1, most - 1 - len(foot))
        first = self.scroll.first(at, len(names), space)
        self._painted = tuple(names)
        more = strip.more_below(len(names) - first - space, cockpit.glyphs, "   ")
        head: list[Bit] = [(self.verb, "verb"), (f"  {self.actor}", "normal"), more]
        others = self._many[self._alike[names[at]]] - 1
        if others:
            key, sign = ("left", "← folds") if self._open == self._alike[names[at]] else ("right", "→ shows")
            ways: list[Bit] = [(f"{sign} ", "key"), (f"{others} other {'way' if others == 1 else 'ways'} of it", "dim")]
            head += [("   ", "normal"), *link(ways, f"key:{key}")]
        if flees(cockpit.system, cockpit.scene, self.actor):
            head.append(("   flees: less than half is left", "warn"))
        shown = names[first : first + space]
        # Words come first, then the bars; what is needed on the dice, which stands below as well, is the last of them.
        told = [self._line(cockpit, name, ranking[name], False, 0, 0) for name in shown]
        least = max((width(bits[:-1]) + 2 for bits in told), default=0)
        wide = min(max(map(cells, names)), max(LONGEST_NAME, room - least))
        whole = [size for size in map(width, told) if size + wide <= room]
        bars = min(BAR, room - wide - 2 - max(least, *whole, 0))
        lines = (self._line(cockpit, name, ranking[name], name == names[at], wide, bars) for name in shown)
        rows = (tuple(link(fill(line, room), f"item:{place}")) for place, line in enumerate(lines, first))
        return [fit(head, room), *rows, *foot]

    def _weigh(self, cockpit: Cockpit) -> Generator[tuple[int, int], None, Ranking]:
        def look(_: System, then: Scene, action: Action) -> Odds | None:
            return cockpit.odds(action, then)

        scene, choices = cockpit.scene, dict[Action, Choice | None]()
        rest: Rest = {}
        for done, action in enumerate(self.actions.values(), 1):
            choices[action] = choice_of(cockpit.system, scene, self.actor, action, look, rest)
            yield done, len(self.actions)
        called = {action: name for name, action in self.actions.items()}
        legal = ranked(cockpit.system, scene, self.actor, called, choose=choices.__getitem__)
        best: Ranking = {called[choice.action]: choice for choice in legal}
        return best | {called[each]: None for each, it in choices.items() if it is None or it.odds.refused or not best}

    def _ranked(self, cockpit: Cockpit) -> Ranking:
        if self._scene is not cockpit.scene:  # No key waits for this one: what it does is for what was last seen.
            self._scene, self.work = cockpit.scene, Work(self._weigh(cockpit))
            self.work.advance(inf)
        best = self.work.outcome or {}
        shown: dict[Action, list[str]] = {}
        for name in best:
            shown.setdefault(self._alike[name], []).append(name)
        return {name: best[name] for way, names in shown.items() for name in names[: None if way == self._open else 1]}

    def _foot(self, cockpit: Cockpit, name: str) -> list[Bit]:
        action, scene = self.actions[name], cockpit.scene
        thrown = [(cockpit.throw(one), cockpit.odds(one)) for one in action.acts(scene) or (action,)]
        said = (throw.in_words(known.success if known else None, scene=scene) for throw, known in thrown if throw)
        bits, odds = [(" · ".join(said), "bright")], cockpit.odds(action)
        against = cockpit.system.objection_to(cockpit.scene, type(action), self.actor)
        refused = odds.refused if odds is not None else (against,) if against else ()
        bits += [("   refused: ", "refused"), (" ".join(refused), "refused")] if refused else []
        return bits if any(text for text, _ in bits) else [("It needs no roll.", "dim")]

    def _line(self, cockpit: Cockpit, name: str, choice: Choice | None, here: bool, wide: int, bars: int) -> list[Bit]:
        throw, odds = cockpit.throw(self.actions[name]), cockpit.odds(self.actions[name])
        bits = strip.row_bits(here, name, wide, cockpit.glyphs)
        if odds is None:
            return [*bits, (throw.in_words(named=False) if throw is not None else "–", "dim")]
        tone, each = "dim" if odds.refused else "good", choice.each if choice is not None else ()
        bits += chance_bits(choice.success if choice else odds.success, 1.0, bars, cockpit.glyphs, tone)
        bits += [(f" {throw.comes}", "dim")] if throw is not None and throw.comes else []
        far = choice.far if choice else self.actions[name].hindrance(cockpit.system.silent(cockpit.scene))
        needed = "refused" if odds.refused else far
        bits += [(f"  {needed}", "refused")] if needed else []  # What decides comes first: the end may be cut.
        if choice is not None and choice.odds.told:
            bits += [(f"  −{choice.expected:.1f} of {choice.left}", "normal")]
            falls = f"{choice.drops:.1f} out on average" if each else f"out {percent(choice.drops)}"
            bits += [(f"  {falls}", "warn")] if choice.drops else []
            gained = ((track, -lost) for track, lost in choice.odds.expected.items() if round(lost, 1) < 0)
            bits += [(f"  gains {much:.1f} {track}", "normal") for track, much in gained]
            bits += [(f"  {', '.join(choice.attacks)}", "normal")] if choice.attacks else []
            bits += [(f"  {', '.join(choice.why)}", "accent")] if choice.why else []
        wanted = f"  {throw.wanted}" if throw is not None and not (each or needed) else ""
        return [*bits, (wanted, "dim")]
