"""Odds that a forecast worked out before, by all that counts of those whom they concern."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from copy import copy
from itertools import chain, combinations, starmap
from math import isclose
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tracker.combat.scene import Combatant, Plain, Scene
from tracker.commands.parser import phrases, read
from tracker.foresight.choices import (
    Choice,
    Rest,
    actions_of,
    chances,
    choice_of,
    cut_to,
    left_of,
    ranked,
    tactics_of,
    ways_of,
    with_left,
)
from tracker.rules.action import Action
from tracker.rules.sheet import BLOCK, REMINDERS
from tracker.rules.system import Looks, System
from tracker.rules.view import Odds

KEPT: Final = 50_000  # the most odds, prints and so on that are remembered


class Print(NamedTuple):
    """What counts of a combatant, as numbers that are equal where all of it is.

    ``said`` is what the sheet says that odds depend on, ``noted`` what has come that comes once a turn, ``spare`` all
    by which the sheet says what may be chosen, ``armed`` what is carried; ``left`` is what is left of the main track.
    ``names`` are those of others that stand on the sheet, such as the one of a focus.
    """

    who: Combatant
    said: int
    noted: int
    spare: int
    armed: int
    left: int
    names: frozenset[str]


class Kept(dict[Any, Any]):
    """What is remembered of one kind: everything is forgotten where it is too much."""

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) > KEPT:
            self.clear()
        super().__setitem__(key, value)


class Memory:
    """Odds that were worked out before, for choices alike in all that counts.

    They are those of a victim who has lost nothing, or of the first moment of their kind, cut to what is left; wounds
    of who acts, and what is spent, tell nothing about whom to attack. What a choice really does, the rules alone say.
    """

    def __init__(self, system: System, scene: Scene) -> None:
        # Only what is asked of this copy tells what the rules looked at.
        self._main, self._asking = system.main_track(scene), copy(system)
        internal = {each.name for each in system.sheet.fields if each.internal}
        uncounted = {each.name for each in system.sheet.fields if not system.counts(each.name)}
        self._own_state = internal - uncounted - {"initiative", BLOCK, REMINDERS}
        names = (*(track.name for track in system.sheet.tracks), "spent")
        self._coming = {name for name in names if system.counts(name, chosen=False)}
        self._kept_apart = internal | uncounted | {"initiative"}
        self._arms = {name: msgspec.msgpack.encode(who.weapons) for name, who in scene.combatants.items()}
        self._odds: dict[tuple[Any, ...], tuple[int, Odds | None]] = Kept()
        self._harmless = set[tuple[int, int]]()  # ways to help somebody that take nothing, with what is carried
        self._looked: dict[tuple[Any, ...], Looks] = Kept()
        self._looked_by = defaultdict[tuple[int, int], Looks](frozenset)
        self._cut: dict[tuple[Any, ...], Odds] = Kept()
        self._answers: dict[tuple[Any, ...], tuple[Action, ...]] = Kept()
        self._lines: dict[str, Action] = {}
        self._between_in, self._pairs = scene, dict[tuple[Hashable, ...], tuple[Hashable, ...]]()
        self._prints: dict[int, Print] = Kept()
        self._sheets: dict[int, tuple[Mapping[str, Plain], int, frozenset[str]]] = Kept()
        self._names: dict[Any, frozenset[str]] = Kept()
        self._numbers: dict[Any, int] = {}
        self._choices: dict[tuple[Any, ...], tuple[Action, ...]] = Kept()
        self._aimed = defaultdict[Any, dict[Any, Any]](dict)
        self._offers = any("offered" in vars(kind) for kind in system.own_actions)
        self._rankings: dict[tuple[Any, ...], tuple[int, ...]] = Kept()
        self._judged: dict[Any, tuple[Rest, dict[Any, Choice | None]]] = defaultdict(lambda: ({}, Kept()))

    def ranking(self, system: System, scene: Scene, actor: str) -> Iterator[Action]:
        """Yield what somebody who answers nothing could do, the best first."""
        people, again = scene.combatants, system.acts_again(scene, actor)
        mine = self._print(system, scene, people[actor])
        left = self._state(mine.who) if mine.who.spent else b""  # of an act that goes on
        own = self._number((mine.said, mine.noted, mine.spare, mine.armed, again, left, scene.turn.phase))
        if (actor, own) in self._choices:
            return iter(())
        likely, looked = system.likely_targets(scene, actor), self._looked_by[mine.said, mine.armed]
        targets = [self._print(system, scene, people[name]) for name in likely]
        theirs = [(one.who.group, one.said, *self._between(system, scene, mine, one)) for one in targets]
        facing = {
            one.who.name: self._number((*met, one.left, self._near(system, scene, mine, one, looked)))
            for met, one in zip(theirs, targets, strict=True)
        }
        by: tuple[Hashable, ...] = own, *facing.values()
        # An attack is seen with what its target is and where; what else an action offers may see all.
        seen = own, actor, likely, *(theirs if self._offers else [one[:3] for one in theirs])
        actions = self._choices.get(seen, self._choices.get((actor, likely, by)))
        if actions is None:
            spent = mine.who.spent
            # Who has acted goes on with what takes another act, or what the one before has paid for.
            gone = spent if not spent or again else ("", *spent)
            kept = {name: self._aimed[actor, own, name, *met] for name, met in zip(likely, theirs, strict=True)}
            kept[""] = self._aimed[actor, own]
            actions = actions_of(system, scene, actor, odds=self.odds, gone=gone, kept=kept)
            if not self._offers and not any(chain.from_iterable(ways.values() for ways in kept[""].values())):
                self._choices[actor, own] = ()  # whatever the others are like
            # Which of several targets are best, and how an action is best divided, depends on what they have left.
            varies = any(action.told or len(action.acts(scene)) > 1 for action in actions)
            self._choices[(actor, likely, by) if varies else seen] = actions
        if seen not in self._choices:  # Whether an area holds several depends on how far these are from each other.
            by = *by, *starmap(scene.band, combinations(likely, 2))
        places = self._rankings.get(by)
        if places is None or tactics_of(mine.who):  # Tactics look at more than this.
            rest, judged = self._judged[actor, own, self._state(mine.who)]
            found = {id(action): place for place, action in enumerate(actions)}

            def choose(action: Action) -> Choice | None:
                aimed = getattr(action, "target", None)
                name: Any = aimed[0] if isinstance(aimed, tuple) and len(aimed) == 1 else aimed
                alone = facing.get(name)
                if alone is None:
                    return choice_of(system, scene, actor, action, self.odds, rest)
                which = alone, ways_of(type(action))(action)
                if which not in judged:
                    judged[which] = choice_of(system, scene, actor, action, self.odds, rest)
                known = judged[which]
                return known and replace(known, action=action, victim=name)

            choices = ranked(system, scene, actor, actions, choose=choose)
            places = tuple(found[id(choice.action)] for choice in choices)
            if looked != self._looked_by[mine.said, mine.armed]:  # Those who were alike may not be.
                return self.ranking(system, scene, actor)
            self._rankings[by] = places
        return map(actions.__getitem__, places)

    def read(self, system: System, scene: Scene, line: str) -> Action:
        """Return the action of a command for one actor; raises InvalidCommand."""
        action = self._lines.get(line)
        if action is None:
            action = read(phrases(line)[0], system, scene)
            if not scene.prompts:  # Words may mean something else while a question is open.
                self._lines[line] = action
        return action

    def odds(self, system: System, scene: Scene, action: Action) -> Odds | None:
        """Return the odds of an action, legal or not; None if it has none."""
        people, actor, aimed = scene.combatants, getattr(action, "actor", ""), getattr(action, "target", None)
        target: str = (aimed[0] if isinstance(aimed, tuple) and aimed else aimed) or actor
        acting, victim = people.get(actor), people.get(target) if aimed else None
        if acting is None:
            return chances(system, scene, action, ruled=True)
        mine = self._print(system, scene, acting)
        theirs = mine if victim is None else self._print(system, scene, victim)
        state, way = self._state(acting) if victim is None else mine.noted, self._number(ways_of(type(action))(action))
        helps = (way, mine.armed) if victim is not None and victim.side == acting.side else None
        if helps in self._harmless:
            return None
        between = self._between(system, scene, mine, theirs)
        rest = way, mine.said, mine.armed, theirs.said, state, scene.turn.phase, *between
        left, looked = theirs.left, self._looked.get(rest, frozenset())
        key = rest, self._near(system, scene, mine, theirs, looked)
        known = self._odds.get(key)
        if known is None or known[0] < left:
            plain = system.plain_harm and theirs.who.out is None and self._main in theirs.who.tracks
            most = max(left, theirs.who.tracks[self._main].max) if plain else left
            fresh = with_left(system, scene, target, most) if most > left else scene
            self._asking.looked = looked
            odds = chances(self._asking, fresh, action, ruled=True)
            looked = self._looked[rest] = self._asking.looked
            self._looked_by[mine.said, mine.armed] |= looked
            key = rest, self._near(system, scene, mine, theirs, looked)
            known = self._odds[key] = most, odds
            self._harmless |= {helps} if helps and odds is None else set()
        if known[1] is None or known[0] == left:
            return known[1]
        cut = self._cut.get((*key, left))
        if cut is None:
            beyond = system.exceeds(self._main)
            same = cut_to(known[1], self._main, known[0], beyond).drops
            whole = same is None or isclose(same, known[1].drops or 0.0, abs_tol=1e-9)
            whole = whole and not system.holds(scene, target)
            now = cut_to(known[1], self._main, left, beyond) if whole else chances(system, scene, action, ruled=True)
            cut = self._cut[(*key, left)] = now or known[1]
        return cut

    def answers(self, system: System, scene: Scene, actor: str) -> tuple[Action, ...]:
        """Return the answers of somebody to what waits for them, the least loss first."""
        who = scene.combatants[actor]
        mine = self._print(system, scene, who)
        between, near = self._between(system, scene, mine, mine), system.near(scene, actor, actor)
        key = mine.left, mine.said, mine.armed, self._state(who), scene.turn.phase, between, near
        if key not in self._answers:
            self._answers[key] = tuple(one.action for one in ranked(system, scene, actor, odds=self.odds))
        return tuple(answer.copy_with(actor=actor) for answer in self._answers[key])

    def _between(self, system: System, scene: Scene, mine: Print, their: Print) -> tuple[Hashable, ...]:
        actor, target = pair = mine.who.name, their.who.name
        if self._between_in is not scene:
            self._between_in, self._pairs = scene, {}
        if pair in self._pairs:
            return self._pairs[pair]
        named = target in mine.names, actor in their.names
        others, around = system.around(scene, actor, target)
        seen = [self._print(system, scene, scene.combatants[name]) for name in others] if others else ()
        band, them = scene.band(actor, target), [(one.said, one.armed) for one in seen]
        self._pairs[pair] = band, named, around, *them
        return self._pairs[pair]

    def _near(self, system: System, scene: Scene, mine: Print, their: Print, looked: Looks) -> tuple[Hashable, ...]:
        """Return who is near those two, of those whom the rules looked at; asked after what is between them."""
        asked = mine.who.name, their.who.name, looked
        if looked and asked not in self._pairs:
            self._pairs[asked] = system.near(scene, *asked)
        return self._pairs[asked] if looked else ()

    def _number(self, counting: Hashable) -> int:
        return self._numbers.setdefault(counting, len(self._numbers))

    def _state(self, combatant: Combatant) -> bytes:
        """Return as a key the game's bookkeeping of somebody who answers: what they answer may stand in it."""
        fields = combatant.fields.items()
        return msgspec.msgpack.encode({name: _lasting(value) for name, value in fields if name in self._own_state})

    def _print(self, system: System, scene: Scene, combatant: Combatant) -> Print:
        """Return what counts of a combatant: not the name, the main track, what is left in weapons, or bookkeeping."""
        kept = self._prints.get(id(combatant))
        if kept is None or kept.who is not combatant:
            sheet, names = self._sheet(scene, combatant.fields)
            numbers: list[tuple[str, Hashable]] = [("spent", tuple(sorted(combatant.spent)))]
            numbers += [(name, track) for name, track in combatant.tracks.items() if name != self._main]
            on = [each.of if each.until is None else None for each in combatant.conditions]
            every = [(each.name, each.value, each.by is not None) for each in combatant.conditions]
            names |= {name for name in on if name}
            known = [one for one in numbers if one[0] in self._coming]
            marked = sorted(zip(every, on, strict=True), key=str)
            said = combatant.side, sheet, *known, *marked, combatant.cover, combatant.out
            arms = (self._arms.get(combatant.name), *combatant.weapons)
            left = left_of(system, scene, combatant)
            noted = msgspec.msgpack.encode([combatant.fields.get(name) for name in system.once_a_turn])
            told, once, spare, armed = map(self._number, (said, noted, tuple(numbers), arms))
            kept = self._prints[id(combatant)] = Print(combatant, told, once, spare, armed, left, names)
        return kept

    def _sheet(self, scene: Scene, fields: Mapping[str, Plain]) -> tuple[int, frozenset[str]]:
        kept = self._sheets.get(id(fields))
        if kept is None or kept[0] is not fields:
            counted = {name: _lasting(value) for name, value in fields.items() if name not in self._kept_apart}
            said, block = msgspec.msgpack.encode(counted), fields.get(BLOCK)
            key = said, block if isinstance(block, str) else "", *scene.combatants
            if key not in self._names:
                named = (name for name in scene.combatants if name.encode(errors="replace") in said)
                self._names[key] = frozenset(named)
            kept = self._sheets[id(fields)] = fields, self._number(key), self._names[key]
        return kept[1:]


def _lasting(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [{k: v for k, v in part.items() if k != "prompt"} if isinstance(part, dict) else part for part in value]
