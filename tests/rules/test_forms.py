"""What a form asks for an action: described once, for the strip and for phones."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.games.registry import find
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.forms import FormField, form_fields

GAMES = ("outgunned", "contract", "gen6", "unknown-armies", "srd5", "fate", "percentile", "moves", "wild-die", "plain")


def fields(game: str, verb: str) -> dict[str, FormField]:
    system = find(game)
    return {field.spec.name: field for field in form_fields(system.actions[verb])}


@pytest.mark.parametrize("game", GAMES)
def test_who_comes_first_then_whom_then_the_order_of_the_table(game: str) -> None:
    system = find(game)
    verb = system.roles["main"]
    shown = fields(game, verb)
    assert list(shown)[:2] == ["actor", "target"]
    order = system.actions[verb].order
    others = [field.spec.attr for field in shown.values()][2:]
    assert [attr for attr in others if attr in order] == [attr for attr in order if attr in others]


def test_each_field_says_how_it_is_filled_in() -> None:
    attack = fields("contract", "attack")
    entries = {name: attack[name].kind for name in ("actor", "target", "result", "weapon")}
    assert entries == {"actor": "names", "target": "names", "result": "result", "weapon": "choice"}
    assert not attack["weapon"].closed
    assert fields("outgunned", "attack")["weapon"].closed
    cover = fields("contract", "cover")["degree"]
    assert (cover.kind, cover.short) == ("choice", True)
    assert fields("contract", "set")["values"].kind == "values"
    assert fields("contract", "hurt")["amount"].kind == "dice"
    assert fields("contract", "note")["text"].kind == "text"


def test_options_are_rare_unless_the_action_asks_for_them() -> None:
    assert fields("outgunned", "attack")["full-auto"].rare
    spotlight = fields("outgunned", "spotlight")
    assert [name for name, field in spotlight.items() if field.asked] == ["actor", "save", "clear", "extreme"]


def test_words_are_those_of_the_moment() -> None:
    fight = played("contract", "add Ann", "add Rat side=enemies")
    context = Context(fight.system, fight.scene)
    assert fields("contract", "attack")["target"].words(context) == ("Rat", "Ann")


GANG = ("add Vega pool=6", "add Thugs side=enemies preset=goons-2 count=2", "add Roux side=enemies preset=goons-1")


def test_enemies_are_offered_where_an_enemy_is_meant_and_those_who_are_up_first() -> None:
    fight = played("outgunned", *GANG, 'out "Thugs 1"')
    context = Context(fight.system, fight.scene, {"actor": "Vega"})
    assert fields("outgunned", "threat")["by"].words(Context(fight.system, fight.scene)) == (
        "Thugs 2",
        "Roux",
        "Thugs 1",
    )
    assert fields("outgunned", "react")["vs"].words(context) == ("Thugs 2", "Roux", "Thugs 1")
    assert fields("outgunned", "attack")["target"].words(context) == ("Thugs 2", "Roux", "Thugs 1", "Vega")


def test_of_a_gang_its_name_is_the_only_one_who_is_left() -> None:
    fight = played("outgunned", *GANG)
    with pytest.raises(InvalidCommand, match="could be Thugs 1, Thugs 2"):
        fight.do("attack Vega thugs c")
    fight.do('out "Thugs 1"')
    assert fight.do("attack Vega thugs c").entries[0].command == 'attack Vega "Thugs 2" c'
    assert fight.do('attack! Vega "Thugs 1" c').entries[0].command == 'attack! Vega "Thugs 1" c'
