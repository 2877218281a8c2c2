"""Frequent acts, counted in keys: what each sequence comes to, and that it is no longer than people can bear."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.skirmish import Room
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller

HEROES = tuple(f"add {name} pool=5" for name in ("Savar", "Sam", "Ivy", "Jo"))
GUNS = ("add Savar pool=5", "add Goons side=enemies grit=6 defense=basic attack=basic")
DUEL = ("add Ana dexterity=3 melee=3 athletics=3 brawn=3", "arm Ana sword", "add Thug side=enemies count=2 brawn=3")
TESTS = (
    "add Mira values=Justice,Family medicine=3 speed=8",
    "arm Mira revolver kind=ranged bonus=5 damage=2d6+2",
    "add Ape side=enemies defense=12 health=20",
)
AGENTS = ("add Joan struggle=55 body=60", "add Rat side=enemies struggle=40 body=40")

CASES = (
    ("attack", "outgunned", GUNS, "a c ⏎", 3, "attack Savar Goons c"),
    ("attack, thrown", "outgunned", GUNS, "a ⏎", 2, "attack Savar Goons dice="),
    (
        "four reactions",
        "outgunned",
        (*HEROES, "add Goons side=enemies attack=basic", "begin reaction"),
        "a c ⇥ b ⇥ 2 c ⇥ 0 ⏎",
        10,
        "react Savar c vs=Goons ; react Sam b vs=Goons ; react Ivy 2c vs=Goons ; react Jo 0 vs=Goons",
    ),
    (
        "four reactions, thrown",
        "outgunned",
        (*HEROES, "add Goons side=enemies attack=basic", "begin reaction"),
        "a ⏎",
        2,
        "react Savar dice=",
    ),
    (
        "full auto",
        "outgunned",
        (*GUNS, "arm Savar rifle"),
        "a + f ⏎ c ⏎",
        6,
        "attack Savar Goons c weapon=rifle full-auto",
    ),
    (
        "attack with dodge",
        "contract",
        ("add Ana dexterity=3 melee=3 brawn=3", "arm Ana knife", "add Thug side=enemies brawn=3", "initiative Ana 3"),
        "a 3 ⏎ f d 2 ⏎",
        7,
        "dodge Thug 2 against=Ana",
    ),
    (
        "split",
        "contract",
        (*DUEL, "initiative Ana 3"),
        "⏎ s p l ⏎ ⏎",
        10,
        'split Ana "attack@Thug 1:3,attack@Thug 2:3"',
    ),
    (
        "split, other shares",
        "contract",
        (*DUEL, "initiative Ana 3"),
        "⏎ s p l ⏎ 4 , 2 ⏎",
        10,
        'split Ana "attack@Thug 1:4',
    ),
    (
        "dice and damage",
        "gen6",
        TESTS,
        "a 6 5 2 ⇥ 7 ⏎",
        9,
        "attack Mira Ape dice=6,5,2 bonus=+5 weapon=revolver damage=7",
    ),
    (
        "dice, damage thrown",
        "gen6",
        TESTS,
        "a 6 5 2 ⏎",
        9,
        "attack Mira Ape dice=6,5,2 bonus=+5 weapon=revolver damage=",
    ),
    ("courage", "gen6", TESTS, "E ⏎", 2, "courage Mira value=Justice"),
    ("courage, other value", "gen6", TESTS, "E ↓ ⏎", 3, "courage Mira value=Family"),
    ("cover with material", "gen6", TESTS, "c 5 0 ⇥ w ⏎", 6, 'cover Mira 50 what="wooden door"'),
    ("roll under", "unknown-armies", AGENTS, "a 3 7 ⏎", 4, "attack Joan Rat 37"),
    ("roll under, thrown", "unknown-armies", AGENTS, "a ⏎", 3, "attack Joan Rat "),
)

NAMES = {"⏎": "enter", "⇥": "tab", "↓": "down"}


def at_the_table(game: str, lines: tuple[str, ...], keys: str) -> Session:
    fight = session(*lines, system=find(game))
    controller = Controller(fight, Room())
    for key in keys.split():
        controller.press(NAMES.get(key, key), None if key in NAMES else key)
    assert controller.mode is None, controller.mode
    return fight


@pytest.mark.parametrize(
    ("game", "lines", "keys", "most", "command"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_frequent_act_takes_no_more_keys_than_this(
    game: str, lines: tuple[str, ...], keys: str, most: int, command: str
) -> None:
    made = at_the_table(game, lines, keys)
    assert len(keys.split()) <= most
    assert made.story()[-1].command.startswith(command)
