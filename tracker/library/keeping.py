"""Keeping parts of a fight: somebody, a party, or everybody except the heroes as an encounter."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict, replace

from tracker.combat.model import Model
from tracker.combat.records import KeptKind
from tracker.combat.scene import HEROES, IN_THE_OPEN, Combatant, Condition, Plain, Scene, pair
from tracker.library.finding import heroes_of
from tracker.library.model import CoverTable, WhoTable
from tracker.library.preparing import field_value, rested
from tracker.library.shelf import KEPT_FILE, Library
from tracker.library.writing import keyed, put
from tracker.rules.declarations import Context, is_structured
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names, quote
from tracker.rules.newcomers import REMINDER, still_to_come
from tracker.rules.params import EVERYBODY, CombatantsParam, read_name
from tracker.rules.sheet import BLOCK, editable_field, given_track
from tracker.rules.system import System
from tracker.storage.errors import NotSaved


class Keeping(Model):
    """What goes into the library: the kind of entry, its table, and who is in it; ``without``: who is left out."""

    kind: KeptKind
    table: dict[str, Any]
    names: Sequence[str] = ()
    without: Sequence[str] = ()

    def described(self, scene: Scene) -> str:
        """Return the kind with its article, who is in it, and who is left out."""
        inside = f" with {_called(self.names, scene)}" if self.names else ""
        without = f", without {_called(self.without, scene)}" if self.without else ""
        return f"{'an' if self.kind == 'encounter' else 'a'} {self.kind}{inside}{without}"


def _called(names: Sequence[str], scene: Scene) -> str:
    groups = [combatant.group if (combatant := scene.combatants.get(name)) else None for name in names]
    called = (f"{group} ({groups.count(group)})" if group else name for group, name in zip(groups, names, strict=True))
    return join_names(list(dict.fromkeys(called)), scene)


_RESERVED: Final = frozenset(WhoTable.model_fields)


def kept_as(system: System, scene: Scene, words: Sequence[str], name: str) -> str:
    """Return what ``keep`` would put into the library, in a sentence; raises InvalidCommand."""
    keepings = _chosen(system, scene, words, name)
    kept = [f"{keeping.table['name']} as {keeping.described(scene)}" for keeping in keepings]
    return f"Keeps {comma_list(kept)}."


def keep(library: Library, scene: Scene, words: Sequence[str], name: str) -> str:
    """Keep these in the library under this name, or their own; returns a sentence, or raises InvalidCommand."""
    done = []
    for keeping in _chosen(library.system, scene, words, name):
        path = _file(library, keeping)
        try:
            replaced = put(str(path), {keeping.kind: [keeping.table]})
        except NotSaved as bad:
            raise InvalidCommand(str(bad)) from None
        again = " in place of the one before" if replaced else ""
        done.append(f"{keeping.table['name']} is kept as {keeping.described(scene)}{again}, in {path.name}.")
    return " ".join(done)


def tables_of(system: System, scene: Scene, title: str) -> dict[str, list[dict[str, Any]]]:
    """Return a whole fight as entries by kind: the heroes as a party, everybody else as an encounter."""
    heroes = [hero.name for hero in scene.of_side(HEROES)]
    kept = [_party(system, scene, heroes, heroes_of(title))] if heroes else []
    if len(heroes) < len(scene.combatants):
        kept.append(_encounter(system, scene, _others(scene), title))
    return {keeping.kind: [keeping.table] for keeping in kept}


def _file(library: Library, keeping: Keeping) -> Path:
    """Return the file of the user's folder that has this entry already, else the one that ``keep`` adds to."""
    own = library.folders[0] / library.system.name
    (key,) = keyed({keeping.kind: [keeping.table]})
    holding = (path for path, content in library.contents() if any(entry.key == key for entry in content.entries))
    return next((path for path in holding if path.parent == own), own / KEPT_FILE)


_KINDS: Final = {"party": HEROES, "encounter": "all"}  # who is kept by the word for the kind of entry


def _meant(system: System, scene: Scene, words: Sequence[str], name: str) -> tuple[Sequence[str], str]:
    """Return who is kept and the name, without ``as=`` beside a side or the kind of entry; raises InvalidCommand."""
    sides = (*scene.sides(), HEROES, EVERYBODY)
    if name or (len(words) == 1 and words[0].casefold() in sides):
        return words, name
    try:
        CombatantsParam().read(",".join(words), Context(system, scene))
    except InvalidCommand as bad:
        rest, title = list(words), quote(" ".join(words))
        who = [rest.pop(0).casefold()] if rest[0].casefold() in sides else []
        who += [_KINDS[rest.pop(at).casefold()] for at in (-1, 0) if rest and rest[at].casefold() in _KINDS]
        if who and rest:
            return who[:1], " ".join(rest)
        raise InvalidCommand(f"{bad} Encounter: keep all as={title}. Party: keep heroes as={title}.") from None
    return words, name


def _chosen(system: System, scene: Scene, words: Sequence[str], name: str) -> Iterator[Keeping]:
    words, name = _meant(system, scene, words, name)
    if name and ("," in name or '"' in name or name != read_name(name)):
        raise InvalidCommand("The name of what is kept cannot contain commas or quotes; pick another.")
    alone = words[0].casefold() if len(words) == 1 else ""
    heroes = [hero.name for hero in scene.of_side(HEROES)]
    if alone == HEROES and not heroes:
        raise InvalidCommand("There are no heroes to keep.")
    if alone in ("all", HEROES) and not name:
        raise InvalidCommand(f"Say what it is called: keep {alone} as=NAME.")
    if alone == "all":
        yield _encounter(system, scene, _others(scene), name)
    elif alone == HEROES:
        living = [hero for hero in heroes if scene[hero].out != "dead"] or heroes
        yield replace(_party(system, scene, living, name), without=[hero for hero in heroes if hero not in living])
    else:
        yield from _named(system, scene, words, name)


def _named(system: System, scene: Scene, words: Sequence[str], name: str) -> Iterator[Keeping]:
    """Return a combatant for each group, and everybody else by name.

    Several under one name are a party; without a hero among them, or as a whole side, they are an encounter.
    """
    names = CombatantsParam().read(",".join(words), Context(system, scene))
    sides = {scene[person].side for person in names}
    several = len(names) > 1 and (len(groups := {scene[person].group for person in names}) > 1 or None in groups)
    if name and (several or words[0].casefold() in sides):
        yield (_party if HEROES in sides else _encounter)(system, scene, names, name)
        return
    kept: set[str] = set()
    for combatant in rested(system, scene, names):
        whole = combatant.group if combatant.group and set(scene.group(combatant.group)) <= set(names) else None
        title = name or whole or combatant.name
        if title not in kept:
            kept.add(title)
            yield Keeping("combatant", table_of(system, replace(combatant, name=title, group=None, hidden=False)))


def _party(system: System, scene: Scene, names: Sequence[str], title: str) -> Keeping:
    who = [table_of(system, combatant) for combatant in rested(system, scene, names)]
    return Keeping("party", {"name": title, "who": who}, names)


def _others(scene: Scene) -> list[str]:
    return [combatant.name for combatant in scene.combatants.values() if combatant.side != HEROES]


def _encounter(system: System, scene: Scene, names: Sequence[str], title: str) -> Keeping:
    """Return an encounter of these; who comes later belongs to it if nobody but heroes is left out."""
    waves = list(_waves(system, scene))
    without = [name for name in scene.combatants if name not in names]
    if waves and not set(names) >= set(_others(scene)):
        without, waves = [*without, "whoever comes later"], []
    if not names and not waves:
        raise InvalidCommand("There is nobody except heroes here. keep heroes as=NAME keeps the party.")
    people = [replace(combatant, cover=scene[combatant.name].cover) for combatant in rested(system, scene, names)]
    table: dict[str, Any] = {"name": title, "who": list(_folded(system, people))}
    if scene.default_range != system.default_band:
        table["default_range"] = scene.default_range
    unread = "\n".join(prompt.text for prompt in scene.prompts if prompt.kind == REMINDER)
    parts = {"range": list(_ranges(scene, people)), "note": unread, "wave": waves}
    return Keeping("encounter", table | {key: part for key, part in parts.items() if part}, names, without)


def _waves(system: System, scene: Scene) -> Iterator[dict[str, Any]]:
    for wave, members in still_to_come(scene):
        data = {"name": wave.name or "Later", "round": wave.round, "note": wave.note}
        who = []
        for member in members:
            table = table_of(system, member.like)
            who.append(table if member.count is None else {"name": table.pop("name"), "count": member.count, **table})
        yield {key: value for key, value in data.items() if value} | {"who": who}


def _folded(system: System, people: Sequence[Combatant]) -> Iterator[dict[str, Any]]:
    """Return everybody as a table; equal members of a whole group as one table with their number."""
    done: set[str] = set()
    for combatant in people:
        if combatant.name in done:
            continue
        group = [other for other in people if other.group and other.group == combatant.group]
        names = [f"{combatant.group} {number}" for number in range(1, len(group) + 1)]
        equal = all(replace(other, name=combatant.name) == combatant for other in group)
        if group and equal and [other.name for other in group] == names:
            done.update(names)
            table = table_of(system, replace(combatant, name=str(combatant.group), group=None))
            yield {"name": table.pop("name"), "count": len(group), **table}
        else:
            yield table_of(system, combatant)


def _ranges(scene: Scene, people: Sequence[Combatant]) -> Iterator[dict[str, Any]]:
    """Return the distances that differ from the default: between whole groups and all heroes if they are equal."""
    blocks: dict[str, list[str]] = {}
    for combatant in people:
        blocks.setdefault(combatant.group or combatant.name, []).append(combatant.name)
    heroes = [hero.name for hero in scene.of_side(HEROES)]
    listed = list(blocks.items())
    for place, (title, names) in enumerate(listed):
        for other_title, others in [(HEROES, heroes), *listed[place:]]:
            pairs = sorted({pair(name, other) for name in names for other in others if name != other})
            bands = {scene.band(first, other) for first, other in pairs}
            if len(bands) == 1 and bands != {scene.default_range}:
                yield {"between": [title, other_title], "band": bands.pop()}
            elif len(bands) > 1:
                for first, other in pairs:
                    if scene.band(first, other) != scene.default_range:
                        yield {"between": [first, other], "band": scene.band(first, other)}


def table_of(system: System, combatant: Combatant) -> dict[str, Any]:
    """Return a combatant as a table, without defaults and what belongs to a moment of the fight."""
    fresh = system.new_combatant(system.new_scene(), combatant.side, None)
    table: dict[str, Any] = {"name": combatant.name, "side": combatant.side}
    given = {"group": combatant.group, "hidden": combatant.hidden, "out": combatant.out}
    table |= {name: value for name, value in given.items() if value}
    for name, track in combatant.tracks.items():
        if system.sheet.track(name) is not None and fresh.tracks.get(name) != track:
            alone = given_track(system, name, track.value) == track
            table[name] = track.value if alone else f"{track.value}/{track.max}"
    state: dict[str, Any] = {}
    context = Context(system, system.new_scene())
    if block := combatant.fields.get(BLOCK):
        table[BLOCK] = block
    for name, value in combatant.fields.items():
        if name != BLOCK and value is not None and fresh.fields.get(name) != value:
            (table if _is_open(system, name, value, context, table) else state)[name] = _bare(value)
    parts = {
        "conditions": [_condition(each) for each in combatant.conditions if each.until is None and each.of is None],
        "weapons": {name: _bare(dict(weapon)) for name, weapon in combatant.weapons.items()},
        "spares": dict(combatant.spares),
        "note": list(combatant.notes),
        "counters": {word: _bare(asdict(counter)) for word, counter in combatant.counters.items()},
        "state": state,
    }
    if combatant.cover != IN_THE_OPEN:
        parts["cover"] = _bare({name: getattr(combatant.cover, name) for name in CoverTable.model_fields})
    return table | {name: part for name, part in parts.items() if part}


def _is_open(system: System, name: str, value: Plain, context: Context, table: Mapping[str, Any]) -> bool:
    if name in _RESERVED or name in table or is_structured(value):
        return False
    try:
        return field_value(editable_field(system, name), _bare(value), context) == value
    except InvalidCommand:
        return False


def _condition(condition: Condition) -> str | dict[str, Any]:
    parts = _bare({"name": condition.name, "rounds": condition.rounds, "value": condition.value})
    return parts if len(parts) > 1 else condition.name


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if part is not None}
    return [_bare(part) for part in value if part is not None] if isinstance(value, list) else value
