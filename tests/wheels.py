"""The wheel as ``python -m build`` makes it, for the tests that look into it or install it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built(copy: Path, users_own: Iterable[str] = ()) -> Path:
    """Build the wheel in a copy of the checkout in which a user has these files among the sessions."""
    for folder in ("tracker", "themes", "saves"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for name in users_own:
        (copy / "saves" / name).write_text("private", encoding="utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(copy / "dist")]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (wheel,) = (copy / "dist").iterdir()
    return wheel
