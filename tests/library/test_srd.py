"""The shipped creatures and spells of the SRD: whole stat blocks, and each number that sources disagree on."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.examples.compare_creatures import NOT_SAID, of_table, shipped
from tests.examples.compare_spells import of_shipped
from tests.examples.make_srd import SPELLS, WEAPONS
from tests.examples.spells import consequences, is_later, marks
from tracker.combat.expressions import parse
from tracker.games.registry import find
from tracker.library.imports.importing import Import, read, write
from tracker.library.imports.printed import TYPES, sequences_in
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import Refused
from tracker.session import Session

FIXTURES = Path(__file__).parent / "fixtures"
CREATURES: dict[str, Any] = {table["name"]: table for table in shipped()}
DIFFERENCES: list[dict[str, Any]] = json.loads((FIXTURES / "srd-2024-differences.json").read_text("utf-8"))
SPELL_DIFFERENCES: list[dict[str, Any]] = json.loads((FIXTURES / "srd-2024-spell-differences.json").read_text("utf-8"))
SPELL: dict[str, Any] = {spell["name"]: spell for spell in json.loads(SPELLS.read_text("utf-8"))["lore"]}

STANDING = {
    ("Half-Dragon", "resist"): "the type is chosen for each of them",
    ("Half-Dragon", "claw: extra"): "damage of the chosen type",
    ("Half-Dragon", "dragon's breath: dice"): "damage of the chosen type",
    ("Rakshasa", "weak"): "only against weapons under a spell",
    ("Ancient Gold Dragon", "initiative-bonus"): "Dexterity and twice the proficiency bonus, as all of its age",
    ("Swarm of Insects", "speed"): "climbs or flies, as chosen",
}
"""Where no source alone decides: what a number of the sheet cannot say is said there in words."""


def test_everything_is_there() -> None:
    acts = [values for table in CREATURES.values() for values in table.get("weapons", {}).values()]
    found = Counter(key for values in acts for key in values) + Counter(
        key for table in CREATURES.values() for key in table
    )
    saves = sum(key.startswith("save-") for table in CREATURES.values() for key in table)
    of_actions = sum("dc" in values and values.get("takes") != "trait" for values in acts)
    assert (len(CREATURES), saves, found["hit"], of_actions) == (331, 1986, 423, 186)
    assert (found["recharge"], found["legendary"], found["legendary-resistance"], found["multiattack"]) == (
        86,
        30,
        32,
        178,
    )
    assert (found["extra"], found["spell-dc"], found["cost"]) == (130, 56, 0)
    without = [name for name, table in CREATURES.items() if not table.get("block")]
    assert without == ["Giant Fly"]


def test_who_casts_spells_says_with_which_ability() -> None:
    casters = {name: table for name, table in CREATURES.items() if "spell-dc" in table}
    assert len(casters) == 56
    for name, table in casters.items():
        texts = " ".join(part["text"] for part in table["block"])
        found = re.search(r"using (\w{3})\w* as (?:the )?spellcasting ability", texts)
        assert found is not None, name
        assert table.get("casting") == found[1].lower(), name


def test_every_damage_is_dice_and_a_type() -> None:
    for name, table in CREATURES.items():
        for act, values in table.get("weapons", {}).items():
            for dice, sort in (("dice", "type"), ("extra", "extra-type")):
                if dice in values:
                    parse(values[dice])
                # A half-dragon's second type is chosen for each of them.
                assert (values.get(sort) in TYPES) == (dice in values) or name == "Half-Dragon", (name, act)


def test_every_difference_of_the_sources_is_decided_by_the_printed_text() -> None:
    for one in DIFFERENCES:
        value = of_table(CREATURES[one["creature"]])[one["fact"]]
        taken = list(value) if isinstance(value, tuple) else value
        assert taken == one["shipped"], one
        agreed = [source for source in ("open5e", "foundry", "printed") if one.get(source, NOT_SAID) == taken]
        agreed += [source for source in ("open5e", "foundry", "printed") if not one.get(source, "x") and not taken]
        if (one["creature"], one["fact"]) not in STANDING and "printed" not in agreed and "printed" in one:
            # A transcription of the text that has neither of the two sources' number is taken for a slip of its own.
            assert {"open5e", "foundry"} <= set(agreed) or one["fact"] == "speed", one
    assert len(DIFFERENCES) == len({(one["creature"], one["fact"]) for one in DIFFERENCES})


BLOCKS = {
    "Ghost": {"weak": None, "resist": 8, "immune": 2, "condition-immune": 9},
    "Skeleton": {"weak": 1, "resist": None, "immune": 1, "condition-immune": 2},
    "Fire Elemental": {"resist": 3, "immune": 2},
    "Black Pudding": {"immune": 4},
    "Swarm of Rats": {"resist": 3, "condition-immune": 8},
}


@pytest.mark.parametrize("name", BLOCKS)
def test_what_a_creature_withstands(name: str) -> None:
    for field, count in BLOCKS[name].items():
        assert len(CREATURES[name].get(field, ())) == (count or 0), field


ACTS = {
    ("Green Hag", "claw"): {"hit": 6, "dice": "1d8+4", "type": "slashing", "extra": "1d6", "extra-type": "poison"},
    ("Djinni", "storm blade"): {
        "hit": 9,
        "dice": "2d6+5",
        "type": "slashing",
        "extra": "2d6",
        "extra-type": "lightning",
    },
    ("Giant Rat", "bite"): {"hit": 5, "dice": "1d4+3", "type": "piercing"},
    ("Baboon", "bite"): {"hit": 1, "dice": "1d4-1", "type": "piercing"},
    ("Adult Blue Dragon", "rend"): {"dice": "2d8+7", "type": "slashing", "extra": "1d10", "extra-type": "lightning"},
    ("Adult Red Dragon", "fire breath"): {
        "dc": 21,
        "ability": "dex",
        "dice": "17d6",
        "type": "fire",
        "half": True,
        "recharge": 5,
        "area": "each creature in a 60-foot Cone",
    },
    ("Ghoul", "claw"): {"dc": 10, "ability": "con", "inflicts": ["paralyzed"], "lasts": "end of it"},
    ("Balor", "death throes"): {"dc": 20, "dice": "9d6", "extra": "9d6", "extra-type": "force", "takes": "trait"},
    ("Aboleth", "dominate mind"): {"dc": 16, "ability": "wis", "uses": 2, "inflicts": ["charmed"]},
    ("Goblin Warrior", "nimble escape"): {"takes": "bonus"},
}


@pytest.mark.parametrize(("name", "act"), ACTS)
def test_an_act_has_the_numbers_of_its_text(name: str, act: str) -> None:
    values = CREATURES[name]["weapons"][act]
    assert {key: values.get(key) for key in ACTS[name, act]} == ACTS[name, act]


SEQUENCES = {
    "Adult Red Dragon": ["rend", "rend", "rend/scorching ray"],
    "Chimera": ["ram", "bite", "claw/fire breath"],
    "Medusa": ["claw", "claw", "snake hair"],
    "Planetar": ["radiant sword"] * 3,
    "Roper": ["tentacle", "tentacle", "reel", "bite", "bite"],
    "Tarrasque": ["bite", "claw/tail", "claw/tail", "claw/tail"],
    "Assassin": ["shortsword/light crossbow"] * 3,
    "Kraken": ["tentacle", "tentacle", "fling/lightning strike/swallow"],
    "Hydra": ["bite"] * 5,
    "Guardian Naga": ["bite/poisonous spittle"] * 2,
    "Werebear": ["handaxe/rend", "handaxe/rend/bite"],
    "Adult Gold Dragon": ["rend", "rend", "rend/guiding bolt/weakening breath"],
    "Young Brass Dragon": ["rend", "rend", "rend/sleep breath (for two)"],
    "Oni": ["claw/nightmare ray", "claw/nightmare ray/spellcasting"],
    "Erinyes": [*["withering sword"] * 3, "entangling rope"],
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_a_multiattack_is_a_sequence_of_acts(name: str) -> None:
    assert CREATURES[name]["multiattack"] == SEQUENCES[name]


def test_the_older_form_of_a_multiattack_is_read() -> None:
    text = "The dragon can use its Frightful Presence. It then makes three attacks: one with its bite and two with its "
    text += "claws."
    assert sequences_in(text, ["frightful presence", "bite", "claws"]) == (
        ["bite", "claws", "claws", "frightful presence"],
        [],
    )


def steps_of(name: str, key: str = "multiattack") -> list[list[str]]:
    """The steps of a creature's Multiattack, each the acts that it can be."""
    return [[act.partition(" (")[0] for act in step.split("/")] for step in CREATURES[name].get(key, ())]


def test_every_step_of_a_multiattack_is_an_act() -> None:
    for name, table in CREATURES.items():
        known = {act.partition(" (")[0] for act in table.get("weapons", ())} | {spell.lower() for spell in SPELL}
        for step in (*steps_of(name), *steps_of(name, "multiattack-or")):
            assert set(step) <= known, name


def acting(session: Session, name: str, act: str) -> str:
    """The line by which a creature does one of its acts, or casts that spell, to Ann."""
    if act not in session.scene[name].weapons or act == "spellcasting":
        return f'cast "{name}" "{"light" if act == "spellcasting" else act}" Ann free'
    verb = session.system.weapon_verb(session.scene[name], act) or ""
    on = {"attack": " Ann fumble", "use": " Ann failed"}.get(verb, "")
    return f'{verb} "{name}"{on} weapon="{act}"'


@pytest.mark.slow
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("key", ["multiattack", "multiattack-or"])
def test_a_multiattack_is_what_it_names_in_any_order_and_nothing_else(own: Path, key: str, backwards: bool) -> None:
    for name in (name for name in CREATURES if steps_of(name, key)):
        session = Session(find("srd5"))
        session.library = Library(session.system, (own, *session.library.folders))
        for line in ("add Ann hp=9999", f'bring "{name}"', "range all reach"):
            session.do(line)
        steps = steps_of(name, key)
        acts = [step[-1] for step in reversed(steps)] if backwards else [step[0] for step in steps]
        named = {act for step in (*steps_of(name), *steps_of(name, "multiattack-or")) for act in step}
        others = [
            act
            for act, fields in session.scene[name].weapons.items()
            if {act, "takes", "spell"}.isdisjoint(named | {*fields})
        ]
        for place, act in enumerate(acts):
            session.do(acting(session, name, act))
            for other in others if place == 0 else ():
                assert session.preview(acting(session, name, other)).objections, (name, other)
        for act in (*others, *acts):
            assert session.preview(acting(session, name, act)).objections, (name, act)


def test_an_import_of_open5e_makes_the_shipped_entry(own: Path) -> None:
    taken = read(FIXTURES / "open5e" / "Creature.json", Library(find("srd5"), (own,)))
    for table in taken.tables["combatant"]:
        entry = CREATURES[table["name"]]
        table["weapons"] |= {act: entry["weapons"][act] for act in entry["weapons"] if act not in table["weapons"]}
        assert {key: entry[key] for key in table if key != "block"} == {
            key: value for key, value in table.items() if key != "block"
        }


def test_spells_of_so_many_times_a_day_are_counted_and_come_back_with_a_night(own: Path) -> None:
    lore = {name.lower() for name in SPELL}
    daily = [
        (name, act, values)
        for name, table in CREATURES.items()
        for act, values in table.get("weapons", {}).items()
        if values.get("spell")
    ]
    assert len(daily) == 151
    for name, act, values in daily:
        assert act in lore, (name, act)
        text = next(part["text"] for part in CREATURES[name]["block"] if f" {values['uses']}/Day" in part["text"])
        assert act in text.lower().partition(f"{values['uses']}/day")[2], (name, act)
    session = Session(find("srd5"))
    session.library = Library(session.system, (own, *session.library.folders))
    for line in ("bring Mage", "add Ann hp=99", "cast Mage fireball Ann dice=20", "cast! Mage fireball Ann dice=20"):
        session.do(line)
    with pytest.raises(Refused, match="used up until a long rest"):
        session.do("cast Mage fireball Ann dice=20")
    session.do("cast! Mage fly Mage")
    session.do("cast! Mage light Mage")
    mage = session.scene["Mage"].weapons
    assert [mage[spell]["uses"] for spell in ("fireball", "fly", "invisibility")] == [0, 0, 2]
    session.do("long-rest Mage")
    assert session.scene["Mage"].weapons == CREATURES["Mage"]["weapons"]


def test_a_creature_joins_with_its_whole_block_and_is_kept_with_it(own: Path) -> None:
    session = Session(find("srd5"))
    session.library = Library(session.system, (own, *session.library.folders))
    session.do('bring "Adult Red Dragon"')
    dragon = session.scene["Adult Red Dragon"]
    assert (dragon.tracks["legendary"].max, dragon.tracks["legendary-resistance"].max) == (3, 3)
    assert [part["name"] for part in dragon.fields["block"] if part["kind"] == "legendary"] == [
        *("Commanding Presence", "Fiery Rays", "Pounce"),
    ]
    session.do('keep "Adult Red Dragon" as=Smoulder')
    session.do('remove "Adult Red Dragon"')
    session.do("bring Smoulder")
    assert session.scene["Smoulder"].fields == dragon.fields


DECIDED = {
    ("Hypnotic Pattern", "concentration"): "its duration is concentration, up to 1 minute",
    ("Resilient Sphere", "concentration"): "its duration is concentration, up to 1 minute",
    ("Plant Growth", "time"): "an action for overgrowth, 8 hours for enrichment",
}


def test_every_difference_of_spells_is_decided_by_the_printed_text() -> None:
    for one in SPELL_DIFFERENCES:
        spell, fact, value = SPELL[one["spell"]], one["fact"], one["shipped"]
        assert json.loads(json.dumps(of_shipped(spell)[fact])) == value, one
        text, higher = spell["text"], spell.get("higher", "")
        saves = {word[:3].lower() for word in re.findall(r"(\w+) sav(?:ing throw|e)", text)}
        decided = (one["spell"], fact) in DECIDED or {
            "attack": value == ("spell attack" in text),
            "half": value == ("half as much" in text and "dice" in spell["numbers"]),
            "ability": str(value) in saves | {""},
            "damage": fact == "damage" and all(dice in text.replace(" + ", "+") for dice, _ in value),
            "per-slot": str(value) in higher,
            "range": value == one.get("printed"),
        }[fact]
        assert decided, one
    assert len(SPELL_DIFFERENCES) == 73


def test_the_spells() -> None:
    assert len(SPELL) == 339
    fireball = SPELL["Fireball"]
    numbers = {"ability": "dex", "dice": "8d6", "type": "fire", "half": True, "per-slot": "1d6"}
    area = {"area": "each creature in a 20-foot-radius Sphere centered on that point"}
    assert fireball["numbers"] == {"spell": True, "level": 3, "range": "150 ft"} | numbers | area
    assert "area" not in SPELL["Blight"]["numbers"]
    assert (fireball["level"], fireball["range"], fireball["time"]) == (3, "150 feet", "action")
    assert SPELL["Fire Bolt"]["at-level"] == {"5": "2d10", "11": "3d10", "17": "4d10"}
    for name, spell in SPELL.items():
        assert spell["text"], name
        assert 0 <= spell["level"] <= 9, name
        assert spell["numbers"].get("area", "")[1:] in spell["text"], name
        for key in ("dice", "extra", "cure", "per-slot"):
            if key in spell.get("numbers", {}):
                parse(spell["numbers"][key])


def test_a_spell_goes_as_far_as_its_printed_range() -> None:
    for name, spell in SPELL.items():
        numbers, printed = spell["numbers"], spell["range"]
        melee = "attack" in numbers and "melee spell attack" in spell["text"]
        assert ("reach" in numbers) == (melee and printed not in ("Touch", "Self")), name
        far = {"Touch": "5 ft", "1 mile": "5280 ft"}.get(printed, printed.replace("feet", "ft"))
        if printed in ("Self", "Sight", "Special", "Unlimited", "500 miles"):
            assert "range" not in numbers or "attack" in numbers, name
        elif "range" not in numbers:
            assert "ability" in numbers, "only of an area without a size one does not know how far it goes"
        else:
            assert numbers["range"] == far, name
    without = [name for name, spell in SPELL.items() if "range" not in spell["numbers"] and spell["range"] != "Self"]
    assert len(without) == 53


LEFT_TO_THE_GM = {
    "Arcane Hand": "one of several effects is chosen, and its attack is another",
    "Antipathy/Sympathy": "the save is that of whoever comes near later",
    "Divine Word": "by the hit points that are left",
    "Eyebite": "one of three is chosen",
    "Holy Aura": "the save is that of whoever attacks later",
    "Imprisonment": "one of several effects is chosen",
    "Prismatic Spray": "by a throw of its own",
    "Prismatic Wall": "the save is that of whoever comes near later",
    "Symbol": "one of several effects is chosen, when it is triggered",
}
"""Spells whose text names a condition after a save that the game leaves to the GM, and why."""


def test_what_a_failed_save_against_a_spell_brings_is_what_its_text_says() -> None:
    kept = ("inflicts", "lasts", "repeats", "rider")
    for name, spell in SPELL.items():
        numbers, text = spell["numbers"], spell["text"]
        if not ("ability" in numbers or "attack" in numbers):
            assert marks(text).items() <= numbers.items(), name
            continue
        shipped = {key: numbers[key] for key in kept if key in numbers}
        bare = {key: value for key, value in numbers.items() if key not in kept}
        assert dict(consequences(text, bare)) | marks(text) == shipped, name
        named = re.search(
            r"(?:On a hit|failed save|saving throw or)\b[^.]*?(?:have|has) the ((?:\w+,? )+)condition", text
        )
        printed = (
            {word.lower() for word in re.findall(r"[A-Z]\w+", named[1])} if named and " or " not in named[1] else set()
        )
        found = set(numbers.get("inflicts", ())) - {"baned", "slowed"}
        assert name in LEFT_TO_THE_GM or (printed <= found and (not found or printed)), (name, printed, found)
        assert found <= {spec.name for spec in find("srd5").conditions}, name
        assert found or "dice" in numbers or numbers["rider"], name
        for sentence in re.split(r"(?<=\.) ", numbers.get("rider", "").rstrip(" …")):
            assert sentence in text, name
        assert not (is_later(text) and "dice" in numbers), name
        assert numbers.get("concentration") or "concentrating" not in numbers.get("lasts", ""), name


PRINTED_WEAPONS = """
Club | 1d4 Bludgeoning | Light | Slow
Dagger | 1d4 Piercing | Finesse, Light, Thrown (Range 20/60) | Nick
Greatclub | 1d8 Bludgeoning | Two-Handed | Push
Handaxe | 1d6 Slashing | Light, Thrown (Range 20/60) | Vex
Javelin | 1d6 Piercing | Thrown (Range 30/120) | Slow
Light Hammer | 1d4 Bludgeoning | Light, Thrown (Range 20/60) | Nick
Mace | 1d6 Bludgeoning | | Sap
Quarterstaff | 1d6 Bludgeoning | Versatile (1d8) | Topple
Sickle | 1d4 Slashing | Light | Nick
Spear | 1d6 Piercing | Thrown (Range 20/60), Versatile (1d8) | Sap
Dart | 1d4 Piercing | Finesse, Thrown (Range 20/60) | Vex
Light Crossbow | 1d8 Piercing | Ammunition (Range 80/320; Bolt), Loading, Two-Handed | Slow
Shortbow | 1d6 Piercing | Ammunition (Range 80/320; Arrow), Two-Handed | Vex
Sling | 1d4 Bludgeoning | Ammunition (Range 30/120; Bullet) | Slow
Battleaxe | 1d8 Slashing | Versatile (1d10) | Topple
Flail | 1d8 Bludgeoning | | Sap
Glaive | 1d10 Slashing | Heavy, Reach, Two-Handed | Graze
Greataxe | 1d12 Slashing | Heavy, Two-Handed | Cleave
Greatsword | 2d6 Slashing | Heavy, Two-Handed | Graze
Halberd | 1d10 Slashing | Heavy, Reach, Two-Handed | Cleave
Lance | 1d10 Piercing | Heavy, Reach, Two-Handed (unless mounted) | Topple
Longsword | 1d8 Slashing | Versatile (1d10) | Sap
Maul | 2d6 Bludgeoning | Heavy, Two-Handed | Topple
Morningstar | 1d8 Piercing | | Sap
Pike | 1d10 Piercing | Heavy, Reach, Two-Handed | Push
Rapier | 1d8 Piercing | Finesse | Vex
Scimitar | 1d6 Slashing | Finesse, Light | Nick
Shortsword | 1d6 Piercing | Finesse, Light | Vex
Trident | 1d8 Piercing | Thrown (Range 20/60), Versatile (1d10) | Topple
Warhammer | 1d8 Bludgeoning | Versatile (1d10) | Push
War Pick | 1d8 Piercing | Versatile (1d10) | Sap
Whip | 1d4 Slashing | Finesse, Reach | Slow
Blowgun | 1 Piercing | Ammunition (Range 25/100; Needle), Loading | Vex
Hand Crossbow | 1d6 Piercing | Ammunition (Range 30/120; Bolt), Light, Loading | Vex
Heavy Crossbow | 1d10 Piercing | Ammunition (Range 100/400; Bolt), Heavy, Loading, Two-Handed | Push
Longbow | 1d8 Piercing | Ammunition (Range 150/600; Arrow), Heavy, Two-Handed | Slow
Musket | 1d12 Piercing | Ammunition (Range 40/120; Bullet), Loading, Two-Handed | Slow
Pistol | 1d10 Piercing | Ammunition (Range 30/90; Bullet), Loading | Vex
"""
"""The table of weapons as it is printed: name, damage, properties, mastery. The data comes from another source."""


def test_the_weapons_are_those_of_the_printed_table() -> None:
    shipped = {one["name"]: one["numbers"] for one in json.loads(WEAPONS.read_text("utf-8"))["lore"]}
    printed = {}
    for line in PRINTED_WEAPONS.strip().splitlines():
        name, damage, has, mastery = (part.strip() for part in line.split("|"))
        dice, sort = damage.lower().split()
        numbers: dict[str, Any] = {"base": dice, "type": sort}
        if "Ammunition" not in has and name != "Dart":  # The table lists it among the weapons for ranged attacks.
            numbers["reach"] = 10 if "Reach" in has else 5
        numbers |= {"range": f"{found[1]} ft"} if (found := re.search(r"Range (\d+/\d+)", has)) else {}
        numbers |= {word: True for word in ("finesse", "light", "heavy") if word.title() in has}
        numbers |= {"versatile": found[1]} if (found := re.search(r"Versatile \((\w+)\)", has)) else {}
        words = [word for word in ("ammunition", "loading", "thrown", "two-handed") if word.title() in has]
        words = ["two-handed unless mounted"] if "unless mounted" in has else words
        printed[name.lower()] = {**numbers, "properties": ", ".join((*words, f"mastery {mastery.lower()}"))}
    assert shipped == printed
    assert len(shipped) == 38
    known = {field.name for field in find("srd5").sheet.weapon}
    assert all(numbers.keys() <= known for numbers in shipped.values())


def test_a_hero_of_the_library_is_armed_by_name(own: Path) -> None:
    text = (
        '[[combatant]]\nname = "Mira"\nside = "heroes"\nstr = 16\nlevel = 5\narms = ["longsword", "light crossbow"]\n'
    )
    (own / "srd5").mkdir(parents=True, exist_ok=True)
    (own / "srd5" / "heroes.toml").write_text(text, "utf-8")
    session = Session(find("srd5"))
    session.library = Library(session.system, (own, *session.library.folders))
    session.do("bring Mira ; add Gob side=enemies hp=50")
    assert session.scene["Mira"].weapons["longsword"]["base"] == "1d8"
    done = session.do("attack Mira Gob dice=10 weapon=longsword")
    why = {(reason.of, reason.label): reason.value for reason in done.entries[0].why}
    assert (why["total", "ability"], why["total", "proficiency"], why["damage", "ability"]) == (3, 3, 3)


def of_csv(text: str, own: Path, tmp_path: Path) -> tuple[Import, Session]:
    """Return what a CSV brings, and a session whose library has it."""
    path = tmp_path / "party.csv"
    path.write_text(text, "utf-8")
    session = Session(find("srd5"))
    session.library = Library(session.system, (own,))
    got = read(path, session.library)
    write(got, session.library, "party")
    return got, session


def test_columns_as_people_call_them_and_numbers_in_texts(own: Path, tmp_path: Path) -> None:
    text = "Name,Class,Armor Class,Max HP,HP,Speed,Strength,Notes\nThora,Fighter,18,44,40,30,16,left-handed\n"
    got, session = of_csv(text, own, tmp_path)
    assert not got.faults
    (table,) = got.tables["combatant"]
    assert table["note"] == ["left-handed"]
    session.do("bring Thora")
    thora = session.scene["Thora"]
    assert (thora.tracks["hp"].value, thora.tracks["hp"].max) == (40, 44)
    assert {name: thora.fields[name] for name in ("ac", "speed", "str")} == {"ac": 18, "speed": "30", "str": 16}


def test_spells_are_known_and_a_weapon_of_no_list_is_remarked_on(own: Path, tmp_path: Path) -> None:
    text = "name,weapon,spells,level,int,spell-dc\nElwin,Quill of doom,Fireball; Bless,5,17,15\n"
    got, session = of_csv(text, own, tmp_path)
    lacking = 'The Quill of doom comes without numbers. Give it some: arm Elwin "Quill of doom" hit=N dice=1d6.'
    assert [(remark.line, remark.sentence) for remark in got.remarks] == [
        (2, "Elwin knows fireball, bless."),
        (2, lacking),
    ]
    assert session.do("bring Elwin").text == f"Elwin joins (heroes). {lacking}"
    session.do("add Orc side=enemies hp=40")
    assert "Orc: −28 hp" in session.do("cast Elwin fireball Orc 5 damage=28").text


def test_a_slot_of_a_turn_is_forgotten_with_the_turn_and_with_the_fight() -> None:
    session = Session(find("srd5"))
    cast = "cast Elwin fireball Orc 5 damage=9"
    for line in ("add Elwin spell-dc=15 slots-1=9 slots-3=9", "add Orc side=enemies hp=99", "next", "active Elwin"):
        session.do(line)
    session.do('cast Elwin "healing word" Elwin damage=3')
    with pytest.raises(Refused, match="one spell"):
        session.do(cast)
    session.do("next ; active Orc")
    session.do(cast)
    session.do("end ; encounter Next")
    for line in ("add Orc side=enemies hp=99", "next", "active Orc"):
        session.do(line)
    assert "−1 slot 3" in session.do(cast).text


def test_a_row_of_a_csv_may_be_like_a_creature_of_the_library(own: Path, tmp_path: Path) -> None:
    path, library = tmp_path / "foes.csv", Library(find("srd5"), (own, SHIPPED))
    path.write_text("name,like,count,side\nSnag,goblin warrior,4,enemies\nBo,Nobody,,\n", "utf-8")
    got = read(path, library)
    assert [(fault.line, fault.sentence) for fault in got.faults] == [
        (3, "“Nobody” is not in the library and not a preset.")
    ]
    write(got, library, "foes")
    scene = find("srd5").new_scene()
    (snag,), (warrior,) = (library.find(name, "", scene).members for name in ("Snag", "Goblin Warrior"))
    assert snag.like.weapons == warrior.like.weapons
