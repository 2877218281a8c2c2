"""Turns, modes, rounds, extra actions, threats."""

import pytest

from tests.games.outgunned.fights import DUO, GOONS, action, extra, grit, one, played, reaction, refuses
from tests.table import text
from tracker.export.json import as_json
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand, Refused


def test_phases_sides_and_rounds():
    session = played(*GOONS)
    moments = []
    for line in ("begin reaction", "next", "next", "next"):
        session.do(line)
        turn = session.scene.turn
        moments.append((turn.round, turn.phase, turn.side, turn.name))
    assert moments == [
        (1, "reaction", "enemies", None),
        (1, "action", "heroes", None),
        (2, "reaction", "enemies", None),
        (2, "action", "heroes", None),
    ]


@pytest.mark.parametrize(
    "line", ["attack savar c", "quick savar looks around", "reload savar pistol", "covering savar pistol"]
)
def test_a_heros_first_action_opens_an_action_turn(line: str):
    session = played(*GOONS, f"arm savar pistol loaded={'no' if line.startswith('reload') else 'yes'}", line)
    assert (session.scene.turn.round, session.scene.turn.phase) == (1, "action")
    assert one(session, "Savar").spent != ()


@pytest.mark.parametrize(
    "line", ["cover savar total", "approach savar goons", "retreat savar goons to=out", "cover goons partial"]
)
def test_before_the_fight_places_and_cover_are_free(line: str):
    session = played(*GOONS, line)
    assert session.scene.turn.phase is None
    assert one(session, "Savar").spent == ()


def test_after_the_end_nothing_costs_and_nothing_opens():
    session = action("attack savar c", "end won", "attack savar b", "attack savar b", "cover sam total")
    assert session.scene.turn.phase is None
    assert one(session, "Savar").spent == ()
    assert session.scene.fields["over"] == "won"
    session.do("begin reaction")
    assert (session.scene.turn.round, "over" in session.scene.fields) == (1, False)


def test_enemies_move_and_hide_for_nothing():
    session = action("approach goons savar", "cover goons total", "cover goons none", "retreat goons savar")
    assert one(session, "Goons").spent == ()
    session.do("retreat goons sam to=out")
    assert session.scene.band("Goons", "Sam") == "out"


def test_quick_and_roll_in_either_order():
    for lines in (("quick savar", "attack savar c"), ("attack savar c", "quick savar")):
        assert set(one(action(*lines), "Savar").spent) == {"quick", "action"}


def test_next_notes_who_did_nothing_and_never_blocks():
    session = action("attack savar c", "next")
    assert "Sam has not acted." in text(session)
    session.do("react sam 0")
    session.do("next")
    assert "Savar has not reacted." in text(session)
    assert "what was thrown" not in text(session)
    assert (one(session, "Sam").spent, session.scene.turn.round) == ((), 2)


def test_next_says_whose_throw_might_have_been_changed():
    session = action("attack savar dice=112456", "next")
    assert "Savar keeps what was thrown." in text(session)
    session = action("attack savar dice=112456", "answer savar keep", "next")
    assert "what was thrown" not in text(session)


def test_nobody_owes_a_reaction_while_no_enemy_is_up_unless_something_else_threatens():
    session = action("attack savar c", "attack sam 2c", "next")
    assert one(session, "Goons").out == "defeated"
    assert not session.system.pending(session.scene)
    assert not session.system.clock.status(session.scene).to_act
    session.do("threat avalanche")
    assert session.system.clock.status(session.scene).to_act == ("Savar", "Sam")
    session.do("undo")
    session.do("next")
    assert text(session) == "Action Turn, round 2."


def test_whole_turn_needs_both_unless_the_setting_says_the_roll_only():
    session = action("quick savar")
    assert "takes the whole turn" in refuses(session, "cover savar total")
    session = action("settings whole_turn=action", "quick savar", "cover savar total")
    assert set(one(session, "Savar").spent) == {"quick", "action"}


def test_mode_at_once_or_from_the_next_turn():
    assert played(*GOONS, "mode brawl").scene.fields["mode"] == "brawl"
    session = action("mode brawl")
    assert "threat" not in session.scene.fields
    session.do("attack savar 0")
    assert grit(session, "Savar") == 12
    session.do("next")
    assert (session.scene.turn.phase, session.scene.turn.round) == ("action", 2)
    session.do("attack savar 0")
    assert grit(session, "Savar") == 11
    session.do("mode combat")
    session.do("next")
    assert session.scene.turn.phase == "reaction"


def test_a_mode_for_the_next_turn_outlives_the_fight():
    session = action("mode brawl", "end")
    assert session.scene.fields["mode"] == "brawl"


def test_defeat_and_a_side_down_are_said_and_the_fight_goes_on():
    session = action("attack savar 2c")
    assert one(session, "Goons").out == "defeated"
    assert "All enemies are down; end closes the fight." in text(session)
    session.do("next")
    assert session.scene.turn.phase == "reaction"
    session.do("back goons")
    session.do("hurt goons 1")
    assert one(session, "Goons").out == "defeated"


def test_a_new_fight_begins_fresh_with_the_heroes_as_they_are():
    session = action("hurt sam 3", "attack savar 2b hits=0", "range savar goons long", "quick sam")
    session.do("encounter The roof")
    assert list(session.scene.combatants) == ["Savar", "Sam"]
    assert (grit(session, "Sam"), extra(session, "Savar"), one(session, "Sam").spent) == (9, 0, ())


@pytest.mark.parametrize(
    ("kind", "price", "line"),
    [
        ("quick", 1, "quick savar again"),
        ("full", 3, "quick savar again"),
        ("full", 3, "cover savar total"),
        ("full", 3, "attack savar b"),
        ("full", 3, "approach savar goons"),
        ("cool", 9, "cover savar total with=sam"),
    ],
)
def test_an_extra_action_pays_once_the_own_one_is_spent(kind: str, price: int, line: str):
    session = action("attack savar c", "quick savar", "set savar extra=10", f"extra savar {kind}")
    assert extra(session, "Savar") == 10 - price
    session.do(line)
    with pytest.raises((Refused, InvalidCommand)):
        session.do(line)


def test_an_extra_quick_pays_no_attack():
    session = action("attack savar c", "set savar extra=3", "extra savar quick")
    assert "used the Action Roll" in refuses(session, "attack savar c")


def test_the_flag_buys_and_uses_in_one_line():
    session = reaction("react savar e")
    assert extra(session, "Savar") == 8
    session.do("attack savar b extra")
    assert (extra(session, "Savar"), grit(session, "Goons")) == (5, 5)
    session.do("quick savar kicks the door extra")
    session.do("cover savar partial extra")
    assert extra(session, "Savar") == 3
    session.do("cover savar total extra")
    assert (extra(session, "Savar"), one(session, "Savar").cover.degree) == (0, "total")


def test_extra_units_and_bought_actions_end_with_the_turn():
    session = reaction("react savar e", "extra savar full", "next")
    assert extra(session, "Savar") == 0
    session.do("attack savar b")
    assert "used the Action Roll" in refuses(session, "attack savar b")


@pytest.mark.parametrize(
    ("which", "what", "pool"),
    [
        ("1", "fists", "brawn+fight"),
        ("2", "shooting", "brawn+stunt"),
        ("3", "crush", "brawn+endure"),
        ("4", "push", "brawn+force"),
        ("5", "thrown", "nerves+stealth"),
        ("6", "surround", "nerves+awareness"),
    ],
)
def test_threats_say_the_pool(which: str, what: str, pool: str):
    attribute, skill = pool.split("+")
    session = reaction(f"set savar {attribute}=3 {skill}=2", f"threat {which} by=goons")
    assert what in text(session)
    session.do("react savar b")
    assert [(reason.label, reason.value) for reason in session.story()[-1].why if reason.of == "pool"] == [
        (attribute, 3),
        (skill, 2),
    ]


def test_a_threat_thrown_is_kept_as_its_face():
    session = reaction("threat roll")
    (entry,) = session.story()[-1:]
    assert entry.command == f"threat {entry.dice[0].faces[0]}"


def test_a_different_threat_for_one_hero():
    session = reaction("add Boss preset=boss-1", "threat brawn+fight by=goons", "threat 6 by=boss for=sam")
    session.do("set Savar,Sam brawn=2 fight=2 nerves=3 awareness=3")
    session.do("react savar b")
    assert grit(session, "Savar") == 12
    session.do("react sam b")
    assert grit(session, "Sam") == 4
    assert "reacts to Boss" in text(session)
    session.do("next")
    assert "threat" not in session.scene.fields


def test_a_different_threat_is_offered_for_heroes_alone():
    session = reaction("add Boss preset=boss-1")
    for_ = session.system.actions["threat"].parameters["for_"].type
    assert for_ is not None
    assert for_.complete(Context(session.system, session.scene)) == ("Savar", "Sam")


def test_a_hero_without_an_enemy_in_reach_passes():
    session = reaction("add Boss preset=boss-1", "react savar pass", "cover! sam total", "react sam 0")
    assert (grit(session, "Savar"), grit(session, "Sam")) == (12, 12)
    assert "typed result does not count" in text(session)
    assert extra(session, "Sam") == 0


@pytest.mark.parametrize(
    ("before", "who"),
    [
        (("range all melee",), "Goons reach Savar (melee)"),
        (("arm Goons pistol", "range all close"), "Goons reach Savar (close)"),
        (("arm Goons pistol", "range all close", "add Boss preset=boss-1", "threat 2 by=Boss"), ""),
        (("range all close",), ""),
        (("arm Goons knife kind=hand",), ""),
    ],
)
def test_a_pass_within_reach_of_an_enemy_is_refused(before: tuple[str, ...], who: str):
    session = reaction(*before)
    if who:
        with pytest.raises(Refused) as refused:
            session.do("react savar pass")
        assert refused.value.objections == (f"{who}; a pass is for who is out of the enemy's range.",)
    done = session.do(f"react{'!' if who else ''} savar pass")
    assert done.text.startswith("Savar lets it pass, without a roll.")


def test_conditions_end_with_the_turn_of_their_side():
    session = played(
        *DUO, "add Cop side=police", "begin action", "mark savar blind until=end", "mark cop dazed until=end"
    )
    session.do("next")
    assert not one(session, "Savar").has("blind")
    assert one(session, "Cop").has("dazed")
    session.do("next")
    assert not one(session, "Cop").has("dazed")


def test_an_extra_action_that_was_bought_is_seen_from_outside_until_the_turn_ends():
    session = action("attack savar goons c", "set savar extra=4", "extra savar full")
    assert as_json(session)["combatants"]["Savar"]["fields"]["bought"] == ["full"]
    session.do("next")
    assert "bought" not in as_json(session)["combatants"]["Savar"]["fields"]
    assert "Savar's extra Full Action lapses." in text(session)
