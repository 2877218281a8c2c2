"""The dice of a check before its result: two ten-sided dice, the number they must not exceed, and its sources."""

from __future__ import annotations

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.attack import Aim, Attack
from tracker.games.unknown_armies.actions.dodge import Dodge, dodge_number
from tracker.games.unknown_armies.actions.sucker import Sucker
from tracker.games.unknown_armies.actions.turn import Act
from tracker.games.unknown_armies.result import HELP, ONE_DIE_HELP, digits, match_of_die
from tracker.games.unknown_armies.state import state_of
from tracker.rules.action import Action
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Throw


def throw(system: System, scene: Scene, action: Action) -> Throw | None:
    """Return the check of an action; None for one without. Raises InvalidCommand for an action that makes no sense."""
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Attack):
        filled = action.with_defaults(resolver)
        aim = filled.aim(resolver)
        if aim.one_die:
            return _one_die(filled.actor, aim)
        return _check(resolver, filled.actor, aim.number, max(1, aim.minimum))
    if isinstance(action, Sucker):
        feint = action.with_defaults(resolver)
        return _check(resolver, feint.actor, feint.count_number(resolver))
    if isinstance(action, Act) and action.roll is not None:
        return _check(resolver, action.actor, action.count_number(resolver))
    if isinstance(action, Dodge):
        dodge = action.with_defaults(resolver)
        hits = state_of(resolver.combatant(dodge.actor)).hits
        latest = next(hit for hit in reversed(hits) if hit.by == dodge.against_)
        number = dodge_number(resolver, dodge.actor, latest.before)
        return _check(resolver, dodge.actor, number, latest.roll, "tn", against=f"against {digits(latest.roll)}")
    return None


def _check(resolver: Resolver, actor: str, number: int, least: int = 1, of: str = "target", against: str = "") -> Throw:
    parts = tuple(
        Addend(reason.label.removeprefix(f"{actor}'s "), reason.value) for reason in resolver.reasons if reason.of == of
    )
    most = min(number, t.FUMBLE - 1)
    if most < least:
        wanted = "01" if least > 1 else "01 only"
    else:
        wanted = f"{digits(least)} to {digits(most)}" if least > 1 else f"{digits(most)} or less"
    return Throw(
        actor, f"d{t.SIDES}", parts, None, against, (), wanted, HELP, (Addend("number", number), Addend("least", least))
    )


def _one_die(actor: str, aim: Aim) -> Throw:
    """Return one die, read as a match: the faces that succeed."""
    good = [str(face) for face in range(t.DIE) if aim.passes(match_of_die(face))]
    wanted = f"{', '.join(good) or 'nothing'} ({aim.number} or less)"
    return Throw(actor, f"d{t.DIE}, read as a match", (), None, "", (), wanted, ONE_DIE_HELP)
