"""A full fight of each game, played by keys alone: at least eight different actions, closed and reopened in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import made, scene
from tests.terminal.games.people import CONTRACT, GEN6, OUTGUNNED, UNKNOWN_ARMIES
from tests.terminal.games.playing import played, shown, verbs

pytestmark = pytest.mark.slow

LEAST = 8
"""A full fight has at least this many different actions."""


def test_outgunned(tmp_path: Path) -> None:
    path = made(tmp_path, OUTGUNNED)
    fight = played(
        path,
        """
        a c enter c p
        j enter approach enter a b enter
        n a 2 b tab b enter
        k enter counter enter
        """,
        """
        n x kicks_a_door enter a 0_weapon=pistol enter
        j m hu enter
        n a 0 tab 0 enter
        n home enter reload enter
        a b_weapon=pistol enter
        enter end enter the_gang_is_down enter esc
        """,
    )
    assert len(verbs(fight)) >= LEAST
    now = scene(path)
    assert (now["Savar"].value("grit"), now["Sam"].value("grit"), now["Goons"].value("grit")) == (11, 11, 0)
    assert now["Goons"].out == "defeated"
    assert shown(path)["combatants"]["Savar"]["spares"] == {"handgun": 2}


def test_the_contract(tmp_path: Path) -> None:
    path = made(tmp_path, CONTRACT, "contract")
    fight = played(
        path,
        """
        enter initiative enter 2 tab 5 tab 4 tab 3 enter
        x draws_a_sword enter a 4 enter f d 2 enter
        n a 3 enter
        n enter hold enter shoot_the_convict tab the_door_opens enter
        c p n
        """,
        """
        enter split enter attack@Convict:2,dodge:2 enter
        a 3 enter f t
        n enter evade enter 3 enter
        n enter exert enter b tab o
        t m enter a 2 enter
        n enter act enter crawls_behind_the_altar enter
        n
        """,
    )
    assert len(verbs(fight)) >= LEAST
    told_of = shown(path)["combatants"]
    injuries = {name: item["fields"].get("injuries", []) for name, item in told_of.items()}
    assert injuries == {"Jeff": [5], "Mara": [5], "Convict": [2, 3], "Guard": [1]}
    assert {name: item["tracks"]["body"]["value"] for name, item in told_of.items()} == {
        "Jeff": 1,
        "Mara": 2,
        "Convict": 4,
        "Guard": 6,
    }


def test_gen6(tmp_path: Path) -> None:
    path = made(tmp_path, GEN6, "gen6")
    fight = played(
        path,
        """
        down down down enter surprise enter
        enter initiative enter 16 tab 12 enter
        enter aim enter a 15_damage=10 enter
        n enter run enter 10 enter
        n a 16_damage=17 enter
        """,
        """
        n enter courage enter Justice_must_be_served enter
        enter defend enter
        n enter firstaid enter 16 enter
        n enter guard enter 1 enter c 50 enter
        n enter charge enter 3 tab 12 enter
        """,
    )
    assert len(verbs(fight)) >= LEAST
    now = scene(path)
    assert (now["Vesper"].value("health"), now["Vesper"].value("courage")) == (18, 2)
    assert (now["Doctor Krait"].value("health"), now["Doctor Krait"].cover.degree) == (20, "50")


def test_unknown_armies(tmp_path: Path) -> None:
    path = made(tmp_path, UNKNOWN_ARMIES, "unknown-armies")
    fight = played(
        path,
        """
        enter initiative enter 52 tab 47 tab 61 tab 40 enter
        a 20 tab tab 20 enter n
        a 38 enter home enter dodge enter 36 enter
        n enter draw enter
        n enter sucker enter 31 enter
        """,
        """
        n n a 71 enter
        n enter split enter 40,15 enter a 33 enter a 12 enter
        n a 42_called=arm enter
        n a die=2 enter
        f burning_whisky enter esc n
        """,
    )
    assert len(verbs(fight)) >= LEAST
    now = scene(path)
    assert (now["Dermot"].value("body"), now["Burning Man"].value("body")) == (21, 0)
    assert now["Burning Man"].out == "dead"
    assert shown(path)["prompts"] == []
