"""The texts that are compared: of a session played by its script, and of one loaded from its file."""

from __future__ import annotations

from pathlib import Path

from tests.corpus.retold import asked, retold
from tests.corpus.sessions import HERE, Recorded, Watch
from tracker.session import Session


class _Asked(Watch):
    def __init__(self) -> None:
        self.seen: list[list[str]] = []

    def line(self, session: Session, line: str) -> None:
        self.seen.append(asked(session, line))


def played(recorded: Recorded, folder: Path) -> tuple[bytes, str]:
    """Play a script; returns the session's file, and what was shown before each line with the answer to it."""
    watch = _Asked()
    data, answers = recorded.play(folder, watch)
    texts = [
        "\n".join([played.line, *seen, f"  -> {played.answer}"])
        for played, seen in zip(answers, watch.seen, strict=True)
    ]
    return data, "\n".join(texts) + "\n"


def loaded(recorded: Recorded, folder: Path) -> str:
    """Load the recorded file, and retell it."""
    path = folder / f"{recorded.name}-loaded.json"
    path.write_bytes(recorded.saved())
    return retold(Session.load(str(path)))


def kept(folder: str, name: str) -> str:
    """Return the recorded text of a session."""
    return (HERE / folder / f"{name}.txt").read_text(encoding="utf-8")
