"""The order of turns: declaring, then acting in order."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final

from tracker.combat.events import OrderBecame
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import forget, set_ready, set_state, state_of
from tracker.rules.reminders import end_conditions
from tracker.rules.resolver import Resolver
from tracker.rules.turns import TurnClock, full_order
from tracker.rules.view import TurnStatus

DECLARE: Final = "declare"
ACT: Final = "act"
ACTION: Final = "action"


def may_declare(combatant: Combatant) -> bool:
    """Return whether somebody may still declare a focus."""
    return combatant.out is None and not combatant.has("focus")


class UnknownArmiesClock(TurnClock):
    """Rounds of two phases: all declare, then all act, the highest first; who waits has another turn after all."""

    begins_first = True
    number = "place"
    asks = "number"

    def phases(self, scene: Scene) -> tuple[str | None, ...]:
        return (DECLARE, ACT)

    def goes_on(self, scene: Scene) -> bool:
        return scene.turn.phase is not None

    def can_act(self, scene: Scene, name: str) -> bool:
        combatant = scene[name]
        return combatant.out is None and (ACTION not in combatant.spent or bool(state_of(combatant).shares_left))

    def names_to_come(self, scene: Scene) -> Iterable[str]:
        """Return those after the active one who have not had a turn, then those passed over once."""
        if scene.turn.phase != ACT:
            return ()
        later = (name for name in super().names_to_come(scene) if not state_of(scene[name]).passed)
        waiting = (name for name in full_order(scene) if state_of(scene[name]).passed == 1)
        return chain(later, (name for name in waiting if name != scene.turn.name))

    def may_act(self, scene: Scene, name: str) -> bool:
        if scene.turn.phase == DECLARE:
            return may_declare(scene[name])
        return not scene.is_over and self.can_act(scene, name) and scene.turn.name in (None, name)

    def is_done(self, scene: Scene, name: str) -> bool:
        return scene.turn.phase == ACT and (not self.can_act(scene, name) or state_of(scene[name]).passed > 1)

    def running(self, scene: Scene) -> TurnStatus:
        turn, order = scene.turn, full_order(scene)
        if turn.round == 0:
            return TurnStatus("before the first round")
        if turn.phase == DECLARE:
            names = tuple(name for name in order if may_declare(scene[name]))
            return TurnStatus(f"DECLARE · round {turn.round}", "", names, doing=DECLARE)
        able = (name for name in order if self.can_act(scene, name) and state_of(scene[name]).passed <= 1)
        return TurnStatus(f"ROUND {turn.round}", turn.name or "", tuple(name for name in able if name != turn.name))

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        turn = scene.turn
        return (f"Round {turn.round}: {'declarations' if turn.phase == DECLARE else turn.name or 'nobody can act'}.",)

    def begin_declaring(self, resolver: Resolver) -> None:
        """Open round 1, in which everybody may declare, if no round is open."""
        self.reopen(resolver)
        if resolver.scene.turn.round == 0:
            self.begin_round(resolver, 1)

    def begin_acting(self, resolver: Resolver, name: str | None = None) -> None:
        """Close the declaring at the first action, except after the end; ``name`` is the actor."""
        turn = resolver.scene.turn
        if turn.phase == ACT or resolver.scene.is_over:
            return
        if not turn.round:
            self.sort_by_skill(resolver)
        self.come(resolver, Turn(max(1, turn.round), ACT))
        self.pass_on(resolver)
        if name is not None:
            resolver.note_out_of_turn(name)

    def spend_action(self, resolver: Resolver, name: str) -> None:
        """Close the declaring, and spend somebody's action of this round."""
        self.begin_acting(resolver, name)
        resolver.spend(name, ACTION)

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """End turns; whoever could still act is passed over, and has another turn before the round ends."""
        super().end_turns(resolver, names)
        for name in names:
            if self.can_act(resolver.scene, name):
                passed = state_of(resolver.combatant(name)).passed
                set_state(resolver, name, passed=passed + 1)
                if not passed:
                    resolver.say(f"{resolver.clause(name, 'waits')}.")

    def begin_round(self, resolver: Resolver, number: int) -> None:
        super().begin_round(resolver, number)
        self.sort_by_skill(resolver)

    def renew(self, resolver: Resolver, number: int) -> None:
        _reset_round(resolver)
        suckers = ((fighter.name, fighter.condition("sucker")) for fighter in resolver.scene.combatants.values())
        end_conditions(resolver, [(name, "sucker") for name, since in suckers if since and since.since < number - 1])
        _finish_drawing(resolver)

    def give(self, resolver: Resolver, name: str) -> None:
        """Give somebody the turn by hand; this closes the declaring."""
        self.begin_acting(resolver)
        self.come(resolver, self.turn_of(resolver.scene, name))

    def seat(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Under order=skill, seat those who join during declaring by their skill."""
        if resolver.scene.turn.phase == DECLARE:
            self.sort_by_skill(resolver)

    def moved(self, resolver: Resolver, name: str) -> None:
        """Give somebody who was moved the number of their new neighbour, so that later ones are seated correctly."""
        order = resolver.scene.order
        place = order.index(name)
        neighbour = order[place + 1] if place + 1 < len(order) else order[place - 1]
        number = state_of(resolver.combatant(neighbour)).place
        if neighbour != name and number is not None:
            set_state(resolver, name, place=number)

    def sort_by_skill(self, resolver: Resolver) -> None:
        """Under order=skill, seat everybody by skill, the highest first; a typed number overrides the skill."""
        if resolver.setting("order") == "skill":
            order = full_order(resolver.scene)
            resolver.emit(OrderBecame(tuple(sorted(order, key=lambda name: -_rank(resolver.scene, name)))))

    def close(self, resolver: Resolver) -> None:
        """Close the fight: focus, splits and feints end, and weapons being drawn are in hand."""
        super().close(resolver)
        _reset_round(resolver)
        _finish_drawing(resolver)
        for name in resolver.scene.combatants:
            resolver.unmark(name, "sucker")

    def forget(self, resolver: Resolver) -> None:
        _reset_round(resolver)
        for name in resolver.scene.combatants:
            for condition in ("sucker", "drawing"):
                resolver.unmark(name, condition)
            set_state(resolver, name, place=None, drawing=None)


CLOCK: Final = UnknownArmiesClock()


def _finish_drawing(resolver: Resolver) -> None:
    for combatant in resolver.scene.combatants.values():
        weapon = state_of(combatant).drawing
        if weapon in combatant.weapons and combatant.has("drawing"):
            set_ready(resolver, combatant.name, str(weapon), True)
        resolver.unmark(combatant.name, "drawing")
        set_state(resolver, combatant.name, drawing=None)


def _reset_round(resolver: Resolver) -> None:
    """Renew actions, and end what lasts for a round; nobody needs to answer what asks for more in free words."""
    for prompt in resolver.scene.prompts:
        if not prompt.choices:
            resolver.close_prompt(prompt.id, "skip")
    resolver.restore()
    for combatant in resolver.scene.combatants.values():
        resolver.unmark(combatant.name, "focus")
        forget(resolver, (combatant.name,), "split", "hits", "passed")


def _rank(scene: Scene, name: str) -> int:
    combatant = scene[name]
    place = state_of(combatant).place
    return max(combatant.number(skill) for skill in t.SKILLS.values()) if place is None else place
