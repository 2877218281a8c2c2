"""Damage: reductions, effects at 0, the deadlier games, and how it is asked for."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, out, value
from tests.table import last, total
from tracker.games.gen6.health import Hit, toughness_counts
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

CASES = [(source, kind) for source in ("impact", "ballistic", "penetrating", None) for kind in ("wound", "stun")]
COUNTS = {
    "none": set(),
    "gritty": {("impact", "stun"), ("penetrating", "stun"), (None, "stun")},
    "pulpy": {("impact", "stun"), ("penetrating", "stun"), (None, "stun"), ("impact", "wound")},
    "cinematic": set(CASES) - {("penetrating", "wound")},
}


@pytest.mark.parametrize("mode", COUNTS)
@pytest.mark.parametrize(("source", "kind"), CASES)
def test_toughness_by_mode(mode: str, source: str | None, kind: str) -> None:
    assert toughness_counts(mode, Hit(source, kind)) is ((source, kind) in COUNTS[mode])


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("source=impact", 20 - 4 - 3),
        ("source=ballistic", 20 - 6),
        ("source=penetrating", 20 - 1),
        ("", 20),
        ("source=impact no-armor", 20 - 3),
        ("source=impact type=stun", 20 - 4 - 3),
        ("type=stun", 20 - 3),
    ],
)
def test_armor_meets_its_own_source(words: str, left: int) -> None:
    session = fight(
        "set Foe armor_i=4 armor_b=6 armor_p=1 toughness=3 health.max=40 health=40", f"damage Foe 20 {words}"
    )
    assert total(session, "damage") == left
    assert value(session, "Foe") == 40 - left


@pytest.mark.parametrize(("way", "left"), [("sum", 3), ("higher", 6), ("armor-only", 6)])
def test_how_armor_and_toughness_go_together(way: str, left: int) -> None:
    session = fight("set Foe armor_i=4 toughness=3", f"settings reduction={way}", "damage Foe 10 source=impact")
    assert total(session, "damage") == left
    session = fight("set Foe armor_i=2 toughness=5", "settings reduction=higher", "damage Foe 10 source=impact")
    assert labels(session, "damage") == {"damage": 10, "toughness (pulpy)": -5}


def test_damage_is_never_below_nothing() -> None:
    session = fight("set Foe armor_i=9", "damage Foe 4 source=impact")
    assert total(session, "damage") == 0
    assert labels(session, "damage")["no less than 0"] == 5
    assert "health still 20" in last(session).text


def test_damage_after_the_material_meets_armor() -> None:
    session = fight('cover Foe 50 what="wooden door"', "set Foe armor_b=3")
    session.do("attack Ann Foe 30 mode=ranged source=ballistic damage=15 through")
    assert total(session, "damage") == 4
    assert session.scene["Foe"].cover.left == 3
    session.do("attack Ann Foe 30 mode=ranged source=ballistic damage=15")
    assert total(session, "damage") == 12
    assert session.scene["Foe"].cover.left == 3
    session = fight("cover Foe 100 what=rocks", "damage Foe 20 through")
    assert total(session, "damage") == 6
    session.do("damage Ann 2 through")
    assert "not behind any known material" in last(session).text


def test_a_critical_does_the_most_without_a_throw() -> None:
    session = fight("arm Ann pistol kind=ranged damage=2d6+3 source=ballistic", "attack Ann Foe dice=6,6,6")
    assert total(session, "damage") == 15
    assert [thrown.purpose for thrown in last(session).dice] == []
    session = fight("attack Ann Foe 3 critical damage=1d6")
    assert value(session, "Foe") == 14


def test_a_critical_hits_whatever_the_number() -> None:
    session = fight("set Foe defense=60", "attack Ann Foe dice=6,6,6 damage=2")
    assert value(session, "Foe") == 18
    assert total(session, "outcome") == 1


def test_a_fumble_never_hits_and_asks() -> None:
    session = fight("attack Ann Foe dice=1,1,1 mode=ranged bonus=40 damage=2")
    assert value(session, "Foe") == 20
    (prompt,) = session.scene.prompts
    assert (prompt.kind, prompt.name, prompt.choices) == (
        "fumble",
        "Ann",
        ("jam", "out of ammo", "tongue-tied", "other"),
    )
    session.do("decide 1 out")
    assert last(session).text == "Ann's fumble: out of ammo."
    assert not session.scene.prompts
    assert fight("attack Ann Foe 30 fumble damage=2").scene.prompts


@pytest.mark.parametrize(
    "line",
    ["attack Ann Foe dice=1,1,1 weapon=unarmed", "attack Ann Foe 3 fumble weapon=axe", "firstaid Ann Ben dice=1,1,1"],
)
def test_only_a_shot_can_jam_or_run_out(line: str) -> None:
    session = fight(
        "arm Ann axe", "arm Ann pistol", "range Ann Foe adjacent", "range Ann Ben adjacent", "hurt Ben 3", line
    )
    assert session.scene.prompts[0].choices == ("tongue-tied", "other")


def test_only_faces_tell_a_critical_from_a_total() -> None:
    session = fight("attack Ann Foe 18 damage=1d6")
    assert last(session).dice
    assert not fight("attack Ann Foe 3 damage=2").scene.prompts


def test_a_hit_of_unknown_damage_asks() -> None:
    session = fight("set Foe armor_p=2", "attack Ann Foe 12 source=penetrating type=stun")
    (prompt,) = session.scene.prompts
    assert (prompt.kind, prompt.name) == ("damage", "Foe")
    with pytest.raises(InvalidCommand):
        session.do("decide 1 much")
    session.do("decide 1 6")
    assert value(session, "Foe") == 16
    assert last(session).text.startswith("Foe takes 6 − 2 = 4 damage from Ann: ")
    session = fight("attack Ann Foe dice=6,6,6", "decide 1 2d6")
    assert value(session, "Foe") == 8
    assert last(session).command == "decide 1 12"
    session = fight("attack Ann Foe 12", "decide 1 skip")
    assert value(session, "Foe") == 20
    assert last(session).text == "Foe: no answer to “Ann hits Foe. How much damage?”"


def test_thrown_damage_is_in_the_record() -> None:
    session = fight("arm Ann pistol kind=ranged damage=2d6+3 bonus=2", "attack Ann Foe roll bonus=30")
    entry = last(session)
    assert [(throw.purpose, len(throw.faces)) for throw in entry.dice] == [("result", 3), ("damage", 2)]
    assert total(session, "total") == sum(entry.dice[0].faces) + 30
    assert f"damage={sum(entry.dice[1].faces) + 3}" in entry.command
    session.do("attack Ben Foe dice=3,3,3 weapon=unarmed")
    session = fight("arm Ann pistol kind=ranged damage=2 bonus=2", "attack Ann Foe dice=3,3,3")
    assert total(session, "total") == 11
    session.do("attack Ann Foe 9")
    assert total(session, "total") == 9


def test_the_weapon_is_the_one_that_fits() -> None:
    arms = ("arm Ann bow kind=ranged damage=4 source=penetrating", "arm Ann knife damage=2 type=stun")
    session = fight(*arms, "range Ann Foe medium", "attack Ann Foe 18")
    assert "weapon=bow" in last(session).command
    session = fight(*arms, "range Ann Foe adjacent", "attack Ann Foe 18")
    assert "weapon=knife" in last(session).command
    session = fight(*arms, "attack Ann Foe 18 mode=melee damage=1")
    assert "weapon=knife" in last(session).command
    session = fight(*arms, "arm Ann pistol kind=ranged bonus=1", "attack Ann Foe 18 band=long")
    assert "weapon=pistol" in last(session).command


def test_at_0_health_one_dies_slowly() -> None:
    session = fight("activate Ann a shield of light ongoing", "hurt Ann 25")
    combatant = session.scene["Ann"]
    assert (combatant.out, combatant.value("health"), combatant.value("con")) == ("dying", 0, 3)
    assert "What Ann kept up ends" in last(session).text
    assert "ongoing" not in combatant.fields


def test_healing_stops_the_bleeding_and_new_damage_starts_it() -> None:
    session = fight("next", "hurt Ann 20", "next", "next", "next")
    assert (session.scene.turn.round, value(session, "Ann", "con")) == (2, 2)
    session.do("heal Ann 1")
    assert (value(session, "Ann", "con"), out(session, "Ann")) == (3, "dying")
    assert conditions(session, "Ann") == {"stable"}
    for _ in range(4):
        session.do("next")
    assert value(session, "Ann", "con") == 3
    session.do("damage Ann 1")
    assert conditions(session, "Ann") == set()
    session.do("next")
    session.do("next")
    assert value(session, "Ann", "con") == 2
    session.do("heal Ann 5")
    assert (out(session, "Ann"), value(session, "Ann"), value(session, "Ann", "con")) == (None, 4, 3)


def test_stun_that_reaches_0_only_knocks_out() -> None:
    session = fight("damage Ann 25 type=stun")
    assert out(session, "Ann") == "unconscious"
    session.do("damage Ann 1")
    assert out(session, "Ann") == "dying"
    session = fight("settings stun_at_zero=dying", "damage Ann 25 type=stun")
    assert out(session, "Ann") == "dying"
    session = fight("damage Ann 25 type=stun", "heal Ann 1")
    assert out(session, "Ann") is None


def test_con_at_0_is_dead() -> None:
    session = fight("hurt Ann 3 con")
    assert out(session, "Ann") == "dead"
    session.do("heal Ann 9")
    assert out(session, "Ann") == "dead"
    session.do("back Ann")
    assert out(session, "Ann") is None


def test_the_directors_hand_on_the_dying() -> None:
    session = fight("next", "out Ann", "set Ben health=0", "out Ben as=dying", *["next"] * 3)
    assert out(session, "Ann") == "unconscious"
    assert value(session, "Ben", "con") == 4 - session.scene.turn.round + 1
    session.do("heal Ben 1 con")
    assert conditions(session, "Ben") == {"stable"}
    session.do("hurt Ben 1 courage")
    assert value(session, "Ben", "courage") == 2
    session.do("back Ben")
    assert conditions(session, "Ben") == set()


def test_without_con_on_the_sheet_nobody_bleeds() -> None:
    session = fight("add Rat side=enemies health=3", "next", "hurt Rat 3", *["next"] * 6)
    assert out(session, "Rat") == "dying"
    assert "no con on the sheet" in last(session).text


def test_half_the_health() -> None:
    session = fight("hurt Ben 15", "settings lethality=half-hp", "add Cat health=21 con=3")
    tracks = {name: session.scene[name].tracks["health"] for name in ("Ann", "Ben", "Cat")}
    assert {name: (item.value, item.max) for name, item in tracks.items()} == {
        "Ann": (10, 10),
        "Ben": (5, 10),
        "Cat": (10, 10),
    }
    session.do("settings lethality=normal")
    assert session.scene["Cat"].tracks["health"].max == 21
    assert value(session, "Ann") == 20


def test_without_health_damage_goes_to_con_then_dex_or_str() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=2 str=4")
    session.do("damage Ann 5")
    assert (value(session, "Ann", "con"), out(session, "Ann")) == (0, None)
    (prompt,) = session.scene.prompts
    assert (prompt.kind, prompt.choices) == ("dex-or-str", ("dex", "str"))
    session.do("decide 1 str")
    session.do("hurt Ann 3")
    assert (value(session, "Ann", "str"), value(session, "Ann", "dex")) == (1, 2)
    session.do("hurt Ann 3")
    assert out(session, "Ann") == "unconscious"
    session.do("next")
    session.do("next")
    assert out(session, "Ann") == "unconscious"
    session.do("heal Ann 4")
    assert (out(session, "Ann"), value(session, "Ann", "con"), value(session, "Ann", "str")) == (None, 3, 1)
    session.do("hurt Ann 3")
    session.do("hurt Ann 1")
    session.do("hurt Ann 2")
    assert out(session, "Ann") == "dead"


def test_damage_that_comes_before_the_answer_waits_for_it() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=2 str=4", "hurt Ann 3", "hurt Ann 2")
    assert [prompt.data["amount"] for prompt in session.scene.prompts] == [0, 2]
    session.do("decide 2 dex")
    assert value(session, "Ann", "dex") == 0
    assert out(session, "Ann") == "unconscious"


def test_a_part_hurt_by_hand_has_its_consequences() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=2 str=4", "hurt Ann 3", "hurt Ann 2 dex")
    assert out(session, "Ann") == "unconscious"
    session.do("heal Ann 1 dex")
    assert value(session, "Ann", "dex") == 1
    assert not session.do("hurt Ann 1 str").entries[0].ruled
    assert fight("hurt Ann 20", "heal Ann 2 health").scene["Ann"].out is None
    assert conditions(fight("hurt Ann 20", "set Ann con=1", "heal Ann 1 con"), "Ann") == {"stable"}


def test_one_with_less_on_the_sheet_falls_at_the_last() -> None:
    session = fight("settings lethality=no-hp", "hurt Foe 9")
    assert out(session, "Foe") == "unconscious"
    session = fight("settings lethality=no-hp", "set Foe dex=2", "hurt Foe 9", "hurt Foe 1")
    assert value(session, "Foe", "dex") == 1
    session.do("hurt Foe 1")
    assert out(session, "Foe") == "unconscious"
    with pytest.raises(InvalidCommand, match="con"):
        fight("settings lethality=no-hp", "add Rat side=enemies").do("damage Rat 3")


def sources(session: Session) -> list[tuple[str, int, str]]:
    """The reasons of the newest line, with where they come from."""
    return [(reason.label, reason.value, reason.source) for reason in last(session).why]


def test_numbers_of_the_deadlier_games_name_the_setting() -> None:
    dying = "Gen6 S: dying; setting lethality="
    session = fight("set Foe health.max=15", "settings lethality=half-hp")
    assert sources(session) == [("health 20 ÷ 2", 10, f"{dying}half-hp"), ("health 15 ÷ 2", 7, f"{dying}half-hp")]
    session.do("add Cat side=enemies health=9 count=3")
    assert sources(session) == [("health 9 ÷ 2", 4, f"{dying}half-hp")]
    session.do("settings lethality=no-hp")
    assert ("health 9 again", 9, f"{dying}no-hp") in sources(session)
    session.do("set Ann dex=2 str=4")
    session.do("damage Ann 5")
    assert sources(session) == [("damage", 5, "Gen6 S: damage; setting lethality=no-hp")]
    session.do("damage Ann 2")
    session.do("decide 1 dex")
    assert sources(session) == [("waited for the answer", 2, f"{dying}no-hp")]
    assert sources(fight("damage Ann 5")) == [("damage", 5, "Gen6 S: damage")]


def test_damage_wakes_nobody() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=2 str=4", "out Ann as=unconscious", "damage Ann 1")
    assert out(session, "Ann") == "unconscious"
    session.do("heal Ann 1")
    assert out(session, "Ann") is None


def test_without_health_nobody_lies_dying() -> None:
    session = fight("hurt Ann 20", "damage Ben 20 type=stun", "settings lethality=no-hp")
    assert (out(session, "Ann"), out(session, "Ben")) == (None, "unconscious")


def test_a_reduction_that_a_setting_decided_is_named_where_the_damage_is_told() -> None:
    armored = ("set Foe armor_i=2 toughness=4", "damage Foe 12 source=impact")
    assert last(fight(*armored)).text.startswith("Foe takes 12 − 6 (setting reduction=sum) = 6 damage")
    assert "(setting reduction=higher) = 8" in last(fight("settings reduction=higher", *armored)).text
    assert "setting" not in last(fight("set Foe armor_i=2 toughness=0", "damage Foe 12 source=impact")).text
