"""The game's own state of a fight and of each combatant: reactions, throws that may change, long moves, threats."""

from collections.abc import Mapping
from typing import Final

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene
from tracker.rules.own_state import OwnState
from tracker.rules.resolver import Resolver


class EnemyAction(Model):
    """The enemies' action in a Reaction Turn: its words, the pool to react with, and the enemy."""

    text: str = ""
    pool: str | None = None
    by: str | None = None


class Reaction(Model, omit_defaults=True):
    """The result of a Reaction Roll: whom it met, the grit it cost, and the successes ``left`` of it.

    For a failed one, what protection takes back: the grit before it (``had``), the adrenaline ``gained``, its
    questions, and the consequences of their answers (``condition``, ``bullets``, ``out``).
    """

    vs: str | None
    loss: int
    left: tuple[str, ...] = ()
    attack: str = "basic"
    had: int = 0
    gained: int = 0
    prompts: tuple[int, ...] = ()
    condition: str | None = None
    bullets: int = 0
    out: str | None = None


class Thrown(Model, omit_defaults=True):
    """A throw that may still be changed: its verb, the ``faces`` shown, and their successes.

    ``again``: dice were re-rolled; ``better``: with a better result. ``all_in`` and ``gamble`` were declared for it.
    """

    verb: str
    faces: tuple[int, ...]
    successes: tuple[str, ...] = ()
    again: bool = False
    better: bool = False
    all_in: bool = False
    gamble: bool = False

    @property
    def loose(self) -> int:
        """Return how many dice belong to no set."""
        return sum(self.faces.count(face) == 1 for face in self.faces)


class Journey(Model):
    """A move over several turns: to or from whom (``step`` −1 or 1), the band it leads to, and the turns left."""

    target: str
    to: str
    left: int
    step: int


class CombatantState(OwnState, rename={"reaction": "reacted", "journey": "way"}):
    """The game's state of one combatant: what came of the reaction, a throw that may change, a long move.

    ``bought`` are the unused extra actions: quick, full, cool. ``covered`` is how many friends laid covering fire.
    """

    reaction: Reaction | None = None
    thrown: Thrown | None = None
    journey: Journey | None = None
    bought: tuple[str, ...] = ()
    covered: int | bool = False


class Fight(OwnState):
    """The state of the whole fight: its mode, that of the next turn, its first kind of turn, what enemies do."""

    mode: str = "combat"
    next_mode: str | None = None
    opening: str | None = None
    threat: EnemyAction | None = None
    threat_for: Mapping[str, EnemyAction] = field(default_factory=dict)


fight_of = Fight.of
set_fight = Fight.keep_of_fight
state_of = CombatantState.of
set_state = CombatantState.keep


def covering_fire_for(combatant: Combatant) -> int:
    """Return how many friends laid covering fire for somebody's next Reaction Roll."""
    return int(CombatantState.of(combatant).covered)


def threat_to(scene: Scene, name: str) -> EnemyAction:
    """Return the threat to somebody in this Reaction Turn: their own first, completed from the common one."""
    fight = fight_of(scene)
    common, own = fight.threat or EnemyAction(), fight.threat_for.get(name) or EnemyAction()
    return EnemyAction(own.text or common.text, own.pool or common.pool, own.by or common.by)


OF_A_TURN: Final = frozenset({"extra", "bought", "reacted", "thrown"})  # the fields of a combatant that go with a turn


def add_to_reaction(resolver: Resolver, name: str, prompt: int, **brought: str | int | None) -> None:
    """Attach the answer to a prompt to the failed reaction that raised it; ``brought`` sets fields of Reaction."""
    failed = state_of(resolver.combatant(name)).reaction
    if failed is not None and prompt in failed.prompts:
        set_state(resolver, name, reaction=replace(failed, **brought))
