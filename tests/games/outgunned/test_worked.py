"""The worked examples of the rules, as played at the table."""

import pytest

from tests.games.outgunned.fights import action, against, extra, grit, labels, one, played, reaction, refuses
from tests.table import total


def test_the_fight_of_the_goons():
    session = action("attack savar c")
    assert grit(session, "Goons") == 3
    session.do("attack sam b")
    assert grit(session, "Goons") == 2
    session.do("next")
    session.do("threat 4")
    session.do("react savar 2b")
    session.do("react sam b")
    assert (extra(session, "Savar"), extra(session, "Sam")) == (1, 0)
    assert (grit(session, "Savar"), grit(session, "Sam")) == (12, 12)
    session.do("counter savar")
    assert grit(session, "Goons") == 1
    session.do("next")
    assert (session.scene.turn.round, session.scene.turn.phase, session.scene.turn.side) == (2, "action", "heroes")
    assert one(session, "Savar").spent == ()


@pytest.mark.parametrize(
    ("defense", "result", "hits", "left"),
    [
        ("basic", "2b", 2, 0),
        ("basic", "c", 3, 0),
        ("basic", "b", 1, 0),
        ("basic", "c+b", 4, 0),
        ("basic", "e", 9, 0),
        ("critical", "3b", 1, 0),
        ("critical", "c+2b", 1, 2),
        ("critical", "2b", 0, 2),
        ("critical", "e", 3, 0),
        ("extreme", "3c", 1, 0),
        ("extreme", "c", 0, 3),
        ("2basic", "c", 1, 1),
        ("2critical", "e", 1, 3),
        ("2extreme", "2e", 1, 0),
        ("impossible", "i", 1, 0),
        ("impossible", "j", 3, 0),
        ("impossible", "3e", 1, 0),
    ],
)
def test_attack(defense: str, result: str, hits: int, left: int):
    session = against("basic", defense, f"attack savar {result}")
    assert grit(session, "Foe") == 12 - hits
    assert extra(session, "Savar") == left
    assert total(session, "grit") == -hits


@pytest.mark.parametrize(
    ("attack", "result", "loss", "left"),
    [
        ("critical", "0", 3, 0),
        ("critical", "b", 2, 0),
        ("critical", "2b", 1, 0),
        ("critical", "3b", 0, 0),
        ("2critical", "0", 6, 0),
        ("2critical", "c", 3, 0),
        ("2critical", "c+2b", 1, 0),
        ("2critical", "e", 0, 3),
        ("2basic", "b", 1, 0),
        ("2basic", "c", 0, 1),
        ("impossible", "2e", 12, 0),
        ("impossible", "i", 0, 0),
    ],
)
def test_reaction(attack: str, result: str, loss: int, left: int):
    session = against(attack, "basic", f"react savar {result}", turn="reaction")
    assert grit(session, "Savar") == 12 - loss
    assert extra(session, "Savar") == left
    assert total(session, "grit") == -loss


def test_protect_with_a_second_critical():
    session = against("critical", "basic", "react savar 2c", "react sam b", "protect savar sam", turn="reaction")
    assert (grit(session, "Sam"), extra(session, "Savar")) == (12, 0)


def test_lower_successes_never_protect():
    session = against("critical", "basic", "react savar c+2b", "react sam b", turn="reaction")
    assert "lower successes never help" in refuses(session, "protect savar sam")
    assert (grit(session, "Sam"), extra(session, "Savar")) == (12, 2)


@pytest.mark.parametrize(
    ("attack", "result", "enemy", "hero", "left"),
    [
        ("critical", "c", 1, 0, 0),
        ("critical", "0", 0, 3, 0),
        ("critical", "2b", 0, 1, 0),
        ("2critical", "c", 1, 3, 0),
        ("2critical", "2c", 2, 0, 0),
        ("2critical", "c+2b", 1, 1, 0),
        ("2basic", "b", 1, 1, 0),
        ("basic", "c+b", 4, 0, 0),
        ("extreme", "2c", 0, 3, 0),
    ],
)
def test_brawl(attack: str, result: str, enemy: int, hero: int, left: int):
    foe = f"add Foe side=enemies grit=12 attack={attack} defense=impossible"
    session = played("add Savar", foe, "mode brawl", "begin action", f"attack savar {result}")
    assert (12 - grit(session, "Foe"), 12 - grit(session, "Savar"), extra(session, "Savar")) == (enemy, hero, left)
    assert (total(session, "grit"), total(session, "damage")) == (-enemy, hero)


def test_mags():
    session = action("arm sam pistol", "range sam goons close", "attack sam 0 weapon=pistol")
    assert (one(session, "Sam").weapons["pistol"]["loaded"], one(session, "Sam").spares) == (False, {"handgun": 3})
    session.do("next")
    session.do("next")
    assert "is empty" in refuses(session, "attack sam b weapon=pistol")
    session.do("reload sam pistol")
    assert (one(session, "Sam").weapons["pistol"]["loaded"], one(session, "Sam").spares) == (True, {"handgun": 2})


def test_a_pistol_mag_fits_a_revolver_never_an_assault_rifle():
    session = action("arm sam pistol", "arm sam revolver loaded=no", "arm sam assault-rifle loaded=no")
    session.do("mags sam assault-rifle -3")
    session.do("reload sam revolver")
    assert one(session, "Sam").spares == {"handgun": 5, "assault-rifle": 0}
    assert "No assault-rifle mag is left" in refuses(session, "reload sam assault-rifle")


def test_a_gamble_into_a_melee():
    session = action("add Ivy", "add Victor", "arm victor pistol", "range ivy goons melee", "range sam goons melee")
    before = session.preview("attack victor roll weapon=pistol pool=5")
    assert any("Gamble" in note and "Sam and Ivy" in note for note in before.notes)
    session.do("attack victor dice=1,1,4,5,6 weapon=pistol")
    assert [grit(session, name) for name in ("Sam", "Ivy", "Victor", "Savar")] == [10, 10, 12, 12]


def test_grit_at_the_bad_box():
    session = reaction("set savar grit=5", "react savar 0")
    (prompt,) = session.scene.prompts
    assert (prompt.kind, prompt.name, "hurt" in prompt.choices) == ("bad-box", "Savar", True)


def test_grit_at_the_hot_box_and_beyond():
    session = played("add Savar", "add Foe side=enemies attack=2critical", "begin reaction", "set savar grit=2")
    session.do("react savar b")
    assert (grit(session, "Savar"), one(session, "Savar").value("adrenaline")) == (0, 3)
    assert session.scene.prompts == ()
    assert total(session, "grit") == -2
    assert labels(session, "grit")[-1] == "only 2 left"
    session.do("hurt savar 1")
    assert [prompt.kind for prompt in session.scene.prompts] == ["roulette"]
    session.do("decide 1 2")
    assert (one(session, "Savar").value("bullets"), one(session, "Savar").out) == (2, None)
    assert session.scene.prompts == ()
