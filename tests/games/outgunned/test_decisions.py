"""Rules that need a close reading of the text, a table for each."""

import pytest

from tests.games.outgunned.fights import DUO, GOONS, action, extra, grit, labels, one, played, reaction, refuses
from tests.table import text
from tracker.games.outgunned import SYSTEM
from tracker.session import Session


def still(session: Session) -> tuple[str, ...]:
    """Who still has to act."""
    return session.system.clock.status(session.scene).to_act


@pytest.mark.parametrize(
    ("setup", "weapon"),
    [
        (("arm savar shotgun", "range all close"), "shotgun"),
        (("arm savar shotgun", "range all medium"), "shotgun"),
        (("arm savar shotgun", "range all long"), None),
        (("arm savar pistol", "arm savar rifle", "range all medium"), "rifle"),
        (("arm savar pistol", "arm savar rifle", "range all long"), "rifle"),
        (("arm savar pistol", "range all melee"), None),
        (("arm savar pistol", "arm savar bar kind=hand", "range all melee"), "bar"),
        ((), None),
    ],
)
def test_an_attack_without_a_weapon_named_uses_the_best_that_reaches(setup: tuple[str, ...], weapon: str | None):
    session = action(*setup)
    given = {"actor": "Savar", "target": "Goons"}
    assert SYSTEM.form_defaults(session.scene, "attack", given) == ({"weapon": weapon} if weapon else {})
    session.do("attack savar c")
    assert session.story()[-1].command == f"attack Savar Goons c{f' weapon={weapon}' if weapon else ''}"


def test_a_loaded_weapon_is_used_before_an_empty_one():
    session = action("arm savar pistol", "arm savar rifle", "arm savar rifle loaded=no", "attack savar c")
    assert "with the pistol" in text(session)


def test_the_only_weapon_that_reaches_is_meant_though_it_is_empty():
    assert "Reload it: reload Savar pistol." in refuses(action("arm savar pistol loaded=no"), "attack savar c")


@pytest.mark.parametrize(
    ("sheet", "setup", "line", "reasons"),
    [
        ("brawn=3 fight=2", ("range all melee",), "attack ann c", ["brawn", "fight"]),
        ("brawn=3 fight=2", ("range all melee", "mark ann hurt"), "attack ann c", ["brawn", "fight", "hurt"]),
        ("brawn=3 fight=2 pool=4", ("range all melee",), "attack ann c", ["sheet"]),
        ("brawn=3 fight=2", ("range all melee", "arm ann pistol"), "attack ann c weapon=pistol", ["pistol at melee"]),
        ("brawn=3 fight=2", ("range all close",), "attack ann c", []),
        ("brawn=3 fight=2", ("range all melee",), "attack ann c pool=6", ["as typed"]),
    ],
)
def test_an_attack_in_melee_rolls_brawn_and_fight(sheet: str, setup: tuple[str, ...], line: str, reasons: list[str]):
    session = played(f"add Ann {sheet}", "add Foe side=enemies", *setup, line)
    assert labels(session, "pool") == reasons


@pytest.mark.parametrize(
    ("lines", "losses"),
    [
        (("attack savar dice=1,1,4,6 gamble",), [2, 0]),
        (("attack savar c ones=1 gamble near=sam",), [1, 1]),
        (("attack savar c gamble", "decide 1 3"), [3, 0]),
        (("attack savar c ones=2",), [0, 0]),
    ],
)
def test_any_attack_may_be_a_gamble(lines: tuple[str, ...], losses: list[int]):
    session = action(*lines)
    assert [12 - grit(session, name) for name in ("Savar", "Sam")] == losses


def test_a_reaction_may_be_a_gamble():
    session = reaction("react savar dice=1,1,2,2 gamble")
    assert grit(session, "Savar") == 10
    assert extra(session, "Savar") == 1


def test_an_extra_action_is_shown_until_it_is_used_or_lost():
    session = action("attack savar 4b hits=1", "attack sam b", "quick savar", "extra savar full")
    assert still(session) == ("Savar",)
    words = [badge.word for badge in SYSTEM.action_badges(session.scene, one(session, "Savar"))]
    assert words == ["act", "quick", "full"]
    session.do("next")
    assert "Savar's extra Full Action lapses." in text(session)


def test_behind_total_cover_nobody_owes_a_reaction():
    session = played(*GOONS, "cover savar total", "begin reaction")
    assert still(session) == ("Sam",)
    session.do("next")
    assert "Sam has not reacted." in text(session)


def test_passing_behind_total_cover_says_why():
    session = played(*GOONS, "cover savar total", "begin reaction", "react savar pass")
    assert text(session) == "Savar is safe, behind total cover."


def test_cover_stays_behind_when_a_new_fight_begins():
    session = played(*DUO, "cover savar total what=crate", "encounter The bridge")
    assert one(session, "Savar").cover.degree == "none"


def test_a_threat_stated_before_the_fight_holds_for_its_first_reaction_turn():
    session = played(*GOONS, "threat 2 by=Goons", "begin reaction")
    assert session.system.clock.status(session.scene).active == "Goons, shooting: react with brawn and stunt"


@pytest.mark.parametrize(("result", "shown"), [("dice=133556", "2 basic"), ("1336", "basic"), ("113/1", "critical")])
def test_faces_need_no_commas(result: str, shown: str):
    session = action(f"attack savar {result}{' free-reroll' if '/' in result else ''} pool=3")
    assert f": {shown}." in text(session)


def test_faces_that_do_not_fit_the_pool_are_noted():
    assert "The pool has 3 dice; 6 were typed." in text(action("attack savar dice=1,3,3,5,5,6 pool=3"))
