"""Attacks: overkill, collateral actions, mags, Gambles, hot boxes."""

import pytest

from tests.games.outgunned.fights import DUO, action, against, extra, grit, labels, one, played, reaction
from tests.table import text, total
from tracker.rules.errors import Refused


def test_units_that_find_no_grit_are_extra():
    session = action("attack savar e")
    assert (grit(session, "Goons"), extra(session, "Savar"), total(session, "grit")) == (0, 3, -6)


def test_fewer_hits_leave_more_extra():
    session = action("attack savar c+b hits=1")
    assert (grit(session, "Goons"), extra(session, "Savar"), total(session, "grit")) == (5, 3, -1)
    assert labels(session, "grit") == ["units 4 ÷ 1", "hits=1"]


@pytest.mark.parametrize(
    ("line", "left", "loss", "said"),
    [
        ("attack savar c difficulty=c", 0, 0, "Passed"),
        ("attack savar c+2b difficulty=critical", 2, 0, "Passed"),
        ("attack savar c difficulty=b grit=2", 2, 2, "Passed"),
        ("attack savar 2b difficulty=c", 0, 0, "Missed"),
        ("attack savar 2b difficulty=c grit=2", 0, 0, "Missed"),
    ],
)
def test_collateral_actions(line: str, left: int, loss: int, said: str):
    session = action(line + ' what="drops the shelf"')
    assert (extra(session, "Savar"), 6 - grit(session, "Goons")) == (left, loss)
    assert said in text(session)
    assert "drops the shelf" in text(session)


def test_a_collateral_action_needs_no_enemy_and_without_one_is_safe_in_a_brawl():
    session = played("add Savar", "mode brawl", "attack savar 0 difficulty=e")
    assert grit(session, "Savar") == 12


def test_a_collateral_action_in_a_brawl_meets_the_enemys_attack_too():
    session = played("add Savar", "add Foe side=enemies attack=critical", "mode brawl", "attack savar b difficulty=b")
    assert "Passed" in text(session)
    assert (grit(session, "Savar"), total(session, "damage"), grit(session, "Foe")) == (10, 2, 12)
    session.do("next")
    session.do("attack savar c difficulty=e")
    assert "Missed" in text(session)
    assert grit(session, "Savar") == 10


def test_of_several_enemies_a_collateral_action_in_a_brawl_meets_the_one_named():
    session = played("add Savar", "add Foe side=enemies attack=critical", "add Rat side=enemies", "mode brawl")
    session.do("attack savar 0 difficulty=b")
    assert "Say whose attack it meets with target=: Foe, Rat." in text(session)
    assert grit(session, "Savar") == 12
    session.do("next")
    session.do("attack savar rat 0 difficulty=b")
    assert grit(session, "Savar") == 11


def test_ones_count_only_in_a_gamble():
    assert "ones= counts only in a Gamble" in text(action("attack savar b ones=2"))
    assert "ones= counts only in a Gamble" in text(reaction("react savar b ones=2"))


@pytest.mark.parametrize(
    ("line", "loaded"),
    [
        ("attack sam b weapon=pistol", True),
        ("attack sam 0 weapon=pistol", False),
        ("attack sam b weapon=pistol full-auto", False),
        ("attack sam 0 weapon=pistol full-auto", False),
        ("attack sam b weapon=pistol difficulty=c", False),
        ("attack sam c weapon=pistol difficulty=c", True),
        ("attack sam c weapon=pistol hits=0", True),
        ("attack sam 0", False),
        ("covering sam", False),
    ],
)
def test_what_empties_a_mag(line: str, loaded: bool):
    session = action("arm sam pistol", line)
    assert one(session, "Sam").weapons["pistol"]["loaded"] is loaded
    assert one(session, "Sam").spares == {"handgun": 3}


def test_a_failed_shot_empties_in_a_brawl_too():
    session = played(*DUO, "add Foe side=enemies attack=critical", "mode brawl", "arm sam pistol")
    session.do("attack sam 2b weapon=pistol")
    assert one(session, "Sam").weapons["pistol"]["loaded"] is False


def test_what_needs_no_mag_is_never_empty():
    session = action("arm sam bow", "attack sam 0 weapon=bow")
    assert one(session, "Sam").weapons["bow"]["loaded"] is True
    assert one(session, "Sam").spares == {}


def test_no_weapon_named_is_noted_beyond_melee():
    assert "at medium range, too far for bare hands" in text(action("attack savar c"))
    assert "No weapon" not in text(action("range savar goons melee", "attack savar c"))


MELEE = ("arm victor pistol", "range sam goons melee", "range ivy goons melee")


def gamble(line: str):
    session = action("add Ivy", "add Victor", *MELEE)
    session.do(line)
    return session


@pytest.mark.parametrize(
    ("line", "loss"),
    [
        ("attack victor dice=1,1,1,2,3 weapon=pistol", 3),
        ("attack victor dice=2,2,3 weapon=pistol", 0),
        ("attack victor c ones=2 weapon=pistol", 2),
        ("attack victor c ones=0 weapon=pistol", 0),
        ("attack victor c ones=1", 1),
        ("attack victor dice=1,2,2/3 free-reroll weapon=pistol", None),
    ],
)
def test_each_one_costs_every_friend_in_the_melee(line: str, loss: int | None):
    if loss is None:
        line, loss = "attack victor dice=1,2,2,5/3,1 free-reroll weapon=pistol", 1
    session = gamble(line)
    assert [12 - grit(session, name) for name in ("Sam", "Ivy", "Victor", "Savar")] == [loss, loss, 0, 0]
    assert session.scene.prompts == ()


def test_without_faces_the_ones_are_asked():
    session = gamble("attack victor c weapon=pistol")
    (prompt,) = session.scene.prompts
    assert (prompt.kind, prompt.name, prompt.choices) == ("ones", "Victor", tuple("0123456789"))
    session.do("decide 1 2")
    assert [12 - grit(session, name) for name in ("Sam", "Ivy", "Victor")] == [2, 2, 0]
    assert session.scene.prompts == ()


def test_a_friend_who_is_out_is_in_no_danger():
    session = action("add Ivy", "add Victor", *MELEE, "out sam", "attack victor c weapon=pistol ones=1")
    assert (grit(session, "Sam"), grit(session, "Ivy")) == (12, 11)


def test_an_explosion_endangers_its_user_and_those_named():
    session = action("arm sam grenade", "attack sam dice=1,1,2 weapon=grenade near=savar")
    assert (grit(session, "Sam"), grit(session, "Savar")) == (10, 10)
    assert "Explosive: a Gamble for Sam and Savar." in text(session)


def test_whom_near_names_without_a_gamble_is_noted():
    assert "near= counts only in a Gamble" in text(action("attack sam c near=savar"))


def test_hot_boxes_of_an_enemy():
    session = played("add Savar", "add Boss preset=boss-2", "begin action", "attack savar 2e")
    assert (grit(session, "Boss"), one(session, "Boss").value("adrenaline")) == (3, 2)


def test_every_enemy_has_the_directors_adrenaline_at_none():
    session = played("add Savar", "add Goons preset=goons-1", "add Foe side=enemies", "add Cop side=police")
    assert [one(session, name).value("adrenaline") for name in session.scene.combatants] == [1, 0, 0, 0]
    assert {"bullets", "spotlight"} & set(one(session, "Foe").tracks) == set()


def test_a_brawl_takes_no_more_than_there_is():
    session = against("2critical", "basic")
    session.do("mode brawl")
    session.do("next")
    session.do("set savar grit=2")
    session.do("attack savar 0")
    assert (grit(session, "Savar"), total(session, "damage")) == (0, 2)


def test_a_throw_of_the_trackers_is_kept_as_faces():
    session = action("attack savar roll")
    entry = session.story()[-1]
    assert len(entry.dice[0].faces) == 6
    assert entry.command == f"attack Savar Goons dice={','.join(map(str, entry.dice[0].faces))}"


def test_a_preview_says_how_many_dice_to_roll():
    session = action("cover savar partial", "set savar pool=5")
    found = session.preview("attack savar roll")
    assert sum(reason.value for reason in found.why if reason.of == "pool") == 4
    assert (found.throws, found.asks) == ("4d6 for result", "result")
    assert session.preview("attack savar c").fine


def test_reactions_against_an_enemy_with_no_grit_left_to_take():
    session = reaction("set goons grit=1", "settings counter_size=units", "react savar c counter")
    assert (grit(session, "Goons"), extra(session, "Savar")) == (0, 1)


@pytest.mark.parametrize(
    ("answer", "said"),
    [("decide 1 1", "1 die shows 1. Sam −1 grit (12 → 11)."), ("decide 1 2", "2 dice show 1. Sam −2 grit (12 → 10).")],
)
def test_ones_are_told(answer: str, said: str):
    session = action("arm savar pistol", "range sam goons melee", "attack savar goons b weapon=pistol", answer)
    assert text(session) == said


def test_ones_with_nobody_left_to_pay():
    session = action("arm savar pistol", "range sam goons melee", "attack savar goons b weapon=pistol", "remove sam")
    session.do("decide 1 2")
    assert text(session) == "2 dice show 1."


ARMED = (
    "add Nadia nerves=3 shoot=2 focus=1",
    "arm Nadia rifle",
    "add Foe side=enemies grit=12",
    "range Nadia Foe close",
)


def pool_of(*lines: str) -> dict[str, int]:
    """The dice of the last attack, by source."""
    session = played(*ARMED, *lines)
    return {reason.label: reason.value for reason in session.story()[-1].why if reason.of == "pool"}


def test_a_shot_is_nerves_and_shoot_where_the_sheet_has_both():
    assert pool_of("attack Nadia Foe roll") == {"nerves": 3, "shoot": 2, "rifle at close": 1}
    assert pool_of("settings shooting_pool=focus+shoot", "attack Nadia Foe roll") == {
        "focus": 1,
        "shoot": 2,
        "rifle at close": 1,
    }
    assert pool_of("set Nadia pool=4", "attack Nadia Foe roll") == {"sheet": 4, "rifle at close": 1}
    assert pool_of("set Nadia pool=focus+shoot", "attack Nadia Foe roll") == {
        "focus": 1,
        "shoot": 2,
        "rifle at close": 1,
    }


def test_the_last_pool_used_with_a_weapon_is_used_again():
    again = ("attack Nadia Foe 0 pool=focus+shoot", "reload Nadia rifle", "next ; next", "attack Nadia Foe roll")
    assert pool_of(*again) == {"focus": 1, "shoot": 2, "rifle at close": 1}
    typed = ("attack Nadia Foe c pool=7", "next ; next", "attack Nadia Foe roll")
    assert pool_of(*typed) == {"nerves": 3, "shoot": 2, "rifle at close": 1}


def test_a_die_bought_with_adrenaline():
    session = played(*ARMED, "attack Nadia Foe roll adrenaline")
    assert one(session, "Nadia").value("adrenaline") == 0
    assert ("adrenaline", 1) in {(reason.label, reason.value) for reason in session.story()[-1].why}
    session.do("next ; next")
    with pytest.raises(Refused, match="no adrenaline"):
        session.do("attack Nadia Foe roll adrenaline")


def test_no_explosive_is_proposed_while_anything_else_reaches():
    session = action("arm savar grenade", "arm savar pistol", "range savar goons medium", "attack savar 0")
    assert "pistol" in text(session)
    assert "grenade" not in text(session)
    assert "grenade" in text(action("arm savar grenade", "range savar goons medium", "attack savar 0"))
