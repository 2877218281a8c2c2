"""A stat block on the sheet of a game: every value that the sheet has a place for, and a count of the others."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tracker.combat import limits
from tracker.combat.scene import ENEMIES, HEROES
from tracker.combat.text import clean_line
from tracker.library.imports.printed import joined
from tracker.library.imports.readers.common import shipped
from tracker.library.imports.readers.open5e import legendary_uses
from tracker.library.imports.statblock import ABILITIES, Attack, Fault, StatBlock
from tracker.library.preparing import field_value
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.sheet import BLOCK
from tracker.rules.system import System

PLACES: Final = {
    "hp": ("hp", "health"),
    "temp": ("temp",),
    "ac": ("ac", "defence"),
    "initiative": ("initiative-bonus", "quickness"),
    "initiative-bonus": ("initiative-bonus", "quickness"),
    "hit": ("hit", "bonus"),
    "rolled": ("initiative",),
}
"""The names under which games have what a stat block has, those of one meaning in order; any other has its own."""

_NEEDED: Final = ("hp", "ac")  # what a sheet must have for importing creatures


class Target:
    """The sheet of a game, to be filled with stat blocks; ``left`` counts what it has no place for.

    With ``noting``, what has no place becomes notes of the combatant instead.
    """

    def __init__(self, system: System, noting: bool = False) -> None:
        self._system, self._noting = system, noting
        self._names = {track.name for track in system.sheet.tracks}
        self._fields = {spec.name: spec for spec in system.sheet.fields if not spec.internal}
        self._of_weapons = {spec.name: spec for spec in system.sheet.weapon if not spec.internal}
        self._context = Context(system, system.new_scene())
        self.left: Counter[str] = Counter()
        self.faults: list[Fault] = []

    def refusal(self, block: StatBlock, format: str) -> str:
        """Return why the game cannot have a creature of a format, as a sentence; "" if it can."""
        title = self._system.title
        if any(self._place(name) is None for name in _NEEDED):
            needed = " and ".join(_NEEDED)
            return f"This is a file of {format} creatures, for a game with {needed} on its sheet, not for {title}."
        if block.rules != "5e" and "dex" in self._fields:
            return f"This is a file of {block.rules} creatures: their numbers do not fit {title}."
        return ""

    def _place(self, name: str) -> str | None:
        names = PLACES.get(name, (name,))
        return next((known for known in names if known in self._names or known in self._fields), None)

    def table(self, block: StatBlock, name: str) -> dict[str, Any]:
        """Return a block as a combatant of the library, under this name."""
        table: dict[str, Any] = {"name": name, "side": HEROES if block.hero else ENEMIES}
        if block.hidden:
            table["hidden"] = True
        notes = [clean_line(note, limits.NOTE) for note in block.notes]
        table |= self._hit_points(block)
        for key, value, text in self._values(block):
            self._put(table, block, key, value, text, notes)
        for key, value in {**legendary_uses(block.features), **block.sheet}.items():
            if value not in (None, "", []) and key not in table:
                self._put(table, block, key, value, f"{key} {value}", notes)
        for what, said in block.besides.items():
            if self._noting:
                notes.append(clean_line(said, limits.NOTE))
            else:
                self.left[what] += 1
        if block.conditions:
            known = {name.casefold(): name for name in self._system.condition_names(self._context)}
            names = (known.get(condition.casefold(), clean_line(condition)) for condition in block.conditions)
            table["conditions"] = list(dict.fromkeys(names))
        printed = [
            {"kind": part.kind, "name": clean_line(part.name, limits.NAME), "text": clean_line(part.text, limits.NOTE)}
            for part in block.features
            if part.name
        ]
        counters = {}
        for word, (now, most) in block.counters.items():
            if word in self._names:
                table[word] = f"{now}/{most}"
            else:
                counters[word] = {"value": now, "start": most}
        parts = {
            "counters": counters,
            "note": notes[: limits.PARTS],
            "weapons": self._weapons(block),
            BLOCK: printed[: limits.PARTS],
        }
        return table | {key: part for key, part in parts.items() if part}

    def _values(self, block: StatBlock) -> Iterator[tuple[str, Any, str]]:
        yield from self._plain(block, "ac", "cr", "level", "temp", "initiative")
        scores = ((ability, block.abilities[ability]) for ability in ABILITIES if ability in block.abilities)
        yield from ((ability, score, f"{ability} {score}") for ability, score in scores)
        for save, bonus in block.saves.items():
            yield f"save-{save}" if save in ABILITIES else save, bonus, f"{save} save {bonus:+d}"
        yield from self._plain(block, "hit_dice", "kind", "speed", "senses", "languages")
        if block.skills:
            skills = ", ".join(f"{name.capitalize()} {bonus:+d}" for name, bonus in block.skills.items())
            yield "skills", skills, skills
        clauses = []
        for key, verb in (("resist", "resists"), ("immune", "immune to"), ("weak", "vulnerable to")):
            words = list(getattr(block, key))
            if "conditional" in self._fields:
                clauses += [f"{verb} {word}" for word in words if " " in word or "/" in word]
                words = [word for word in words if " " not in word and "/" not in word]
            if words:
                yield key, words, f"{verb} {', '.join(words)}"
        if clauses:
            yield "conditional", "; ".join(clauses), "; ".join(clauses)
        if block.condition_immune:
            yield "condition-immune", list(block.condition_immune), f"immune to {', '.join(block.condition_immune)}"

    def _plain(self, block: StatBlock, *keys: str) -> Iterator[tuple[str, Any, str]]:
        for key in keys:
            value = getattr(block, key)
            if value is not None and value != "":
                yield key.replace("_", "-"), value, f"{key.replace('_', ' ')} {value}"

    def _put(self, table: dict[str, Any], block: StatBlock, key: str, value: Any, text: str, notes: list[str]) -> None:
        """Write a value to its place; without one it is counted, or becomes a note."""
        place = self._place(key)
        if place is None:
            if self._noting:
                notes.append(clean_line(text, limits.NOTE))
                return
            count = len(value) if isinstance(value, list) else text.count(",") + 1 if key == "skills" else 1
            is_save = " save " in text or key.startswith("save-")
            self.left["saving throws" if is_save else shipped("unplaced").get(key, key)] += count
            return
        if place in self._fields:
            try:
                value = [clean_line(part) for part in value] if isinstance(value, list) else value
                field_value(self._fields[place], value, self._context)
            except InvalidCommand as bad:
                self.faults.append(Fault(block.line, f"{block.name}: {bad}"))
                return
        table[place] = value

    def _hit_points(self, block: StatBlock) -> dict[str, Any]:
        """Return the main track: the maximum, or ``5/12`` for somebody hurt; one at 0 is out."""
        place, most, now = self._place("hp"), block.hp, block.hp_now
        assert place is not None
        if most is None or now is None or now >= most:
            return {place: most}
        words = self._system.out_words
        return {place: f"{max(0, now)}/{most}"} | ({"out": words[0]} if now <= 0 and words else {})

    def _weapons(self, block: StatBlock) -> dict[str, dict[str, Any]]:
        """Return the acts with numbers; those without an attack roll where weapons know a save."""
        weapons: dict[str, dict[str, Any]] = {}
        for attack in block.attacks:
            name = _weapon_name(attack.name)
            if name in weapons:
                name = _weapon_name(attack.name.replace("(", "").replace(")", ""))
            if len(attack.damage) > 2 or (len(attack.damage) == 2 and not self._knows("extra") and self._knows("type")):
                self._blame(block, f"{attack.name} has more types of damage than a weapon of {self._system.title}")
                continue
            if attack.hit is None and "hit" not in attack.more and not self._knows("dc"):
                continue
            values: dict[str, Any] = {}
            for field, value in self._of_attack(attack):
                place = "bonus" if field == "hit" and not self._knows("hit") else field
                if self._knows(place):
                    try:
                        field_value(self._of_weapons[place], value, self._context)
                        values[place] = value
                    except InvalidCommand as bad:
                        self._blame(block, f"{attack.name}: {str(bad).removesuffix('.')}")
                elif field in _OF_WEAPONS:
                    self.left[_OF_WEAPONS[field]] += 1
            weapons.setdefault(name, values)
        return weapons

    def _knows(self, field: str) -> bool:
        return field in self._of_weapons

    def _blame(self, block: StatBlock, sentence: str) -> None:
        self.faults.append(Fault(block.line, f"{block.name}: {sentence}."))

    def _of_attack(self, attack: Attack) -> Iterator[tuple[str, Any]]:
        """Yield a weapon's fields: damage of a second type apart where weapons have it, else as one throw."""
        if attack.hit is not None:
            yield "hit", attack.hit
        if self._knows("extra"):
            for part, (dice, kind) in zip(attack.damage, (("dice", "type"), ("extra", "extra-type")), strict=False):
                yield dice, part.dice
                if part.type:
                    yield kind, part.type
        else:
            if attack.damage:
                yield "dice", joined(*(part.dice for part in attack.damage))
            yield from (("type", part.type) for part in attack.damage if part.type)
        if attack.range:
            yield "range", attack.range
        yield from attack.more.items()


_OF_WEAPONS: Final = {"type": "types of damage", "range": "reaches", "extra-type": "types of damage"}


def _weapon_name(name: str) -> str:
    short = name.partition("(")[0].strip() or name
    return " ".join(short.casefold().replace(",", " ").replace('"', "").split())[:80] or "attack"
