"""Parameter types that several games share."""

from __future__ import annotations

import pytest

from tracker.combat.scene import Scene
from tracker.games.registry import find
from tracker.rules.command import RESULT
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam, read_faces

SCENE = Scene("plain")


@pytest.mark.parametrize(
    ("text", "sides", "faces"),
    [
        ("133556", 6, (1, 3, 3, 5, 5, 6)),
        ("1,3,3", 6, (1, 3, 3)),
        ("12", 6, (1, 2)),
        ("12", 20, (12,)),
        ("10", 10, (10,)),
        ("26", 10, (2, 6)),
        ("4", 6, (4,)),
        ("-", 6, ()),
    ],
)
def test_faces_are_read_with_commas_or_as_digits(text: str, sides: int, faces: tuple[int, ...]) -> None:
    assert read_faces(text, sides) == faces


@pytest.mark.parametrize(("text", "sides"), [("137", 6), ("109", 10), ("1,7", 6)])
def test_a_face_that_no_die_has_is_refused(text: str, sides: int) -> None:
    with pytest.raises(InvalidCommand, match="out of bounds"):
        read_faces(text, sides)


@pytest.mark.parametrize(
    ("system", "typed", "written"),
    [
        ("outgunned", "133556", "dice=1,3,3,5,5,6"),
        ("contract", "269", "dice=2,6,9"),
        ("contract", "dice=26", "dice=2,6"),
        ("contract", "4", "4"),
        ("gen6", "652", "dice=6,5,2"),
        ("gen6", "dice=652", "dice=6,5,2"),
        ("gen6", "14", "14"),
        ("unknown-armies", "dice=37", "37"),
    ],
)
def test_every_game_takes_faces_without_commas(system: str, typed: str, written: str) -> None:
    game = find(system)
    attack = game.actions["attack"].in_order
    result = next(parameter for parameter in attack if set(RESULT) <= set(parameter.aliases))
    name, equals, value = typed.partition("=")
    alias, text = (name, value) if equals else ("", typed)
    assert result.type is not None
    assert result.type.write(result.type.read(text, Context(game, game.new_scene()), alias)) == written


def test_a_free_word_is_not_compared_with_every_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.rules.matching.suggestion", lambda *words: pytest.fail("a suggestion was sought"))
    kind, context = ChoiceParam(("prone", "proud", "hidden"), "condition", other=True), Context(find("plain"), SCENE)
    assert [kind.read(text, context) for text in ("hid", "dazed", "pro")] == ["hidden", "dazed", "pro"]


def test_a_word_that_is_none_of_the_list_is_refused_with_a_likely_one() -> None:
    with pytest.raises(InvalidCommand, match="Did you mean hidden"):
        ChoiceParam(("prone", "hidden"), "condition").read("hiden", Context(find("plain"), SCENE))
