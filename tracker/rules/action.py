"""Actions: commands with the rules that carry them out."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar, Final, Self, TypeAlias

from tracker.combat.model import Model
from tracker.combat.records import Reason
from tracker.combat.scene import Scene, altered, same_names
from tracker.rules.command import Command, argument
from tracker.rules.params import CombatantParam, CombatantsParam, NameList
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Throw
from tracker.rules.turns import reset_counters
from tracker.rules.view import Deed, Odds

OUT_OF_REACH: Final = "out of reach"
OddsOf: TypeAlias = Callable[["Action"], Odds | None]  # of an action in the scene, if there are any


class Revision(Model):
    """A change to the latest entry in which ``actor`` did ``verb``, made instead of a new entry."""

    verb: str
    actor: str
    change: "Callable[[Any], Action]"


class Action(Command):
    """A command with its rule.

    ``otherwise`` is the action that the same verb means if the words do not fit this one; with ``once_for_a_group`` the
    dice of the first of a group count for all of it.
    """

    otherwise: "ClassVar[type[Action] | None]" = None
    once_for_a_group: ClassVar[bool] = False
    ways: ClassVar[tuple[str, ...]] = ()
    """The fields, by attribute, that are other ways of doing it which the actor may choose, such as a called shot."""
    to_throw: ClassVar[str] = ""  # how to type it with a throw, if it can be without one

    def revision(self, scene: Scene) -> Revision | None:
        """Return the change to an existing entry; None for actions that make their own."""
        return None

    @property
    def told(self) -> str:
        """Return what it is called beside its verb in a list of choices, if no target or weapon tells it apart."""
        return ""

    @classmethod
    def goes_with(cls, resolver: Resolver, actor: str, weapon: str) -> bool:
        """Return whether it is done with a weapon that somebody carries, or with none ("")."""
        return True

    @classmethod
    def spreads(cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any]) -> int:
        """Return how many targets it reaches with a weapon, in these of its ``ways``; ``MOST`` for all, 0 if unsaid."""
        return 0

    @classmethod
    def costly(cls, resolver: Resolver) -> tuple[str, ...]:
        """Return those of its ways that cost the actor's main track: they are ranked after all others."""
        return ()

    @classmethod
    def suits(
        cls, resolver: Resolver, actor: str, weapon: str, ways: Mapping[str, Any], spent: Collection[str] = ()
    ) -> bool:
        """Return whether these of its ``ways`` are a choice of their own with a weapon and take no act in ``spent``."""
        return True

    @classmethod
    def helped(cls, resolver: Resolver, actor: str, weapon: str = "") -> tuple[str, ...] | None:
        """Return whom it is done for with a weapon, the one most in need first; None if it is for nobody's good."""
        return resolver.system.allies_in_need(resolver.scene, actor) if cls.helps else None

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: "OddsOf") -> "Iterable[Action]":
        """Return it as somebody may choose it now, where its choices are more than a target and a weapon."""
        return ()

    def acts(self, scene: Scene) -> "tuple[Action, ...]":
        """Return the acts on a single victim that it comes to, whose odds are its own; none if it is such an act."""
        aimed = getattr(self, "target", None)
        several = isinstance(aimed, tuple) and len(aimed) > 1
        return tuple(self.copy_with(target=(one,)) for one in aimed or ()) if several else ()

    def with_defaults(self, resolver: Resolver) -> Self:
        """Return the action with missing fields filled in; it may object."""
        return self

    def check(self, resolver: Resolver) -> Check | None:
        """Return the throw that decides it; None without one.

        All fields are filled in; ``resolver`` has no dice and takes objections for overruled. Raises InvalidCommand.
        """
        return None

    def plain_throw(self, resolver: Resolver) -> Throw | None:
        """Return the same throw where nobody is told what it must show; that may be left out of it."""
        check = self.check(resolver)
        return check.throw if check is not None else None

    def asked_next(self, resolver: Resolver) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute, such as the damage of a hit."""
        return ()

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        """Return whether its throw succeeded, as ``check`` counts success; None if it threw nothing.

        ``resolver`` stands at the moment before the action, and ``why`` are the numbers of this action alone.
        """
        return None

    def from_here(self, resolver: Resolver) -> Self:
        """Return it as it is proposed from where the actor stands, such as with coming up to the target before it."""
        return self

    def hindrance(self, resolver: Resolver) -> str:
        """Return what keeps it from its targets, such as ``OUT_OF_REACH``; "" for nothing that the game knows."""
        return ""

    def apart(self, why: tuple[Reason, ...] = ()) -> tuple[tuple[Self, tuple[Reason, ...]], ...]:
        """Return the action for each target that throws for itself, with the numbers of that; else itself."""
        return ((self, why),)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return its columns of the log; None if its sentences say everything.

        ``resolver`` stands before the action, ``after`` is the scene behind it, ``why`` are the numbers of it alone.
        """
        actor, target = getattr(self, "actor", None), getattr(self, "target", None)
        if not isinstance(actor, str) or not isinstance(target, str):
            return None
        weapon = getattr(self, "weapon", None)
        return Deed(actor, target, (actor, weapon) if isinstance(weapon, str) else (actor,))

    @abstractmethod
    def resolve(self, resolver: Resolver) -> None:
        """Carry out the action through ``resolver``; all fields are filled in by ``with_defaults``."""


class ByHand(Action):
    """A verb of the GM, which no rule refuses to those who are out."""

    by_hand = True


class ForSeveral(ByHand):
    """A verb of the GM for one or several combatants."""

    names: NameList = argument(CombatantsParam(), "who", required=True)


class ActorAction(Action):
    """Something that a combatant does; its rule is from the seed (S) unless noted otherwise."""

    source = "S"

    actor: str = argument(CombatantParam(), "who", required=True)


def perform(resolver: Resolver, action: Action) -> Action:
    """Carry out an action, and return it as it is to be recorded, so that it does the same again.

    Raises Refused, InvalidCommand, and NotThrown if a preview needs dice.
    """
    before, done = resolver.scene, len(resolver.events)
    actor = getattr(action, "actor", None)
    if isinstance(actor, str):
        resolver.system.check_actor(resolver, type(action), actor)
    complete = action.with_defaults(resolver)
    resolver.action = complete
    complete.resolve(resolver)
    resolver.performed.append(resolver.action)
    reset_counters(resolver, before, done)
    if resolver.heard:
        _note_sides_down(resolver, before)
    resolver.check_objections()
    return resolver.action


def _note_sides_down(resolver: Resolver, before: Scene) -> None:
    changed = altered(before, resolver.scene)
    if same_names(before, resolver.scene) and not any(now.out or now.side != was.side for was, now in changed):
        return
    for side in resolver.scene.sides_down():
        if any(member.out is None for member in before.of_side(side)):
            resolver.note(f"All {side} are down; end closes the fight.")
