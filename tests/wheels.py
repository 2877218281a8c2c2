"""The wheel and the archive of sources as ``python -m build`` makes them, for the tests that look into them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FOLDERS = ("tracker", "themes", "saves", ".github")
FILES = ("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", ".gitignore")


def built(copy: Path, users_own: Iterable[str] = (), kind: str = "wheel", address: str | None = None) -> Path:
    """Build one of both in a copy of the checkout in which a user has these files among the sessions.

    With an address, the project stands there; with an empty one it has none yet.
    """
    if not (copy / "tracker").exists():
        for folder in FOLDERS:
            shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(ROOT / name, copy)
    for name in users_own:
        (copy / "saves" / name).write_text("private", encoding="utf-8")
    if address is not None:
        project = copy / "pyproject.toml"
        text = re.sub(r'(?m)^address = ".*"$', f'address = "{address}"', project.read_text(encoding="utf-8"))
        project.write_text(text, encoding="utf-8")
    return build(copy, kind)


def build(folder: Path, kind: str) -> Path:
    """Build the ``wheel`` or the ``sdist`` of the project in a folder."""
    target = folder / "dist" / kind
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    (file,) = target.iterdir()
    return file
