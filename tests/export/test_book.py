"""The book of a campaign: its sums are those of the single fights, and players get what their stories hold."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.small_game import session
from tracker.cli.export import book_as
from tracker.combat.scene import HEROES
from tracker.export.book import FELL, FIGURES, Hero, ToldFight, book, sections
from tracker.export.chronicle import chronicle
from tracker.export.for_players import HEADS, chronicle_for_players
from tracker.export.html import book_as_html
from tracker.export.markdown import book_as_markdown
from tracker.games.registry import find
from tracker.players.projection import Sharing
from tracker.session import Session
from tracker.storage.folders import shipped_saves

SHIPPED = [Session.load(str(path)) for path in shipped_saves()]
SHARED = (Sharing(numbers=True), Sharing(numbers=False))

EVENING = (
    "add Ann health=9 ; add Bob health=9 ; add Orc side=enemies health=12",
    "encounter The Bridge",
    "add Ogre side=enemies health=20",
    "hurt Ann 4",
    "hurt Bob 9",
    "encounter The Cave",
    "heal Bob 5",
    "hurt Ann 2",
)


def evening(*lines: str) -> Session:
    """A session of any game in which these lines were done, a minute each."""
    minutes = iter(range(60))
    played = Session(find("plain"), clock=lambda: f"2026-01-01T20:{next(minutes):02}:00+00:00")
    for line in lines:
        played.do(line)
    return played


def summed(story: Any, heads: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """What the tables of a story's fights add up to, by hero and head."""
    total: Counter[tuple[str, str]] = Counter()
    for fight in story.fights:
        for score in fight.scores:
            if score.side == HEROES:
                for head, value in zip(fight.heads, score.values, strict=True):
                    if head in heads:
                        total[score.name, head] += int(value or 0)
    return +total


def in_book(told: Any, game: str, heads: tuple[str, ...]) -> Counter[tuple[str, str]]:
    """The same of a book's heroes."""
    heroes = [hero for part in told.parts if part.game == game for hero in part.heroes]
    return +Counter({(hero.name, head): hero.numbers.get(head, 0) for hero in heroes for head in heads})


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_the_sums_are_those_of_the_single_fights(number: int) -> None:
    fight = SHIPPED[number]
    twice = book([fight, fight])
    heads = tuple(FIGURES.values())
    single = summed(chronicle(fight), heads)
    assert in_book(twice, fight.system.title, heads) == single + single
    assert len(twice.parts) == bool(single)
    luck = {own.name: own for story in chronicle(fight).fights for own in story.luck}
    for hero in (hero for part in twice.parts for hero in part.heroes):
        if hero.name in luck and hero.throws:
            own = luck[hero.name]
            assert (hero.throws, hero.succeeded) == (2 * own.throws, 2 * own.succeeded)
            assert hero.expected == pytest.approx(2 * own.expected)


@pytest.mark.parametrize("sharing", SHARED, ids=["numbers", "words"])
@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_players_get_the_sums_of_their_own_story(number: int, sharing: Sharing) -> None:
    fight = SHIPPED[number]
    told = book([fight], sharing)
    assert in_book(told, fight.system.title, HEADS) == summed(chronicle_for_players(fight, sharing), HEADS)


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_nothing_reaches_players_that_their_story_does_not_hold(number: int) -> None:
    """Every word of a book for players is the game's, a hero's whom they see, or one of a fixed few."""
    fight, sharing = SHIPPED[number], SHARED[1]
    told = book([fight], sharing)
    assert told.public
    seen = {name for moment in chronicle_for_players(fight, sharing).moments for name in moment.rows}
    for part in told.parts:
        assert part.game == fight.system.title
        for hero in part.heroes:
            assert hero.name in seen
            assert set(hero.numbers) <= {*HEADS, FELL}
            assert hero == Hero(hero.name, hero.fights, hero.numbers), "neither luck nor weapons"
        for each in part.fights:
            assert re.fullmatch(r"Fight \d+", each.title)
            assert each == ToldFight(each.title, each.at, each.rounds, each.heroes), "neither time nor outcome"
            assert set(each.heroes) <= seen


def test_fights_stand_in_order_and_empty_ones_are_left_out() -> None:
    late = evening(*EVENING)
    early = Session(find("plain"), clock=lambda: "2025-06-01T20:00:00+00:00")
    early.do("title The Road ; add Ann health=9 ; hurt Ann 1")
    (part,) = book([late, early]).parts
    assert [fight.title for fight in part.fights] == ["The Road", "The Bridge", "The Cave"]
    ann, bob = part.heroes
    assert (ann.name, ann.fights, ann.numbers["took"]) == ("Ann", 3, 7)
    assert (bob.fights, bob.numbers["took"], bob.numbers["healed"], bob.numbers[FELL]) == (2, 9, 5, 1)


def test_games_are_parts_of_their_own() -> None:
    told = book(SHIPPED)
    assert len(told.parts) == len({fight.system.title for fight in SHIPPED if chronicle(fight).fights})
    titles = [section.title for section in sections(told)]
    assert all(": " in title for title in titles)
    assert [section.title for section in sections(book(SHIPPED[1:2]))][:2] == ["Fights", "Heroes"]


def test_the_closest_call_and_the_favourite_weapon_are_of_the_fights() -> None:
    (part,) = book([SHIPPED[1]]).parts
    throws = [throw for story in chronicle(SHIPPED[1]).fights for throw in story.throws]
    for hero in part.heroes:
        off = [throw.chance for throw in throws if throw.name == hero.name and throw.succeeded and throw.chance < 0.5]
        assert (hero.closest.chance if hero.closest else None) == (min(off) if off else None)
    commands = " ".join(entry.command for entry in SHIPPED[1].story())
    assert all(hero.weapon is None or f"weapon={hero.weapon[0]}" in commands for hero in part.heroes)


def test_minutes_and_the_outcome() -> None:
    played = evening("add Ann health=9 ; add Orc side=enemies health=3", "next", "hurt Orc 3", "hurt Ann 1", "next")
    (fight,) = book([played]).parts[0].fights
    assert (fight.rounds, fight.seconds) == (1, 180.0)
    assert {side: (up, of) for side, up, of in fight.standing} == {"heroes": (1, 1), "enemies": (0, 1)}
    rows = next(section.rows for section in sections(book([played])))
    assert rows[0][2:] == ("1", "3.0", "heroes 1 of 1, enemies 0 of 1")


def test_texts_of_people_are_text_in_every_form() -> None:
    played = session("title <b>Evil</b>|x", 'add "<i>Ann</i>"', 'hurt "<i>Ann</i>" 2')
    told = book([played])
    page, pipe = book_as_html(told), book_as_markdown(told)
    assert "<i>" not in page
    assert "<b>" not in page
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "<i>" not in pipe.replace("\\<i", "")
    assert "<i>Ann</i>" in json.loads(book_as([played], "json"))["parts"][0]["fights"][0]["heroes"]


def test_nothing_played_is_an_empty_book() -> None:
    nothing, unseen = Session(find("plain")), evening("settings rulings=paid", "title Secret")
    assert json.loads(book_as([nothing, unseen], "json")) == {"parts": [], "public": False}
    assert json.loads(book_as([nothing, unseen], "json", SHARED[0])) == {"parts": [], "public": True}


def test_json_leaves_out_what_players_are_not_told() -> None:
    told = json.loads(book_as([SHIPPED[1]], "json", SHARED[0]))
    assert all(set(hero) == {"name", "fights", "numbers"} for part in told["parts"] for hero in part["heroes"])
    assert all(set(fight) == {"title", "at", "rounds", "heroes"} for part in told["parts"] for fight in part["fights"])


def test_a_book_of_nobody_is_its_title() -> None:
    assert book_as_markdown(book([])) == "# The book of the campaign\n"


def test_the_program_writes_a_new_file_of_many(tmp_path: Path) -> None:
    from tests.cli.conftest import called

    files, out = [str(path) for path in shipped_saves()], tmp_path / "book.html"
    assert called("book", *files, "--to", "html", "-o", str(out)).exit_code == 0
    assert "Savar" in out.read_text(encoding="utf-8")
    again = called("book", *files, "--to", "html", "-o", str(out))
    assert (again.exit_code, again.stderr.count("exists already")) == (2, 1)
    data = json.loads(called("book", *files, "--to", "json", "--for", "players").stdout)
    assert data["public"]
    assert called("book", str(tmp_path / "missing.json"), "--to", "json").exit_code == 2
    assert called("book", "--to", "json").exit_code == 2


def test_what_was_got_back_and_given_back_is_read_so_and_keeps_its_names_in_the_json() -> None:
    cleric = ("add Ann hp=20 casting=wis wis=18 slots-1=2", "add Bob hp=4/20", 'cast Ann "cure wounds" Bob cure=9')
    fight = session(*cleric, system=find("srd5"))
    read, kept = book_as([fight], "markdown"), book_as([fight], "json")
    assert "gave back" in read
    assert "healed" not in read
    assert '"cured"' in kept
    assert "gave back" not in kept
