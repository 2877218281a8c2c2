"""Fixtures for every test: nothing on the tester's own machine is used or changed."""

import os
import signal
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Both change what is painted. They go before the first app is made; processes that tests start inherit this.
for name in ("NO_COLOR", "TEXTUAL_THEME"):
    os.environ.pop(name, None)

# Work started in the background, or by nohup, is deaf to these, and so would be the programs that tests interrupt.
if threading.current_thread() is threading.main_thread():
    for deaf, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(deaf) is signal.SIG_IGN:
            signal.signal(deaf, usual)

SLOW_MACHINE = [HealthCheck.too_slow]
settings.register_profile("suite", max_examples=60, deadline=None, derandomize=True, suppress_health_check=SLOW_MACHINE)
settings.register_profile("quick", settings.get_profile("suite"), max_examples=15)
settings.register_profile("search", max_examples=300, deadline=None, suppress_health_check=SLOW_MACHINE)
settings.register_profile("soak", max_examples=2000, deadline=None, suppress_health_check=SLOW_MACHINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

USER_FOLDERS = {
    "HOME": "home",
    "TRACKER_SAVES": "saves",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state",
}
"""Environment variables that say where a user's own files lie, each with its folder in a test."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """A long text is named by its beginning: each worker sends the names of all tests, a hostile file's among them."""
    return f"{val[:60]!r}..." if isinstance(val, str | bytes) and len(val) > 100 else None


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """New folders, numbered by us: to find a free number among thousands of names takes longer than most tests."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in count())


@pytest.fixture(autouse=True)
def user_folders(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test an empty home of its own; returns the folder that holds all of them."""
    root = next(homes)
    root.mkdir()
    for variable, folder in USER_FOLDERS.items():
        monkeypatch.setenv(variable, str(root / folder))
    return root


@pytest.fixture
def development_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Python check more than usual in programs that the test starts, and asyncio in the test's own loops.

    Above all, a call into the screen's loop from another thread is an error. It takes twice the time.
    """
    monkeypatch.setenv("PYTHONDEVMODE", "1")
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")
