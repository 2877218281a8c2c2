"""Common slips in this project's English, with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SLIPS = {
    r"(?<!there )\b(?:is|are|was|were) no (?!(?:longer|more|one|less|better|use)\b)[a-z]": "is not a",
    r"\b(?<!minus )(?<!plus )(?<!equals )signs\b": "characters",
    r"\bat hand\b": "selected, current",
    r"\bso many\b": "that many, or a number",
    r"\b(?:an|the) own\b": "their own",
    r"(?<!their )(?<!her )(?<!his )(?<!its )(?<!your )(?<!'s )\bown turn": "their own turn",
    r"\bbut for\b": "except",
    r"\bwhat is waited for\b": "the noun",
    r"\binterface\.md\b|\brules page\b": "a file that is in the repository",
    r"\bdirector(?:'s)?\b": "GM",
    r"\blaid out anew\b": "reformatted",
    r"\bgone on with\b": "continued",
    r"; gives (?:its|the|what|how|whether)\b": "; returns",
    r"\bwhat (?:came|comes|becomes) of (?:it|them)\b": "its result, the outcome",
    r"\bis (?:nearly )?called as\b": "is named",
    r"\bsmall letters\b": "lower case",
    r"\bas the GM says so\b": "when the GM says so",
    r"\bstands? behind it\b": "follows it",
    r"\bhow (?:things|it) stands?\b": "the state",
}
"""What is looked for (in any case), and what stands better in its place."""

OWN_WORDS = {"outgunned": (r"\bdirector",)}
"""Words that belong to a game and may stand in its folder."""

HERE = Path(__file__).resolve()


def texts() -> Iterator[Path]:
    """Everything that people read here: code with its sentences, tests, documentation."""
    for folder in ("tracker", "tests", ".github"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".toml", ".tracker") and path.resolve() != HERE:
                yield path
    yield ROOT / "README.md"


def slips(text: str, folder: str = "") -> list[str]:
    """The slips in a text, each with what to write."""
    # Patterns that ignore the case of letters take several times as long.
    text = text.lower()
    allowed = [word for game, words in OWN_WORDS.items() if game in folder for word in words]
    return [
        f"{match.group()!r}: write {better}"
        for pattern, better in SLIPS.items()
        if not pattern.startswith(tuple(allowed))
        for match in re.finditer(pattern, text)
    ]


@pytest.mark.slow
def test_the_usual_slips_stand_nowhere() -> None:
    slips_of = {path.relative_to(ROOT).as_posix(): slips(path.read_text("utf-8"), str(path)) for path in texts()}
    assert {path: listed for path, listed in slips_of.items() if listed} == {}


@pytest.mark.parametrize("bad", ["It is no number.", "80 signs", "the line at hand", "so many dice", "all but for one"])
def test_a_slip_is_found(bad: str) -> None:
    assert slips(bad)


@pytest.mark.parametrize(
    "good", ["It is no longer open.", "minus signs", "their own turn", "There is no file x.", "It is no use."]
)
def test_english_is_left_alone(good: str) -> None:
    assert slips(good) == []
