"""The order of turns: one side rolls initiative against the other. What actions cost is in ``actions.turn``."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Final

from msgspec.structs import replace

from tracker.combat.events import OrderBecame, TurnCame
from tracker.combat.scene import HEROES, Scene, Turn
from tracker.games.gen6 import health
from tracker.games.gen6.state import MAJOR, MAJOR_DEED, MINOR, fight_state, forget, set_fight, set_state, state_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names, possessive
from tracker.rules.resolver import Resolver
from tracker.rules.turns import INITIATIVE, TurnClock, full_order
from tracker.rules.view import Opening, TurnPlace, TurnStatus


def turn_order(scene: Scene, sides: Sequence[str], alternate: bool) -> tuple[str, ...]:
    """Return everybody in turn order: side by side, or alternating, those who are surprised last of their side (G)."""
    people = [[combatant.name for combatant in scene.listed() if combatant.side == side] for side in sides]
    if alternate:
        people = [sorted(names, key=lambda name: scene[name].has("surprised")) for names in people]
    names = chain.from_iterable(zip_longest(*people) if alternate else people)
    return tuple(name for name in names if name is not None)


def _had_turn(scene: Scene, name: str) -> bool:
    return state_of(scene[name]).ended == scene.turn.round


def next_roller(scene: Scene) -> str | None:
    """Return whose turn it is to roll for the heroes: the next one up after the last roller."""
    heroes = scene.of_side(HEROES)
    last = next((place for place, hero in enumerate(heroes) if state_of(hero).rolled_initiative), -1)
    around = (*heroes[last + 1 :], *heroes[: last + 1])
    return next((hero.name for hero in around if hero.out is None), None)


class Gen6Clock(TurnClock):
    """One combatant after another, side by side or alternating, by the initiative of the sides."""

    begins_first = True

    def goes_on(self, scene: Scene) -> bool:
        return scene.turn.name is not None

    def can_act(self, scene: Scene, name: str) -> bool:
        return scene[name].out is None and not scene[name].has("surprised")

    def names_to_come(self, scene: Scene) -> Iterable[str]:
        """Return those without a turn in this round: the later ones, then those passed over."""
        order, turn = full_order(scene), scene.turn
        place = order.index(turn.name) if turn.name in order else -1
        passed_over = (name for name in order[: max(0, place)] if state_of(scene[name]).began != turn.round)
        return (name for name in chain(order[place + 1 :], passed_over) if not _had_turn(scene, name))

    def takes_turn(self, scene: Scene, name: str) -> bool:
        return self.can_act(scene, name) and not _had_turn(scene, name)

    def may_act(self, scene: Scene, name: str) -> bool:
        return super().may_act(scene, name) and self.can_act(scene, name)

    def is_used_up(self, scene: Scene) -> bool:
        """Return whether nothing is left, or whether a group acted as one before this member's turn."""
        active = scene.combatants.get(scene.turn.name or "")
        if active is None or MAJOR not in active.spent:
            return False
        return MINOR in active.spent or len(scene.group(active.group or "")) > 1

    def is_done(self, scene: Scene, name: str) -> bool:
        return not self.takes_turn(scene, name)

    def places(self, scene: Scene) -> tuple[TurnPlace, ...]:
        return super().places(scene) if scene.order else ()

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        awaits = fight_state(scene).awaits_initiative
        if scene.is_over or (scene.turn.round and not awaits):
            return ()
        roll = Opening(INITIATIVE, INITIATIVE, due=not scene.order or awaits)
        return (roll,) if scene.turn.round else (Opening("surprise", "surprise"), Opening("positions", "nearer"), roll)

    def running(self, scene: Scene) -> TurnStatus:
        turn, awaits = scene.turn, fight_state(scene).awaits_initiative
        if not turn.round or awaits:
            moment = f"round {turn.round}" if turn.round else "before the fight"
            roller = next_roller(scene)
            return TurnStatus(moment, f"{roller} rolls initiative" if roller else "")
        active = (turn.name,) if turn.name in scene.combatants and turn.name else ()
        still = tuple(name for name in (*active, *self.names_to_come(scene)) if self.takes_turn(scene, name))
        return TurnStatus(f"round {turn.round}", turn.name or "", still)

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        turn = scene.turn
        active = (f"{possessive(turn.name, scene)} turn.",) if turn.name in scene.combatants and turn.name else ()
        return (f"Round {turn.round}.", *active)

    def report(self, resolver: Resolver) -> None:
        """Report that nobody has the turn; rounds and turns are reported as they begin."""
        if resolver.scene.turn.name is None:
            resolver.say("Roll initiative." if fight_state(resolver.scene).awaits_initiative else "Nobody can act.")

    def advance(self, resolver: Resolver, leaving: Collection[str] = ()) -> None:
        """Pass the turn to the next combatant who can act, in a new round once everybody has had a turn."""
        scene = resolver.scene
        if not scene.combatants:
            raise InvalidCommand("Nobody is in the fight. Add somebody: add NAME.")
        if not scene.turn.round and not scene.order:
            resolver.note("Nobody has rolled initiative, so the heroes go first.")
        if scene.turn.round and scene.turn.name is None and fight_state(scene).awaits_initiative:
            resolver.note("Nobody has rolled initiative for this round, so the order stays.")
            set_fight(resolver, awaits_initiative=False)
            if self.pass_on(resolver, leaving):
                return
        super().advance(resolver, leaving)

    def pass_on(self, resolver: Resolver, leaving: Collection[str] = ()) -> bool:
        """Pass the turn on, unless initiative is rolled first; the dying bleed as their place is passed."""
        if resolver.scene.turn.name is None and fight_state(resolver.scene).awaits_initiative:
            return False
        came = super().pass_on(resolver, leaving)
        if not came:
            resolver.emit(TurnCame(replace(resolver.scene.turn, side=None, name=None)))
        return came

    def arrive(self, resolver: Resolver, turn: Turn) -> bool:
        came = super().arrive(resolver, turn)
        if came:
            resolver.say(f"{resolver.whose(str(turn.name))} turn.")
        return came

    def begin_round(self, resolver: Resolver, number: int) -> None:
        """Begin a round; the dying who were passed over by a changed order bleed first."""
        for name in resolver.scene.combatants if number > 1 else ():
            health.bleed(resolver, name)
        super().begin_round(resolver, number)
        resolver.restore()
        forget(resolver, tuple(resolver.scene.combatants), "deeds")
        resolver.say(f"Round {number}.")
        if number > 1 and resolver.setting("initiative_each") == "round":
            set_fight(resolver, awaits_initiative=True)

    def begin_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """Begin turns, once a round, at their place or with an action before it: effects end, the dying bleed."""
        now = resolver.scene.turn.round
        for name in names:
            if not now or state_of(resolver.combatant(name)).began == now:
                continue
            set_state(resolver, name, began=now, moved=0)
            if resolver.combatant(name).has("prepared"):
                resolver.say(f"{resolver.clause(name, 'loses')} the prepared action.")
                set_state(resolver, name, prepared=None)
                resolver.unmark(name, "prepared")
            super().begin_turns(resolver, (name,))
            health.bleed(resolver, name)

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        """End turns; a chase ends for somebody who did not run in theirs (S)."""
        active = [name for name in names if name == resolver.scene.turn.name]
        for name in active:
            state = state_of(resolver.combatant(name))
            if state.in_chase and not {"run", f"{MAJOR_DEED}run"} & {*state.deeds}:
                resolver.note(f"{resolver.clause(name, 'has')} not run this turn and is out of the chase.")
                set_state(resolver, name, in_chase=False)
        super().end_turns(resolver, names)
        for name in active:
            set_state(resolver, name, ended=resolver.scene.turn.round)

    def give(self, resolver: Resolver, name: str) -> None:
        self.begin_turns(resolver, (name,))
        turn = resolver.scene.turn
        resolver.emit(TurnCame(Turn(turn.round or 1, turn.phase, resolver.combatant(name).side, name)))

    def begin_fight(self, resolver: Resolver, totals: Mapping[str, int]) -> None:
        """Sort everybody by the sides' initiative, highest first, and begin the first turn if none has begun."""
        sides = sorted(totals, key=lambda side: -totals[side])
        resolver.emit(OrderBecame(turn_order(resolver.scene, sides, resolver.setting("turn_order") == "alternate")))
        turn = resolver.scene.turn
        if turn.round and turn.name is not None:
            return
        set_fight(resolver, awaits_initiative=False)
        if not turn.round:
            self.begin_round(resolver, 1)
        self.pass_on(resolver)

    def seat(self, resolver: Resolver, names: Sequence[str]) -> None:
        order = list(resolver.scene.order)
        if not order:
            return
        side = resolver.combatant(names[0]).side
        allies = [place for place, name in enumerate(order) if resolver.combatant(name).side == side]
        place = allies[-1] + 1 if allies else len(order)
        resolver.emit(OrderBecame((*order[:place], *names, *order[place:])))

    def leave(self, resolver: Resolver, names: Collection[str]) -> None:
        if resolver.scene.turn.name in names:
            self.advance(resolver, names)

    def close(self, resolver: Resolver) -> None:
        """Close the fight: surprise ends, and whoever is at 0 health now cannot take a breather."""
        super().close(resolver)
        main = resolver.system.main_track(resolver.scene)
        people = resolver.scene.combatants.values()
        at_zero = [combatant.name for combatant in people if main in combatant.tracks and not combatant.value(main)]
        for name in resolver.scene.combatants:
            set_state(resolver, name, ended_at_zero=name in at_zero)
            if resolver.scene.turn.round:
                resolver.unmark(name, "surprised")
        if at_zero:
            resolver.say(f"At 0 {main}: {join_names(at_zero, resolver.scene)}.")

    def forget(self, resolver: Resolver) -> None:
        people = tuple(resolver.scene.combatants.values())
        names = tuple(combatant.name for combatant in people)
        resolver.restore()
        forget(
            resolver, names, "deeds", "began", "ended", "prepared", "in_chase", "had_breather", "ended_at_zero", "moved"
        )
        for combatant in people:
            for condition in ("aim", "guard", "defend", "prepared", *(("prone",) if combatant.out is None else ())):
                resolver.unmark(combatant.name, condition)
            if combatant.out == health.DYING and not combatant.has("stable"):
                set_state(resolver, combatant.name, bled=0)


CLOCK: Final = Gen6Clock()
