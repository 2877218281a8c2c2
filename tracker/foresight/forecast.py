"""How a fight may go on: played to its end many times with the rules themselves, each side by its ranked choices.

Nobody is clever: everybody whose turn it is does what ``choices.ranked`` puts first, what waits is answered by the
least loss, and questions are answered by their first choice. Nobody moves, hides, heals or talks.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Generator, Hashable, Iterable, Iterator, Mapping
from itertools import chain
from math import sqrt
from statistics import fmean, quantiles, stdev
from typing import Any, Final

from tracker.combat.dice import Dice
from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Scene, altered
from tracker.commands.resolve import carry_out
from tracker.foresight.choices import flees, left_of, ways_of
from tracker.foresight.memory import Memory
from tracker.rules.action import Action, perform
from tracker.rules.command import thrown_by
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import clause, quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import percent
from tracker.rules.verbs.session import Decide
from tracker.rules.view import GroupAction, Pending

MOST_ROUNDS: Final = 40  # the rounds after which a fight counts as undecided
MOST_ACTS: Final = 9  # the most that somebody does after the first in one turn, as far as it is paid for
MOST_ANSWERS: Final = 60  # the most questions and reactions that are answered after one act

ASSUMED: Final = (
    "Everybody attacks as o ranks it, and reacts with the least loss; nobody flees, unless their tactics say so.",
    "Who reaches nobody strikes all the same, as if they had come up.",
    "A small area strikes one at a time, unless distances say that more stand close together.",
    "Questions of the rules are answered by their first choice.",
    "What a refusal names as to be done first, such as to reload, is done first.",
)
"""What a forecast takes for granted."""

LEFT_OUT: Final = (
    "Nobody moves except to come up for a blow, and nobody hides, heals, helps or surrenders.",
    "Nobody aims, guards or prepares first, or keeps a share of an action for a reaction.",
    "Nobody pays with what keeps them up, such as stress, while there is another way.",
)
"""What a forecast does not play."""

Z: Final = 1.96  # how many standard errors there are on each side of a 95 % interval
NOW: Final = "as it stands"  # what a forecast of the present is called beside another
MOSTLY: Final = 0.5  # the share of their turns from which it is told that somebody had nothing to do
TELLING: Final = 0.1  # the least difference that somebody's fall makes to be a turning point
POINTS: Final = 3  # how many turning points are named


class Outcome(Model):
    """One fight, played to its end.

    ``fell`` are those who went out, in order; ``down`` the sides of which nobody is up; ``left`` is what everybody
    who is up has left of the main track; ``dealt`` is what they took of those of others. ``idle`` is the share of their
    turns in which the rules left somebody nothing to do, and ``why_idle`` what they said last.
    """

    rounds: int
    fell: tuple[str, ...]
    down: tuple[str, ...]
    left: Mapping[str, int]
    dealt: Mapping[str, int]
    idle: Mapping[str, float] = {}
    why_idle: Mapping[str, str] = {}


class Play:
    """A fight being played on from a scene, with its own dice."""

    def __init__(self, system: System, scene: Scene, dice: random.Random, memory: Memory) -> None:
        self.system, self.scene, self._dice, self._memory = system, scene, dice, memory
        self._fell: dict[str, None] = {}
        self._dealt, self._turns, self._idle = Counter[str](), Counter[str](), Counter[str]()
        self._why: dict[str, str] = {}
        self._refused, self._first = "", tuple[str, ...]()
        self._waiting, self._sides = (scene, system.pending(scene)), sides_up(scene)

    def steps(self) -> Generator[bool, None, Outcome]:
        """Play until only one side is up, and return the outcome; yields False after each act."""
        began = self.scene.turn.round
        self._open()
        while self._sides > 1 and self.scene.turn.round - began < MOST_ROUNDS:
            before = self.scene
            for name, otherwise in self.system.first_to_act(self.scene).items():
                _ = self._choose(name) or self._say(otherwise)
            for name in self._acting():
                if self._sides > 1:
                    self._act(name)
                    yield False
            if self._sides < 2:
                break
            self._done(self.system.actions["next"]())
            self._settle("")
            if self.scene is before:
                break
        scene = self.scene
        left = {name: left_of(self.system, scene, who) for name, who in scene.combatants.items() if who.out is None}
        down = tuple(side for side in scene.sides() if not any(who.out is None for who in scene.of_side(side)))
        rounds = max(1, scene.turn.round - max(began, 1) + 1)
        idle = {name: self._idle[name] / turns for name, turns in self._turns.items() if self._idle[name]}
        return Outcome(rounds, tuple(self._fell), down, left, dict(self._dealt), idle, self._why)

    def _open(self) -> None:
        if not any(opening.verb == "initiative" and opening.due for opening in self.system.clock.openings(self.scene)):
            return
        group = self.system.group_action(self.scene, "initiative")
        if group is not None:
            for name in group.actors if group.asks else ("",):
                self._say(" ".join(filter(None, ("initiative", quote(name) if name else "", "roll"))))

    def _acting(self) -> tuple[str, ...]:
        scene = self.scene
        if scene.turn.name is not None:
            return (scene.turn.name,)
        return tuple(name for name in scene.combatants if scene.turn.round and self.system.clock.may_act(scene, name))

    def _act(self, name: str) -> None:
        who = self.scene.combatants.get(name)
        if who is None or who.out is not None:
            return
        if flees(self.system, self.scene, name):
            self._say(f"out {quote(name)} as=fled")
            return
        main, self._refused = self.system.main_action(self.scene, name), ""
        used_up = self.system.clock.is_used_up(self.scene)
        if not isinstance(main, GroupAction):
            done = self._choose(name)
        elif name in main.actors and thrown_by(self.system.actions[main.verb]) is not None:
            done = self._say(f"{main.verb} {quote(name)} roll")
        else:
            return
        self._turns[name] += 1
        if not done and not used_up:
            self._idle[name] += 1
            self._why[name] = self._refused
        self._settle(name)
        for _ in range(MOST_ACTS if done else 0):
            up = name in self.scene.combatants and self.scene[name].out is None
            if self._sides < 2 or not up or not self.system.goes_on(self.scene, name) or not self._choose(name):
                return
            self._settle(name)

    def _choose(self, name: str, said: frozenset[str] = frozenset()) -> bool:
        """Do what is ranked first of all that is legal, else what a refusal names, unless it is ``said`` already."""
        memory, waits = self._memory, any(each.name == name and each.attacker for each in self._pending())
        first: dict[Hashable, tuple[str, ...]] = {}
        ranking = memory.answers if waits else memory.ranking
        for action in ranking(self.system, self.scene, name):
            way = ways_of(type(action))(action)
            if way in first:  # It needs the same on any target.
                continue
            if self._done(action, name):
                return True
            first |= {way: self._first} if self._first else {}
        lines = chain.from_iterable(first.values())
        done = next((line for line in lines if line not in said and self._say(line, name)), None)
        main = next(iter(dict(self.system.turn_actions)), "")
        if done is not None and main not in self.scene[name].spent:
            self._choose(name, said | {done})
        return done is not None

    def _settle(self, by: str) -> None:
        for _ in range(MOST_ANSWERS):
            waiting = next((each for each in self._pending() if each.attacker and each.name), None)
            if waiting is not None:
                doer = waiting.attacker if waiting.attacker in self.scene.combatants else by
                before = self.scene
                answers = self._memory.answers(self.system, self.scene, waiting.name)
                if not any(self._done(answer, doer) for answer in answers):
                    _ = any(self._say(f"{verb} {quote(waiting.name)}", doer) for verb in (*waiting.verbs, "take"))
                if self.scene is before:
                    return
            elif self.scene.prompts:
                prompt = self.scene.prompts[0]
                decided = (self._done(Decide(number=prompt.id, choice=choice), by) for choice in prompt.choices)
                others = (self._say(f"decide {prompt.id} {answer}", by) for answer in ("roll", "skip"))
                if not any(chain(decided, others)):
                    return
            else:
                return

    def _pending(self) -> tuple[Pending, ...]:
        if self._waiting[0] is not self.scene:
            self._waiting = self.scene, self.system.pending(self.scene)
        return self._waiting[1]

    def _done(self, action: Action, by: str = "") -> bool:
        resolver = Resolver(self.system, self.scene, Dice(self._dice), heard=False, carry_out=carry_out)
        try:
            perform(resolver, action)
        except (InvalidCommand, Refused) as bad:
            self._refused, self._first = str(bad), bad.first if isinstance(bad, Refused) else ()
            return False
        self._take(resolver.scene, by)
        return True

    def _say(self, line: str, by: str = "") -> bool:
        try:
            return self._done(self._memory.read(self.system, self.scene, line), by)
        except InvalidCommand as bad:
            self._refused = str(bad)
            return False

    def _take(self, scene: Scene, by: str = "") -> None:
        """Go on with a scene, and note who fell and what ``by`` took from the others."""
        before, self.scene = self.scene, scene
        if scene.combatants is before.combatants:
            return
        self._sides = sides_up(scene)
        side = scene.combatants[by].side if by in scene.combatants else None
        for was, who in altered(before, scene):
            if was.out is None and who.out is not None:
                self._fell.setdefault(who.name)
            if side is not None and who.side != side:
                self._dealt[by] += max(0, left_of(self.system, before, was) - left_of(self.system, scene, who))


def sides_up(scene: Scene) -> int:
    """Return how many sides have somebody who is up."""
    return len({who.side for who in scene.combatants.values() if who.out is None})


class Estimate(Model):
    """A number from samples, with half the width of its 95 % interval."""

    value: float
    within: float


class Forecast:
    """Fights played on from a scene, counted as they come.

    Each fight has dice of its own, by ``seed`` and its number, so that the same seed gives the same numbers however the
    work is divided.
    """

    def __init__(self, system: System, scene: Scene, seed: int = 0) -> None:
        self.system, self.scene, self.seed = system, scene, seed
        self.outcomes: list[Outcome] = []
        self._memory = Memory(system, scene)

    @property
    def is_fight(self) -> bool:
        """Return whether two sides are up."""
        return sides_up(self.scene) > 1

    why_not: Final = "A forecast takes two sides with somebody up. Add them, or set out an encounter."

    def play(self, fights: int) -> Iterator[int]:
        """Play this number of fights more, and yield after each how many there are."""
        yield from (len(self.outcomes) for done in self.steps(fights) if done)

    def steps(self, fights: int) -> Iterator[bool]:
        """Do the same in small steps, for a screen: yields after each act, True when a fight has ended."""
        for _ in range(fights):
            dice = random.Random(f"{self.seed}:{len(self.outcomes)}")
            self.outcomes.append((yield from Play(self.system, self.scene, dice, self._memory).steps()))
            yield True

    def share(self, hits: Iterable[bool]) -> Estimate:
        """Return how often something was so, with the uncertainty of that many fights (Wilson)."""
        found = [*hits] or [False]
        p, n = fmean(found), len(found)
        return Estimate(p, Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n))

    def mean(self, values: Iterable[float]) -> Estimate:
        """Return an average, with its uncertainty."""
        found = [*values] or [0.0]
        return Estimate(fmean(found), Z * (stdev(found) if found[1:] else 0.0) / sqrt(len(found)))

    @property
    def down(self) -> dict[str, Estimate]:
        """Return how often each side goes down."""
        return {side: self.share(side in each.down for each in self.outcomes) for side in self.scene.sides()}

    @property
    def fell(self) -> dict[str, Estimate]:
        """Return how often each combatant who is up falls, the likeliest first."""
        up = [name for name, who in self.scene.combatants.items() if who.out is None]
        shares = {name: self.share(name in each.fell for each in self.outcomes) for name in up}
        return dict(sorted(shares.items(), key=lambda pair: -pair[1].value))

    @property
    def rounds(self) -> Estimate:
        """Return how many rounds it takes."""
        return self.mean(each.rounds for each in self.outcomes)

    @property
    def won(self) -> dict[str, Estimate]:
        """Return how often each side is the only one that is still up."""
        others = {side: {*self.scene.sides()} - {side} for side in self.scene.sides()}
        return {side: self.share(others[side] == {*each.down} for each in self.outcomes) for side in self.scene.sides()}

    def left(self, names: Iterable[str]) -> Estimate:
        """Return what is left of the main tracks of these at the end, all together."""
        names = tuple(names)
        return self.mean(sum(each.left.get(name, 0) for name in names) for each in self.outcomes)

    @property
    def dealt(self) -> dict[str, Estimate]:
        """Return what everybody takes of the others' main tracks, the most first."""
        names = dict.fromkeys(chain.from_iterable(each.dealt for each in self.outcomes))
        shares = {name: self.mean(each.dealt.get(name, 0) for each in self.outcomes) for name in names}
        return dict(sorted(shares.items(), key=lambda pair: -pair[1].value))

    @property
    def turning_points(self) -> tuple[tuple[str, str, float, float], ...]:
        """Return whose fall tells most about who goes down: name, their side, its chance with and without the fall."""
        points: list[tuple[str, str, float, float]] = []
        for name, who in self.scene.combatants.items():
            groups: dict[bool, list[bool]] = defaultdict(list)
            for each in self.outcomes:
                groups[name in each.fell].append(who.side in each.down)
            # Nobody's fall counts for a side that they are all of.
            if len(self.scene.of_side(who.side)) > 1 and all(len(groups[fell]) >= 5 for fell in (True, False)):
                fallen, stood = (sum(groups[fell]) / len(groups[fell]) for fell in (True, False))
                if abs(fallen - stood) >= TELLING:
                    points.append((name, who.side, fallen, stood))
        return tuple(sorted(points, key=lambda point: -abs(point[2] - point[3]))[:POINTS])

    @property
    def idle(self) -> dict[str, str]:
        """Return who mostly has nothing to do, and what the rules say: their part is missing from the numbers."""
        idle = {who: sum(each.idle.get(who, 0.0) for each in self.outcomes) for who in self.scene.combatants}
        said = {name: why for each in self.outcomes for name, why in each.why_idle.items()}
        return {name: said.get(name, "") for name, much in idle.items() if much > MOSTLY * len(self.outcomes)}

    @property
    def unplayed(self) -> str:
        """Return what heroes know that nobody plays here, as it takes nothing from the others; "" if it is nothing."""
        names = []
        for who in self.scene.of_side(HEROES):
            played = {getattr(act, "weapon", "") for act in self._memory.ranking(self.system, self.scene, who.name)}
            names += [who.name] if who.out is None and {*who.weapons} & self.system.lore.keys() - played else []
        better = "to heal, help or hinder: the heroes do better than this"
        return f"what {clause(names, self.scene, 'knows')} {better}" if names else ""

    @property
    def undecided(self) -> Estimate:
        """Return how often the fight does not end in time."""
        return self.share(not each.down for each in self.outcomes)


def called(what: str) -> str:
    """Return what stands beside another forecast in words: ``at 12`` is after line 12."""
    verb, _, rest = what.partition(" ")
    number, _, line = rest.partition(" ")
    return {"at": f"after line {number}", "amend": f"with line {number}: {line}"}.get(verb, NOW)


def as_json(forecast: Forecast) -> dict[str, Any]:
    """Return the numbers of a forecast as plain data; ``error`` is one standard error."""
    main, down, fell = forecast.system.main_track(forecast.scene), forecast.down, forecast.fell
    rounds = sorted(each.rounds for each in forecast.outcomes)
    tenths = quantiles(rounds, n=10, method="inclusive") if rounds[1:] else [*rounds, 0][:1] * 9
    return {
        "fights": len(forecast.outcomes),
        "seed": forecast.seed,
        "sides": {
            side: {
                "wins": won.value,
                "error": won.within / Z,
                "down": down[side].value,
                "left": {main: forecast.left(who.name for who in forecast.scene.of_side(side)).value},
            }
            for side, won in forecast.won.items()
        },
        "combatants": {
            name: {
                "falls": fell[name].value,
                "left": {main: forecast.left((name,)).value},
                "takes": forecast.dealt[name].value if name in forecast.dealt else 0.0,
            }
            for name in forecast.scene.combatants
            if name in fell
        },
        "rounds": {"mean": forecast.rounds.value, "p10": round(tenths[0]), "p90": round(tenths[8])},
        **({"budget": dict(budget)} if (budget := forecast.system.budget(forecast.scene)[1]) else {}),
        "undecided": forecast.undecided.value,
        "turning_points": [
            {"name": name, "side": side, "down_if_fallen": fallen, "down_if_not": stood}
            for name, side, fallen, stood in forecast.turning_points
        ],
        "assumes": list(ASSUMED),
        "leaves_out": [
            *filter(None, (forecast.unplayed,)),
            *LEFT_OUT,
            *(f"{name} does nothing: {why or 'nobody can be attacked'}" for name, why in forecast.idle.items()),
        ],
    }


def in_words(forecast: Forecast) -> list[tuple[str, str]]:
    """Return the numbers of a forecast as lines: what, and how much."""
    main, unplayed = forecast.system.main_track(forecast.scene), forecast.unplayed
    lines = [("not played", unplayed)] if unplayed else []
    lines += [(f"{side} go down", _percent(share)) for side, share in forecast.down.items()]
    if any(not each.down for each in forecast.outcomes):
        lines.append((f"no end in {MOST_ROUNDS} rounds", _percent(forecast.undecided)))
    lines.append(("rounds", _number(forecast.rounds)))
    fell = [f"{name} {_percent(share)}" for name, share in forecast.fell.items() if share.value]
    lines.append(("falls", ", ".join(fell) or "nobody"))
    sides = {side: forecast.left(who.name for who in forecast.scene.of_side(side)) for side in forecast.down}
    lines.append((f"{main} left", ", ".join(f"{side} {_number(left)}" for side, left in sides.items())))
    dealt = [f"{name} {_number(much)}" for name, much in forecast.dealt.items() if much.value]
    lines.append(("does the most", ", ".join(dealt) or "nobody does anything"))
    unit, budget = forecast.system.budget(forecast.scene)
    if budget:
        told = [f"{name} {much:,}" for name, much in budget.items()]
        lines.append((f"{unit} budget", f"{told[0]}; the heroes' {', '.join(told[1:])}"))
    for name, side, fallen, stood in forecast.turning_points:
        lines.append((f"if {name} falls", f"{side} go down in {percent(fallen)}, else in {percent(stood)}"))
    for name, why in forecast.idle.items():
        lines.append((f"{name} does nothing", why or "nobody can be attacked"))
    return lines


def _percent(estimate: Estimate) -> str:
    return f"{estimate.value * 100:.0f} % ± {estimate.within * 100:.0f}"


def _number(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ± {estimate.within:.1f}"
