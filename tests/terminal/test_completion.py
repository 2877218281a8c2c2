"""Completion in a real bash, with its tab key."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.terminal.fights import made
from tests.terminal.terminal import ENTER, TAB, Terminal

pytestmark = pytest.mark.slow


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_commands_sessions_and_choices_are_completed(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "tracker"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m tracker.cli.main "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    made(tmp_path, name="The Night Watch")
    made(tmp_path, name="Pier Nine")
    env = {"PATH": f"{program.parent}:/usr/bin:/bin", "TRACKER_SAVES": str(tmp_path), "PS1": "$ "}
    with Terminal(["bash", "--norc", "--noprofile"], (120, 20), env) as bash:
        bash.send(f'eval "$(tracker completion bash)"; echo rea""dy{ENTER}')
        bash.wait("\nready")
        for typed, whole in (("tracker sho", "tracker show"), ("The", "The\\ Night\\ Watch"), ("--js", "--json")):
            bash.send(typed + TAB)
            bash.wait(whole)
        bash.send(ENTER)
        bash.wait('"refused": []')
        bash.send(f"\x0ccd {tmp_path}/b{TAB}{ENTER}tracker check trac{TAB}")
        bash.wait("tracker check tracker")
        bash.send(f"\x15exit{ENTER}")
        assert bash.ended() == 0
