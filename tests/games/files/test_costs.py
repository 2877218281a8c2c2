"""The cost of game files and the library in machine-independent counts: calls and files read."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from tests.costs import calls
from tests.lines import odds_of
from tests.table import played
from tests.tui.skirmish import Room
from tracker.foresight.choices import ranked
from tracker.games.language import read_game
from tracker.games.registry import files, find, of_text
from tracker.library import model, shelf
from tracker.library.shelf import SHIPPED, Library
from tracker.library.writing import document
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.storage import faults
from tracker.tui.cockpit.controller import Controller
from tracker.tui.host import Host

GAME = 61_000
"""Calls for reading and checking the largest shipped game, beyond those of the standard library's reader of TOML."""

SHIPPED_GAME = 9_000
"""The same for a shipped game, whose actions are compiled when they are needed."""

A_MONSTER = 400
"""Calls for each creature of the library, nearly all in the standard library's reader of TOML."""

KEY = 3_500
"""Calls for a key and its picture among 2,000 names, each of which is looked at once."""

ATTACK = 1_750
"""Calls for an attack with dice, its damage and its record."""

ODDS = {"srd5": 5_500, "fate": 3_000, "percentile": 8_300, "wild-die": 6_200, "moves": 2_000, "plain": 940}
"""Calls for the chances of an attack and what it takes: some hundred for each way in which the dice can fall."""

RANKING = 48_000
"""Calls for the first ranking of attacks with a sword, which compiles the rules of an attack alone."""

EXPLODING = 22_000
"""The same where two dice of the damage explode, which have three hundred values."""


def fight(game: str, *lines: str) -> Session:
    return played(game, "add Ann ; add Gob side=enemies", *lines)


def test_calls_for_reading_the_game_and_its_monsters() -> None:
    game, monsters = files()["srd5"], SHIPPED / "srd5" / "monsters.json"
    content = game.read_bytes()
    toml = calls(partial(tomllib.loads, content.decode()))
    for checked, most in ((False, GAME), (True, SHIPPED_GAME)):
        read = partial(read_game, content, "srd5.toml", "srd5", str(game), checked=checked)
        read()
        assert calls(read) - toml < most
    model.read(monsters)
    assert calls(partial(model.read, monsters)) < 331 * A_MONSTER


def test_a_library_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: Counter[str] = Counter()
    content_of = faults.content_of
    monkeypatch.setattr(faults, "content_of", lambda path, most: (read.update([path.name]), content_of(path, most))[1])
    monkeypatch.setattr(shelf, "_read", {})
    session = Session(find("srd5"))
    session.do("bring Wolf")
    session.do('bring "Goblin Warrior" count=3')
    Controller(session, cast(Host, Room())).press("+", "+")
    assert read["monsters.json"] == 1


def test_calls_for_a_key_among_two_thousand(tmp_path: Path) -> None:
    path = tmp_path / "srd5" / "many.toml"
    path.parent.mkdir()
    people = [{"name": f"Goblin {number}", "side": "enemies", "hp": 5} for number in range(2000)]
    path.write_text(document({"combatant": people}), "utf-8")
    session = fight("srd5")
    session.library = Library(session.system, (tmp_path,))
    controller = Controller(session, cast(Host, Room()))
    controller.press("+", "+")

    def key(key: str) -> None:
        controller.press(key, key if len(key) == 1 else None)
        assert controller.mode is not None
        controller.mode.lines(controller, 110, 12)

    keys = ("g", "o", "backspace", "down", "z")
    for pressed in (*keys, "backspace", "backspace"):
        key(pressed)  # Modules are loaded by their first use.
    taken = {pressed: calls(partial(key, pressed)) for pressed in keys}
    assert {pressed: count for pressed, count in taken.items() if count > KEY} == {}


def test_calls_for_an_attack() -> None:
    session = fight("srd5", "arm Ann sword hit=5 dice=1d8+3", "set Gob hp.max=900 ; set Gob hp=900")
    attack = partial(session.do, "attack! Ann Gob roll")
    attack()
    assert max(calls(attack) for _ in range(9)) < ATTACK


@pytest.mark.parametrize("game", ODDS)
def test_calls_for_odds(game: str) -> None:
    session = fight(game)
    ask = partial(odds_of, session.system, session.scene, "attack Ann Gob roll")
    ask()
    assert calls(ask) < ODDS[game]


def test_calls_for_odds_of_exploding_dice() -> None:
    session = fight("wild-die", "arm Ann sword dice=1d8!+1d6!")
    ask = partial(odds_of, session.system, session.scene, "attack Ann Gob roll")
    ask()
    assert calls(ask) < EXPLODING


def test_the_actions_of_a_shipped_file_are_compiled_when_they_are_needed() -> None:
    content = files()["srd5"].read_bytes()
    at_once = calls(partial(read_game, content, "srd5.toml", "srd5"))
    later = calls(partial(read_game, content, "srd5.toml", "srd5", checked=True))
    assert at_once - later > 15_000


def test_verbs_that_do_not_go_with_what_is_carried_are_not_compiled() -> None:
    system = read_game(files()["srd5"].read_bytes(), "srd5.toml", "srd5", checked=True)
    session = played(system, "add Ann ; add Gob side=enemies", "arm Gob sword hit=5 dice=1d8+3")
    assert calls(partial(ranked, session.system, session.scene, "Gob")) < RANKING


def test_a_text_that_differs_from_the_shipped_file_is_checked_at_once() -> None:
    text = find("srd5").text
    assert of_text(text).name == "srd5"
    with pytest.raises(InvalidCommand, match=r"it\.acc"):
        of_text(text.replace('"armor class" = "it.ac"', '"armor class" = "it.acc"', 1))
