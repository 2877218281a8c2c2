"""``python .github/packaging/notes.py [VERSION]``: prints what CHANGELOG.md says of a version, for its release.

Without a version, that of the program. Exit code 1 where the changelog has nothing of it, or where the version is not
the program's: a tag that does not fit releases nothing.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def version() -> str:
    """Return the version of the program in this checkout."""
    found = re.search(r'__version__\b.*= "([^"]+)"', (ROOT / "tracker" / "version.py").read_text(encoding="utf-8"))
    assert found is not None
    return found.group(1)


def section(changelog: str, wanted: str) -> str:
    """Return the section of a version, without its heading; "" if there is none."""
    heading = rf"(?m)^## \[?v?{re.escape(wanted)}\]?(?![\w.]).*$"
    found = re.search(heading, changelog)
    if found is None:
        return ""
    rest = changelog[found.end() :]
    end = re.search(r"(?m)^## |^\[[^\]]+\]: ", rest)
    return rest[: end.start() if end else None].strip()


def main(words: list[str]) -> int:
    """Print the section; return the exit code."""
    wanted = words[0].removeprefix("v") if words else version()
    if wanted != version():
        print(f"The program is version {version()}, not {wanted}. Tag v{version()}, or raise it.", file=sys.stderr)
        return 1
    text = section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), wanted)
    if not text:
        print(f"CHANGELOG.md has no section for {wanted}. Add one: ## [{wanted}] - DATE", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
