"""What somebody could do now: every legal choice, ranked by what it is expected to take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene
from tracker.commands.resolve import odds_of
from tracker.rules.action import Action
from tracker.rules.command import RESULT, Parameter
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantsParam
from tracker.rules.sheet import TACTICS
from tracker.rules.system import System
from tracker.rules.view import Odds

MAGIC: Final = ("spell", "slot", "magic", "mana", "power", "cast", "occult")
"""What the name of a field, track, counter or weapon of somebody who casts contains."""


class Choice(Model):
    """A legal choice: the action with its result still to be thrown, its odds, and whose loss they tell.

    ``own``: the loss is the chooser's, so that less is better. ``left`` is what the victim has of the main track before
    it; ``expected`` is what it takes of that on average, and ``drops`` the chance that the victim is out. ``why`` are
    the words of the chooser's tactics that speak for it.
    """

    action: Action
    odds: Odds
    victim: str
    own: bool
    left: int
    expected: float
    why: tuple[str, ...] = ()

    @property
    def drops(self) -> float:
        """Return the chance that the victim is out."""
        return self.odds.drops or 0.0

    @property
    def worth(self) -> float:
        """Return the chance to drop the victim, plus the share of what they have left that it takes on average."""
        share = min(1.0, self.expected / self.left) if self.left > 0 else 0.0
        return self.drops + share if self.odds.drops is not None else self.odds.success / 100


def actions_of(system: System, scene: Scene, actor: str) -> tuple[Action, ...]:
    """Return the actions that come into question, legal or not: answers to what waits, else attacks.

    Attacks are made with each weapon carried, or with the one that is used if none is named; on each likely target.
    """
    combatant = scene.combatants.get(actor)
    if combatant is None or combatant.out is not None:
        return ()
    context = Context(system, scene)
    waiting = next((pending for pending in system.pending(scene) if pending.name == actor and pending.attacker), None)
    if waiting is not None:
        kinds = (system.actions[verb] for verb in dict.fromkeys(waiting.verbs) if verb in system.actions)
        return tuple(answer for kind in kinds for answer in _answers(kind, actor, context))
    return tuple(_attacks(system, scene, combatant, context))


def ranked(
    system: System,
    scene: Scene,
    actor: str,
    actions: Iterable[Action] | None = None,
    odds: Callable[[System, Scene, Action], Odds | None] | None = None,
) -> tuple[Choice, ...]:
    """Return the legal choices of somebody, the best first; ``odds`` may know them already, or not yet (None)."""
    look, asked = odds or chances, actions_of(system, scene, actor) if actions is None else actions
    found = ((action, look(system, scene, action)) for action in asked)
    choices = [_choice(system, scene, actor, action, known) for action, known in found if known is not None]
    legal = [choice for choice in choices if not choice.odds.refused]
    telling = [choice for choice in legal if choice.odds.drops is not None]
    usual = [choice for choice in legal if choice.action.verb == system.roles.get("odds")]
    kept = telling or usual or legal
    return _by_tactics(system, scene, scene.combatants[actor], kept) if kept else ()


def chances(system: System, scene: Scene, action: Action) -> Odds | None:
    """Return the odds of an action with the objections to it; None if it throws and takes nothing."""
    try:
        return odds_of(system, scene, action)
    except InvalidCommand:
        return None


def flees(system: System, scene: Scene, actor: str) -> bool:
    """Return whether somebody whose tactics say so has come below half of the main track."""
    combatant, main = scene.combatants[actor], system.main_track(scene)
    track = combatant.tracks.get(main)
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


def _choice(system: System, scene: Scene, actor: str, action: Action, odds: Odds) -> Choice:
    aimed = getattr(action, "target", None)
    victim = aimed[0] if isinstance(aimed, tuple) and aimed else aimed
    if not isinstance(victim, str) or victim not in scene.combatants:
        victim = str(getattr(action, "actor", actor))
    own = scene.combatants[victim].side == scene.combatants[actor].side
    expected = sum(amount * p for amount, p in odds.losses.get(system.main_track(scene), {}).items())
    return Choice(action, odds, victim, own, left_of(system, scene, scene.combatants[victim]), expected)


def _by_tactics(system: System, scene: Scene, actor: Combatant, choices: list[Choice]) -> tuple[Choice, ...]:
    """Return choices in the order of the actor's tactics, then by worth, then in the order of the list."""
    words = tactics_of(actor)
    if not words:
        return tuple(sorted(choices, key=lambda choice: round(choice.worth if choice.own else -choice.worth, 9)))
    bands = system.band_names(scene)
    victims = list(dict.fromkeys(choice.victim for choice in choices))
    allies = [ally.name for ally in scene.of_side(actor.side) if ally.out is None]
    turn = allies.index(actor.name) % len(victims) if actor.name in allies else 0
    ranks: dict[str, Callable[[Choice], int]] = {
        "weakest": lambda choice: choice.left,
        "nearest": lambda choice: _place(bands, scene.band(actor.name, choice.victim)),
        "casters": lambda choice: 0 if casts(scene.combatants[choice.victim]) else 1,
        "spreads": lambda choice: (victims.index(choice.victim) - turn) % len(victims),
    }
    counting = [word for word in words if word in ranks]

    def key(choice: Choice) -> tuple[Any, ...]:
        worth = choice.worth if choice.own else -choice.worth
        return (*(ranks[word](choice) for word in counting), round(worth, 9))

    best = {word: min(map(ranks[word], choices)) for word in counting}
    said = [
        replace(choice, why=tuple(word for word in counting if ranks[word](choice) == best[word])) for choice in choices
    ]
    return tuple(sorted(said, key=key))


def casts(combatant: Combatant) -> bool:
    """Return whether anything on a sheet names magic."""
    names = (*combatant.fields, *combatant.tracks, *combatant.counters, *combatant.weapons)
    return any(word in name.casefold() for name in names for word in MAGIC)


def _place(bands: tuple[str, ...], band: str) -> int:
    return bands.index(band) if band in bands else len(bands)


@lru_cache(maxsize=32)
def _attacking(
    kinds: tuple[type[Action], ...], usual: str | None
) -> tuple[tuple[type[Action], Parameter, bool, bool], ...]:
    """Return the usual attack and what else throws against a target with a weapon.

    Each comes with the parameter of its result, whether it takes a weapon, and whether several targets.
    """
    found = []
    for kind in kinds:
        parameters = {parameter.attr: parameter for parameter in kind.parameters.values()}
        result = thrown_by(kind)
        given = {"actor", "target", result.attr if result is not None else ""}
        needed = {parameter.attr for parameter in parameters.values() if parameter.required}
        attacks = kind.verb == usual or "weapon" in parameters
        if result is not None and attacks and {"actor", "target"} <= parameters.keys() and needed <= given:
            many = isinstance(parameters["target"].type, CombatantsParam)
            found.append((kind, result, "weapon" in parameters, many))
    return tuple(found)


def words_of(action: Action) -> dict[str, str]:
    """Return what a form is filled in with: an action's fields as words, without who does it and what is thrown."""
    result = thrown_by(type(action))
    words = {}
    for parameter in type(action).parameters.values():
        value = getattr(action, parameter.attr)
        skipped = parameter.attr == "actor" or parameter is result
        if parameter.type is not None and not skipped and value not in (None, False, ()):
            words[parameter.attr] = parameter.type.write(value)
    return words


def thrown_by(kind: type[Action]) -> Parameter | None:
    """Return the parameter that takes the result of an action's throw."""
    parameters = kind.parameters.values()
    return next((each for each in parameters if each.aliases == RESULT or each.name in RESULT), None)


def _attacks(system: System, scene: Scene, actor: Combatant, context: Context) -> Iterator[Action]:
    usual, targets = system.roles.get("odds"), system.likely_targets(scene, actor.name)
    for kind, result, armed, many in _attacking(tuple(system.own_actions), usual):
        assert result.type is not None
        thrown = result.type.read("roll", context)
        weapons = tuple(actor.weapons) if armed else ()
        for target in targets:
            for weapon in weapons or ((None,) if kind.verb == usual else ()):
                fields: dict[str, Any] = {"actor": actor.name, "target": (target,) if many else target}
                if weapon is not None:
                    fields["weapon"] = weapon
                yield kind(**fields, **{result.attr: thrown})


def _answers(kind: type[Action], actor: str, context: Context) -> Iterator[Action]:
    """Yield a reaction, in each of its ways if it has several."""
    result = thrown_by(kind)
    if result is None or result.type is None:
        if not any(parameter.required and parameter.attr != "actor" for parameter in kind.parameters.values()):
            yield kind(actor=actor)
        return
    fields = {"actor": actor, result.attr: result.type.read("roll", context)}
    needed = [each for each in kind.parameters.values() if each.required and each.attr not in fields]
    if not needed:
        yield kind(**fields)
    elif len(needed) == 1 and needed[0].type is not None:
        for word in needed[0].type.complete(context):
            yield kind(**fields, **{needed[0].attr: needed[0].type.read(word, context)})
