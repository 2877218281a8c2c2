"""What somebody could do now: every legal choice, ranked by what it is expected to take."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain, product
from operator import attrgetter
from statistics import fmean
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene
from tracker.commands.parser import Ruled
from tracker.commands.resolve import odds_of, preview
from tracker.rules.action import Action
from tracker.rules.command import thrown_by
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import MOST, CombatantsParam
from tracker.rules.sheet import TACTICS
from tracker.rules.system import System
from tracker.rules.view import Odds

MAGIC: Final = ("spell", "slot", "magic", "mana", "power", "cast", "occult")
"""What the name of a field, track, counter or weapon of somebody who casts contains."""


Names: TypeAlias = tuple[str, ...]
Look: TypeAlias = Callable[[System, Scene, Action], Odds | None]
Kept: TypeAlias = Mapping[str, dict[Any, Any]]
Rest: TypeAlias = dict[Hashable, tuple[Action, ...]]  # the further attacks, by way and distance of the first


class Choice(Model):
    """A legal choice: the action with its result still to be thrown, its odds, and whose loss they tell.

    ``own``: the loss is the chooser's, so that less is better. ``left`` is what the victim has of the main track before
    it; ``expected`` is what it takes of that on average, and ``drops`` the chance that the victim is out; of several
    victims, all of theirs together, and ``each`` alone. ``attacks`` are the weapons of a whole sequence that begins
    with it, which all of this counts. ``why`` are the words of the chooser's tactics that speak for it. ``far`` is what
    keeps it from the victim, such as the distance: then it comes last.
    """

    action: Action
    odds: Odds
    victim: str
    own: bool
    left: int
    expected: float
    worth: float
    attacks: tuple[str, ...] = ()
    each: "tuple[Choice, ...]" = ()
    why: tuple[str, ...] = ()
    far: str = ""

    @property
    def success(self) -> float:
        """Return the chance that it comes off; of several, the average of theirs."""
        return fmean(one.success for one in self.each) if self.each else float(self.odds.success)

    @property
    def drops(self) -> float:
        """Return the chance that the victim is out; of several, how many are on average."""
        return sum(one.drops for one in self.each) if self.each else self.odds.drops or 0.0


def actions_of(
    system: System,
    scene: Scene,
    actor: str,
    targets: Names | None = None,
    odds: Look | None = None,
    gone: Names = (),
    kept: Kept | None = None,
) -> tuple[Action, ...]:
    """Return the actions that come into question, legal or not: answers to what waits, else attacks.

    Attacks, and what else takes something from a target, are made with each weapon carried that they go with, or with
    the one that is used if none is named; on each of the ``targets``, the likely ones; what reaches several also on
    each group and on all; in each of their ways. So is what else an action offers. ``odds`` may know them already.
    Attacks that take an act of the turn in ``gone`` are left out. ``kept`` remembers, by name, what each target may be
    attacked with, and by "" the ways of all weapons.
    """
    combatant = scene.combatants.get(actor)
    if combatant is None or combatant.out is not None:
        return ()
    context = Context(system, scene)
    waiting = next((pending for pending in system.pending(scene) if pending.name == actor and pending.attacker), None)
    if waiting is not None:
        kinds = (system.actions[verb] for verb in dict.fromkeys(waiting.verbs) if verb in system.actions)
        return tuple(answer for kind in kinds for answer in _answers(kind, actor, context))
    asking, look = system.silent(scene), odds or Alike().odds
    attacks = _attacks(combatant, targets, context, look, gone, kept or {})
    known = partial(look, system, scene)
    offered = chain.from_iterable(kind.offered(asking, actor, known) for kind in system.own_actions)
    return (*attacks, *offered)


def ranked(
    system: System,
    scene: Scene,
    actor: str,
    actions: Iterable[Action] | None = None,
    odds: Look | None = None,
    choose: Callable[[Action], Choice | None] | None = None,
) -> tuple[Choice, ...]:
    """Return somebody's legal choices, the best first; ``odds`` and ``choose`` may answer by what they know."""
    look = odds or Alike().odds
    spent = scene.combatants[actor].spent if actor in scene.combatants else ()
    asked = actions_of(system, scene, actor, odds=look, gone=spent) if actions is None else actions
    rest: Rest = {}
    found = map(choose or (lambda action: choice_of(system, scene, actor, action, look, rest)), asked)
    legal = [choice for choice in found if choice is not None and not choice.odds.refused]
    telling = [choice for choice in legal if choice.odds.drops is not None]
    usual = [choice for choice in legal if choice.action.verb == system.roles.get("odds")]
    return _by_tactics(system, scene, scene.combatants[actor], telling or usual or legal) if legal else ()


def chances(system: System, scene: Scene, action: Action, *, ruled: bool = False) -> Odds | None:
    """Return the odds of an action, with the objections to it unless ``ruled``; None if it throws and takes nothing."""
    try:
        return odds_of(system, scene, action, ruled=ruled)
    except InvalidCommand:
        if not action.acts(scene):  # Of one that comes to acts with odds, there are the objections alone.
            return None
        return Odds((), 0.0, () if ruled else preview(system, scene, (Ruled(action),)).objections)


class Alike:
    """Odds in one scene, also with less left to a target, worked out once for all that differ in their names alone.

    Whoever is named on somebody's sheet, such as the one of a focus, or in the game's own state is a case of their own.
    The first ``few`` are worked out as they are: for no more than those it does not pay to compare everybody.
    """

    def __init__(self, few: int = 0) -> None:
        self._few = few
        self._known: dict[tuple[Hashable, ...], Odds | None] = {}
        self._sheets: dict[str, bytes] = {}
        self._around, self._people = b"", dict[str, Combatant]()

    def odds(self, system: System, scene: Scene, action: Action) -> Odds | None:
        """Return the odds of an action with the objections to it, which name its own target; None without any."""
        aimed = getattr(action, "target", None)
        name = aimed[0] if isinstance(aimed, tuple) and len(aimed) == 1 else aimed
        target = scene.combatants.get(name) if isinstance(name, str) else None
        self._few -= 1
        if target is None or self._few >= 0:
            return chances(system, scene, action)
        try:
            if not self._sheets:
                self._around = msgspec.msgpack.encode(scene.fields)
            for name, who in scene.combatants.items():
                if self._people.get(name) is not who:
                    self._people[name], self._sheets[name] = who, msgspec.msgpack.encode(replace(who, name=""))
            own = target.name.encode()
        except UnicodeEncodeError:  # Half a character, which no file that is read has.
            return chances(system, scene, action)
        if own in self._around or any(own in sheet for sheet in self._sheets.values()):
            return chances(system, scene, action)
        key = action.copy_with(target=None), self._sheets[target.name], *sorted(scene.ranges.of(target.name).items())
        known = self._known.get(key)
        if known is None or known.refused:
            known = self._known[key] = chances(system, scene, action)
        return known


@lru_cache(maxsize=200)
def ways_of(kind: type[Action]) -> Callable[[Action], Any]:
    """Return what gives an action's verb and fields, without who does it and to whom."""
    told = (parameter.attr for parameter in kind.parameters.values())
    return attrgetter("verb", *(attr for attr in told if attr not in ("actor", "target")))


def flees(system: System, scene: Scene, actor: str) -> bool:
    """Return whether somebody whose tactics say so has come below half of the main track."""
    combatant = scene.combatants[actor]
    track = combatant.tracks.get(system.main_track(scene))
    below = track is not None and 2 * left_of(system, scene, combatant) < track.max
    return below and "flees-below-half" in tactics_of(combatant)


def tactics_of(combatant: Combatant) -> tuple[str, ...]:
    """Return the words of somebody's tactics, in the order in which they count."""
    words = combatant.fields.get("tactics")
    return tuple(word for word in words if isinstance(word, str) and word in TACTICS) if isinstance(words, list) else ()


def left_of(system: System, scene: Scene, combatant: Combatant) -> int:
    """Return how much harm somebody's main track still takes; 0 without one."""
    main = system.main_track(scene)
    track = combatant.tracks.get(main)
    if track is None:
        return 0
    return track.max - track.value if system.fills(main) else track.value


def with_left(system: System, scene: Scene, name: str, left: int) -> Scene:
    """Return the scene as if this much were left of somebody's main track; they must have it."""
    main, resolver = system.main_track(scene), system.silent(scene)
    resolver.set_track(name, main, scene[name].tracks[main].max - left if system.fills(main) else left)
    return resolver.scene


def choice_of(system: System, scene: Scene, actor: str, action: Action, look: Look, rest: Rest) -> Choice | None:
    """Return an action, legal or not, with all that it is ranked by; None if it has no odds."""
    aimed, main = getattr(action, "target", None), system.main_track(scene)
    odds, acts = look(system, scene, action), action.acts(scene)
    if odds is None:
        return None
    if acts:
        each = tuple(filter(None, [choice_of(system, scene, actor, one, look, rest) for one in acts]))
        if len(each) < len(acts):
            return None
        left, expected, worth = (sum(of(one) for one in each) for of in map(attrgetter, ("left", "expected", "worth")))
        odds = replace(odds, drops=each[0].odds.drops, asks=next(filter(None, (one.odds.asks for one in each)), ""))
        far = next(filter(None, (one.far for one in each)), action.hindrance(system.silent(scene)))
        return Choice(action, odds, each[0].victim, each[0].own, left, expected, worth, each=each, far=far)
    victim = aimed[0] if isinstance(aimed, tuple) and aimed else aimed
    if not isinstance(victim, str) or victim not in scene.combatants:
        victim = str(getattr(action, "actor", actor))
    own = scene.combatants[victim].side == scene.combatants[actor].side
    if not own and victim == getattr(action, "actor", actor):  # What they fail comes off for whoever asks it of them.
        odds = replace(odds, success=1 - odds.success)
    left, way = left_of(system, scene, scene.combatants[victim]), ways_of(type(action))(action)
    alike = way, scene.band(actor, victim)
    if alike not in rest:
        rest[alike] = system.follow_ups(scene, action)
    later = [one.copy_with(target=aimed) for one in rest[alike]]
    attacks = tuple([str(getattr(one, "weapon", "")) for one in (action, *later)] if later else ())
    if later:
        holds, beyond = left > 0 and system.holds(scene, victim), system.exceeds(main)

        def at(one: Action, known: Odds | None, had: int) -> Odds | None:
            if holds:
                return look(system, with_left(system, scene, victim, had), one)
            return cut_to(known, main, had, beyond) if known is not None else None

        blows = [partial(at, one, None if holds else look(system, scene, one)) for one in later]
        odds = _in_a_row(odds, blows, main, left, beyond)
    far = action.hindrance(system.silent(scene))
    return Choice(action, odds, victim, own, left, odds.mean(main), odds.worth(main, left), attacks, far=far)


def _in_a_row(first: Odds, others: Iterable[Callable[[int], Odds | None]], main: str, left: int, beyond: bool) -> Odds:
    """Return the odds of several attacks one after the other, each by what is left before it.

    ``beyond``: only who loses more than that is out, and can.
    """
    missed, standing = 1.0, {left: 1.0}
    fallen: dict[int, float] = defaultdict(float)
    for blow in (lambda _: first, *others):
        met = {had: odds for had in standing if had + beyond > 0 and (odds := blow(had)) is not None}
        missed *= 1 - max((odds.success for odds in met.values()), default=0.0)
        then: dict[int, float] = defaultdict(float)
        for had, p in standing.items():
            taken, drops = (met[had].losses.get(main, {}), met[had].drops or 0.0) if had in met else ({}, 0.0)
            whole = sum(q for amount, q in taken.items() if amount >= had + beyond)
            falls = min(1.0, drops / whole) if whole else 0.0
            for amount, q in ((0, 1 - sum(taken.values())), *taken.items()):
                out = p * q * falls if amount >= had + beyond else 0.0
                fallen[left - had + amount] += out
                then[had - amount] += p * q - out
        standing = then
    known = None if first.drops is None else max(first.drops, sum(fallen.values()))
    for had, p in standing.items():
        fallen[left - had] += p
    losses = {amount: p for amount, p in sorted(fallen.items()) if amount and p}
    return replace(first, success=1 - missed, losses={**first.losses, main: losses}, drops=known)


def cut_to(odds: Odds, main: str, left: int, beyond: bool) -> Odds:
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


def _by_tactics(system: System, scene: Scene, actor: Combatant, choices: list[Choice]) -> tuple[Choice, ...]:
    asking = system.silent(scene)
    places = {band: place for place, band in enumerate(system.band_names(scene))}
    victims = list(dict.fromkeys(choice.victim for choice in choices))
    allies = [ally.name for ally in scene.of_side(actor.side) if ally.out is None]
    turn = allies.index(actor.name) % len(victims) if actor.name in allies else 0
    ranks: dict[str, Callable[[Choice], int]] = {
        "weakest": lambda choice: choice.left,
        "nearest": lambda choice: places.get(scene.band(actor.name, choice.victim), len(places)),
        "casters": lambda choice: 0 if casts(scene.combatants[choice.victim]) else 1,
        "spreads": lambda choice: (victims.index(choice.victim) - turn) % len(victims),
    }
    counting = [word for word in tactics_of(actor) if word in ranks]

    costly = {kind: kind.costly(asking) for kind in {type(choice.action) for choice in choices}}

    def key(choice: Choice) -> tuple[Any, ...]:
        worth, ways = choice.worth if choice.own else -choice.worth, costly[type(choice.action)]
        paid = sum(1 for way in ways if getattr(choice.action, way))
        return (bool(choice.far), *(ranks[word](choice) for word in counting), paid, round(worth, 9))

    best = {word: min(map(ranks[word], choices)) for word in counting}
    ordered = sorted(choices, key=key)
    if not counting:
        return tuple(ordered)
    return tuple([replace(it, why=tuple(word for word in counting if ranks[word](it) == best[word])) for it in ordered])


def casts(combatant: Combatant) -> bool:
    """Return whether anything on a sheet names magic."""
    names = (*combatant.fields, *combatant.tracks, *combatant.counters, *combatant.weapons)
    return any(word in name.casefold() for name in names for word in MAGIC)


def words_of(action: Action) -> dict[str, str]:
    """Return what a form is filled in with: an action's fields as words, without who does it and what is thrown."""
    result = thrown_by(type(action))
    words = {}
    for parameter in type(action).parameters.values():
        value = getattr(action, parameter.attr)
        skipped = parameter.attr == "actor" or parameter is result
        if not skipped and value not in (None, False, ()):
            words[parameter.attr] = "yes" if parameter.type is None else parameter.type.write(value)
    return words


def _attacks(
    actor: Combatant, targets: Names | None, context: Context, look: Look, gone: Names, kept: Kept
) -> Iterator[Action]:
    system, scene = context.system, context.scene
    usual, likely, asking = system.roles.get("odds"), system.likely_targets(scene, actor.name), system.silent(scene)
    groups = dict.fromkeys(scene.combatants[target].group or "" for target in likely)
    crowds = [tuple(target for target in likely if scene.combatants[target].group == group) for group in groups]
    crowds = [crowd for crowd in dict.fromkeys((*crowds, likely)) if len(crowd) > 1]
    every, targets = kept.get("", {}), likely if targets is None else targets
    for kind in system.own_actions:
        parameters, result = {each.attr: each for each in kind.parameters.values()}, thrown_by(kind)
        if result is None or result.type is None or not {"actor", "target"} <= parameters.keys():
            continue
        armed, many = "weapon" in parameters, isinstance(parameters["target"].type, CombatantsParam)
        needed = {each.attr for each in parameters.values() if each.required} - {"actor", "target", "weapon"}
        if not (armed or kind.verb == usual) or needed - {result.attr}:
            continue
        thrown = {result.attr: result.type.read("roll", context)}
        carried, bare = actor.weapons if armed else (), [""] if kind.verb == usual else []
        if kind not in every:
            kinds = [kind.parameters[attr].type for attr in kind.ways]
            words = ([one.read(word, context) for word in one.complete(context)] if one else [True] for one in kinds)
            chosen = product(*([None, *values] for values in words))
            each = [{way: word for way, word in zip(kind.ways, one, strict=True) if word} for one in chosen]
            arms = [arm for arm in carried or bare if kind.goes_with(asking, actor.name, arm)]
            every[kind] = {arm: [way for way in each if kind.suits(asking, actor.name, arm, way, gone)] for arm in arms}
        ways: dict[str, list[dict[str, Any]]] = every[kind]
        helped = {weapon: kind.helped(asking, actor.name, weapon) for weapon in ways}
        on = {weapon: targets if friends is None else friends[:1] for weapon, friends in helped.items()}
        for who, weapon in [(who, weapon) for weapon, whom in on.items() for who in whom]:
            known = kept.get(who, {})
            if (kind, weapon) not in known:
                fields = {"weapon": weapon} if weapon else {}
                action = kind(actor=actor.name, target=(who,) if many else who, **fields, **thrown).from_here(asking)
                known[kind, weapon] = [action.copy_with(**way) if way else action for way in ways[weapon]]
            yield from known[kind, weapon]
        wide = [weapon for weapon in ways if weapon and many and helped[weapon] is None]
        for arm, way in ((one, way) for one in wide for way in ways[one]):
            most = kind.spreads(asking, actor.name, arm, way)
            whole = kind(actor=actor.name, weapon=arm, **thrown, **way)
            found = [_best(system, scene, whole, crowd, most, look) for crowd in crowds if most > 1]
            yield from (whole.copy_with(target=crowd) for crowd in dict.fromkeys(found) if len(crowd) > 1)


def _best(system: System, scene: Scene, action: Action, crowd: Names, most: int, look: Look) -> Names:
    """Return those of a crowd on whom an action is worth most, up to a number."""
    if most >= MOST:
        return crowd
    actor, worth = str(getattr(action, "actor", "")), dict[str, float]()
    for name in crowd:
        one = choice_of(system, scene, actor, action.copy_with(target=(name,)), look, {})
        if one is not None and not one.odds.refused:
            worth[name] = one.worth
    return tuple(sorted(worth, key=lambda name: -worth[name])[:most])


def _answers(kind: type[Action], actor: str, context: Context) -> Iterator[Action]:
    result = thrown_by(kind)
    thrown = {result.attr: result.type.read("roll", context)} if result is not None and result.type is not None else {}
    fields = {"actor": actor, **thrown}
    needed = [each for each in kind.parameters.values() if each.required and each.attr not in fields]
    if not needed:
        yield kind(**fields)
    elif thrown and len(needed) == 1 and needed[0].type is not None:
        for word in needed[0].type.complete(context):
            yield kind(**fields, **{needed[0].attr: needed[0].type.read(word, context)})
