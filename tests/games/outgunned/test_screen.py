"""The game's answers to the screen."""

from tests.games.outgunned.fights import DUO, GOONS, action, one, played, reaction
from tests.small_game import session, side_rows
from tracker.games.registry import find
from tracker.rules.view import GroupAction, TurnStatus
from tracker.tui.panes.combatants import OTHERS


def test_status_says_turn_round_and_who_has_still_to_act():
    assert played(*GOONS).system.clock.status(played(*GOONS).scene).moment == "before the fight"
    session = action("attack savar c")
    status = session.system.clock.status(session.scene)
    assert (status.moment, status.to_act) == ("ACTION TURN 1", ("Sam",))
    session.do("next")
    session.do("threat 4 by=goons")
    status = session.system.clock.status(session.scene)
    assert status.moment == "REACTION TURN 1"
    assert "brawn and force" in status.active
    session.do("end lost")
    assert session.system.clock.status(session.scene).moment == "the fight is over: lost"
    session.do("begin action ; end")
    assert session.system.clock.status(session.scene) == TurnStatus("the fight is over")
    assert not any(session.system.row(session.scene, session.scene[name]).active for name in session.scene.combatants)


def test_the_main_action_is_an_attack_or_the_reactions_of_all():
    session = action()
    assert session.system.main_action(session.scene, "Savar") == "attack"
    session.do("next")
    session.do("react savar b")
    many = session.system.main_action(session.scene, "Savar")
    assert isinstance(many, GroupAction)
    assert (many.verb, many.actors) == ("react", ("Sam",))


def test_the_menu_says_what_is_against_each():
    session = action("attack savar c")
    menu = {item.verb: item.refusal for item in session.system.menu(session.scene, "Savar")}
    assert "used the Action Roll" in menu["attack"]
    assert menu["quick"] == ""
    assert "belongs to a Reaction Turn" in menu["react"]
    menu = {item.verb: item.refusal for item in session.system.menu(session.scene, "Goons")}
    assert "enemies never roll" in menu["attack"]
    session.do("set savar extra=3")
    session.do("extra savar full")
    menu = {item.verb: item.refusal for item in session.system.menu(session.scene, "Savar")}
    assert menu["attack"] == ""


def test_rows_show_marks_weapons_and_difficulties():
    session = played(*DUO, "add Boss preset=boss-2", "arm savar pistol", "arm savar hand", "begin action")
    session.do("cover savar partial")
    session.do("attack savar 0 weapon=pistol")
    rows = {row.name: row for section in side_rows(session.system, session.scene) for row in section.rows}
    words = [mark.word for mark in rows["Savar"].badges]
    assert {"partial", "pistol empty ▮▮▮", "hand"} <= set(words)
    assert rows["Boss"].cells == ("critical", "extreme")
    assert "hot 2·5·8" in [mark.word for mark in rows["Boss"].badges]
    session.do("mode brawl")
    session.do("next")
    rows = {row.name: row for section in side_rows(session.system, session.scene) for row in section.rows}
    assert rows["Boss"].cells == ("(critical)", "extreme")


def test_the_board_stands_in_bands_with_the_dice_of_the_weapons():
    session = action("arm savar pistol", "range savar goons long")
    board = session.system.band_table(session.scene, "Savar")
    columns = {column.band: column for column in board.columns}
    assert columns["long"].names == ("Goons",)
    assert columns["long"].notes == ("−2",)
    assert columns["out"].notes == ("×",)


def test_reactions_are_asked_of_everybody_up():
    session = reaction("out sam")
    many = session.system.main_action(session.scene, "Savar")
    assert isinstance(many, GroupAction)
    assert many.actors == ("Savar",)
    assert one(session, "Sam").out == "left-for-dead"


def test_what_a_hero_has_to_spend_and_the_spare_mags_are_on_the_row() -> None:
    fight = session(
        "add Sam", "add Goons side=enemies", "arm Sam pistol", "mags Sam handgun -1", system=find("outgunned")
    )
    rows = {row.name: row for side in side_rows(fight.system, fight.scene) for row in side.rows}
    told = {name: [f"{badge.glyph} {badge.word}" for badge in row.badges] for name, row in rows.items()}
    assert told == {"Sam": ["↯ 1 ★1 ☠1", "● pistol ▮▮▯"], "Goons": []}


def test_rows_said_to_stand_apart_say_nothing_of_anybody_else() -> None:
    """Also who must still react: that depends on who may attack them."""
    fight, apart = played(*GOONS, "cover Sam total what=wall", "begin action"), 0
    lines = ("hurt Savar 1", "hide Sam", "hurt Goons 1", "next", "out Goons", "back Goons", "threat 3 by=goons", "next")
    for line in (*lines, "add Rat side=enemies", "attack! Savar c target=Rat", "mark Sam prone", "end", "hurt Sam 1"):
        before = fight.scene
        fight.do(line)
        now = fight.scene
        if not fight.system.rows_apart(now) or any(getattr(before, part) is not getattr(now, part) for part in OTHERS):
            continue
        same = [name for name, who in now.combatants.items() if before.combatants.get(name) is who]
        apart += len(same)
        for name in same:
            assert fight.system.row(before, before[name]) == fight.system.row(now, now[name]), line
    assert apart
