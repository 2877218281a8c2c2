"""Attacks, called shots, splits and feints beyond the worked examples."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import PEOPLE, body, fight
from tests.table import last, text, total
from tracker.games.unknown_armies import SYSTEM
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand


def test_the_only_target_and_the_only_ready_weapon_are_filled_in() -> None:
    session = fight("arm A knife bonus=3", "arm A pistol kind=gun ready=no", "attack A 42")
    assert last(session).command == "attack A B 42 skill=struggle weapon=knife"
    assert body(session) == 60 - 9


@pytest.mark.parametrize(
    ("setup", "weapon"),
    [
        (("arm A knife bonus=3", "arm A pistol kind=gun maximum=40"), "pistol"),
        (("arm A knife bonus=3", "arm A pistol kind=gun maximum=5", "range A B engaged"), "knife"),
        (("arm A knife bonus=3", "arm A pistol kind=gun maximum=5"), "pistol"),
        (("arm A knife bonus=3", "arm A axe bonus=6"), "axe"),
        (("arm A knife ready=no", "arm A pistol kind=gun ready=no"), "fist"),
        (("set A firearms=1", "arm A knife bonus=3", "arm A pistol kind=gun", "range A B engaged"), "knife"),
    ],
)
def test_the_ready_weapon_that_reaches_and_hurts_most_is_used(setup: tuple[str, ...], weapon: str) -> None:
    session = fight(*setup, "attack A B 42")
    assert last(session).command.endswith(f"weapon={weapon}")


@pytest.mark.parametrize(
    ("line", "noted"),
    [
        ("range A B near", "B is near, not engaged: too far for an attack by hand."),
        ("range A B distant", "B is distant, not engaged: too far for an attack by hand."),
        ("range A B engaged", ""),
    ],
)
def test_an_attack_by_hand_beyond_reach_is_noted_and_gets_no_range_shift(line: str, noted: str) -> None:
    text = last(fight(line, "attack A B 90")).text
    assert ("too far" in text) is bool(noted)
    assert noted in text
    assert "Proposed" not in text


def test_one_die_after_a_feint_may_be_a_bare_digit() -> None:
    for typed, roll in (("7", 77), ("4", 44), ("0", 100)):
        session = fight("sucker A B 30", "next", "next", f"attack A B {typed}")
        assert total(session, "total") == roll
        assert f"die={typed}" in last(session).command
    with pytest.raises(InvalidCommand):
        fight("attack A B 0")


def test_the_form_asks_for_one_die_after_a_feint_that_worked() -> None:
    session = fight("add C side=enemies", "sucker A B 30", "next", "next", "next", "next", "next")
    for verb, target, asks in (("attack", "B", True), ("attack", "C", False), ("sucker", "B", False)):
        context = Context(SYSTEM, session.scene, {"actor": "A", "target": target})
        assert SYSTEM.result_hint(verb, context).startswith("one die: 0 to 9") is asks


def test_a_weapon_that_was_dropped_is_shown_as_dropped() -> None:
    session = fight("arm B knife", "attack A B 44 called=hand")
    assert session.scene["B"].weapons["knife"]["dropped"] is True
    assert [badge.word for badge in SYSTEM.weapon_badges(session.scene["B"])] == ["knife dropped"]
    session.do("arm B knife ready=yes")
    assert "dropped" not in session.scene["B"].weapons["knife"]


def test_draw_offers_what_is_not_in_hand_and_takes_the_only_one() -> None:
    session = fight("arm A knife", "arm A pistol kind=gun ready=no")
    assert SYSTEM.form_defaults(session.scene, "draw", {"actor": "A"}) == {"weapon": "pistol"}
    session.do("draw A")
    assert last(session).command == "draw A pistol"
    with pytest.raises(InvalidCommand, match="nothing to draw"):
        fight("arm A knife").do("draw A")
    with pytest.raises(InvalidCommand, match="Say which: knife, club"):
        fight("arm A knife ready=no", "arm A club ready=no").do("draw A")


def test_a_share_nobody_typed_is_not_recorded_so_a_revoked_split_leaves_plain_attacks() -> None:
    session = fight("arm A knife bonus=3", "next", "split A 40,15", "attack A B 38", "attack A B 14")
    number = next(entry.id for entry in session.story() if entry.command.startswith("split"))
    session.do(f"revoke! {number}")
    assert [entry.command for entry in session.story()][-1] == "attack A B 38 skill=struggle weapon=knife"
    assert body(session) == 60 - 3 - 8 - 3


def test_the_shares_of_a_split_may_be_of_a_weapon_in_each_hand() -> None:
    session = fight("arm A pistol kind=gun maximum=50", "arm A backup-pistol kind=gun maximum=30", "split A 30,20")
    assert text(session) == "A splits 55 (firearms) into 30 + 20."
    session.do("attack A B 21")
    session.do("attack A B 12 weapon=back")
    assert [entry.command for entry in session.story()][-2:] == [
        "attack A B 21 skill=firearms weapon=pistol",
        "attack A B 12 skill=firearms weapon=backup-pistol",
    ]
    assert body(session) == 60 - 21 - 12


def test_a_skill_as_number_and_as_a_beginning() -> None:
    session = fight("set A swordplay=70", "attack! A B 69 skill=sword")
    assert total(session, "target") == 70
    session.do("attack A B 69 skill=20")
    assert total(session, "target") == 20
    assert last(session).text.startswith("A attacks B with the fist, 20 or less: 69, failure.")


def test_00_is_written_in_two_ways_and_always_fails() -> None:
    for typed in ("00", "100", "roll=00", "dice=0,0"):
        session = fight(f"attack A B {typed} skill=150")
        assert last(session).command == "attack A B 00 skill=150 weapon=fist"
        assert body(session) == 60
        assert session.scene.prompts[0].kind == "fumble"


def test_01_succeeds_against_any_number_and_needs_no_minimum() -> None:
    session = fight("attack A B 01 skill=0 called=head")
    assert body(session) == 60 - 11
    assert session.scene.prompts[0].choices == ("as-rolled", "maximum", "out", "dead")


def test_the_tracker_throws_and_keeps_the_roll() -> None:
    session = fight("attack A B roll")
    entry = last(session)
    assert len(entry.dice) == 1
    (face,) = entry.dice[0].faces
    assert f" {face % 100:02d} " in entry.command


def test_wounds_shift_the_own_attack() -> None:
    session = fight("hurt A 20", "attack A B 46")
    assert total(session, "target") == 45
    assert body(session) == 60


def test_a_miss_under_the_minimum_may_hit_the_body() -> None:
    session = fight("settings called_miss=body", "attack A B 21 called=leg")
    assert body(session) == 57
    assert "body instead" in last(session).text


def test_another_small_target() -> None:
    session = fight('attack! A B 24 called="left ear" minimum=25', 'attack A B 26 called="left ear" minimum=25')
    assert body(session) == 52


def test_a_hit_hand_drops_the_one_weapon_it_holds() -> None:
    session = fight("arm B knife", "arm B pistol kind=gun ready=no", "attack A B 42 called=hand")
    assert session.scene["B"].weapons["knife"]["ready"] is False
    session.do("draw B knife")
    session.do("next")
    session.do("next")
    assert session.scene["B"].weapons["knife"]["ready"] is True


def test_a_hit_hand_with_two_weapons_asks() -> None:
    session = fight("arm B knife", "arm B club", "attack A B 42 called=hand")
    assert session.scene.prompts[0].kind == "drops"
    assert session.scene.prompts[0].choices == ("knife", "club")
    session.do("decide 1 c")
    assert session.scene["B"].weapons["club"]["ready"] is False
    assert session.scene["B"].weapons["knife"]["ready"] is True


def test_a_hand_hit_with_the_body_instead_drops_nothing() -> None:
    session = fight("settings called_miss=body", "arm B knife", "attack A B 39 called=hand")
    assert session.scene["B"].weapons["knife"]["ready"] is True


def test_shares_are_used_in_order_unless_named() -> None:
    session = fight("split A 30,15,10", "attack A B 90 share=2", "attack A B 90")
    assert total(session, "target") == 30
    assert "share" not in last(session).command
    session.do("attack A B 90")
    assert total(session, "target") == 10


def test_shifts_of_a_split() -> None:
    """Wounds and typed shifts go into the sum; the target's focus and the head's shift to the share."""
    session = fight("hurt A 20", "focus B A 20", "split A 35,20 shift=10")
    assert total(session, "pool") == 55
    session.do("attack A B 90 called=head")
    assert total(session, "target") == 35 + 20 + 10


def test_the_own_focus_helps_no_share_unless_it_is_in_the_sum() -> None:
    session = fight("focus A B 20", "split A 40,15", "attack A B 90")
    assert total(session, "target") == 40


def test_the_cap_counts_a_focus_in_the_sum() -> None:
    session = fight("focus A B 20", "focus B A 20", "split A 40,35", "attack A B 90")
    assert total(session, "target") == 40 + 10


def test_a_feint_ends_by_another_target() -> None:
    session = fight("add C side=enemies", "sucker A B 30", "next", "next", "next", "next", "next", "attack A C 90")
    assert not session.scene["A"].has("sucker")


def test_a_feint_ends_when_a_round_passes() -> None:
    session = fight("sucker A B 30", "next", "next", "act A wait", "next", "next")
    assert session.scene.turn.round == 3
    assert not session.scene["A"].has("sucker")


def test_a_feint_that_fails_leaves_nothing() -> None:
    session = fight('sucker A B 80 what="a stumble"')
    assert not session.scene["A"].has("sucker")
    assert "(a stumble)" in last(session).text


def test_one_die_of_0_is_a_fumble() -> None:
    session = fight("sucker A B 30", "next", "next", "attack A B die=0")
    assert last(session).command == "attack A B die=0 skill=struggle weapon=fist"
    assert body(session) == 60
    assert session.scene.prompts[-1].kind == "fumble"


def test_the_tracker_throws_one_die_where_it_is_due() -> None:
    session = fight("sucker A B 30", "next", "next", "attack A B roll")
    assert last(session).dice[0].sides == 10
    assert "die=" in last(session).command


def test_focus_of_a_third_meets_the_cap_by_the_setting() -> None:
    three = (*PEOPLE, "add C struggle=30")
    for cap, shift in (("all", 30), ("mutual", 40), ("none", 40)):
        session = fight(f"settings focus_cap={cap}", "focus C B 20", "focus B A 20", "attack C B 90", people=three)
        assert total(session, "target") == 30 + shift
    for cap, shift in (("all", 30), ("mutual", 30), ("none", 60)):
        session = fight(f"settings focus_cap={cap}", "focus A B 30", "focus B A 30", "attack A B 99")
        assert total(session, "target") == 55 + shift


def test_a_second_focus_replaces_the_first() -> None:
    session = fight("add C side=enemies", "focus A B 30", "focus A C 10", "attack A B 99")
    assert total(session, "target") == 55


def test_one_who_goes_down_loses_the_own_focus_but_not_what_attackers_gained() -> None:
    session = fight("focus A B 20", "out A as=unconscious", "attack B A 99")
    assert total(session, "target") == 60
    session.do("back A")
    session.do("attack A B 99")
    assert total(session, "target") == 55


def test_distance_and_cover_propose_and_never_count() -> None:
    session = fight("arm A gun", "range A B far", "cover B heavy", "attack A B 90")
    assert total(session, "target") == 55
    assert "shift=-30" in last(session).text
    other = fight("arm A gun", "range A B far", "cover B heavy", "attack A B 90 shift=-30")
    assert total(other, "target") == 25
    assert "Proposed" not in last(other).text
    quiet = fight("arm A gun", "settings proposed_shifts=off", "range A B far", "attack A B 90")
    assert "Proposed" not in last(quiet).text


@pytest.mark.parametrize(
    ("setting", "roll", "damage"),
    [("digit_zero=0", 40, 4), ("matched_hand=roll", 33, 33), ("edition=3e", 33, 33), ("edition=2e", 33, 36)],
)
def test_damage_under_settings(setting: str, roll: int, damage: int) -> None:
    session = fight(f"settings {setting}", "arm A club bonus=3", f"attack A B {roll}")
    expected = damage + (3 if setting == "digit_zero=0" else 0)
    assert total(session, "damage") == expected
    name, _, _ = setting.partition("=")
    named = name if name != "edition" else "matched_hand"
    assert any(f"setting {named}=" in reason.source for reason in last(session).why if reason.of == "damage")


def test_tags_of_a_weapon_make_its_bonus() -> None:
    session = fight("arm A axe sharp heavy rusty")
    assert session.scene["A"].weapons["axe"]["bonus"] == 6
    assert session.scene["A"].weapons["axe"]["kind"] == "hand"
    session.do("arm A revolver")
    assert session.scene["A"].weapons["revolver"]["kind"] == "gun"
