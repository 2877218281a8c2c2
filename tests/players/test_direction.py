"""Worse for the sheet is worse in words, on the page, in the story and in the figures, in every game."""

from __future__ import annotations

import random

import pytest

from tests.table import figures, tried
from tracker.commands.story import happenings, track_changes
from tracker.export.for_players import chronicle_for_players
from tracker.games.registry import find
from tracker.players.projection import Sharing
from tracker.players.public import Public
from tracker.players.story import WORSE, state_of
from tracker.rules.grammar import singular
from tracker.session import Session

GAMES = (
    *("outgunned", "contract", "gen6", "unknown-armies"),
    *("srd5", "fate", "percentile", "moves", "wild-die", "position", "cairn", "plain"),
)
SHARED = Sharing(numbers=True)


def fight(game: str, seed: int) -> Session:
    """A fight of two and two in which losses, gains and blows follow one another."""
    chance = random.Random(seed)
    session = Session(find(game), dice=chance)
    tried(session, "add Ann ; add Bob", "add Cid side=enemies ; add Dan side=enemies", "range all engaged", "next")
    for _ in range(30):
        who, other = chance.sample(("Ann", "Bob", "Cid", "Dan"), 2)
        verb = chance.choice(("hurt", "hurt", "heal", "attack"))
        line = f"attack! {who} {other} roll" if verb == "attack" else f"{verb}! {who} {chance.randint(1, 3)}"
        tried(session, line)
    return session


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_worse_for_the_sheet_is_worse_in_words_and_figures(game: str, seed: int) -> None:
    session = fight(game, seed)
    system, history = session.system, session.history
    main, taken, regained = "", dict[str, int](), dict[str, int]()
    scene = history.scene_at(0)
    shown = {name: state_of(system, scene, who) for name, who in scene.combatants.items()}
    for id_, moment in zip(history.story, Public(system, history, SHARED).moments(), strict=True):
        entry, said = history.entries[id_], [line.text for line in moment.lines]
        main = system.main_track(scene)
        for happening in happenings(system, scene, entry):
            harm = {
                change.name: (change.now - change.was) * (1 if system.fills(main) else -1)
                for change in track_changes(happening.before, happening.after)
                if change.track == main
            }
            for name, lost in harm.items():
                (taken if lost > 0 else regained)[name] = (taken if lost > 0 else regained).get(name, 0) + abs(lost)
                was, now = shown[name], state_of(system, happening.after, happening.after[name])
                about = [text for text in said if text.startswith(f"{name} ") and "hits" not in text]
                if lost > 0:
                    assert WORSE.index(now) >= WORSE.index(was), (entry.command, was, now)
                    assert not any("recovers" in text for text in about), (entry.command, about)
                elif was != "down":
                    assert WORSE.index(now) <= WORSE.index(was), (entry.command, was, now)
                    assert not any("further" in text or "bad way" in text for text in about), (entry.command, about)
            scene = happening.after
        for card in moment.seen.cards:
            assert card.state == state_of(system, scene, scene[card.name])
        shown = {name: state_of(system, scene, who) for name, who in scene.combatants.items()}
    assert shown.keys() == {"Ann", "Bob", "Cid", "Dan"}
    for person in figures(system, history).people:
        assert (person.taken, person.regained) == (taken.get(person.name, 0), regained.get(person.name, 0))
    scores = {
        score.name: dict(zip(("took", "recovered"), score.values, strict=False)) for score in public_scores(session)
    }
    for name in ("Ann", "Bob"):
        if name in scores:
            assert scores[name]["took"] == (str(taken[name]) if taken.get(name) else "")


def public_scores(session: Session) -> tuple[object, ...]:
    """The players' figures of the fight."""
    return tuple(score for story in chronicle_for_players(session, SHARED).fights for score in story.scores)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_hurt_before_the_first_blow(game: str) -> None:
    session = Session(find(game))
    session.do("add Ann ; add Bob side=enemies")
    assert {card.name: card.state for card in Public(session.system, session.history, SHARED).now().cards} == {
        "Ann": "unhurt",
        "Bob": "unhurt",
    }


@pytest.mark.parametrize(("game", "track"), [("moves", "harm"), ("fate", "stress"), ("wild-die", "wounds")])
def test_by_hand_harm_that_adds_is_said_with_its_sign(game: str, track: str) -> None:
    session = Session(find(game))
    session.do("add Ann")
    assert f"Ann: +2 {track} (0 → 2)" in session.do("hurt Ann 2").text
    (entry,) = session.do("heal Ann 1").entries
    assert f"Ann: −1 {singular(track)} (2 → 1)" in entry.text
    assert sum(reason.value for reason in entry.why) == -1
