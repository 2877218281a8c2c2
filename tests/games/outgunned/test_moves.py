"""Moves between bands and cover, with the cost of each."""

import pytest

from tests.games.outgunned.fights import DUO, action, labels, one, played, reaction, refuses
from tests.table import text, total
from tracker.rules.errors import InvalidCommand, Refused

WHOLE = {"quick", "action"}


@pytest.mark.parametrize(
    ("start", "line", "end", "spent"),
    [
        ("close", "approach savar goons", "melee", {"quick"}),
        ("medium", "approach savar goons", "melee", WHOLE),
        ("medium", "approach savar goons to=close", "close", WHOLE),
        ("melee", "retreat savar goons", "close", {"quick"}),
        ("close", "retreat savar goons", "medium", WHOLE),
    ],
)
def test_short_ways(start: str, line: str, end: str, spent: set[str]):
    session = action(f"range savar goons {start}", line)
    assert session.scene.band("Savar", "Goons") == end
    assert set(one(session, "Savar").spent) == spent


@pytest.mark.parametrize(("turns", "setting"), [(3, ""), (2, "settings long_turns=2")])
def test_long_ways_take_whole_turns_and_count_down(turns: int, setting: str):
    session = action("range savar goons long", *([setting] if setting else []))
    for left in range(turns - 1, 0, -1):
        session.do("approach savar goons")
        assert f"{left} whole turn{'s' if left > 1 else ''} left" in text(session)
        assert session.scene.band("Savar", "Goons") == "long"
        badges = session.system.state_badges(session.scene, one(session, "Savar"))
        assert f"{left} turn{'s' if left > 1 else ''} to Goons" in [badge.word for badge in badges]
        session.do("next")
        session.do("next")
    session.do("approach savar goons")
    assert session.scene.band("Savar", "Goons") == "melee"
    assert "way" not in one(session, "Savar").fields


def test_an_extra_full_counts_as_one_whole_turn():
    session = action(
        "range savar goons long", "set savar extra=6", "approach savar goons", "approach savar goons extra"
    )
    session.do("approach savar goons extra")
    assert session.scene.band("Savar", "Goons") == "melee"


def test_a_way_may_end_nearer_the_start():
    session = action("settings long_turns=2", "range savar goons long", "approach savar goons to=close", "next", "next")
    session.do("approach savar goons")
    assert session.scene.band("Savar", "Goons") == "close"


def test_coming_into_melee_takes_over_the_bands():
    session = action("add Boss preset=boss-1", "range goons boss close", "range savar goons close")
    session.do("approach savar goons")
    assert session.scene.band("Savar", "Boss") == "close"


@pytest.mark.parametrize(
    ("band", "line", "said"),
    [
        ("melee", "approach savar goons", "at melee range already; there is none nearer"),
        ("out", "retreat savar goons", "are out of range already; there is none farther"),
        ("medium", "approach savar goons to=long", "at medium range now; long is not nearer"),
    ],
)
def test_where_no_way_leads(band: str, line: str, said: str):
    with pytest.raises(InvalidCommand, match=said):
        action(f"range savar goons {band}").do(line)


def test_simple_range_knows_melee_and_medium_only():
    session = action("settings simple_range=yes", "range savar goons long", "approach savar goons")
    assert session.scene.band("Savar", "Goons") == "melee"
    session.do("next")
    session.do("next")
    session.do("retreat savar goons")
    assert session.scene.band("Savar", "Goons") == "medium"
    assert set(one(session, "Savar").spent) == WHOLE


@pytest.mark.parametrize(
    ("start", "line", "end", "spent"),
    [
        ("none", "cover savar partial what=table", "partial", {"quick"}),
        ("none", "cover savar total", "total", WHOLE),
        ("partial", "cover savar none", "none", {"quick"}),
        ("partial", "cover savar total", "total", WHOLE),
        ("total", "cover savar none", "none", {"quick"}),
        ("total", "cover savar partial", "partial", {"quick"}),
    ],
)
def test_cover(start: str, line: str, end: str, spent: set[str]):
    session = played(*DUO, "add Goons preset=goons-1", *([f"cover savar {start}"] if start != "none" else []))
    session.do("begin action")
    session.do(line)
    assert one(session, "Savar").cover.degree == end
    assert set(one(session, "Savar").spent) == spent


def test_a_friend_pushes_and_pays():
    session = action("cover sam partial by=savar")
    assert (one(session, "Sam").cover.degree, one(session, "Sam").spent) == ("partial", ())
    assert one(session, "Savar").spent == ("quick",)
    assert "pushed by Savar" in text(session)
    assert "Savar has used the Quick Action" in refuses(session, "cover sam total by=savar")


@pytest.mark.parametrize("degree", ["partial", "total"])
def test_a_cool_action_takes_both(degree: str):
    session = reaction("react savar e", "set savar extra=9", f"cover savar {degree} with=sam")
    assert [one(session, name).cover.degree for name in ("Savar", "Sam")] == [degree, degree]
    assert one(session, "Savar").number("extra") == 0


@pytest.mark.parametrize(("degree", "act", "react"), [("none", 6, 6), ("partial", 5, 7), ("total", 3, None)])
def test_what_cover_does_to_pools(degree: str, act: int, react: int | None):
    session = action(f"cover! savar {degree}", "attack savar b")
    assert total(session, "pool") == act
    session = reaction(f"cover! savar {degree}", "react savar b")
    assert (total(session, "pool") if react else labels(session, "pool")) == (react or [])


@pytest.mark.parametrize(("setting", "partial_pool", "total_pool"), [("action", 5, 3), ("net", 6, 3)])
def test_cover_in_a_brawl(setting: str, partial_pool: int, total_pool: int):
    for degree, dice in (("partial", partial_pool), ("total", total_pool)):
        session = played(*DUO, "add Goons preset=goons-1", "mode brawl", f"settings brawl_cover={setting}")
        session.do(f"cover savar {degree}")
        session.do("attack savar c")
        assert total(session, "pool") == dice
        assert "setting brawl_cover" in {reason.source for reason in session.story()[-1].why}


def test_an_enemys_cover_changes_no_number():
    session = action("cover goons total what=car", "attack savar b")
    assert total(session, "pool") == 6
    assert session.system.cover_row(session.scene, session.scene["Goons"]).effects == ("no dice",)


def test_cover_is_shared_with_friends_alone():
    session = action("set savar extra=9")
    for words in ("total by=goons", "partial with=goons"):
        with pytest.raises(InvalidCommand, match="Goons is not a friend of Savar"):
            session.do(f"cover savar {words}")
    session.do("cover goons total by=goons")


def test_a_way_to_one_who_leaves_is_over():
    session = action("range savar,sam goons long", "approach savar goons", "add Thugs preset=goons-1")
    session.do("range sam thugs long ; approach sam thugs")
    session.do("remove goons")
    assert "way" not in one(session, "Savar").fields
    assert one(session, "Sam").fields["way"]["target"] == "Thugs"


def test_a_way_begun_ends_where_the_bands_allow():
    session = action("range savar goons long", "approach savar goons to=close", "settings simple_range=yes", "next")
    session.do("next ; approach savar goons")
    assert session.scene.band("Savar", "Goons") == "melee"


@pytest.mark.parametrize("degree", ["partial", "total"])
def test_who_walks_leaves_the_cover_for_its_own_price(degree: str):
    session = action(f"cover! savar {degree}", "range savar goons close", "set savar extra=1", "extra savar quick")
    session.do("approach savar goons")
    assert one(session, "Savar").cover.degree == "none"
    assert session.scene.band("Savar", "Goons") == "melee"
    assert "out of " + degree in text(session)


def test_where_leaving_cannot_be_paid_both_ways_out_are_named():
    session = action("cover! savar total", "range savar goons medium")
    with pytest.raises(Refused) as refused:
        session.do("approach savar goons")
    assert "cover Savar none" in str(refused.value)
    assert "extra Savar quick" in str(refused.value)
    assert one(session, "Savar").cover.degree == "total"


def test_before_the_fight_and_for_enemies_walking_out_of_cover_is_free():
    session = played(
        *DUO, "add Goons side=enemies", "cover savar total", "cover Goons partial", "range savar goons medium"
    )
    session.do("approach savar goons")
    session.do("retreat goons savar")
    assert one(session, "Savar").cover.degree == one(session, "Goons").cover.degree == "none"


def test_nobody_is_behind_total_cover_from_those_in_melee():
    near = reaction("cover! savar total", "range savar goons melee", "threat 1 by=Goons")
    near.do("react savar 0")
    assert one(near, "Savar").value("grit") == 11
    kept = reaction("settings cover_in_melee=kept", "cover! savar total", "range savar goons melee", "react savar")
    assert one(kept, "Savar").value("grit") == 12
    far = reaction("cover! savar total", "range savar goons close", "threat 2 by=Goons", "react savar")
    assert one(far, "Savar").value("grit") == 12


def test_a_distance_that_was_set_and_is_another_by_going_to_somebody_else_is_told() -> None:
    far = "add Boss side=enemies", "range savar boss long", "range savar goons close", "approach savar goons"
    assert "Savar: long → medium with Boss." in text(action(*far))
    assert "with Boss" not in text(action("add Boss side=enemies", "range savar goons close", "approach savar goons"))
    assert "with Boss" not in text(action(*far[:2], "range boss goons long", *far[2:]))
