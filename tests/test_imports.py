"""Each layer, imported in a fresh process, loads nothing from layers outside it."""

import importlib.util
import subprocess
import sys

import pytest

SCREEN = ("textual", "rich")
RIMS = (*SCREEN, "pydantic", "click", "platformdirs")

FORBIDDEN = {
    "tracker": (*RIMS, "tracker.combat", "tracker.rules", "asyncio"),
    "tracker.storage.folders": (*RIMS, "tracker.rules"),
    "tracker.combat": (*RIMS, "tracker.rules"),
    "tracker.combat.scene": (*RIMS, "tracker.rules"),
    "tracker.combat.events": (*RIMS, "tracker.rules"),
    "tracker.combat.history": (*RIMS, "tracker.rules"),
    "tracker.combat.dice": (*RIMS, "tracker.rules"),
    "tracker.rules": (*RIMS, "tracker.commands", "tracker.storage"),
    "tracker.rules.system": (*RIMS, "tracker.commands", "tracker.storage"),
    "tracker.games.outgunned": (*RIMS, "tracker.commands", "tracker.storage"),
    "tracker.commands": (*SCREEN, "click", "tracker.session"),
    "tracker.storage": (*SCREEN, "click", "tracker.session"),
    "tracker.commands.resolve": (*SCREEN, "click", "tracker.session"),
    "tracker.session": (*SCREEN, "click", "tracker.tui"),
    "tracker.cli.main": (*SCREEN, "pydantic", "tracker.combat", "tracker.rules", "tracker.tui"),
}
"""A module, and what must not be loaded after it was imported."""


@pytest.mark.parametrize("module", FORBIDDEN)
def test_a_layer_loads_nothing_from_outside_it(module: str) -> None:
    script = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert module in loaded
    assert loaded.isdisjoint(FORBIDDEN[module])


def test_every_name_that_must_not_be_loaded_can_be_loaded() -> None:
    """A misspelt name would let everything pass."""
    named = {name for names in FORBIDDEN.values() for name in names}
    assert [name for name in sorted(named) if importlib.util.find_spec(name) is None] == []


@pytest.mark.slow
def test_the_screen_is_loaded_without_tls_and_whoever_needs_it_still_gets_it() -> None:
    script = (
        "import sys; from tracker.cli.sessions import _load_asyncio; _load_asyncio(); import tracker.tui.app; "
        "print('ssl' in sys.modules); import ssl; print(ssl.create_default_context() is not None)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.split(), done.stderr) == (["False", "True"], "")
