"""The verb suggested for an unknown word."""

from __future__ import annotations

import pytest

from tracker.cli.main import COMMANDS
from tracker.commands.parser import PROGRAM, find_verb
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        *(("corr", "amend"), ("corect", "amend"), ("change", "amend"), ("shoot", "attack"), ("kill", "out")),
        *(("damage", "hurt"), ("delete", "remove"), ("rm", "remove"), ("die", "out"), ("create", "add")),
        *(("move", "range"), ("edit", "set"), ("stats", "set"), ("wait", "delay"), ("finish", "end")),
        *(("drop", "disarm"), ("unequip", "disarm"), ("give", "arm"), ("name", "title")),
        ("rename", "amend ID bring NAME as=OTHER"),
        *(("remvoe", "remove"), ("reod", "redo"), ("hrut", "hurt"), ("nxet", "next"), ("atack", "attack")),
        *(("covre", "cover"), ("undoo", "undo"), ("kep", "keep"), ("setings", "settings"), ("initative", "initiative")),
    ],
)
def test_everyday_words_and_usual_typos_find_their_verb(word: str, verb: str) -> None:
    with pytest.raises(InvalidCommand, match=rf"“{word}” is not a command\. Did you mean {verb}\?"):
        find_verb(word, find("contract"), ("amend", "undo", "redo", "goto", "keep"))


@pytest.mark.parametrize("word", PROGRAM)
def test_a_command_of_the_program_is_sent_to_the_shell(word: str) -> None:
    with pytest.raises(InvalidCommand, match=rf"not a command\. It is one of the shell: tracker {word} --help\."):
        find_verb(word, find("contract"), ("amend", "undo", "redo", "goto", "keep"))
    assert word in COMMANDS


def test_every_verb_is_found_where_one_letter_is_wrong() -> None:
    for game in ("outgunned", "contract", "gen6", "unknown-armies", "srd5"):
        system = find(game)
        for verb in system.actions:
            if len(verb) < 5:
                continue
            swapped = verb[:2] + verb[3] + verb[2] + verb[4:]
            for typed in (verb[:-2] + "x" + verb[-1], verb[:2] + verb[3:], swapped):
                if typed in system.actions or any(known.startswith(typed) for known in system.actions):
                    continue
                with pytest.raises(InvalidCommand, match=rf"Did you mean {verb}\?"):
                    find_verb(typed, system)


@pytest.mark.parametrize(
    ("game", "word", "verbs"),
    [
        ("srd5", "rest", "short-rest or long-rest"),
        ("cairn", "rest", "full-rest"),
        ("moves", "harm", "heal-harm"),
    ],
)
def test_a_part_of_verbs_suggests_them(game: str, word: str, verbs: str) -> None:
    with pytest.raises(InvalidCommand, match=rf"“{word}” is not a command\. Did you mean {verbs}\?"):
        find_verb(word, find(game), ("amend", "undo"))


@pytest.mark.parametrize("word", ["reload", "step", "dodge", "parry", "restart", "block"])
def test_a_word_that_is_like_none_is_answered_by_what_there_is(word: str) -> None:
    with pytest.raises(InvalidCommand, match="Known: add, "):
        find_verb(word, find("fate"))
