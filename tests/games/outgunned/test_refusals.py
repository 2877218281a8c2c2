"""Every refusal and its ruling, and errors that no ruling overrides."""

import pytest

from tests.games.outgunned.fights import DUO, action, against, extra, grit, one, played, reaction, refuses
from tests.table import text
from tracker.commands.parser import phrases, read
from tracker.rules.errors import InvalidCommand, Refused

BRAWL = (*DUO, "add Goons preset=goons-1", "mode brawl", "begin action")


@pytest.mark.parametrize(
    ("setup", "line", "rule"),
    [
        (
            ("attack savar c",),
            "attack savar b",
            "Savar has used the Action Roll. 3 extra buy one more: extra Savar full",
        ),
        (
            ("quick savar",),
            "quick savar shouts",
            "Savar has used the Quick Action. 1 extra buys one more: extra Savar quick",
        ),
        (("quick savar",), "cover savar total", "takes the whole turn, and Savar has used the Quick Action"),
        (("attack savar c",), "cover savar total", "takes the whole turn, and Savar has used the Action Roll"),
        (("attack savar c", "quick savar"), "approach savar goons", "the Quick Action and the Action Roll"),
        ((), "begin action", "running already"),
        ((), "react savar c", "belongs to a Reaction Turn"),
        ((), "counter savar", "belongs to a Reaction Turn"),
        ((), "protect savar sam", "belongs to a Reaction Turn"),
        ((), "attack goons savar c", "enemies never roll"),
        ((), "extra savar quick", "costs 1 extra, and Savar has 0"),
        ((), "quick savar extra", "costs 1 extra"),
        ((), "cover savar none", "Savar is not in cover."),
        ((), "cover savar partial with=sam", "An extra Cool Action costs 9"),
        (("range savar goons out",), "approach savar goons", "out of range and cannot be reached"),
        (("range savar goons melee",), "retreat savar goons to=medium", "does not cost the same"),
        (("out savar",), "attack savar goons c", "is out (left for dead) and cannot act"),
        (("out savar",), "cover sam partial by=savar", "cannot act"),
        (("arm savar pistol",), "reload savar pistol", "loaded already"),
        (("arm savar bow",), "reload savar bow", "needs no mags"),
        (("arm savar pistol loaded=no", "mags savar handgun -3"), "reload savar", "No handgun mag is left"),
        (("arm savar pistol loaded=no",), "attack savar c weapon=pistol", "The pistol is empty"),
        (("arm savar pistol loaded=no",), "attack savar c weapon=pistol full-auto", "The pistol is empty"),
        (("arm savar pistol loaded=no",), "covering savar pistol", "needs a loaded mag"),
        (("arm savar bow",), "covering savar bow", "needs a loaded mag"),
        (("arm savar bow",), "attack savar c weapon=bow full-auto", "no mag to empty"),
        (("arm savar pistol", "quick savar"), "covering savar", "takes the whole turn"),
        (
            ("arm savar pistol", "range savar goons out"),
            "attack savar c weapon=pistol",
            "of range. Come nearer: nearer Savar",
        ),
        (
            ("arm savar sniper-rifle", "range savar goons melee"),
            "attack savar c weapon=sniper",
            "away: retreat Savar Goons, or far",
        ),
        (("arm savar pistol medium=x",), "attack savar c weapon=pistol", "nearer: approach Savar Goons, or nearer"),
        (
            ("arm savar toy kind=hand melee=x",),
            "attack savar c weapon=toy",
            "The toy is no use at medium range. Take another",
        ),
        (("arm savar hand",), "attack savar c weapon=hand", "no use at medium range"),
        (("arm savar pistol",), "mags savar handgun +1", "can carry 3 spare handgun mags"),
        ((), "roulette savar", "the roulette is for a loss at 0"),
        (("set savar spotlight=0",), "spotlight savar extreme", "no spotlight left"),
        ((), "spotlight savar save=sam", "Sam is up"),
        ((), "adrenaline savar -2", "has 1 adrenaline, not 2"),
        ((), "adrenaline savar spotlight", "has 1 adrenaline, not 6"),
        (("set savar adrenaline=6 spotlight=3",), "adrenaline savar spotlight", "3 spotlights already"),
        (
            ("mark savar hurt", "mark savar tired", "mark savar scared", "mark savar nervous"),
            "mark savar distracted",
            "a fifth is not taken",
        ),
        (("attack savar c",), "attack savar dice=1,2,3/4,5,6 reroll", "re-roll needs a success"),
    ],
)
def test_in_an_action_turn(setup: tuple[str, ...], line: str, rule: str):
    assert rule in refuses(action(*setup), line)


@pytest.mark.parametrize(
    ("setup", "line", "rule"),
    [
        (("react savar b",), "react savar b", "has made this turn's Reaction Roll"),
        ((), "attack savar c", "In a Reaction Turn heroes only react. 3 extra buy one more: extra Savar full"),
        ((), "quick savar", "In a Reaction Turn heroes only react. 1 extra buys one more: extra Savar quick"),
        ((), "approach savar goons", "heroes only react"),
        ((), "cover savar partial", "heroes only react"),
        (("arm savar pistol loaded=no",), "reload savar", "heroes only react"),
        (("arm savar pistol",), "covering savar", "heroes only react"),
        (("react savar b",), "counter savar", "Savar has 0 left"),
        (("react savar 2b",), "counter savar times=2", "Savar has 1 left"),
        (("react savar 3b",), "protect savar sam", "Sam has not failed a Reaction Roll"),
        (("react savar 3b", "react sam b"), "protect savar sam", "Sam has not failed a Reaction Roll"),
        (("react savar b", "react sam 0"), "protect savar sam", "costs 1 extra, and Savar has 0"),
        ((), "react goons b vs=savar", "enemies never roll"),
    ],
)
def test_in_a_reaction_turn(setup: tuple[str, ...], line: str, rule: str):
    assert rule in refuses(reaction(*setup), line)


@pytest.mark.parametrize("line", ["react savar b", "counter savar", "protect savar sam", "threat 1"])
def test_in_a_brawl(line: str):
    assert "rawl" in refuses(played(*BRAWL), line)


def test_a_brawl_does_not_begin_with_a_reaction():
    session = played(*DUO, "add Goons preset=goons-1", "mode brawl")
    assert "no Reaction Turns" in refuses(session, "begin reaction")


@pytest.mark.parametrize("verb", ["attack", "react", "extra", "quick", "reload", "covering", "roulette", "spotlight"])
def test_enemies_never_roll(verb: str):
    words = {"attack": "savar c", "react": "c vs=savar", "extra": "quick", "reload": "pistol", "covering": "pistol"}
    words |= {"spotlight": "extreme"}
    session = action("arm goons pistol")
    assert "never roll" in refuses(session, f"{verb} goons {words.get(verb, '')}".strip())


@pytest.mark.parametrize(
    "line",
    [
        "attack! savar x",
        "attack! savar goons c weapon=pistol",
        "attack! savar c grit=1",
        "attack! savar c hits=1 difficulty=b",
        "attack! savar c full-auto",
        "attack! savar roll all-in",
        "attack! savar total=5",
        "attack! savar 99b",
        "attack! savar dice=7,1",
        "attack! savar dice=1,1,2/3,4",
        "attack! savar dice=1,1,2/3,4 reroll",
        "attack! savar c pool=+",
        "attack! savar c difficulty=2i",
        "attack! nobody c",
        "react! savar",
        "protect! savar savar",
        "attack! savar savar c",
        "react! savar c vs=savar",
        "mags! savar handgun -1",
        "mags! savar handgun +0",
        "approach! savar savar",
        "retreat! savar goons to=melee",
        "cover! savar partial with=savar",
        "spotlight! savar",
        "spotlight! savar extreme save=sam",
        "spotlight! savar save=goons",
        "adrenaline! goons spotlight",
        "covering! savar",
        "threat! 7",
        "decide! 4 hurt",
        "arm! savar gun kind=gun",
        "arm! savar gun melee=2g",
        "set! savar way=1",
    ],
)
def test_a_ruling_never_bypasses_sense(line: str):
    session = action()
    before = session.scene
    with pytest.raises(InvalidCommand):
        session.do(line)
    assert session.scene is before


def test_what_is_refused_comes_before_what_is_missing():
    session = reaction()
    for line in ("react goons b", "covering goons"):
        with pytest.raises(Refused, match="enemies never roll"):
            session.do(line)


def test_a_throw_that_lacks_its_number_asks_for_it():
    session = action("add Ivy", "add Victor brawn=3")
    with pytest.raises(InvalidCommand, match="pool=N, or set Ivy pool=N"):
        session.do("attack ivy roll")
    with pytest.raises(InvalidCommand, match="pool=N, or set Victor fight=N"):
        session.do("attack victor roll pool=brawn+fight")


def test_which_enemy_is_asked_where_there_are_several_or_none():
    session = action("add Boss preset=boss-1")
    with pytest.raises(InvalidCommand, match="Goons, Boss"):
        session.do("attack savar c")
    session.do("out Boss,Goons")
    with pytest.raises(InvalidCommand, match="no enemy up"):
        session.do("attack savar c")


def test_aiming_at_one_who_is_out_is_noted():
    session = action("out goons", "attack savar goons c")
    assert "Goons are already out (defeated)" in text(session)
    assert grit(session, "Goons") == 0 or extra(session, "Savar") == 0


def test_nothing_is_refused_after_a_throw():
    session = against("impossible", "impossible", turn="reaction")
    session.do("react savar roll counter=2 protect=sam reroll")
    entry = session.story()[-1]
    assert entry.dice
    assert "counter" not in entry.command
    assert "protect" not in entry.command


def test_a_ruling_costs_nothing():
    session = action("attack! savar c", "quick! savar", "set savar extra=5", "extra! savar full")
    assert one(session, "Savar").spent == ()
    assert extra(session, "Savar") == 5
    session.do("arm savar pistol loaded=no")
    session.do("reload! savar")
    assert one(session, "Savar").spares == {"handgun": 3}
    session.do("covering! savar")
    assert one(session, "Savar").weapons["pistol"]["loaded"] is True


def test_nobody_protects_themselves_and_the_preview_says_so() -> None:
    session = played("add Ann pool=6", "add Cid side=enemies", "begin reaction", "threat 2")
    assert "Nobody protects themselves" in session.preview("react Ann roll vs=Cid pool=6 protect=Ann").error


def test_a_knife_that_does_not_reach_is_named_before_the_throw_with_the_way() -> None:
    session = played("add Bo brawn=3 fight=2", "arm Bo knife kind=hand", "add Goons preset=goons-1", "begin action")
    told = "Goons are at medium range, too far for the knife. Come nearer: approach Bo Goons, or nearer Bo Goons."
    assert told in session.preview("attack Bo Goons b").notes
    throw = session.system.throw(session.scene, read(phrases("attack Bo Goons roll")[0], session.system, session.scene))
    assert throw is not None
    assert throw.remarks == (told,)
    assert "arm Bo" not in throw.instead
    session.do("disarm Bo knife")
    assert "Goons are at medium range, too far for bare hands." in session.preview("attack Bo Goons b").notes


def test_full_auto_is_a_choice_only_with_a_mag_to_empty() -> None:
    session = played(
        "add Bo pool=5", "arm Bo knife kind=hand", "arm Bo smg", "add Goons preset=goons-1", "begin action"
    )
    attack, asking = session.system.actions["attack"], session.system.silent(session.scene)
    offered = [weapon for weapon in ("", "knife", "smg") if attack.suits(asking, "Bo", weapon, {"full_auto": True})]
    assert offered == ["smg"]
