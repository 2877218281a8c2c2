"""Two moments of a fight side by side: everything that people see of them and that differs."""

from collections.abc import Iterator, Mapping
from itertools import chain
from operator import attrgetter

from tracker.combat.model import Model
from tracker.combat.scene import OPEN, Combatant, Condition, Plain, Scene, pair
from tracker.export.json import Fight, head_of, shown
from tracker.rules.grammar import plain_value, quantity
from tracker.rules.sheet import COMMON_FIELDS
from tracker.rules.system import System
from tracker.rules.turns import lasts_until


class Difference(Model):
    """One thing that differs. ``name`` is whose it is, "" for the fight itself; None: there is no such thing then."""

    name: str
    what: str
    a: Plain
    b: Plain


def compare(fight: Fight, a: int, b: int) -> tuple[Difference, ...]:
    """Return what differs after two entries, of any branch; raises InvalidCommand for an unknown entry."""
    return differences(fight.system, *(fight.history.scene_at(head_of(fight, at)) for at in (a, b)))


def differences(system: System, a: Scene, b: Scene) -> tuple[Difference, ...]:
    """Return what differs: the fight itself, then each combatant in the order they joined, then distances."""
    return tuple(chain(_of_fight(a, b), _of_combatants(system, a, b), _distances(a, b)))


def compared_text(found: tuple[Difference, ...], a: int, b: int) -> str:
    """Return the differences as a table of two columns."""
    if not found:
        return f"Nothing differs between line {a} and line {b}."
    rows = [("", f"line {a}", f"line {b}")]
    rows += [(" ".join(filter(None, (each.name, each.what))), said(each.a), said(each.b)) for each in found]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{what:<{widths[0]}}  {first:<{widths[1]}}  {second}".rstrip() for what, first, second in rows)


def said(value: Plain) -> str:
    """Return a value of a difference in words."""
    return "–" if value is None or value == [] else plain_value(value)


def _differing(name: str, a: Mapping[str, Plain], b: Mapping[str, Plain]) -> Iterator[Difference]:
    for what in dict.fromkeys((*a, *b)):
        first, second = a.get(what), b.get(what)
        # True and 1 are equal in Python, and two things to people.
        if first != second or type(first) is not type(second):
            yield Difference(name, what, first, second)


def _of_fight(a: Scene, b: Scene) -> Iterator[Difference]:
    yield from _differing("", _fight(a), _fight(b))
    yield from _differing("setting", a.settings, b.settings)
    first, second = ({each.id: each for each in sorted(scene.prompts, key=attrgetter("id"))} for scene in (a, b))
    for number, prompt in (first | second).items():
        was, now = (asked[number].text if number in asked else None for asked in (first, second))
        if was != now:
            yield Difference(prompt.name, f"question {number}", was, now)


def _fight(scene: Scene) -> dict[str, Plain]:
    turn = scene.turn
    return {
        "title": scene.title,
        "encounter": scene.encounter,
        "round": turn.round,
        "phase": turn.phase,
        "side": turn.side,
        "turn": turn.name,
        "order": list(scene.order),
        "distance": scene.default_range,
    }


def _of_combatants(system: System, a: Scene, b: Scene) -> Iterator[Difference]:
    for name in dict.fromkeys((*a.combatants, *b.combatants)):
        first, second = a.combatants.get(name), b.combatants.get(name)
        if first is None or second is None:
            yield Difference(name, "in the fight", first is not None, second is not None)
        elif first is not second:
            yield from _differing(name, _facts(system, a, first), _facts(system, b, second))


def _facts(system: System, scene: Scene, combatant: Combatant) -> dict[str, Plain]:
    facts: dict[str, Plain] = {}
    for name, track in combatant.tracks.items():
        facts |= {name: track.value, f"{name}.max": track.max}
    facts |= shown((*system.sheet.fields, *COMMON_FIELDS), combatant.fields)
    facts |= {"side": combatant.side, "group": combatant.group, "out": combatant.out, "hidden": combatant.hidden}
    for condition in combatant.conditions:
        facts[f"condition {condition.name}{condition.about}"] = _lasting(condition, scene)
    cover = combatant.cover
    facts |= {"cover": None if cover.degree == OPEN else cover.degree, "behind": cover.what, "cover.left": cover.left}
    facts["spent"] = list(combatant.spent)
    for name, weapon in combatant.weapons.items():
        facts[f"weapon {name}"] = True
        facts |= {f"weapon {name}.{field}": value for field, value in shown(system.sheet.weapon, weapon).items()}
    facts |= {f"spare {name}": count for name, count in combatant.spares.items()}
    facts |= {f"counter {name}": counter.value for name, counter in combatant.counters.items()}
    facts["GM's notes"] = list(combatant.notes)
    return facts


def _lasting(condition: Condition, scene: Scene) -> Plain:
    """Return a condition's number and its end in words; True if it has neither."""
    number = "" if condition.value is None else str(condition.value)
    rounds = "" if condition.rounds is None else quantity(condition.rounds, "round")
    return ", ".join(filter(None, (number, rounds, lasts_until(condition, scene)))) or True


def _distances(a: Scene, b: Scene) -> Iterator[Difference]:
    """Yield the pairs, there at both moments, that stood elsewhere; only rows that were written are looked at."""
    there = [name for name in a.combatants if name in b.combatants]
    place = {name: number for number, name in enumerate(there)}
    old, new = a.ranges.rows, b.ranges.rows
    rows = (name for name in dict.fromkeys((*old, *new)) if old.get(name) is not new.get(name))
    written = {pair(name, other) for name in rows for other in {*old.get(name, ()), *new.get(name, ())}}
    found = [sorted(each, key=place.__getitem__) for each in written if place.keys() >= set(each)]
    for first, second in sorted(found, key=lambda each: (place[each[0]], place[each[1]])):
        was, now = a.band(first, second), b.band(first, second)
        if was != now:
            yield Difference(first, f"to {second}", was, now)
