"""`python3 -m tests`: create `.venv` if needed, install the locked packages, run the suite in it.

`python3 -m tests quick` leaves out what is marked slow: what matters after a small change, in a minute and a half. Only
the standard library is used here, since this runs before anything is installed. Other words after the module's name go
to pytest as they are.
"""

import hashlib
import os
import subprocess
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "tests" / "requirements.lock"
STAMP = ENVIRONMENT / ".installed-for-tests"

WORKERS = 3
"""One more than the two cores of the smallest machine: a third of the time tests wait for terminals and browsers; those
of the quick run do not."""


def fingerprint() -> str:
    """Tell one state of the locked packages, of the project file and of the Python in use from another."""
    parts = (LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), sys.version.encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def install() -> None:
    """Make the environment and put the locked packages and the tracker itself into it, unless that is done."""
    wanted = fingerprint()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    print(f"Installing into {ENVIRONMENT.name} what {LOCK.name} lists ...", flush=True)
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-deps"]  # the lock names all of them; pip would look at newer ones, which have no hash, and end there
    subprocess.run([*pip, "--require-hashes", "--requirement", str(LOCK)], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--editable", str(ROOT)], check=True)
    STAMP.write_text(wanted, encoding="utf-8")


def main() -> int:
    """Install, then run pytest; return its exit code."""
    if sys.version_info < (3, 11):
        print("The tests need Python 3.11 or newer.", file=sys.stderr)
        return 2
    if find_spec("ensurepip") is None:
        print("This Python cannot make environments; 'sudo apt install python3-venv' cures that.", file=sys.stderr)
        return 2
    try:
        install()
    except subprocess.CalledProcessError as error:
        print(f"Installing failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 2
    for name in ("NO_COLOR", "TEXTUAL_THEME"):
        os.environ.pop(name, None)
    # Programs that tests start inherit it: a file left open or a coroutine nobody awaited is an error there too.
    os.environ["PYTHONWARNINGS"] = "error"
    # Without bytecode every worker, and each of the hundreds of programs that tests start, would compile everything. It
    # is kept in the environment where the tree is to stay free of it.
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(ENVIRONMENT / "bytecode")
    words, workers = sys.argv[1:], WORKERS
    if words[:1] == ["quick"]:
        words[:1], workers = ["-m", "not slow"], WORKERS - 1
        os.environ.setdefault("HYPOTHESIS_PROFILE", "quick")
    pytest = [str(PYTHON), "-m", "pytest", "-n", str(workers), "--dist", "worksteal"]
    return subprocess.run([*pytest, *words], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
