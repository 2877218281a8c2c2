"""The end of a fight: in every game it is nobody's turn, actions have no cost, and undo restores the fight."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.combat.scene import OPEN
from tracker.games.registry import SHIPPED
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session

PEOPLE = ("add Ann", "add Ben", "add Foe side=enemies", "add Fiend side=enemies")

BEGINNINGS = {
    "outgunned": ("begin action",),
    "contract": ("initiative Ann 5", "initiative Foe 3", "initiative Ben 2"),
    "gen6": ("initiative heroes=9 enemies=8",),
    "unknown-armies": ("initiative Ann 50", "initiative Foe 30", "next"),
}


def fight(game: str, *lines: str) -> Session:
    return played(game, *PEOPLE, *BEGINNINGS.get(game, ("next",)), *lines)


@pytest.mark.parametrize("game", SHIPPED)
def test_after_the_end_nobody_is_about_to_act(game: str) -> None:
    session = fight(game, "end won")
    system, scene = session.system, session.scene
    assert session.story()[-1].text.startswith("The fight is over: won.")
    assert system.clock.status(scene).moment == "the fight is over: won"
    assert not system.clock.status(scene).to_act
    assert not system.clock.status(scene).active
    assert (scene.turn.name, scene.turn.side, scene.turn.phase) == (None, None, None)
    assert not system.clock.openings(scene)
    assert not system.clock.places(scene)
    assert not any(system.row(scene, combatant).active for combatant in scene.listed())
    assert not any(combatant.spent for combatant in scene.listed())


@pytest.mark.parametrize("game", SHIPPED)
def test_next_opens_nothing_after_the_end_and_names_the_ways_on(game: str) -> None:
    session = fight(game, "end")
    with pytest.raises(Refused, match=r"The fight is over\. The next one: encounter TITLE") as refused:
        session.do("next")
    assert f"To rest: {session.system.after_fight[0]} NAME" in str(refused.value)
    assert session.system.after_fight[0] in session.system.actions
    session.do("next!")
    assert session.system.clock.status(session.scene).moment != "the fight is over"


@pytest.mark.parametrize(
    ("game", "rests"),
    [("srd5", ("short-rest", "long-rest")), ("cairn", ("breather", "full-rest", "recover")), ("plain", ("heal",))],
)
def test_a_game_file_says_what_is_a_rest(game: str, rests: tuple[str, ...]) -> None:
    session = fight(game, "end")
    assert session.system.after_fight == rests
    with pytest.raises(Refused, match=f"To rest: {rests[0]} NAME"):
        session.do("next")


@pytest.mark.parametrize("game", SHIPPED)
def test_what_is_asked_in_turns_goes_with_the_fight(game: str) -> None:
    session = fight(game, "remind Ann breathes each=end", "remind Foe breathes")
    while not session.scene.prompts:
        session.do("next!")
    asked = session.scene.prompts
    assert f"{asked[0].name}: no answer to “breathes”" in session.do("end").text
    assert not session.scene.prompts
    session.do("undo")
    assert session.scene.prompts == asked


@pytest.mark.parametrize("game", SHIPPED)
def test_undo_brings_the_fight_back(game: str) -> None:
    session = fight(game)
    before = session.scene
    session.do("end")
    session.do("undo")
    assert session.scene == before


@pytest.mark.parametrize("game", SHIPPED)
def test_an_encounter_after_the_end_has_not_begun(game: str) -> None:
    session = fight(game, "end", "encounter The roof")
    assert not session.system.clock.status(session.scene).moment.startswith("the fight is over")
    session.do("next")
    assert session.scene.turn.round == 1


@pytest.mark.parametrize("game", SHIPPED)
def test_heroes_go_into_an_encounter_without_their_cover(game: str) -> None:
    session = fight(game)
    degrees = session.system.cover_degree_names(session.scene)
    if len(degrees) < 2:
        pytest.skip("a game without cover")
    session.do(f"cover! Ann {degrees[1]}")
    assert session.scene["Ann"].cover.degree == degrees[1]
    session.do("encounter The roof")
    assert session.scene["Ann"].cover.degree == OPEN


@pytest.mark.parametrize("game", SHIPPED)
def test_the_end_is_said_once_and_its_reason_may_follow(game: str) -> None:
    session = fight(game, "end")
    with pytest.raises(InvalidCommand, match=r"The fight is already over\."):
        session.do("end")
    session.do("end they fled")
    assert session.system.clock.status(session.scene).moment == "the fight is over: they fled"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("contract", "initiative Ben 4"),
        ("unknown-armies", "initiative Ben 40"),
        ("gen6", "initiative heroes=5 enemies=9"),
        ("outgunned", "begin reaction"),
        ("srd5", "initiative Ben 12"),
    ],
)
def test_the_same_people_fight_again(game: str, line: str) -> None:
    session = fight(game, "next", "end", line)
    if game == "srd5":
        session.do("next")
    assert session.scene.turn.round == 1
    assert not session.system.clock.status(session.scene).moment.startswith("the fight is over")


@pytest.mark.parametrize(
    ("game", "line"),
    [("contract", "attack Ann Foe 2 take"), ("unknown-armies", "attack Ann Foe 20 skill=50"), ("gen6", "defend Ann")],
)
def test_what_is_done_after_the_end_costs_nothing_and_opens_nothing(game: str, line: str) -> None:
    session = fight(game, "end", line, line)
    assert not session.scene["Ann"].spent
    assert session.system.clock.status(session.scene).moment == "the fight is over"


def test_the_turn_by_hand_lets_the_fight_go_on() -> None:
    session = fight("contract", "end", "active Ben")
    assert session.system.clock.status(session.scene).active == "Ben"


def test_an_attack_that_waits_at_the_end_is_met_with_what_its_round_left() -> None:
    session = fight("contract", "hold Foe run when=now", "act Ben looks", "attack Ann Ben 3", "end")
    assert "Foe no longer holds: run." in session.story()[-1].text
    assert "An attack still waits for Ben." in session.story()[-1].text
    with pytest.raises(Refused, match="has used the Action of this attack's round"):
        session.do("dodge Ben 2")
    session.do("take Ben")
    assert not session.scene.prompts


def test_what_lasts_for_a_round_ends_with_the_fight_and_a_drawn_weapon_is_in_hand() -> None:
    session = fight(
        "unknown-armies",
        "arm Ann pistol kind=gun ready=no",
        "draw Ann pistol",
        "sucker Foe Ann 20 skill=50",
        "end",
    )
    assert not session.scene["Foe"].conditions
    assert not session.scene["Ann"].conditions
    assert session.scene["Ann"].weapons["pistol"]["ready"] is True
    session.do("encounter On")
    assert session.scene["Ann"].weapons["pistol"]["ready"] is True


def test_an_old_record_of_the_end_is_still_one() -> None:
    session = fight("gen6")
    scene = session.scene
    from msgspec.structs import replace

    assert session.system.clock.status(replace(scene, fields={**scene.fields, "over": True})).moment == (
        "the fight is over"
    )


def test_a_new_fight_without_a_title_is_numbered() -> None:
    session = played("plain", "add Ann", "encounter", "encounter")
    assert [entry.command for entry in session.story()[1:]] == ["encounter Encounter 2", "encounter Encounter 3"]
    assert session.do("encounter The roof").text.startswith("A new fight: The roof.")
    assert session.do("encounter").text.startswith("A new fight: Encounter 2.")
