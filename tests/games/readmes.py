"""The worked examples in the games' READMEs: written, played, and updated.

A fenced block marked ``tracker`` is one session from its first line to its last::

    add Savar pool=6
    attack Savar Goons c
    > Savar attacks Goons: critical. Goons −3 grit (6 → 3).
    attack Savar Goons c
    > refused: Savar has used the Action Roll ...

Each line is a command; a line that begins with ``>`` is the log line that the command before it gives, or, after
``refused:``, the reason why it was refused. A command without such a line only has to be carried out. A comment (``#
...``) is for the reader. ``python -m tests.games.readmes`` writes the ``>`` lines anew.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import tracker.games
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.system import System
from tracker.session import Session

GAMES = Path(tracker.games.__file__).parent
OPENS, CLOSES, ANSWER = "```tracker", "```", "> "
SEED = 1


@dataclass(frozen=True)
class Step:
    """A command of an example, the answer stated for it, and the line of the README it stands in."""

    command: str
    answer: str | None
    line: int


def readmes() -> list[Path]:
    """The README of each game that has one."""
    return sorted(GAMES.glob("*/README.md"))


def system_of(readme: Path) -> System:
    """The game whose folder this README stands in."""
    system: System = import_module(f"tracker.games.{readme.parent.name}").SYSTEM
    return system


def blocks(text: str) -> Iterator[tuple[Step, ...]]:
    """The examples of a README, each as its steps."""
    steps: list[Step] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if steps is None:
            steps = [] if line.strip() == OPENS else None
        elif line.strip() == CLOSES:
            yield tuple(steps)
            steps = None
        elif line.startswith(ANSWER):
            steps[-1] = Step(steps[-1].command, line.removeprefix(ANSWER), steps[-1].line)
        elif line.strip() and not line.startswith("#"):
            steps.append(Step(line, None, number))


def play(system: System, steps: Sequence[Step]) -> list[str]:
    """What a new session answers to each command."""
    session = Session(system, dice=random.Random(SEED), clock=lambda: "2026-01-01T00:00:00.000+00:00")
    answers = []
    for step in steps:
        try:
            done = session.do(step.command)
        except (InvalidCommand, Refused) as refusal:
            answers.append(f"refused: {refusal}")
        else:
            answers.append(" ".join(entry.text for entry in done.entries) or done.text)
    return answers


def rewritten(system: System, text: str) -> str:
    """A README with the answers as they are now."""
    lines = text.splitlines()
    for steps in blocks(text):
        for step, answer in zip(steps, play(system, steps), strict=True):
            if step.answer is not None:
                lines[step.line] = f"{ANSWER}{answer}"
    return "\n".join(lines) + "\n"


def main(games: Sequence[str]) -> None:
    """Write the answers anew in the READMEs of these folders, or in all."""
    for readme in readmes():
        if not games or readme.parent.name in games:
            readme.write_text(rewritten(system_of(readme), readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
