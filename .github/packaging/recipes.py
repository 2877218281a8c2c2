"""``python .github/packaging/recipes.py SDIST FOLDER``: recipes of package managers for this archive of sources.

The files of ``recipes/`` are written into the folder with what the archive says of itself: its version and checksum,
the packages it needs, and where it lies: with the releases at the project's address, or beside the recipe while the
project has none. ``deb.sh`` makes a Debian package of the same archive.
"""

from __future__ import annotations

import email
import email.message
import hashlib
import re
import shutil
import sys
import tarfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent

FILES: Final = ("combat-tracker.rb", "PKGBUILD", "flake.nix")
"""The recipes that are written whole; Debian's ``control`` is filled in by ``deb.sh``, which knows the rest of it."""

NOWHERE: Final = "https://example.org/combat-tracker"
"""What stands for the homepage while the project has none: some recipes must name one."""


def metadata(sdist: Path) -> email.message.Message:
    """Return what an archive of sources says of itself."""
    with tarfile.open(sdist) as archive:
        file = archive.extractfile(f"{sdist.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert file is not None
        return email.message_from_bytes(file.read())


def needs(about: email.message.Message, extra: str = "") -> list[str]:
    """Return the names of the packages that the program needs, or those of an extra."""
    all_of_them = about.get_all("Requires-Dist", [])
    wanted = [need for need in all_of_them if (f"extra == '{extra}'" in need if extra else "extra ==" not in need)]
    return [re.split(r"[^\w-]", need)[0] for need in wanted]


def values(sdist: Path) -> dict[str, str]:
    """Return what the recipes say of this archive, by the words that stand for it."""
    about = metadata(sdist)
    version = about["Version"]
    urls = dict(url.split(", ") for url in about.get_all("Project-URL", []))
    address = urls.get("Source", "")
    checksum = hashlib.sha256(sdist.read_bytes()).hexdigest()
    url = f"{address}/releases/download/v{version}/{sdist.name}" if address else sdist.name
    fetched = f'pkgs.fetchurl {{ url = "{url}"; sha256 = "{checksum}"; }}' if address else f"./{sdist.name}"
    (textual,) = (need.removeprefix("textual") for need in about.get_all("Requires-Dist") if need.startswith("textual"))
    return {
        "VERSION": version,
        "SUMMARY": about["Summary"].rstrip("."),
        "HOMEPAGE": address or NOWHERE,
        "URL": url if address else f"file://{sdist.resolve()}",
        "SHA256": checksum,
        "TEXTUAL": textual,
        "DEPENDS": " ".join(f"python-{name}" for name in needs(about)),
        "OPTIONAL": " ".join(f"'python-{name}: the page for the players'" for name in needs(about, "web")),
        "NIX_SOURCE": fetched,
        "NIX_DEPENDS": " ".join(needs(about)),
        "NIX_OPTIONAL": " ".join(needs(about, "web")),
    }


def written(sdist: Path, folder: Path) -> list[Path]:
    """Write the recipes of an archive into a folder; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    known = values(sdist)
    paths = []
    for name in FILES:
        text = (HERE / "recipes" / name).read_text(encoding="utf-8")
        path = folder / name
        path.write_text(re.sub(r"@([A-Z0-9_]+)@", lambda match: known[match[1]], text), encoding="utf-8")
        paths.append(path)
    if known["HOMEPAGE"] == NOWHERE:
        shutil.copy(sdist, folder)
    return paths


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("Name the archive and the folder: python .github/packaging/recipes.py SDIST FOLDER")
    for made in written(Path(sys.argv[1]), Path(sys.argv[2])):
        print(made)
