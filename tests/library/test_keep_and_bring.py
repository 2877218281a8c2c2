"""Keeping and bringing: what is brought equals what was kept, in an entry that no longer needs the library."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.library.conftest import Fight
from tracker import library
from tracker.games.registry import SHIPPED, find
from tracker.library.keeping import keep
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

ADDED = {
    "outgunned": ("add Ann pool=6 grit=12", "arm Ann pistol", "hurt Ann 3", "mark Ann hurt"),
    "contract": ("add Ann brawn=3 dexterity=2 mind=7", "arm Ann knife kind=melee", "hurt Ann 2", "mark Ann prone"),
    "gen6": ("add Ann health=24 con=5 defense=13 speed=8", "arm Ann pistol kind=ranged damage=2d6+3", "hurt Ann 30"),
    "unknown-armies": ("add Ann struggle=55 dodge=35 body=60", 'arm Ann "pool cue" large=yes', "hurt Ann 12"),
}
"""A hero of each game in the middle of a fight, armed and hurt."""


@pytest.mark.parametrize("game", SHIPPED)
def test_a_kept_hero_comes_back_as_they_stood(game: str, fight: Fight) -> None:
    first = fight(game, *ADDED[game])
    first.do("keep Ann")
    first.do("encounter Another")
    second = fight(game, "bring Ann")
    assert second.scene["Ann"] == first.scene["Ann"]


@pytest.mark.parametrize("game", SHIPPED)
def test_heroes_of_another_session_come_as_they_stood(game: str, fight: Fight, own: Path) -> None:
    with Session.create(find(game), "One", folder=str(own.parent)) as first:
        for line in (*ADDED[game], "add Ben", "add Rat side=enemies"):
            first.do(line)
        session = fight(game, "bring heroes from=One")
        assert session.story()[-1].command == "bring heroes from=One"
        assert session.preview("bring Rat from=One").text.startswith("Rat joins (enemies)")
        first.do("encounter Another")
        assert session.scene.combatants == first.scene.combatants
    with pytest.raises(InvalidCommand, match="no session “Two”"):
        session.do("bring heroes from=Two")


def test_heroes_come_along_within_one_game_only(fight: Fight, own: Path) -> None:
    with Session.create(find("gen6"), "Ball", folder=str(own.parent)) as other:
        other.do("add Vesper health=24")
    with pytest.raises(InvalidCommand, match="a session of gen6"):
        fight("outgunned").do("bring heroes from=Ball")


def test_one_more_is_brought_into_the_group_of_its_name_with_its_place_in_the_order(fight: Fight) -> None:
    session = fight(
        "plain", "add Ann", "add Rat side=enemies count=4", "keep Rat", "initiative Ann 9 ; initiative Rat 5"
    )
    session.do("next ; bring Rat")
    rat = session.scene["Rat 5"]
    assert (rat.group, rat.fields["initiative"]) == ("Rat", 5)
    session.do("bring Rat side=heroes")
    assert session.scene["Rat 6"].group is None, "a friend is in no group of foes"


def test_a_group_is_kept_as_one_of_them_and_brought_by_number(fight: Fight) -> None:
    session = fight("outgunned", "add Goon side=enemies count=3 grit=6 attack=critical", "arm Goon smg")
    assert session.do("keep Goon").text == "Goon is kept as a combatant, in kept.toml."
    assert len(session.history.entries) == 2, "keeping is not an entry of the fight"
    session.do("encounter Next")
    assert session.do("bring goon count=6").text == "Goon (6) join (enemies)."
    assert session.scene.group("Goon") == tuple(f"Goon {number}" for number in range(1, 7))
    assert session.scene["Goon 6"].weapons["smg"]["loaded"] is True
    session.do("undo")
    assert session.scene.combatants == {}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('keep enemies as="Wharf ambush"', "an encounter with Thug (2) and Boss, without Ann and Ben"),
        ("keep Thug,Boss as=Dock", "an encounter with Thug (2) and Boss, without Ann and Ben"),
        ("keep all as=Dock", "an encounter with Thug (2) and Boss, without Ann and Ben"),
        ("keep heroes as=Two", "a party with Ann and Ben"),
        ("keep Ann,Boss as=Odd", "a party with Ann and Boss"),
    ],
)
def test_enemies_alone_are_an_encounter_and_who_is_left_out_is_said(line: str, says: str, fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "add Ben", "add Thug side=enemies count=2", "add Boss side=enemies")
    assert session.preview(line).text.endswith(f" as {says}.")
    assert f" is kept as {says}, in kept.toml." in session.do(line).text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("keep Ashpit encounter", "Ashpit as an encounter with Thug (2), without Ann and Ben"),
        ("keep encounter The Ash pit", "The Ash pit as an encounter with Thug (2), without Ann and Ben"),
        ("keep enemies Ashpit", "Ashpit as an encounter with Thug (2), without Ann and Ben"),
        ("keep all Ashpit encounter", "Ashpit as an encounter with Thug (2), without Ann and Ben"),
        ("keep heroes The Two", "The Two as a party with Ann and Ben"),
        ("keep party The Two", "The Two as a party with Ann and Ben"),
    ],
)
def test_a_name_may_stand_without_as_beside_the_kind_or_the_side(line: str, says: str, fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "add Ben", "add Thug side=enemies count=2")
    assert session.preview(line).text == f"Keeps {says}."
    assert session.do(line).text == f"{says.replace(' as ', ' is kept as ', 1)}, in kept.toml."


def test_a_side_that_is_one_group_is_an_encounter_with_its_distances(fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "add Thug side=enemies count=3", "range all long", "keep enemies as=Dock")
    session.do("encounter Dock")
    assert session.scene.group("Thug") == ("Thug 1", "Thug 2", "Thug 3")
    assert session.scene.default_range == "long"


def test_a_prepared_encounter_meets_the_heroes_as_they_now_stand(fight: Fight) -> None:
    session = fight(
        "outgunned",
        "add Ann pool=6 grit=12 ; add Ben",
        "add Goon side=enemies count=6 grit=6",
        "add Boss side=enemies grit=9 attack=critical hot=2,5",
        "arm Goon smg ; arm Boss pistol",
        "range all close",
        "range Goon Boss long",
        "range Ann Boss melee ; range Ben Boss melee",
        'cover Boss partial what="a crate" ; hide "Goon 2"',
        'keep all as="The Warehouse"',
        "encounter Elsewhere",
        "hurt Ann 4",
        "encounter the warehouse",
    )
    scene, entry = session.scene, session.story()[-1]
    assert scene.encounter == "The Warehouse"
    assert [one.name for one in scene.listed()] == ["Ann", "Ben", *(f"Goon {n}" for n in range(1, 7)), "Boss"]
    assert scene["Ann"].tracks["grit"].value == 8
    assert scene.default_range == "close"
    assert {scene.band(f"Goon {number}", "Boss") for number in range(1, 7)} == {"long"}
    assert scene.band("Ann", "Boss") == scene.band("Boss", "Ben") == "melee"
    assert (scene["Boss"].cover.degree, scene["Boss"].cover.what) == ("partial", "a crate")
    assert [combatant.name for combatant in scene.combatants.values() if combatant.hidden] == ["Goon 2"]
    assert scene["Goon 3"].group == "Goon"
    assert scene["Goon 3"].weapons["smg"]["loaded"] is True
    assert entry.command == "encounter The Warehouse"
    session.do("undo")
    assert session.scene.encounter == "Elsewhere"


def test_a_save_never_needs_the_library(fight: Fight, own: Path) -> None:
    fight("outgunned", "add Ann pool=6", "add Goon side=enemies count=2", "keep Ann", "keep all as=Dock")
    with Session.create(find("outgunned"), "Night", folder=str(own.parent)) as session:
        for line in ("bring Ann", "note a storm", "encounter Dock", "hurt Ann 2"):
            session.do(line)
        path, before = session.path, session.scene
    shutil.rmtree(own)
    with Session.open(path) as session:
        assert session.scene == before
        session.do("revoke 3")
        assert session.scene["Ann"].tracks == before["Ann"].tracks
        assert session.scene.group("Goon") == before.group("Goon")
        assert session.scene.encounter == "Dock"
        with pytest.raises(InvalidCommand, match="is not in the library"):
            session.do("bring Dock")


def test_what_was_plain_stays_plain_when_it_is_played_again(fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "note calm", "encounter Dock")
    fight("outgunned", "add Goon side=enemies", "keep all as=Dock")
    session.do("revoke 2")
    assert tuple(session.scene.combatants) == ("Ann",)


@pytest.mark.parametrize("title", ["Café Lió", "café lió", "cafe lio"])
def test_an_encounter_is_known_without_its_accents(title: str, fight: Fight) -> None:
    session = fight("outgunned", "add Goon side=enemies", 'keep all as="Café Lió"', f"encounter {title}")
    assert session.scene.encounter == "Café Lió"
    assert "Goon" in session.scene.combatants


@pytest.mark.parametrize("line", ["bring Young Red Dragon hidden", "bring young-red-dragon", "bring young red count=2"])
def test_what_is_brought_needs_no_quotes(line: str, fight: Fight) -> None:
    kept = ('add "Young Red Dragon" side=enemies', 'keep "Young Red Dragon"', 'remove "Young Red Dragon"')
    assert fight("srd5", *kept, line).story()[-1].command.startswith('bring "Young Red Dragon"')


@pytest.mark.parametrize("again", ['add "Ogre 1"', 'add "Ogre 1" count=1', 'bring "Ogre 1"', "bring Ogre 1 count=1"])
@pytest.mark.parametrize("first", ['add "Ogre 1" side=enemies', "add Ogre side=enemies count=1"])
def test_who_has_a_number_gets_no_second_one(first: str, again: str, fight: Fight) -> None:
    assert [*fight("outgunned", first, 'keep "Ogre 1" as="Ogre 1"', again).scene.combatants] == ["Ogre 1", "Ogre 2"]


def test_presets_are_brought_without_any_file(fight: Fight) -> None:
    session = fight("outgunned", "bring bad-guys-1 count=2 as=Thug", "bring goons-2")
    assert tuple(session.scene.combatants) == ("Thug 1", "Thug 2", "Goons-2")
    assert session.story()[0].command == "bring bad-guys-1 count=2 as=Thug"


@pytest.mark.parametrize("game", SHIPPED)
def test_a_party_joins_under_names_that_are_kept_with_it(game: str, fight: Fight) -> None:
    session = fight(game, "add Fighter", "add Cleric", "add Rogue", "keep heroes as=Ready", "remove all")
    session.do('bring Ready as="Ann,,Dr. Cid"')
    assert [*session.scene.combatants] == ["Ann", "Cleric", "Dr. Cid"]
    notes = [who.notes for who in session.scene.combatants.values()]
    assert [note[-1:] for note in notes] == [("Fighter",), (), ("Rogue",)]
    session.do("keep heroes as=Ours")
    assert [*fight(game, "bring Ours").scene.combatants] == ["Ann", "Cleric", "Dr. Cid"]


@pytest.mark.parametrize("line", ["bring Goblin as=Grik", "bring Goblin as Grik"])
def test_another_name_is_typed_with_or_without_an_equals_sign(line: str, fight: Fight) -> None:
    session = fight("srd5", "add Goblin side=enemies", "keep Goblin", "remove all", line, line)
    assert [*session.scene.combatants] == ["Grik", "Grik 2"]
    assert session.story()[-1].command == "bring Goblin as=Grik"


def test_a_party_that_came_with_its_own_names_gets_others_by_amending_the_line(fight: Fight) -> None:
    session = fight("srd5", "add Fighter", "keep heroes as=Ready", "remove all", "bring Ready", "add Ogre side=enemies")
    session.do("amend 3 bring Ready as=Ann")
    assert [*session.scene.combatants] == ["Ann", "Ogre"]


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        ((), "keep", "Say who is kept"),
        ((), "keep Zoe", "is not a name here"),
        ((), "keep all as=X", "nobody except heroes"),
        ((), "keep heroes as=X", "no heroes"),
        (("add Ann",), "keep heroes", "keep heroes as=NAME"),
        (("add Ann",), 'keep Ann as="a,b"', "cannot contain commas"),
        (("add Ann",), "keep Ann by=hand", "“by=” does not belong to keep"),
        (("add Ann",), "keep heroes as=Two ; next", "Type “keep heroes as=Two”, then “next”."),
        (("add Ann",), "keep Ann; note x", "a semicolon stands alone, with blanks around it: keep Ann ; note x"),
        (("add Ann",), "keep heroes as=Two; next", "with blanks around it: keep heroes as=Two ; next"),
        (("add Ann",), "keep Ashpit", "Encounter: keep all as=Ashpit. Party: keep heroes as=Ashpit."),
        ((), "bring", "bring needs name"),
        ((), "bring Nobody", "is not in the library"),
        (("add Ann", "keep Ann"), "bring Ann", "Ann is in the fight already"),
        (("add Ann", "add Ben", "keep heroes as=Two", "encounter X"), "bring Two count=2", "is not one combatant"),
        (
            ("add Ann", "add Ben", "keep heroes as=Two", "encounter X"),
            "bring Two as=Zoe",
            "Two: as= is a name for each who joins, in this order: Ann,Ben.",
        ),
        (
            ("add Ann", "add Ben", "keep heroes as=Two", "encounter X", "remove all", "add Zoe"),
            "bring Two as=zoe,Kim",
            "Somebody is called zoe already; pick another name.",
        ),
        (("add Ann", "add Ben", "keep heroes as=Two", "remove all"), "bring Two as=Ben,", "Somebody is called Ben"),
        (
            ("add Orc side=enemies", "keep all as=Gate", "remove all"),
            "bring Gate as=Ann,Bo",
            "Gate is an encounter: bring its people one by one for as=.",
        ),
        ((), "encounter Gate as=Ann,Bo", "encounter takes only a title; bring its people one by one for as=."),
        ((), "encounter side=enemies", "bring its people one by one for side=."),
    ],
)
def test_what_cannot_be_kept_or_brought_is_a_sentence(
    lines: tuple[str, ...], line: str, says: str, fight: Fight
) -> None:
    session = fight("outgunned", *lines)
    before = session.scene
    with pytest.raises(InvalidCommand) as bad:
        session.do(line)
    assert says in str(bad.value)
    assert session.scene is before


def test_a_reinforcement_with_a_name_of_the_fight_is_numbered(fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "add Thugs preset=goons-1 side=enemies", "range all medium")
    session.do("keep Thugs")
    assert "Thugs 2" in session.preview("bring thugs").text
    said = session.do("bring thugs").text
    assert said == "Thugs 2 joins (enemies). Thugs are in the fight already; the newcomer is Thugs 2."
    assert session.scene["Thugs 2"].tracks == session.scene["Thugs"].tracks


def test_distances_of_a_reinforcement_are_those_of_the_newcomers(fight: Fight) -> None:
    first = fight("outgunned", "add Boss preset=boss-1 side=enemies", "add Thug preset=goons-1 side=enemies")
    first.do("range Boss Thug melee")
    first.do('keep all as="Back Door"')
    session = fight("outgunned", "add Ann", "add Thug preset=goons-1 side=enemies", "range all long")
    session.do('bring "Back Door"')
    assert session.scene.band("Boss", "Thug 2") == "melee"
    assert session.scene.band("Boss", "Thug") == "long"


def test_distances_of_an_encounter_are_those_of_who_came_under_other_names(
    fight: Fight, written: Callable[[str, str], Path]
) -> None:
    written(
        "gen6",
        """
        [[party]]
        name = "Two"
        who = [{ name = "Vesper", side = "heroes" }, { name = "Quill", side = "heroes" }]
        [[encounter]]
        name = "Gate"
        who = [{ name = "Hound", side = "enemies" }]
        range = [
            { between = ["Hound", "Vesper"], band = "adjacent" },
            { between = ["Hound", "Quill"], band = "long" },
        ]
        """,
    )
    session = fight("gen6", "bring Two as=Ann,Bo")
    assert session.do("bring Gate as=Rex").text == "Rex joins (enemies)."
    assert (session.scene.band("Rex", "Ann"), session.scene.band("Rex", "Bo")) == ("adjacent", "long")
    session.do("range Rex Ann medium")
    session.do("bring Gate as=Fang")
    assert [session.scene.band(name, "Ann") for name in ("Rex", "Fang")] == ["medium", "adjacent"]
    session.do("add Vesper")
    session.do("bring Gate")
    assert [session.scene.band("Hound", name) for name in ("Vesper", "Ann", "Bo")] == ["adjacent", "short", "long"]


def test_those_of_a_party_who_are_there_already_are_named(fight: Fight) -> None:
    session = fight("outgunned", "add Ann", "add Ben", "keep heroes as=Two", "remove Ben")
    assert session.do("bring two").text == "Ben joins (heroes). Ann was in the fight already."


@pytest.mark.parametrize("game", SHIPPED)
def test_waves_and_notes_are_open_questions(game: str, fight: Fight, written: Callable[[str, str], Path]) -> None:
    written(
        game,
        """
        [[encounter]]
        name = "Pier"
        note = "The crane falls in round 3."
        who = [{ name = "Rat" , side = "enemies" }]
        opening = ["hide Rat", "note Fog comes in."]
        [[encounter.wave]]
        name = "The boats"
        round = 2
        who = [{ name = "Sailor", side = "enemies", count = 3 }]
        """,
    )
    session = fight(game, "add Ann", "encounter Pier")
    assert [(prompt.kind, prompt.text) for prompt in session.scene.prompts] == [
        ("reminder", "The crane falls in round 3."),
        ("wave", "The boats (round 2): Sailor (3)."),
    ]
    assert session.scene["Rat"].hidden
    assert "Fog comes in." in session.story()[-1].text
    assert "crane" not in session.story()[-1].text
    session.do("decide 1 read")
    assert session.do("decide 2 come").text == "Sailor (3) join (enemies)."
    assert session.scene.prompts == ()
    assert session.story()[1].command == "encounter Pier"
    session.do("goto 2")
    assert session.do("decide 2 skip").text == "The wave stays away."
    session.do("revoke 1")
    assert tuple(session.scene.combatants) == ("Rat",)


PIER = """
[[encounter]]
name = "Pier"
note = "The crane falls in round 3."
[[encounter.wave]]
name = "The boats"
round = 2
note = "From the north."
who = [{ name = "Sailor", side = "enemies", count = 3, hidden = true }, { name = "Captain", side = "enemies" }]
[[encounter.wave]]
name = "The rest"
who = [{ name = "Cook", side = "enemies" }]
"""


@pytest.mark.parametrize("game", SHIPPED)
def test_waves_that_did_not_come_and_the_note_are_kept(game: str, fight: Fight, written: Callable[..., Path]) -> None:
    written(game, PIER)
    first = fight(game, "add Ann", "encounter Pier", "keep all as=Later", "decide 3 come", "keep all as=Rest")
    asked = [(prompt.kind, prompt.text) for prompt in fight(game, "encounter Pier").scene.prompts]
    again = fight(game, "add Ann", "encounter Later", "decide 2 come")
    assert [(prompt.kind, prompt.text) for prompt in fight(game, "encounter Later").scene.prompts] == asked
    assert again.scene.group("Sailor") == ("Sailor 1", "Sailor 2", "Sailor 3")
    assert again.scene["Sailor 2"].hidden
    rest = fight(game, "encounter Rest")
    assert [prompt.text for prompt in rest.scene.prompts] == [text for _, text in asked[:2]]
    assert tuple(rest.scene.combatants) == ("Cook",)
    assert first.scene.asked == 3


def test_a_wave_of_an_old_file_is_kept_by_its_announcement(fight: Fight, written: Callable[..., Path]) -> None:
    written("outgunned", PIER)
    session = fight("outgunned", "encounter Pier")
    old_ones = [(prompt, {"members": prompt.data["members"]}) for prompt in session.scene.prompts[1:]]
    prompts = tuple(msgspec.structs.replace(prompt, data=data) for prompt, data in old_ones)
    scene = msgspec.structs.replace(session.scene, prompts=prompts)
    keep(session.library, scene, ["all"], "Old")
    old = session.library.encounter("Old", session.scene)
    assert old is not None
    assert [wave.name for wave in old.waves] == ["The boats", "The rest"]


def test_an_opening_that_is_refused_sets_nothing_out(fight: Fight, written: Callable[[str, str], Path]) -> None:
    written("outgunned", '[[encounter]]\nname = "Pier"\nopening = ["hurt Nobody 3"]\n')
    session = fight("outgunned", "add Ann")
    with pytest.raises(InvalidCommand, match="Nobody"):
        session.do("encounter Pier")
    assert session.scene.encounter == ""


def test_the_example_of_the_readme_is_followed(fight: Fight, written: Callable[[str, str], Path]) -> None:
    page = (Path(library.__file__).parent / "README.md").read_text("utf-8")
    written("outgunned", page.partition("```toml\n")[2].partition("```")[0])
    session = fight("outgunned", 'bring "Night shift"', "encounter the warehouse")
    assert session.library.faults() == []
    assert list(session.scene.combatants) == ["Ann", "Docker 1", "Docker 2", "Docker 3", "Docker 4", "Boss"]
    docker = session.scene["Docker 3"]
    assert (docker.tracks["grit"].value, docker.fields["attack"], docker.spares) == (
        8,
        "critical",
        {"shotgun": 2, "handgun": 3},
    )
    assert session.scene["Ann"].tracks["grit"].value == 9
    assert [prompt.kind for prompt in session.scene.prompts] == ["reminder", "wave"]
    assert session.scene.band("Docker 1", "Ann") == "medium"


@pytest.mark.parametrize("kind", ["party", "encounter"])
def test_members_come_from_their_own_file_before_others_of_the_folder(
    kind: str, fight: Fight, written: Callable[..., Path]
) -> None:
    for name, hp in (("aaa", 44), ("level6", 52)):
        made = f'[[combatant]]\nname = "Bruna"\nhp = {hp}\n'
        who = f'[[{kind}]]\nname = "{name}"\n[[{kind}.who]]\nlike = "Bruna"\n'
        written("srd5", made + who, f"{name}.toml")
    assert fight("srd5", "bring level6").scene["Bruna"].tracks["hp"].value == 52
    assert fight("srd5", "bring aaa").scene["Bruna"].tracks["hp"].value == 44
    assert fight("srd5", "bring Bruna").scene["Bruna"].tracks["hp"].value == 44


def test_who_is_brought_twice_is_told_of_the_other_name_and_of_as(fight: Fight) -> None:
    with pytest.raises(InvalidCommand, match=r"“goons-2” is one word too many, since name= is there too: .*as="):
        fight("outgunned").do("bring goons-2 name=Dockers")
