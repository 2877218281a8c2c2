"""The way around that a refusal names can be typed unchanged, for any names."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.throw import dice_in_words

NAME = '"Ivy Rose"'

WAYS = (
    ("outgunned", (f"add {NAME}", f"out {NAME}"), f"attack {NAME} Rat c", f"back {NAME}"),
    ("outgunned", (f"add {NAME}", f"attack {NAME} Rat e hits=1"), f"attack {NAME} Rat c", f"extra {NAME} full"),
    ("outgunned", (f"add {NAME}", f"arm {NAME} pistol"), f"attack {NAME} Rat roll", f"set {NAME} pool=5"),
    (
        "outgunned",
        (f"add {NAME}", f'arm {NAME} "old shotgun" kind=shotgun loaded=no'),
        f'attack {NAME} Rat c weapon="old shotgun"',
        f'reload {NAME} "old shotgun"',
    ),
    (
        "outgunned",
        (f"add {NAME}", f"arm {NAME} shotgun", f"range {NAME} Rat long"),
        f"attack {NAME} Rat c weapon=shotgun",
        f"nearer {NAME} Rat",
    ),
    ("contract", (f"add {NAME} brawn=3",), f"exert {NAME} mind outcome", f"set {NAME} mind=5"),
    ("gen6", (f"add {NAME} defense=9",), f"hurt {NAME} 2", f"set {NAME} health=9"),
    ("gen6", (f"add {NAME} health=9 speed=8", f"mark {NAME} prone"), f"run {NAME} 3", f"move {NAME} 0 with=stand"),
    ("unknown-armies", (f"add {NAME} body=50",), f"attack {NAME} Rat 30", f"set {NAME} struggle=55"),
    (
        "unknown-armies",
        (f"add {NAME} body=50 firearms=50", f'arm {NAME} "big gun" kind=gun ready=no'),
        f'attack {NAME} Rat 30 weapon="big gun"',
        f'draw {NAME} "big gun"',
    ),
)

ENEMY = {"outgunned": "attack=basic defense=basic", "contract": "brawn=2", "gen6": "defense=9", "unknown-armies": ""}


@pytest.mark.parametrize(("system", "lines", "refused", "way"), WAYS)
def test_the_way_is_named_so_that_it_can_be_typed(system: str, lines: tuple[str, ...], refused: str, way: str) -> None:
    fight = session(f"add Rat side=enemies {ENEMY[system]}", *lines, system=find(system))
    with pytest.raises((Refused, InvalidCommand)) as caught:
        fight.do(refused)
    words = way.split("=", maxsplit=1)[0].removesuffix(" Rat")
    assert words in str(caught.value)
    fight.do(way)


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("2d20kh1", "the higher of 2d20"),
        ("2d20kl1", "the lower of 2d20"),
        ("3d6kh1", "the highest of 3d6"),
        ("4d6kh3", "the 3 highest of 4d6"),
        ("1d8+2d20kl1", "1d8+the lower of 2d20"),
        ("3d6", "3d6"),
    ],
)
def test_dice_in_words(dice: str, words: str) -> None:
    assert dice_in_words(dice) == words
