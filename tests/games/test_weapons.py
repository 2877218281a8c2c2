"""The weapon of an attack that names none, in every game: the same in the command bar and in the form."""

from __future__ import annotations

from typing import Final

import pytest

from tests.table import last, played
from tests.tui.skirmish import Room
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller

PEOPLE: Final = {
    "outgunned": ("add Sam pool=5", "add Foe side=enemies grit=9"),
    "contract": ("add Sam brawn=2 dexterity=2 firearms=2 melee=2", "add Foe side=enemies brawn=2"),
    "gen6": ("add Sam", "add Foe side=enemies health=9 defense=30"),
    "unknown-armies": ("add Sam struggle=40 firearms=50", "add Foe side=enemies"),
}
RESULT: Final = {"outgunned": "c", "contract": "3", "gen6": "9", "unknown-armies": "38"}

RIFLE = "arm Sam rifle kind=ranged bonus=3 damage=2d6"
PISTOL = "arm Sam pistol kind=ranged bonus=3 damage=1d6"
KNIFE = "arm Sam knife kind=melee bonus=1 damage=1d6"
GUN = "arm Sam gun kind=gun maximum=40"
CLUB = "arm Sam club kind=hand bonus=3"

CASES: Final[list[tuple[str, tuple[str, ...], str, str | None]]] = [
    ("outgunned", ("arm Sam shotgun",), "medium", "shotgun"),
    ("outgunned", ("arm Sam shotgun loaded=no", "arm Sam rifle"), "close", "rifle"),
    ("outgunned", ("arm Sam pistol", "arm Sam rifle"), "medium", "rifle"),
    ("outgunned", ("arm Sam pistol", "arm Sam rifle"), "long", "rifle"),
    ("outgunned", ("arm Sam sniper-rifle",), "out", "sniper-rifle"),
    ("outgunned", ("arm Sam knife kind=hand", "arm Sam pistol"), "melee", "knife"),
    ("outgunned", ("arm Sam knife kind=hand",), "medium", None),
    ("contract", ("arm Sam handgun",), "near", "handgun"),
    ("contract", ("arm Sam handgun", "arm Sam sword"), "far", "handgun"),
    ("contract", ("arm Sam handgun", "arm Sam sword"), "engaged", "sword"),
    ("contract", ("arm Sam handgun", "arm Sam sniper-rifle", "arm Sam sword"), "far", "sniper-rifle"),
    ("contract", (), "near", "brawl"),
    ("gen6", (RIFLE,), "long", "rifle"),
    ("gen6", (RIFLE, KNIFE), "long", "rifle"),
    ("gen6", (RIFLE, KNIFE), "adjacent", "knife"),
    ("gen6", (PISTOL, RIFLE), "long", "rifle"),
    ("gen6", (), "adjacent", None),
    ("unknown-armies", (GUN,), "far", "gun"),
    ("unknown-armies", (GUN, CLUB), "far", "gun"),
    ("unknown-armies", (CLUB,), "engaged", "club"),
    ("unknown-armies", ("arm Sam gun kind=gun ready=no",), "near", "fist"),
]


@pytest.mark.parametrize(("game", "arms", "band", "weapon"), CASES)
def test_the_best_weapon_that_reaches_is_used(game: str, arms: tuple[str, ...], band: str, weapon: str | None) -> None:
    fight = (*PEOPLE[game], *arms, f"range Sam Foe {band}")
    bar, form = played(find(game), *fight), played(find(game), *fight)
    bar.do(f"attack Sam Foe {RESULT[game]}")
    controller = Controller(form, Room())
    for sign in ("a", *RESULT[game]):
        controller.press(sign, sign)
    controller.press("enter")
    assert last(form).command == last(bar).command
    assert [word for word in last(bar).command.split() if word.startswith("weapon=")] == (
        [f"weapon={weapon}"] if weapon else []
    )


@pytest.mark.parametrize(
    ("game", "band", "words"),
    [
        ("outgunned", "medium", "at medium range, too far for bare hands"),
        ("outgunned", "out", "out of range, too far for bare hands"),
        ("contract", "far", "with bare hands"),
        ("gen6", "long", "too far for close combat"),
        ("unknown-armies", "far", "too far for an attack by hand"),
    ],
)
def test_where_only_the_hands_are_left_it_is_said(game: str, band: str, words: str) -> None:
    session = played(find(game), *PEOPLE[game], f"range Sam Foe {band}", f"attack Sam Foe {RESULT[game]}")
    assert words in last(session).text


@pytest.mark.parametrize(
    ("line", "kind", "source"),
    [
        ("arm Ann revolver", "ranged", "ballistic"),
        ('arm Ann "Hunting Rifle" damage=2d6', "ranged", "ballistic"),
        ("arm Ann longbow kind=ranged", "ranged", "impact"),
        ("arm Ann crossbow source=penetrating", "ranged", "penetrating"),
        ("arm Ann revolver kind=melee", "melee", "ballistic"),
        ("arm Ann axe", "melee", "impact"),
        ("arm Ann gunpowder", "melee", "impact"),
    ],
)
def test_the_name_of_a_gun_says_how_it_is_used(line: str, kind: str, source: str) -> None:
    session = Session(find("gen6"))
    session.do("add Ann health=9")
    session.do(line)
    (weapon,) = session.scene["Ann"].weapons.values()
    assert (weapon["kind"], weapon["source"]) == (kind, source)
    session.do("arm Ann revolver damage=3d6")
    assert session.scene["Ann"].weapons["revolver"]["kind"] == ("melee" if line.endswith("kind=melee") else "ranged")


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("contract", "arm Sam rifle", "rifle is not in the table and counts as a melee weapon"),
        ("contract", "arm Sam rifle", "brawl changes that. Known: sniper-rifle."),
        ("contract", "arm Sam rifles", "The rifles are not in the table and count as a melee weapon"),
        ("contract", "arm Sam rifle", "counts as a melee weapon; kind=firearm, thrown or brawl changes that"),
        (
            "contract",
            "attack Sam Foe 3 weapon=axe take",
            "Sam carries no weapon; an axe of the table is used.",
        ),
        ("gen6", "arm Sam blaster", "blaster is not in the table and counts as a melee weapon; kind=ranged"),
        ("unknown-armies", "arm Sam blaster", "blaster is not in the table and counts as a hand weapon; kind=gun"),
        (
            "outgunned",
            "arm Sam lamp",
            "lamp is not in the table and counts as a hand weapon",
        ),
    ],
)
def test_a_weapon_that_is_not_on_the_sheet_or_in_the_table_is_remarked(game: str, line: str, words: str) -> None:
    assert words in last(played(find(game), *PEOPLE[game], line)).text


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("contract", "arm Sam sword"),
        ("contract", "arm Sam rifle kind=firearm"),
        ("contract", "attack Sam Foe 3 take"),
        ("gen6", "arm Sam longbow kind=ranged"),
        ("gen6", "arm Sam axe damage=1d6"),
        ("gen6", 'arm Sam "hunting rifle"'),
        ("unknown-armies", "arm Sam rifle"),
        ("unknown-armies", "arm Sam knives"),
        ("unknown-armies", 'arm Sam "long knife"'),
        ("unknown-armies", "arm Sam axe bonus=6"),
    ],
)
def test_a_weapon_of_the_table_or_with_numbers_of_its_own_is_not_remarked(game: str, line: str) -> None:
    text = last(played(find(game), *PEOPLE[game], line)).text
    assert "table" not in text
    assert "counts as" not in text


@pytest.mark.parametrize("game", PEOPLE)
def test_a_weapon_that_nobody_gave_is_refused_with_the_way_to_give_it(game: str) -> None:
    session = played(find(game), *PEOPLE[game], 'arm Sam "long knife"')
    with pytest.raises(InvalidCommand, match=r"long knife.* Give it to them first: arm Sam halberd"):
        session.do(f"attack Sam Foe {RESULT[game]} weapon=halberd")
