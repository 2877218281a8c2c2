"""The game's own state of each combatant: waiting attacks, shares, held actions."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene
from tracker.games.contract import tables as t
from tracker.games.contract.weapons import SHOT
from tracker.rules.errors import InvalidCommand
from tracker.rules.own_state import OwnState
from tracker.rules.resolver import Resolver

ACTION: Final = "action"
EXERTED: Final = "exerted"
"""The words for exertions spent in a round."""


class Share(Model, omit_defaults=True):
    """A part of a split pool: its act, target and dice, and its weapon if one was named."""

    act: str
    target: str | None
    dice: int
    weapon: str | None = None

    def __str__(self) -> str:
        target = f"@{self.target}" if self.target else ""
        return f"{self.act}{target}{f'/{self.weapon}' if self.weapon else ''}:{self.dice}"

    @property
    def told(self) -> str:
        """Return the share as a sentence says it: ``3 to attack Thug with the mace``."""
        target = f" {self.target}" if self.target else ""
        return f"{self.dice} to {self.act}{target}{f' with {t.arms(self.weapon)}' if self.weapon else ''}"


class Held(Model):
    """A held action and what sets it off."""

    action: str
    when: str = ""


class Then(Model, omit_defaults=True):
    """What somebody had in the round of a waiting attack: the words spent, quick actions, the dice kept for a parry."""

    spent: tuple[str, ...] = ()
    quick: int = 0
    parry: int | None = None


class Blow(Model):
    """The outcome of an incoming attack, with the weapon's damage and the GM's ``extra``.

    ``prompt`` is its open question. ``late``: a held action comes before it; ``held``: it is a held action itself.
    ``earlier`` is what its target had spent in the attack's round; unset until a new round begins.
    ``quick`` and ``shares`` are the quick actions and the unused shares of its target in that round, if there were any.
    ``friends`` is the same of each of the target's side; unset until a new round begins.
    """

    by: str
    target: str
    weapon: str
    kind: str
    outcome: int
    damage: int
    extra: int = 0
    prompt: int = 0
    late: bool = False
    held: bool = False
    earlier: tuple[str, ...] | UnsetType = UNSET
    quick: int | UnsetType = UNSET
    shares: tuple[Share, ...] | UnsetType = UNSET
    friends: Mapping[str, Then] | UnsetType = UNSET

    def then(self, who: str) -> Then | None:
        """Return what its target, or a friend, had in the attack's round; None if that is the current one."""
        if who == self.target:
            return None if self.earlier is UNSET else Then(self.earlier, self.quick or 0)
        return None if self.friends is UNSET else self.friends.get(who, Then((ACTION, EXERTED)))

    def spending(self, who: str, word: str) -> "Blow":
        """Return the attack with a word more that its target, or a friend, has spent in its round, if that is over."""
        if who == self.target:
            return self if self.earlier is UNSET else replace(self, earlier=(*self.earlier, word))
        friends = self.friends or {}
        if (then := friends.get(who)) is None:
            return self
        return replace(self, friends={**friends, who: replace(then, spent=(*then.spent, word))})


class CombatantState(OwnState):
    """What the game keeps of one combatant.

    ``shares`` are the unused ones of a split Action, ``pending`` the attacks that wait, oldest first. ``initiative`` is
    None without a place in the order, ``ended`` the round in which their last turn did. ``boost`` is what exertion adds
    to the next outcome; with ``eased`` it takes away this round's penalties.
    """

    shares: tuple[Share, ...] = ()
    pending: tuple[Blow, ...] = ()
    held: Held | None = None
    initiative: int | None = None
    ended: int | None = None
    boost: int | None = None
    eased: bool | None = None

    def waiting(self, prompt: int) -> Blow | None:
        """Return the attack whose question has this number."""
        return next((blow for blow in self.pending if blow.prompt == prompt), None)


state_of = CombatantState.of
set_state = CombatantState.keep


def share_for(shares: Iterable[Share], act: str, target: str | None) -> Share | None:
    """Return the one of the shares for an act, preferring one for this target."""
    fitting = [share for share in shares if share.act == act and share.target in (None, target)]
    return next((share for share in fitting if share.target), fitting[0] if fitting else None)


def evading(combatant: Combatant) -> int:
    """Return the outcome left to spend on attacks; 0 for somebody who is down."""
    return combatant.number("evade") if combatant.out is None else 0


def find_pending(scene: Scene, name: str, against: str | None) -> Blow:
    """Return the oldest attack on somebody, by ``against`` or with that question's number; raises InvalidCommand."""
    number = against if against not in scene.combatants else None
    blows = [blow for blow in state_of(scene[name]).pending if against in (None, blow.by) or number == str(blow.prompt)]
    if not blows:
        which = f" has the number {number} and" if number else f" by {against}" if against else ""
        raise InvalidCommand(f"No attack{which} waits for {name}.")
    return blows[0]


def pending_label(scene: Scene, blow: Blow) -> str:
    """Return a label that tells waiting attacks apart: the attacker, or the question if the same attacker has two."""
    return blow.by if find_pending(scene, blow.target, blow.by) == blow else str(blow.prompt)


def change_pending(resolver: Resolver, change: Callable[[Blow], Blow | None]) -> None:
    """Change every waiting attack; None drops it."""
    for combatant in tuple(resolver.scene.combatants.values()):
        blows = state_of(combatant).pending
        changed = tuple(new for blow in blows if (new := change(blow)) is not None)
        if changed != blows:
            set_state(resolver, combatant.name, pending=changed)


def settle_attack(resolver: Resolver, blow: Blow, how: str) -> None:
    """Settle a waiting attack and close its question."""
    change_pending(resolver, lambda other: None if other.prompt == blow.prompt else other)
    if resolver.scene.prompt(blow.prompt):
        resolver.close_prompt(blow.prompt, how)


def drop_attacks_of(resolver: Resolver, gone: str, late_only: bool = True) -> None:
    """Drop the waiting attacks of somebody who is down or gone; with ``late_only``, those that had not gone first."""
    for combatant in tuple(resolver.scene.combatants.values()):
        for blow in state_of(combatant).pending:
            if blow.by == gone and (blow.late or not late_only):
                settle_attack(resolver, blow, "gone")
                release_attacks(resolver, blow)
                resolver.note(f"{resolver.whose(gone)} attack on {blow.target} is dropped.")


def hold_back_attacks(resolver: Resolver, name: str) -> None:
    """Put somebody's waiting attacks after a held action; a shot still goes first (S)."""
    _mark_late(resolver, name, True)
    if _has_shot(resolver.scene, name):
        resolver.note(f"{resolver.whose(name)} shot goes first.")


def release_attacks(resolver: Resolver, blow: Blow) -> None:
    """Release the attacks that waited for a held attack on their target."""
    if blow.held:
        _mark_late(resolver, blow.target, False)


def carry_over(resolver: Resolver) -> None:
    """Store with each waiting attack what its target and their friends had spent, and had left, in this round."""

    def carried(blow: Blow) -> Blow:
        target = resolver.combatant(blow.target)
        quick, shares = target.number("quick") or UNSET, state_of(target).shares or UNSET
        own = {"earlier": target.spent, "quick": quick, "shares": shares} if blow.earlier is UNSET else {}
        side = [one for one in resolver.scene.of_side(target.side) if one.name not in (blow.target, blow.by)]
        friends = {one.name: _then_of_friend(one, blow) for one in side} if blow.friends is UNSET else blow.friends
        return replace(blow, friends=friends, **own)

    change_pending(resolver, carried)


def _then_of_friend(friend: Combatant, blow: Blow) -> Then:
    shares = state_of(friend).shares
    share = share_for(shares, "parry", blow.by)
    spent = (*friend.spent, ACTION) if shares and share is None else friend.spent
    return Then(spent, friend.number("quick"), share.dice if share is not None else None)


def spent_before_trigger(resolver: Resolver, name: str) -> tuple[str, ...] | None:
    """Return what somebody had spent before the act that set off a held action, which comes first (S).

    None if they still have the Action, or if they shot, which goes before a held action.
    """
    spent = resolver.combatant(name).spent
    if resolver.scene.turn.name != name or ACTION not in spent or _has_shot(resolver.scene, name):
        return None
    return tuple(word for word in spent if word != ACTION)


def spend_earlier(resolver: Resolver, name: str, word: str) -> None:
    """Spend a reaction of an earlier round: the other attacks of then find the Action, or the exertion, spent."""
    change_pending(resolver, lambda blow: blow.spending(name, word))


def use_earlier_share(resolver: Resolver, blow: Blow, act: str) -> Share | None:
    """Use the share that the target of an attack had kept for this act in the attack's round, or object.

    When none is left the Action of that round is spent.
    """
    name, kept = blow.target, tuple(blow.shares or ())
    share = share_for(kept, act, blow.by)
    if share is None:
        told = ", ".join(share.told for share in kept)
        resolver.objection(f"{name} split the Action then and kept no share for this. Left: {told}.")
        return None
    left = list(kept)
    left.remove(share)
    less, then = tuple(left) or UNSET, (name, kept)
    change_pending(resolver, lambda one: replace(one, shares=less) if (one.target, one.shares) == then else one)
    if not left:
        spend_earlier(resolver, name, ACTION)
    return share


def _mark_late(resolver: Resolver, name: str, late: bool) -> None:
    change_pending(resolver, lambda blow: replace(blow, late=late and blow.kind != SHOT) if blow.by == name else blow)


def _has_shot(scene: Scene, name: str) -> bool:
    blows = (blow for combatant in scene.combatants.values() for blow in state_of(combatant).pending)
    return any(blow.by == name and blow.kind == SHOT for blow in blows)
