"""What an action sees of the whole table: its pools, the settings, and who stands with whom."""

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Final, cast

from msgspec import Struct

from tracker.combat.scene import Combatant, Plain, Scene, latest
from tracker.games.language.rules import Rules
from tracker.games.language.shape import PoolTable
from tracker.rules.action import Action
from tracker.rules.command import argument
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.verbs.notes import OFF, CountParam

POOLS: Final = "pools"  # the field of the fight that holds the pools that have changed, by name


def pools_of(scene: Scene, rules: Rules) -> dict[str, int]:
    """Return the pools of the table as they are, by name."""
    kept = scene.fields.get(POOLS)
    known = kept if isinstance(kept, dict) else {}
    whole = {name: value for name, value in known.items() if isinstance(value, int)}
    return {pool.name: whole.get(pool.name, pool.start) for pool in rules.table.pool}


def change_pool(resolver: Resolver, rules: Rules, name: str, to: int) -> None:
    """Set a pool of the table, within its bounds, and say so."""
    pool = pool_called(rules, name)
    before = pools_of(resolver.scene, rules)
    value = max(pool.low, to if pool.top is None else min(pool.top, to))
    after = {**before, name: value}
    starts = {pool.name: pool.start for pool in rules.table.pool}
    resolver.set_scene_field(POOLS, cast("Plain", after) if after != starts else None)
    resolver.say(f"{called(name)}: {before[name]} → {value}.".replace("-", "−"))


def pool_called(rules: Rules, name: str) -> PoolTable:
    """Return the declaration of a pool."""
    return next(pool for pool in rules.table.pool if pool.name == name)


def called(pool: str) -> str:
    """Return the name of a pool as it is shown."""
    return pool.replace("-", " ").capitalize()


class Fight(Struct):
    """The fight around an action."""

    scene: Scene
    system: System
    rules: Rules

    def up(self, side: str, besides: Collection[str] = ()) -> tuple[Combatant, ...]:
        """Return those of a side who are not out."""
        return tuple([who for who in self.scene.of_side(side) if who.out is None and who.name not in besides])

    def allies(self, me: Combatant | None, it: Combatant | None, band: str, without: Collection[str] = ()) -> int:
        """Return how many others of the side of ``me`` who can act are as near to ``it`` as a band, or nearer."""
        self.system.looked |= {("allies", band)}
        return self.near(self.up(me.side, (me.name, it.name)), it, band, without) if me and it else 0

    def foes(self, me: Combatant | None, band: str, without: Collection[str] = ()) -> int:
        """Return how many of other sides who can act are as near to ``me`` as a band, or nearer."""
        self.system.looked |= {("foes", band)}
        return _foes(self.scene, self.system, self.rules, me, band, without) if me else 0

    def near(self, people: Iterable[Combatant], of: Combatant, band: str, without: Collection[str]) -> int:
        """Return how many people who can act are as near to one as a band, or nearer."""
        bands, stopping = self.system.band_names(self.scene), self.rules.cannot_act.union(without)
        near = bands[: bands.index(band) + 1] if band in bands else ()
        close = [who for who in people if self.scene.band(who.name, of.name) in near]
        return len([who for who in close if stopping.isdisjoint([item.name for item in who.conditions])])


@latest  # The same for each target that somebody looks at.
def _foes(scene: Scene, system: System, rules: Rules, me: Combatant, band: str, without: Collection[str]) -> int:
    foes = [who for who in scene.combatants.values() if who.side != me.side and who.out is None]
    return Fight(scene, system, rules).near(foes, me, band, without)


class Pool(Action):
    """A number of the whole table: 3 sets it, +1 and -1 change it."""

    verb = "pool"
    by_hand = True
    rules: ClassVar[Rules]

    name: str = argument(ChoiceParam(lambda context: _pools(context.system), "pool"), "which", required=True)
    count: int | str = argument(CountParam(), "how many", required=True)

    def resolve(self, resolver: Resolver) -> None:
        pool, now = pool_called(self.rules, self.name), pools_of(resolver.scene, self.rules)[self.name]
        if self.count == OFF:
            raise InvalidCommand(f"{called(self.name)} is a number of the game: type how many there are, +1 or -1.")
        to = self.count if isinstance(self.count, int) else now + int(self.count)
        if to < pool.low:
            raise InvalidCommand(f"{called(self.name)} is {now}; it cannot go below {pool.low}.")
        if pool.top is not None and to > pool.top:
            raise InvalidCommand(f"{called(self.name)} is {now}; the most is {pool.top}.")
        change_pool(resolver, self.rules, self.name, to)


def _pools(system: System) -> tuple[str, ...]:
    return tuple(pool.name for pool in cast("Rules", cast(Any, system).rules).table.pool)
