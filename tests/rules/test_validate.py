"""Impossible values in a fight: detected wherever a hand may write, and never in what the game wrote itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.lines import odds_of
from tests.reading import Rules
from tests.table import played
from tracker.combat.events import (
    BandBecame,
    DefaultBandBecame,
    Event,
    FieldBecame,
    OrderBecame,
    PromptCame,
    SettingBecame,
)
from tracker.combat.records import Entry
from tracker.combat.scene import Combatant, Cover, Plain, Prompt, Ranges, Scene, Turn
from tracker.commands.story import happenings
from tracker.export.figures import thrown_in
from tracker.games import registry
from tracker.rules.validate import first_fault
from tracker.session import Session
from tracker.session.games import RulesOf, system_of
from tracker.storage.journal import Journal
from tracker.storage.reader import check, load

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "saves").glob("*.json"))


def fight(system: str, *lines: str) -> Scene:
    session = played(system, "add Ann", "add Foe side=enemies", *lines)
    return session.scene


def with_(scene: Scene, **changes: Any) -> Scene:
    """The scene with another Ann."""
    ann: Combatant = replace(scene["Ann"], **changes)
    return replace(scene, combatants={**scene.combatants, "Ann": ann})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_whatever_stood_in_an_example_is_sound(path: Path) -> None:
    history = load(str(path), RulesOf()).history
    system = registry.find(history.scene.system)
    assert {first_fault(system, history.scene_at(entry)) for entry in history.entries} == {""}


@pytest.mark.parametrize("name", registry.names())
def test_presets_settings_and_an_empty_fight_are_sound(name: str) -> None:
    system = registry.find(name)
    assert first_fault(system, system.new_scene()) == ""
    session = Session(system)
    for number, preset in enumerate(system.presets):
        session.do(f"add One{number} preset={preset.name}")
        assert first_fault(system, session.scene) == ""
    for setting in system.settings:
        session.do(f"settings {setting.name}={setting.write(setting.default)}")
        assert first_fault(system, session.scene) == ""


@pytest.mark.parametrize("name", registry.names())
def test_what_is_in_every_game(name: str) -> None:
    system, scene = registry.find(name), fight(name)
    title = system.title
    assert first_fault(system, scene) == ""
    assert (
        first_fault(system, replace(scene, default_range="banana"))
        == f"a range is “banana”, which {title} does not know"
    )
    ranges = Ranges({"Ann": {"Foe": "banana"}})
    assert first_fault(system, replace(scene, ranges=ranges)) == f"a range is “banana”, which {title} does not know"
    covered = with_(scene, cover=Cover("banana"))
    assert first_fault(system, covered) == f"the cover of Ann is “banana”, which {title} does not know"
    no_such = replace(scene, settings={"banana": 1})
    assert first_fault(system, no_such) == f"the setting banana is “1”, which {title} does not know"
    for setting in system.settings:
        for value in ({"a": 1}, "no such value", -1_000_000, None):
            wrong = first_fault(system, replace(scene, settings={setting.name: value}))
            assert wrong.startswith(f"the setting {setting.name} is “")


SHEETS: list[tuple[str, str, Plain]] = [
    ("outgunned", "pool", "six"),
    ("outgunned", "hot", [2, None, 8]),
    ("outgunned", "hot", [2, "8"]),
    ("contract", "brawn", "3"),
    ("contract", "armor", None),
    ("contract", "pending", "banana"),
    ("gen6", "defense", True),
    ("gen6", "size", "banana"),
    ("unknown-armies", "struggle", []),
]


@pytest.mark.parametrize(("name", "field", "value"), SHEETS)
def test_a_field_of_the_sheet(name: str, field: str, value: Plain) -> None:
    system, scene = registry.find(name), fight(name)
    assert system.sheet.field(field) is not None
    odd = with_(scene, fields={**scene["Ann"].fields, field: value})
    assert first_fault(system, odd) == f"{field} of Ann is “{value}”, which {system.title} does not know"


WEAPONS: list[tuple[str, str, str, Plain]] = [
    ("outgunned", "pistol", "loaded", "two"),
    ("contract", "club", "kind", "banana"),
    ("contract", "handgun", "difficulty", "six"),
    ("gen6", "pistol", "damage", "2x6"),
    ("unknown-armies", "lead pipe", "kind", "two"),
]


@pytest.mark.parametrize(("name", "weapon", "field", "value"), WEAPONS)
def test_a_field_of_a_weapon(name: str, weapon: str, field: str, value: Plain) -> None:
    system = registry.find(name)
    scene = fight(name, f'arm Ann "{weapon}"')
    assert first_fault(system, scene) == ""
    kept = next(iter(scene["Ann"].weapons))
    odd = with_(scene, weapons={kept: {**scene["Ann"].weapons[kept], field: value}})
    assert first_fault(system, odd) == f"{field} of Ann's {kept} is “{value}”, which {system.title} does not know"


def test_what_the_game_keeps_for_itself_is_its_own_as_long_as_it_can_answer() -> None:
    system, scene = registry.find("unknown-armies"), fight("unknown-armies")
    assert first_fault(system, with_(scene, fields={**scene["Ann"].fields, "no-such": 3})) == ""


@pytest.mark.parametrize(
    ("system", "field", "value"),
    [
        ("contract", "held", {}),
        ("contract", "held", {"action": "attack Foe"}),
        ("contract", "shares", [{"act": "attack"}]),
        ("outgunned", "feats", ["chains", {}]),
    ],
)
def test_what_a_game_keeps_for_itself_can_be_said(system: str, field: str, value: Any) -> None:
    """Whoever shows a fight says every field of it, and would end in the middle."""
    scene = with_(fight(system), fields={field: value})
    specs = [spec for spec in registry.find(system).sheet.fields if spec.name == field and not spec.internal]
    assert len(specs) == 1
    assert f"{field} of Ann" in first_fault(registry.find(system), scene)


def test_a_line_that_the_game_cannot_make_sense_of_is_told_by_its_sentence() -> None:
    system, scene = registry.find("contract"), fight("contract")
    assert first_fault(system, scene) == ""
    (told,) = happenings(system, scene, Entry(3, 2, "", "dodge Foe 3", "Foe dodges.", ()))
    assert (told.text, told.deed) == ("Foe dodges.", None)


def test_a_throw_with_a_weapon_that_makes_no_sense_tells_nothing_of_luck() -> None:
    session = played(
        "contract", "add Ann dexterity=3 melee=2", "add Foe side=enemies", "arm Ann knife", "range Ann Foe engaged"
    )
    session.do("attack Ann Foe 3")
    (entry,), before = session.story()[-1:], session.history.scene_at(4)
    (whole,) = happenings(session.system, before, entry)
    assert len(list(thrown_in(session.system, entry, whole))) == 1
    odd = with_(before, weapons={"knife": {**before["Ann"].weapons["knife"], "ability": {}}})
    (forged,) = happenings(session.system, odd, entry)
    assert not list(thrown_in(session.system, entry, forged))


def test_an_unknown_phase_is_named_as_it_stands() -> None:
    system, scene = registry.find("outgunned"), replace(fight("outgunned"), turn=Turn(1, "banana"))
    assert first_fault(system, scene) == ""
    assert system.clock.sentences(scene)[0] == "The fight begins with banana."


def test_unknown_fields_of_a_weapon_change_nothing() -> None:
    session = played(
        "contract", "add Ann dexterity=3 melee=2", "add Foe side=enemies", "arm Ann knife", "range Ann Foe engaged"
    )
    system, scene = session.system, session.scene
    odd = with_(scene, weapons={"knife": {**scene["Ann"].weapons["knife"], "level": 3}})
    assert first_fault(system, odd) == ""
    assert odds_of(system, odd, "attack Ann Foe roll") == odds_of(system, scene, "attack Ann Foe roll")


def test_the_odds_against_somebody_without_the_tracks_of_the_game_take_nothing() -> None:
    system, scene = registry.find("percentile"), fight("percentile", "arm Foe club dice=1d4")
    odd = with_(scene, tracks={"no-such": scene["Ann"].tracks["hp"]})
    assert first_fault(system, odd) == ""
    assert odds_of(system, odd, "attack Foe Ann roll").losses == {}


def test_an_order_and_questions_are_about_those_who_are_there() -> None:
    system, scene = registry.find("contract"), fight("contract")
    gone = "“Nobody”, who is not in the fight"
    assert first_fault(system, replace(scene, order=("Ann", "Nobody"))) == f"the order of turns names {gone}"
    asked = replace(scene, prompts=(Prompt(900, "reaction", "Nobody", "How?"),))
    assert first_fault(system, asked) == f"question 900 is about {gone}"


FORGED = {
    "the-execution": (
        PromptCame(900, ("Nobody",), "react", "How?"),
        DefaultBandBecame("banana"),
        OrderBecame(("Nobody",)),
        FieldBecame(("Jeff",), "pending", [1]),
        SettingBecame("banana", 1),
    ),
    "savar-and-sam": (DefaultBandBecame("banana"), BandBecame("Savar", ("Sam",), "banana")),
}


@pytest.mark.parametrize(("name", "event"), [(name, event) for name in FORGED for event in FORGED[name]])
def test_right_hashes_around_nonsense_are_damage_with_its_line(tmp_path: Path, name: str, event: Event) -> None:
    whole = load(str(EXAMPLES[0].parent / f"{name}.json"), RulesOf())
    last = whole.history.head
    forged = Entry(whole.history.next_id, last, "", "forged", "Forged.", (event,))
    path = tmp_path / "forged.json"
    with Journal.create(str(path), whole.header.system, lambda: "2026-01-01T00:00:00Z", "id") as journal:
        journal.append((*whole.records, forged))
    loaded = load(str(path), RulesOf())
    assert (loaded.condition, loaded.line, len(loaded.records)) == ("damaged", forged.id + 1, forged.id - 1)
    assert check(str(path), RulesOf()).code == 2
    assert (
        load(str(path.parent / "forged.json"), Rules(lambda game: system_of(game).new_scene())).condition == "clean"
    ), "the hashes are right"


def test_one_of_a_crowd_is_named_by_what_is_its_own() -> None:
    scene = fight("outgunned", "add Goon side=enemies count=5")
    goon = scene["Goon 4"]
    odd = replace(goon, fields={**goon.fields, "defense": "purple"})
    fault = first_fault(registry.find("outgunned"), replace(scene, combatants={**scene.combatants, "Goon 4": odd}))
    assert "defense of Goon 4 is “purple”" in fault


def test_a_switch_may_count() -> None:
    system, scene = registry.find("outgunned"), fight("outgunned")
    assert first_fault(system, with_(scene, fields={**scene["Ann"].fields, "covered": 2})) == ""
    assert first_fault(system, with_(scene, fields={**scene["Ann"].fields, "covered": -1})) != ""


def test_a_long_value_is_cut() -> None:
    system, scene = registry.find("gen6"), fight("gen6")
    assert len(first_fault(system, with_(scene, cover=Cover("9" * 4000)))) < 200
