"""``python -m tests.recipes [FOLDER]``: the recipes of package managers, made from the archive of sources and tried.

The Debian package is built, unpacked and run, and with ``--install`` installed on this system, run, and removed again,
which only root can do. makepkg builds the PKGBUILD where it is, as somebody who is not root. Of the formula and the
flake only the grammar is read, where ruby and nix are. What is not tried is named. Exit code 1 where anything failed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.wheels import built

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGING: Final = ROOT / ".github" / "packaging"

FIGHT: Final = "add Savar\nadd Goons side=enemies preset=goons-1\nattack savar goons c\n"

GRAMMARS: Final = {
    "combat-tracker.rb": ("ruby", "-c"),
    "PKGBUILD": ("bash", "-n"),
    "flake.nix": ("nix-instantiate", "--parse"),
}
"""How the grammar of each recipe is read."""

PACMANS: Final = ("build", "hatchling", "installer")
"""What the PKGBUILD needs to build, as Python's packages."""


class Failed(Exception):
    """What was tried and went wrong, with what was said."""


def ran(words: Sequence[str], folder: Path = ROOT, give: str = "") -> str:
    """Run a program; what it printed."""
    done = subprocess.run(words, cwd=folder, input=give, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(words)}:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def made(folder: Path) -> Path:
    """Build the archive of sources and the recipes of it; the archive."""
    sdist = built(folder / "checkout", kind="sdist")
    ran([sys.executable, str(PACKAGING / "recipes.py"), str(sdist), str(folder / "recipes")])
    return sdist


def grammar(recipe: Path) -> str:
    """Read the grammar of a recipe; what was found."""
    words = GRAMMARS[recipe.name]
    if shutil.which(words[0]) is None:
        return f"not read, {words[0]} is not here"
    ran([*words, str(recipe)])
    return "its grammar is right"


def played(words: Sequence[str], folder: Path) -> None:
    """Play a fight with an installed program, by its two names and in its own folder."""
    for name in ("tracker", "combat-tracker"):
        program = [*words[:-1], f"{words[-1]}/{name}"]
        told = ran([*program, "run", "--system", "outgunned", "--seed", "7", "-"], folder, FIGHT)
        if "Savar attacks Goons" not in told:
            raise Failed(f"{name} played something else:\n{told}")
        if "_shipped" not in ran([*program, "where"], folder):
            raise Failed(f"{name} does not find what is shipped with it")


def debian(sdist: Path, folder: Path, install: bool) -> str:
    """Build, unpack and run the Debian package; what was found."""
    if not all(map(shutil.which, ("dpkg-deb", "/usr/bin/python3"))):
        return "not tried, this is not Debian"
    ran(["sh", str(PACKAGING / "deb.sh"), str(sdist), str(folder / "deb")])
    (package,) = (folder / "deb").glob("*.deb")
    ran(["dpkg-deb", "--extract", str(package), str(folder / "unpacked")])
    home = folder / "unpacked" / "usr" / "lib" / "combat-tracker" / "bin"
    played([str(home / "python"), str(home)], folder)
    found = f"built ({package.stat().st_size // 1_000_000} MB), unpacked, a fight played"
    if install:
        ran(["dpkg", "--install", str(package)])
        try:
            played(["/usr/bin"], folder)
            if "combat-tracker" not in ran(["dpkg", "--listfiles", "combat-tracker"]):
                raise Failed("dpkg does not know its files")
        finally:
            ran(["dpkg", "--purge", "combat-tracker"])
        if Path("/usr/lib/combat-tracker").exists():
            raise Failed("something is left where the package was")
        found += ", installed, played again, removed without a trace"
    return found


def arch(recipe: Path, folder: Path) -> str:
    """Build the PKGBUILD; what was found."""
    if not all(map(shutil.which, ("makepkg", "pacman", "fakeroot", "bsdtar"))):
        return "not built, makepkg is not here"
    tools = folder / "tools"
    venv.create(tools, with_pip=True)
    about = [str(tools / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    ran([*about, *PACMANS])
    ran([*about, str(next((folder / "recipes").glob("*.tar.gz")))])
    env = {"PATH": f"{tools / 'bin'}:/usr/bin:/bin", "HOME": str(recipe.parent), "PKGEXT": ".pkg.tar"}
    words = ["env", *(f"{name}={value}" for name, value in env.items()), "makepkg", "--nodeps", "--force"]
    if os.geteuid() == 0:
        for path in (folder, recipe.parent, *recipe.parent.iterdir()):
            path.chmod(0o755)
        shutil.chown(recipe.parent, "nobody")
        words = ["runuser", "-u", "nobody", "--", *words]
    ran(words, recipe.parent)
    (package,) = recipe.parent.glob("combat-tracker-*.pkg.tar")
    files = ran(["tar", "--list", "--file", str(package)])
    # The Python that builds is that of an environment, and so are the folders; Arch's own has them in /usr.
    if not all(f"/bin/{name}\n" in files for name in ("tracker", "combat-tracker")):
        raise Failed(f"the commands are not in {package.name}:\n{files[:2000]}")
    return "built by makepkg with packages of pip; not tried on Arch"


def main(words: Sequence[str]) -> int:
    """Try every recipe and print a line for each."""
    folders = [Path(word) for word in words if not word.startswith("-")]
    code = 0
    with tempfile.TemporaryDirectory() as name:
        folder = folders[0] if folders else Path(name)
        sdist = made(folder)
        tries = {recipe: (lambda recipe=recipe: grammar(folder / "recipes" / recipe)) for recipe in GRAMMARS}
        tries |= {
            "PKGBUILD, built": lambda: arch(folder / "recipes" / "PKGBUILD", folder),
            "Debian package": lambda: debian(sdist, folder, "--install" in words),
        }
        for what, look in tries.items():
            try:
                print(f"{what}: {look()}", flush=True)
            except Failed as failed:
                print(f"{what}: failed: {failed}", flush=True)
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
