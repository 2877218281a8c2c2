"""Every table in full, as written in the seed, and the cases between its steps."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import fight, labels
from tests.table import total
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand


@pytest.mark.parametrize("line", ["add Cy armor=4I/6B", "add Cy ; set Cy armor=6b,4i"])
def test_armor_is_written_as_it_is_printed(line: str) -> None:
    session = fight(line)
    assert {name: session.scene["Cy"].number(name) for name in ("armor_i", "armor_b", "armor_p")} == {
        "armor_i": 4,
        "armor_b": 6,
        "armor_p": 0,
    }


@pytest.mark.parametrize("armor", ["4", "4X", "I", "4I/6"])
def test_armor_without_its_letters_is_refused(armor: str) -> None:
    with pytest.raises(InvalidCommand, match="lacks a letter of I, B, P"):
        fight(f"add Cy armor={armor}")


def modifier(*words: str, mode: str = "ranged", lines: tuple[str, ...] = ()) -> int:
    """What the words of an attack do to a target number of 11, shot at short range or struck when adjacent."""
    band = "short" if mode == "ranged" else "adjacent"
    given = " ".join(words)
    place = "" if "band=" in given else f"band={band}"
    return total(fight(*lines, f"attack Ann Foe 3 mode={mode} {place} {given}"), "tn") - 11


@pytest.mark.parametrize(
    ("words", "tn"), [("prone", -5), ("advantage=attacker", -2), ("advantage=defender", 2), ("off-hand", 4)]
)
def test_close_combat(words: str, tn: int) -> None:
    assert modifier(words, mode="melee") == tn


@pytest.mark.parametrize(
    ("words", "tn"), [("prone", 5), ("advantage=attacker", -2), ("advantage=defender", 2), ("off-hand", 4)]
)
def test_ranged_combat(words: str, tn: int) -> None:
    assert modifier(words) == tn


@pytest.mark.parametrize(
    ("band", "tn", "alone"),
    [
        ("adjacent", -2, -2),
        ("point-blank", -2, -2),
        ("short", 0, 0),
        ("medium", 2, 2),
        ("long", 4, 4),
        ("extended", 6, 2),
        ("extended:1", 6, 2),
        ("extended:2", 8, 4),
        ("extended:7", 18, 14),
        ("long increments=1", 6, 2),
    ],
)
def test_range(band: str, tn: int, alone: int) -> None:
    assert modifier(f"band={band}") == tn
    assert modifier(f"band={band}", lines=("settings extended=alone",)) == alone


def test_range_does_not_count_in_close_combat() -> None:
    assert modifier("band=long", mode="melee") == 0


SIZES = [
    ("smaller-than-tiny", 9),
    ("tiny", 8),
    ("small", 6),
    ("medium", 0),
    ("large", -4),
    ("huge", -6),
    ("gargantuan", -8),
    ("colossal", -12),
]


@pytest.mark.parametrize(("size", "tn"), SIZES)
def test_size(size: str, tn: int) -> None:
    assert modifier(f"size={size}") == tn
    assert modifier(lines=(f"set Foe size={size}",)) == tn
    assert modifier(f"size={size}", mode="melee") == 0
    assert modifier(f"size={size}", mode="melee", lines=("settings size_in_melee=yes",)) == tn


@pytest.mark.parametrize(
    ("motion", "tn"),
    [
        ("0", 0),
        ("9", 0),
        ("10", 2),
        ("walking", 2),
        ("29", 2),
        ("30", 4),
        ("jogging", 4),
        ("44", 4),
        ("45", 6),
        ("running", 6),
        ("89", 6),
        ("90", 9),
        ("sprint", 9),
        ("91", 9),
        ("120", 9),
        ("121", 12),
        ("121-320", 12),
        ("320", 12),
        ("321", 15),
        ("321-460", 15),
        ("460", 15),
        ("461", 20),
        ("461+", 20),
        ("5000", 20),
    ],
)
def test_motion(motion: str, tn: int) -> None:
    assert modifier(f"motion={motion}") == tn
    assert modifier(f"motion={motion}", mode="melee") == 0
    assert modifier(f"motion={motion}", mode="melee", lines=("settings motion_in_melee=yes",)) == tn


@pytest.mark.parametrize(
    ("percent", "tn"),
    [
        ("none", 0),
        ("0", 0),
        ("9", 0),
        ("10", 2),
        ("24", 2),
        ("25", 4),
        ("49", 4),
        ("50", 6),
        ("50%", 6),
        ("74", 6),
        ("75", 8),
        ("99", 8),
    ],
)
def test_degree_of_cover(percent: str, tn: int) -> None:
    assert modifier(f"cover={percent}") == tn
    assert modifier(lines=("cover Foe 60", f"cover Foe {percent}")) == tn
    assert modifier(f"cover={percent}", mode="melee") == tn
    assert modifier(f"cover={percent}", mode="melee", lines=("settings cover_in_melee=no",)) == 0


def test_a_degree_said_overrules_the_one_known() -> None:
    assert modifier("cover=none", lines=("cover Foe 75",)) == 0


def test_a_degree_is_a_percent() -> None:
    session = fight()
    for word in ("101", "-1", "half"):
        with pytest.raises(InvalidCommand):
            session.do(f"cover Foe {word}")


@pytest.mark.parametrize(
    ("what", "absorbs", "sustains"),
    [
        ("thin wooden door", 6, 5),
        ("wooden door", 8, 10),
        ("thin metal door", 10, 15),
        ("reinforced metal door", 14, 25),
        ("rocks", 14, 25),
        ("reinforced metal door/rocks", 14, 25),
        ("Armored Door", 20, 40),
        ("heavily armored door", 24, 50),
    ],
)
def test_cover_material(what: str, absorbs: int, sustains: int) -> None:
    session = fight("set Foe health.max=90 health=90", f'cover Foe 75 what="{what}"')
    cover = session.scene["Foe"].cover
    assert (cover.absorbs, cover.sustains, cover.left) == (absorbs, sustains, sustains)
    session.do(f"damage Foe {absorbs} through")
    assert (total(session, "damage"), session.scene["Foe"].cover.left) == (0, sustains)
    session.do(f"damage Foe {absorbs + 1} through")
    assert (total(session, "damage"), session.scene["Foe"].cover.left) == (1, sustains - 1)
    session.do(f"damage Foe {absorbs + sustains - 1} through")
    assert total(session, "damage") == sustains - 1
    assert session.scene["Foe"].cover.degree == "none"


def test_other_things_have_no_material() -> None:
    session = fight('cover Foe 50 what="a bar"', "damage Foe 4 through")
    assert session.scene["Foe"].cover.absorbs is None
    assert total(session, "damage") == 4


def test_everything_known_and_said_adds_up() -> None:
    session = fight("mark Foe prone", "set Foe size=large", "cover Foe 25", "guard Foe 1", "range Ann Foe medium")
    session.do("attack Ann Foe 3 mode=ranged motion=95 off-hand advantage=defender")
    assert labels(session, "tn") == {
        "defense": 11,
        "on guard": 1,
        "medium": 2,
        "large": -4,
        "sprint": 9,
        "cover 25 %": 4,
        "prone": 5,
        "defender advantage": 2,
        "off hand": 4,
    }
    assert total(session, "tn") == 34


def test_bands_go_on_beyond_long() -> None:
    session = fight("range Ann Foe long", "farther Ann Foe")
    assert session.scene.band("Ann", "Foe") == "extended:1"
    session.do("farther Ann Foe")
    assert session.scene.band("Ann", "Foe") == "extended:2"
    assert SYSTEM.band_names(session.scene)[-2:] == ("extended:1", "extended:2")
    session.do("nearer Ann Foe ; nearer Ann Foe")
    assert session.scene.band("Ann", "Foe") == "long"
    session.do("range Ann Foe ext:99")
    with pytest.raises(InvalidCommand, match="no band farther"):
        session.do("farther Ann Foe")
    session.do("range Ann Foe adjacent")
    with pytest.raises(InvalidCommand, match="no band nearer"):
        session.do("nearer Ann Foe")


def test_the_tables_can_be_read() -> None:
    rows = {table.title: len(table.rows) for table in SYSTEM.tables}
    assert rows == {"Range": 6, "Situation": 4, "Size": 8, "Motion": 7, "Cover": 5, "Cover material": 6}
