"""Boxes, conditions, the roulette, points, protection that takes back."""

import pytest

from tests.games.outgunned.fights import DUO, action, against, extra, grit, one, played, reaction, refuses
from tests.table import text, total
from tracker.rules.errors import InvalidCommand


def names(session, who="Savar"):
    return [condition.name for condition in one(session, who).conditions]


@pytest.mark.parametrize(
    ("have", "loss", "asks"), [(5, 1, True), (6, 1, False), (12, 12, True), (4, 1, False), (8, 4, True)]
)
def test_the_bad_box(have: int, loss: int, asks: bool):
    session = played("add Savar", f"set savar grit={have}", f"hurt savar {loss}")
    assert [prompt.kind for prompt in session.scene.prompts] == (["bad-box"] if asks else [])


def test_the_condition_decided_is_marked_and_counts():
    session = action("hurt savar 8", "decide 1 hu", "set savar brawn=3 fight=3")
    assert names(session) == ["hurt"]
    session.do("attack savar c pool=brawn+fight")
    assert total(session, "pool") == 5


def test_a_condition_that_came_meanwhile_is_not_taken_twice():
    session = action("hurt savar 8", "mark savar hurt")
    with pytest.raises(InvalidCommand, match="hurt already"):
        session.do("decide 1 hurt")
    session.do("decide 1 tired")
    assert names(session) == ["hurt", "tired"]


@pytest.mark.parametrize(
    ("condition", "attribute"),
    [("hurt", "brawn"), ("nervous", "nerves"), ("like-a-fool", "smooth"), ("distracted", "focus"), ("scared", "crime")],
)
def test_a_condition_counts_where_its_attribute_is_named(condition: str, attribute: str):
    session = action(
        f"mark savar {condition}", f"set savar {attribute}=3 fight=3", f"attack savar c pool={attribute}+fight"
    )
    assert total(session, "pool") == 5
    session.do("set sam cool=3 brawn=3 nerves=3")
    session.do(f"mark sam {condition}")
    session.do("attack sam c pool=6")
    assert total(session, "pool") == 6


def test_the_fourth_condition_is_broken_and_takes_from_all():
    session = action(
        "mark savar hurt", "mark savar scared", "mark savar tired", "mark savar bleeding", "mark savar nervous"
    )
    assert names(session) == ["hurt", "scared", "tired", "bleeding", "broken"]
    session.do("set savar brawn=4 fight=4")
    session.do("attack savar c pool=brawn+fight")
    assert total(session, "pool") == 6
    session.do("set savar grit=5")
    session.do("hurt savar 1")
    assert session.scene.prompts == ()


def test_tired_takes_nothing():
    session = action("mark savar tired", "attack savar c")
    assert total(session, "pool") == 6


@pytest.mark.parametrize(("bullets", "die", "survives"), [(1, 2, True), (1, 1, False), (5, 6, True), (6, 6, False)])
def test_the_roulette(bullets: int, die: int, survives: bool):
    session = played("add Savar", f"set savar grit=0 bullets={bullets}", "hurt savar 2", f"decide 1 {die}")
    savar = one(session, "Savar")
    assert savar.out == (None if survives else "left-for-dead")
    assert savar.value("bullets") == (min(6, bullets + 1) if survives else bullets)
    assert savar.value("grit") == 0


def test_the_roulette_by_its_own_word_answers_the_question():
    session = played("add Savar", "set savar grit=0", "hurt savar 1", "hurt savar 1", "roulette savar die=3")
    assert [prompt.id for prompt in session.scene.prompts] == [2]
    session.do("roulette savar die=1")
    assert session.scene.prompts == ()


def test_a_roulette_thrown_is_kept_as_its_face():
    session = played("add Savar", "set savar grit=0", "hurt savar 1", "decide 1 roll")
    entry = session.story()[-1]
    assert entry.command == f"decide 1 {entry.dice[0].faces[0]}"
    session = played("add Savar", "set savar grit=0", "roulette savar")
    entry = session.story()[-1]
    assert entry.command == f"roulette Savar die={entry.dice[0].faces[0]}"


def test_open_roulettes_fall_with_the_one_who_is_left():
    session = played("add Savar", "begin action", "set savar grit=0", "hurt savar 1", "hurt savar 1", "decide 1 1")
    assert session.scene.prompts == ()
    assert "All heroes are down" in text(session)


def test_spotlights():
    session = action("out sam", "set sam grit=4", "spotlight savar save=sam")
    sam = one(session, "Sam")
    assert (sam.out, sam.value("grit"), sam.value("bullets"), one(session, "Savar").value("spotlight")) == (
        None,
        0,
        2,
        0,
    )
    session.do("mark sam tired")
    session.do("spotlight sam clear=tired")
    assert names(session, "Sam") == []
    session.do("adrenaline savar +9")
    session.do("adrenaline savar spotlight")
    assert (one(session, "Savar").value("adrenaline"), one(session, "Savar").value("spotlight")) == (0, 1)
    session.do("spotlight savar extreme")
    assert one(session, "Savar").value("spotlight") == 0


def test_rest():
    session = played(*DUO, "hurt Savar,Sam 5", "rest savar")
    assert (grit(session, "Savar"), grit(session, "Sam")) == (12, 7)
    session.do("rest all")
    assert grit(session, "Sam") == 12


def test_protection_takes_back_all_that_came_of_the_loss():
    session = against("critical", "basic", "set sam grit=5", turn="reaction")
    for line in ("react savar 2c", "react sam 0", "decide 1 hurt"):
        session.do(line)
    assert (grit(session, "Sam"), names(session, "Sam")) == (2, ["hurt"])
    session.do("protect savar sam")
    assert (grit(session, "Sam"), names(session, "Sam"), extra(session, "Savar")) == (5, [], 0)


def test_protection_closes_an_open_question_and_gives_the_adrenaline_back():
    session = against("extreme", "basic", "set sam grit=5", "react savar 2e", "react sam 0", turn="reaction")
    assert [prompt.kind for prompt in session.scene.prompts] == ["bad-box"]
    session.do("adrenaline sam -1")
    assert one(session, "Sam").value("adrenaline") == 2
    session.do("protect savar sam")
    assert (session.scene.prompts, one(session, "Sam").value("adrenaline"), grit(session, "Sam")) == ((), 0, 5)


@pytest.mark.parametrize("die", [1, 5])
def test_protection_takes_the_roulette_back(die: int):
    session = against("critical", "basic", "set sam grit=0", "react savar 2c", "react sam 0", turn="reaction")
    session.do(f"decide 1 {die}")
    session.do("protect savar sam")
    sam = one(session, "Sam")
    assert (sam.out, sam.value("bullets"), sam.value("grit")) == (None, 1, 0)


def test_half_protection_against_a_double_attack():
    session = against("2critical", "basic", "react savar 3c", "react sam 0", "protect savar sam", turn="reaction")
    assert (grit(session, "Sam"), extra(session, "Savar")) == (9, 0)
    session = against("2critical", "basic", "set sam grit=9", "react savar 3c", "react sam 0", turn="reaction")
    session.do("decide 1 hurt")
    session.do("protect savar sam")
    assert (grit(session, "Sam"), names(session, "Sam")) == (6, [])
    session = against("2critical", "basic", "set sam grit=7", "react savar 3c", "react sam 0", turn="reaction")
    session.do("decide 1 hurt")
    session.do("protect savar sam")
    assert (grit(session, "Sam"), names(session, "Sam")) == (4, ["hurt"])


def test_half_protection_may_be_switched_off():
    session = against(
        "2critical", "basic", "settings protect_double=full", "react savar 3c", "react sam 0", turn="reaction"
    )
    assert "costs 6 extra, and Savar has 3" in refuses(session, "protect savar sam")


def test_whole_protection_against_a_double_attack():
    session = against("2basic", "basic", "react savar 4b", "react sam 0", "protect savar sam", turn="reaction")
    assert (grit(session, "Sam"), extra(session, "Savar")) == (12, 0)


def test_protecting_in_the_line_of_the_reaction():
    session = reaction("react sam 0", "react savar 3b protect=sam counter")
    assert (grit(session, "Sam"), grit(session, "Goons"), extra(session, "Savar")) == (12, 5, 0)


def test_a_loss_by_hand_counts_what_there_was():
    session = action("set savar grit=3", "hurt savar 5")
    assert total(session, "grit") == -3
    session.do("heal savar 20")
    assert total(session, "grit") == 12


def test_who_has_no_grit_left_is_told_to_have_none() -> None:
    lines = ("add Ann", "add Ben", "add Foe side=enemies attack=critical defense=basic grit=6", "hurt Ann 12")
    session = played(*lines, "begin reaction", "react Ann 0")
    assert text(session) == "Ann reacts to Foe: nothing. Ann has no grit left to lose."
    session.do("react Ben 2c protect=Ann")
    assert text(session).endswith("Ben protects Ann for 3 of 3 extra.")
    session = played(*lines, "attack Ann Foe e", "attack! Ben Foe b")
    assert "Foe has no grit left to lose." in text(session)
