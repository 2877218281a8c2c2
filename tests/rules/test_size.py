"""What a game costs to write: its actions are short declarations with their rule, its numbers one table."""

import inspect
from importlib import import_module

from tracker.games import registry
from tracker.rules.action import Action
from tracker.rules.verbs import COMMON

MOST = 2800


def own_models(kind: type[Action]) -> set[type[Action]]:
    """The classes an action is made of that belong to its game."""
    game = kind.__module__.rpartition(".")[0]
    return {base for base in kind.__mro__ if issubclass(base, Action) and base.__module__.startswith(f"{game}.")}


def test_the_four_games_say_their_actions_in_few_lines():
    models, tables = set(), set()
    for system in map(registry.find, registry.SHIPPED):
        own = [kind for kind in system.actions.values() if kind not in COMMON]
        models |= set().union(*map(own_models, own))
        tables.add(system.__class__.__module__.rpartition(".")[0] + ".tables")
    lines = sum(len(inspect.getsourcelines(model)[0]) for model in models)
    lines += sum(inspect.getsource(import_module(name)).count("\n") for name in tables)
    assert len(tables) == 4
    assert len(models) > 60
    assert lines <= MOST
