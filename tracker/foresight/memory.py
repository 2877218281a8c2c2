"""Odds that a forecast worked out before, by all that counts of those whom they concern."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import lru_cache
from math import isclose
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tracker.combat.scene import Combatant, Scene
from tracker.foresight.choices import actions_of, left_of, ranked
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.sheet import BLOCK, REMINDERS
from tracker.rules.system import System
from tracker.rules.view import Odds

KEPT: Final = 50_000  # the most odds and prints that are remembered


class Print(NamedTuple):
    """What counts of a combatant, as numbers that are equal where all of it is.

    ``said`` is what the sheet says, ``armed`` what is carried; ``left`` is what is left of the main track.
    """

    who: Combatant
    said: int
    armed: int
    left: int


class Memory:
    """Odds that were worked out before, for choices alike in all that counts.

    They are those of the first moment of their kind, cut to what the victim has left; wounds of who acts, and what is
    spent, tell nothing about whom to attack. What a choice really does, the rules alone say.
    """

    def __init__(self, system: System, scene: Scene) -> None:
        self._main = system.main_track(scene)
        internal = {each.name for each in system.sheet.fields if each.internal}
        uncounted = {each.name for each in system.sheet.fields if not system.counts(each.name)}
        self._own_state = internal - uncounted - {"initiative", BLOCK, REMINDERS}
        self._kept_apart = internal | uncounted | {"initiative"}
        self._arms = {name: msgspec.msgpack.encode(who.weapons) for name, who in scene.combatants.items()}
        self._odds: dict[tuple[Any, ...], tuple[int, Odds | None]] = {}
        self._cut: dict[tuple[Any, ...], Odds] = {}
        self._answers: dict[tuple[Any, ...], tuple[Action, ...]] = {}
        self._prints: dict[int, Print] = {}
        self._numbers: dict[Any, int] = {}
        self._choices: dict[tuple[Any, ...], tuple[Action, ...]] = {}
        self._follow_ups: dict[tuple[Any, ...], tuple[Action, ...]] = {}
        self._ways: dict[int, tuple[Action, int]] = {}

    def choices(self, system: System, scene: Scene, actor: str) -> tuple[Action, ...]:
        """Return the actions that come into question for somebody who answers nothing."""
        key = (actor, self._print(system, scene, scene.combatants[actor]).armed, system.likely_targets(scene, actor))
        known = self._choices.get(key)
        if known is None:
            self._hold_down(self._choices)
            known = self._choices[key] = actions_of(system, scene, actor, plainly=True)
        return known

    def follow_ups(self, system: System, scene: Scene, action: Action) -> tuple[Action, ...]:
        """Return what else an act holds."""
        actor, target = getattr(action, "actor", ""), getattr(action, "target", None)
        follows = type(system).follow_ups is not System.follow_ups
        if not follows or actor not in scene.combatants or system.acts_again(scene, actor):
            return ()
        mine = self._print(system, scene, scene.combatants[actor])
        key = self._way(action), mine.said, mine.armed
        known = self._follow_ups.get(key)
        if known is None:
            self._hold_down(self._follow_ups)
            known = self._follow_ups[key] = system.follow_ups(scene, action)
        return tuple(one.copy_with(actor=actor, target=target) for one in known)

    def odds(self, system: System, scene: Scene, action: Action) -> Odds | None:
        """Return the odds of an action, legal or not; None if it has none."""
        people, actor, aimed = scene.combatants, getattr(action, "actor", ""), getattr(action, "target", None)
        target: str = (aimed[0] if isinstance(aimed, tuple) and aimed else aimed) or actor
        acting, victim = people.get(actor), people.get(target) if aimed else None
        if acting is None:
            return _odds(system, scene, action)
        others, around = system.around(scene, actor, target)
        mine = self._print(system, scene, acting)
        theirs = mine if victim is None else self._print(system, scene, victim)
        apart: Hashable = self._state(acting) if victim is None else scene.band(actor, target)
        seen = (self._print(system, scene, people[name]) for name in others)
        key = (
            *(self._way(action), mine.said, mine.armed, theirs.said, apart, scene.turn.phase, around),
            *(number for one in seen for number in (one.said, one.armed)),
        )
        left, known = theirs.left, self._odds.get(key)
        if known is None or known[0] < left:
            if self._hold_down(self._odds):
                self._cut.clear()
            known = self._odds[key] = (left, _odds(system, scene, action))
        if known[1] is None or known[0] == left:
            return known[1]
        cut = self._cut.get((*key, left))
        if cut is None:
            beyond = system.exceeds(self._main)
            same = _cut_to(known[1], self._main, known[0], beyond).drops
            whole = same is None or isclose(same, known[1].drops or 0.0, abs_tol=1e-9)
            now = _cut_to(known[1], self._main, left, beyond) if whole else _odds(system, scene, action)
            cut = self._cut[(*key, left)] = now or known[1]
        return cut

    def answers(self, system: System, scene: Scene, actor: str) -> tuple[Action, ...]:
        """Return the answers of somebody to what waits for them, the least loss first."""
        others, around = system.around(scene, actor, actor)
        seen = [self._print(system, scene, scene.combatants[name]) for name in (actor, *others)]
        state = self._state(scene.combatants[actor])
        key = (seen[0].left, scene.turn.phase, around, state, *((one.said, one.armed) for one in seen))
        known = self._answers.get(key)
        if known is None:
            self._hold_down(self._answers)
            choices = ranked(system, scene, actor, odds=self.odds)
            known = self._answers[key] = tuple(choice.action for choice in choices)
        return tuple(answer.copy_with(actor=actor) for answer in known)

    def _hold_down(self, known: dict[Any, Any]) -> bool:
        """Forget everything of a kind where too much is remembered; returns whether it was."""
        full = len(known) > KEPT
        if full:
            known.clear()
        return full

    def _number(self, counting: Hashable) -> int:
        return self._numbers.setdefault(counting, len(self._numbers))

    def _way(self, action: Action) -> int:
        """Return a number for what tells an action apart from others like it, by whomever and on whomever."""
        kept = self._ways.get(id(action))
        if kept is None or kept[0] is not action:
            self._hold_down(self._ways)
            kept = self._ways[id(action)] = action, self._number(_ways_of(type(action))(action))
        return kept[1]

    def _state(self, combatant: Combatant) -> bytes:
        """Return as a key the game's bookkeeping of somebody who answers: what they answer may stand in it."""
        fields = combatant.fields.items()
        return msgspec.msgpack.encode({name: _lasting(value) for name, value in fields if name in self._own_state})

    def _print(self, system: System, scene: Scene, combatant: Combatant) -> Print:
        """Return what counts of a combatant: not the name, the main track, what is left in weapons, or bookkeeping."""
        kept = self._prints.get(id(combatant))
        if kept is None or kept.who is not combatant:
            self._hold_down(self._prints)
            tracks = {name: track for name, track in combatant.tracks.items() if name != self._main}
            fields = {name: _lasting(value) for name, value in combatant.fields.items() if name not in self._kept_apart}
            conditions = [(each.name, each.value, each.by is not None) for each in combatant.conditions]
            said = (tracks, fields, conditions, combatant.cover, combatant.out, "action" in combatant.spent)
            block = combatant.fields.get(BLOCK)
            sheet = (combatant.side, msgspec.msgpack.encode(said), block if isinstance(block, str) else "")
            arms = (self._arms.get(combatant.name), *combatant.weapons)
            left = left_of(system, scene, combatant)
            kept = self._prints[id(combatant)] = Print(combatant, self._number(sheet), self._number(arms), left)
        return kept


@lru_cache(maxsize=200)
def _ways_of(kind: type[Action]) -> Callable[[Action], Any]:
    """Return what tells an action apart from others like it, by whomever and on whomever."""
    told = (parameter.attr for parameter in kind.parameters.values())
    return attrgetter("verb", *(attr for attr in told if attr not in ("actor", "target")))


def _odds(system: System, scene: Scene, action: Action) -> Odds | None:
    try:
        return system.odds(scene, action)
    except InvalidCommand:
        return None


def _lasting(value: Any) -> Any:
    """Return a value of a sheet without the numbers of questions, which are new each time."""
    if not isinstance(value, list):
        return value
    return [{k: v for k, v in part.items() if k != "prompt"} if isinstance(part, dict) else part for part in value]


def _cut_to(odds: Odds, main: str, left: int, beyond: bool) -> Odds:
    """Return odds for somebody who has less left: nobody loses more than that, and whoever loses all of it is out.

    ``beyond``: only who loses more is, and can.
    """
    if odds.drops is None:
        return odds
    losses: defaultdict[int, float] = defaultdict(float)
    for amount, p in odds.losses.get(main, {}).items():
        losses[amount if beyond else min(amount, left)] += p
    drops = sum(p for amount, p in losses.items() if amount >= left + beyond) if left + beyond > 0 else 0.0
    return replace(odds, losses={**odds.losses, main: dict(losses)}, drops=drops)
