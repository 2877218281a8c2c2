"""Loss, gain, conditions and throws by hand, for games with several tracks."""

from __future__ import annotations

import re

import pytest

from tests.games.gen6.fights import conditions, fight, labels
from tests.table import last, played, text
from tracker.games.registry import find, names
from tracker.rules.errors import InvalidCommand


def test_what_was_done_is_told_before_what_follows() -> None:
    session = fight("hurt Ann,Ben 20")
    said = "Ann and Ben: −20 health (each 20 → 0). Ann and Ben are dying."
    assert last(session).text == said


def test_a_gain_that_goes_on_to_another_track_says_so() -> None:
    session = fight("hurt Ann 20", "set Ann con=1", "heal Ann 3")
    assert last(session).text.startswith("Ann: +1 health (0 → 1, con 1 → 3, of 3).")
    assert labels(session, "health") == {"by hand": 3, "on con": -2}
    session.do("heal Ann 40")
    assert labels(session, "health") == {"by hand": 40, "no more to get back": -21}


@pytest.mark.parametrize(
    ("game", "hurt", "of", "value"),
    [("unknown-armies", 9, "body", 9), ("srd5", 5, "hp", 5), ("fate", 2, "stress", -2), ("outgunned", 2, "grit", 2)],
)
def test_a_cure_by_hand_is_no_damage(game: str, hurt: int, of: str, value: int) -> None:
    session = played(game, "add Ann", f"set Ann {of}=10/10", f"hurt Ann {hurt}")
    assert [(reason.of, reason.value) for reason in session.preview(f"heal Ann {hurt}").why] == [(of, value)]


def test_a_value_above_the_maximum_raises_that_of_who_is_unhurt() -> None:
    session = played("plain", "add Ann health=10", "set Ann health=44")
    assert (session.scene["Ann"].tracks["health"].value, session.scene["Ann"].tracks["health"].max) == (44, 44)
    session.do("set Ann health=40")
    with pytest.raises(InvalidCommand, match=r"The health of Ann goes up to 44; health=50/50 raises that\."):
        session.do("set Ann health=50")
    session.do("set Ann health=50/50")
    assert session.scene["Ann"].tracks["health"].value == 50


def test_a_loss_that_goes_on_to_another_track_says_so() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=4 str=5", "hurt Ann 3", "decide 1 dex", "hurt Ann 6")
    assert last(session).text.startswith("Ann: con still 0, dex 4 → 0. ")
    assert labels(session, "damage") == {"by hand": 6, "on dex": -4, "no more there": -2}


def test_the_beginning_of_several_conditions_is_none_of_them() -> None:
    session = fight("mark Ann pron")
    assert conditions(session, "Ann") == {"prone"}
    for line in ("mark Ann pr", "out Ann as=d"):
        with pytest.raises(InvalidCommand, match="could be"):
            session.do(line)
    session.do("mark Ann blind")
    assert conditions(session, "Ann") == {"prone", "blind"}


@pytest.mark.parametrize("line", ["remove Foe", "encounter The cellar"])
@pytest.mark.parametrize("until", ["start", "end"])
def test_what_lasts_until_a_turn_of_one_who_is_gone_is_over(line: str, until: str) -> None:
    session = fight(f"mark Ann blind until={until} of=Foe", f"mark Ann grappled until={until} of=Ben")
    session.do(line)
    assert conditions(session, "Ann") == {"grappled"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mark Ann blind rounds=1", "Ann: blind for 1 round, to the end of round 1."),
        ("mark Ann blind rounds=2", "Ann: blind for 2 rounds, to the end of round 2."),
        ("mark Ann blind until=end of=Ben", "Ann: blind until the end of Ben's turn."),
        ("mark Ann blind until=start", "Ann: blind until the start of their own turn."),
        ("settings size_in_melee=yes", "Settings: size_in_melee no → yes."),
        ("roll 6d10>=6 dice=6,5,10,1,7,2", "6d10>=6 gives 3 (6 5 10 1 7 2)."),
        ("roll 2d20kh1+5 dice=3,17", "2d20kh1+5 gives 22 (3 17)."),
        ("roll 4dF dice=-1,0,1,1", "4dF gives 1 (−1 0 1 1)."),
        ("roll 3d6 dice=133", "3d6 gives 7 (1 3 3)."),
        ("roll 2d6! dice=6,2,3", "2d6! gives 11 (6 2 3)."),
        ("roll 6d10>=6 dice=6,5,10,1,7,2 for luck", "For luck: 6d10>=6 gives 3 (6 5 10 1 7 2)."),
    ],
)
def test_the_words_of_the_log(line: str, said: str) -> None:
    assert last(fight(line)).text == said


def test_settings_are_shown_as_they_are_typed() -> None:
    assert "size_in_melee=no (default no)" in fight().do("settings").text


@pytest.mark.parametrize(
    ("line", "said", "kept"),
    [
        (
            "hurt Ann 3d6 dice=4,4,1",
            "Ann: −9 health (20 → 11, 3d6).",
            "hurt Ann 3d6 dice=4,4,1",
        ),
        (
            "hurt Ann,Ben 8d6 half=Ben dice=11111111",
            "Ann and Ben: −8 health (Ann 20 → 12, Ben 20 → 16, 8d6, half for Ben).",
            "hurt Ann,Ben 8d6 half=Ben dice=1,1,1,1,1,1,1,1",
        ),
        ("hurt Ann 5 half=Ann", "Ann: −2 health (20 → 18, half of 5).", "hurt Ann 5 half=Ann"),
        ("hurt Ann 2d6-12 dice=1,2", "Ann: health still 20 (0 on 2d6-12).", "hurt Ann 2d6-12 dice=1,2"),
    ],
)
def test_an_amount_may_be_dice_and_some_have_half_of_it(line: str, said: str, kept: str) -> None:
    entry = last(fight(line))
    assert (entry.text, entry.command) == (said, kept)


def test_dice_for_an_amount_are_thrown_and_kept() -> None:
    session = fight("hurt Ann,Ben 3d6")
    entry = last(session)
    lost = 20 - session.scene["Ann"].value("health")
    assert lost == sum(entry.dice[0].faces) == 20 - session.scene["Ben"].value("health")
    session.do("undo")
    session.do(entry.command)
    assert last(session).text == entry.text
    assert labels(session, "damage") == {"3d6": lost}


def test_half_of_it_is_counted_too() -> None:
    session = fight("hurt Ann 5 half=Ann")
    assert labels(session, "damage") == {"by hand": 5, "half": -3}


def test_a_name_that_ends_like_the_track_stays_whole() -> None:
    session = played("outgunned", "add Margrit grit=12", "add Sam grit=12", "hurt heroes 2")
    assert text(session) == "Margrit and Sam: −2 grit (each 12 → 10)."
    session.do("heal Sam 1")
    session.do("hurt heroes 2")
    assert text(session) == "Margrit and Sam: −2 grit (Margrit 10 → 8, Sam 11 → 9)."


def test_half_for_one_who_is_left_out_of_the_list_does_not_stop_it() -> None:
    session = fight("out Ben", "hurt heroes 4 half=Ben")
    assert text(session) == "Ann: −4 health (20 → 16)."
    session.do("back Ben")
    session.do("hurt heroes 4 half=Ben")
    assert text(session) == "Ann and Ben: −4 health (Ann 16 → 12, Ben 20 → 18, half for Ben)."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hurt Ann 5 half=Ben", "half= names some of those in the list"),
        ("hurt Ann 5 dice=4", "dice= are the faces of an amount in dice"),
        ("hurt Ann 2d6 dice=4", "1 more face is needed"),
        ("hurt Ann 2d", "is not a dice expression"),
    ],
)
def test_an_amount_that_makes_no_sense_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(InvalidCommand, match=sentence):
        fight(line)


def test_a_condition_that_is_nearly_the_games_is_pointed_out() -> None:
    made = fight("mark Ann pr0ne")
    assert last(made).text == "Ann: pr0ne. “pr0ne” is a condition of your own. Did you mean prone?"
    assert last(fight("mark Ann in-love")).text == "Ann: in love."


def test_a_condition_that_is_marked_already_is_said_to_be() -> None:
    session = fight("mark Ann prone", "mark Ann,Ben prone")
    assert last(session).text == "Ben: prone. Ann: prone already."
    assert "Did you mean" in session.do("mark Ann prne").text
    assert session.do("mark Ann prne").text == "Ann: prne already."
    session.do("next")
    assert session.do("mark Ann prone").text == "Ann: prone already."
    assert session.do("mark Ann prone rounds=2").text == "Ann: prone for 2 rounds, to the end of round 2."
    assert session.do("mark Ann prone rounds=2").text == "Ann: prone already."


@pytest.mark.parametrize("game", names())
def test_a_condition_ends_with_the_round_that_its_line_names(game: str) -> None:
    session = played(game, "add Ann", "add Foe side=enemies", "next")
    session.do("mark Ann odd rounds=2")
    until = int(re.findall("to the end of round ([0-9]+)", text(session))[0])
    while session.scene["Ann"].has("odd"):
        assert session.scene.turn.round <= until
        session.do("next!")
    assert session.scene.turn.round == until + 1


def test_a_band_nearer_is_for_all_who_are_named() -> None:
    session = fight("add Goon count=3 side=enemies", "range Ann Goon medium", 'range Ann "Goon 1" point-blank')
    session.do("nearer Goon Ann")
    assert [session.scene.band(f"Goon {number}", "Ann") for number in (1, 2, 3)] == ["adjacent", "short", "short"]
    session.do("nearer Goon Ann")
    assert "Goon 1" not in last(session).text, "nobody comes nearer than that"
    session.do("nearer Goon Ann")
    with pytest.raises(InvalidCommand, match="there is no band nearer"):
        session.do("nearer Goon Ann")


@pytest.mark.parametrize("line", ["nearer Fay Gob", "range Fay Gob reach", 'range Fay "Gob 1" reach'])
def test_who_comes_up_to_several_is_where_they_are(line: str) -> None:
    session = played("srd5", "add Fay", "add Cle", "add Ogre side=enemies", "add Gob side=enemies count=3")
    for setup in ("range all far", "range Gob Gob reach", "range Cle Gob reach", "range Fay Ogre reach"):
        session.do(setup)
    for setup in ("range Fay Gob near", "initiative Fay 20", "next"):
        session.do(setup)
    session.do(line)
    bands = {other: session.scene.band("Fay", other) for other in ("Gob 1", "Cle", "Ogre")}
    assert bands == {"Gob 1": "reach", "Cle": "reach", "Ogre": "far"}
    assert "Fay: out of the reach of Ogre, who may make an opportunity attack." in last(session).remarks


def test_who_is_beside_one_of_several_stays_there_coming_up_to_the_rest() -> None:
    session = played("srd5", "add Fay", "add Cle", "add Gob side=enemies count=3", "range all near")
    session.do('range "Gob 1" Fay reach')
    session.do("nearer Fay,Cle Gob")
    together = ("Gob 1", "Gob 2", "Gob 3")
    assert {session.scene.band(hero, gob) for hero in ("Fay", "Cle") for gob in together} == {"reach"}


@pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies", "plain"])
def test_a_weapon_is_taken_away_and_an_undo_gives_it_back(game: str) -> None:
    session = played(find(game), "add Ann", "add Goon count=2 side=enemies", "arm all club", "disarm Goon cl")
    assert last(session).text == "Goon (2) lose the club."
    assert [list(combatant.weapons) for combatant in session.scene.combatants.values()] == [["club"], [], []]
    session.do("undo")
    assert [list(combatant.weapons) for combatant in session.scene.combatants.values()] == [["club"]] * 3
    session.do('disarm "Goon 1" club')
    session.do("disarm Goon club")
    assert last(session).text == "Goon 2 loses the club."
    with pytest.raises(InvalidCommand, match="not a weapon carried"):
        session.do("disarm Goon club")


@pytest.mark.parametrize(("line", "way"), [("3d6 + 2", "3d6+2"), ("6d10 >= 6", "6d10>=6"), ("4d6 kh3", "4d6kh3")])
def test_dice_of_several_words_are_refused_and_not_thrown_in_part(line: str, way: str) -> None:
    session = fight()
    with pytest.raises(InvalidCommand, match="without blanks") as refused:
        session.do(f"roll {line}")
    assert str(refused.value).endswith(f"roll {way}.")
    session.do("roll 3d6 - for luck ; roll 3d6 2 ; roll 3d6")


@pytest.mark.parametrize("line", ["roll 3d6*1000000", "hurt Ann 3d6*1000000", "roll 1001*1000"])
def test_a_total_that_cannot_be_kept_is_refused_before_it_is_thrown(line: str) -> None:
    with pytest.raises(InvalidCommand, match="The total can become too large"):
        fight().do(line)


def test_a_list_with_nobody_behind_its_comma_says_how_it_is_written() -> None:
    with pytest.raises(InvalidCommand, match="a list has no blanks: A,B"):
        fight().do("hurt Ann, 1")


@pytest.mark.parametrize("game", names())
def test_whoever_is_out_by_hand_is_not_brought_back_by_a_loss(game: str) -> None:
    track = "" if game != "gen6" else " health=10"
    session = played(find(game), f"add Ann{track}", "out Ann", "hurt Ann 1")
    assert session.scene["Ann"].out is not None


def test_one_more_name_is_one_other() -> None:
    session = fight("add Rat side=enemies count=5 health=9", 'hurt "Rat 1,Rat 2,Rat 3,Rat 4,Rat 5,Ann" 1')
    assert "and 1 other:" in last(session).text


def test_one_loss_more_than_are_listed_is_one_other() -> None:
    joined = (f"add Ed{number} health=1{number}" for number in range(7))
    assert last(fight(*joined, "hurt " + ",".join(f"Ed{number}" for number in range(7)) + " 1")).text.endswith(
        "Ed5 15 → 14 and 1 other)."
    )


@pytest.mark.parametrize("game", sorted(names()))
def test_of_several_that_lose_differently_the_reasons_add_up_to_all_that_was_lost(game: str) -> None:
    sheet = " health=20 con=3" if game == "gen6" else ""
    session = played(game, f"add Ann{sheet}", f"add Ben{sheet}")
    track = next(iter(session.scene["Ann"].tracks))
    before = {name: session.scene[name].value(track) for name in ("Ann", "Ben")}
    session.do("hurt Ann,Ben 2 half=Ben")
    lost = sum(session.scene[name].value(track) - before[name] for name in before)
    told = [reason.value for reason in last(session).why if reason.of == track]
    assert not told or sum(told) == lost


def test_nobody_leaves_cover_who_was_not_in_any() -> None:
    session = played("contract", "add Ann", "add Ben")
    with pytest.raises(InvalidCommand, match=r"Ann and Ben are not in cover\."):
        session.do("cover Ann,Ben none")
    session.do("cover Ann heavy")
    session.do("cover heroes none")
    assert last(session).text == "Ann: out of cover."
