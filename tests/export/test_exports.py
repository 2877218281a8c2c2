"""Exported stories: the contents of each format, and that hostile names are harmless in all of them."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.small_game import session
from tests.table import played
from tracker.cli.export import KINDS, told_as
from tracker.combat.records import Entry
from tracker.export.chronicle import COLUMNS, Chronicle, Moment, as_csv, as_data, cell, chronicle, courses
from tracker.export.for_players import chronicle_for_players
from tracker.export.html import as_html
from tracker.export.markdown import as_markdown, plain
from tracker.games.registry import find
from tracker.players.projection import Sharing
from tracker.session import Session

SAVES = Path(__file__).resolve().parents[2] / "saves"
SHOOTOUT = str(SAVES / "the-shootout.json")

HOSTILE = "</script><img src=x onerror=alert(1)>"


OPENING = ("add Ann hp=8", "add Gob side=enemies hp=6")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_row_for_each_change() -> None:
    fight = session(*OPENING, "hurt Gob 2", "mark Ann dizzy", "cover Ann half what=wall")
    changes = [
        (row["moment"], row["name"], row["what"], row["before"], row["after"]) for row in rows(as_csv(chronicle(fight)))
    ]
    assert changes[-3:] == [
        ("3", "Gob", "HP", "6", "4"),
        ("4", "Ann", "condition", "", "dizzy"),
        ("5", "Ann", "cover", "", "half (wall)"),
    ]
    assert ("1", "Ann", "joins", "", "heroes") in changes
    assert as_csv(chronicle(session())).strip() == ",".join(COLUMNS)


def test_who_left_and_what_was_taken_off_stand_in_it_too() -> None:
    fight = session(*OPENING[:1], "mark Ann dizzy", "unmark Ann dizzy", "out Ann", "back Ann", "hide Ann", "remove Ann")
    found = [(row["what"], row["before"], row["after"]) for row in rows(as_csv(chronicle(fight)))]
    assert found[-6:] == [
        ("condition", "", "dizzy"),
        ("condition", "dizzy", ""),
        ("state", "", "out"),
        ("state", "out", ""),
        ("hidden", "", "yes"),
        ("leaves", "", ""),
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [("=1+1", "'=1+1"), ("@x", "'@x"), ("+x", "'+x"), ("-3", "-3"), ("12", "12"), ("-x", "'-x"), ("a\nb", "a b")],
)
def test_no_spreadsheet_carries_a_cell_out(text: str, written: str) -> None:
    assert cell(text) == written


def test_json_has_moments_changes_figures_and_luck() -> None:
    data = as_data(chronicle(Session.load(SHOOTOUT)))
    assert json.loads(json.dumps(data)) == data
    assert (data["title"], data["for"]) == ("The Night Ferry to Calais", "gm")
    moment = next(moment for moment in data["moments"] if moment["id"] == 32)
    assert moment["changes"] == [{"name": "Deckhands", "what": "Grit", "before": "9", "after": "6"}]
    (fight,) = data["fights"]
    assert len(fight["throws"]) == 16
    assert next(own for own in fight["luck"] if own["name"] == "Savar")["succeeded"] == 4


def test_markdown_is_prose_by_rounds_with_notes_between() -> None:
    story = as_markdown(chronicle(Session.load(SHOOTOUT)))
    front, body = story.removeprefix("---\n").split("\n---\n", 1)
    assert front.splitlines()[:2] == ['title: "The Night Ferry to Calais"', 'game: "Outgunned"']
    assert [line for line in body.splitlines() if line.startswith("#")] == [
        "# The Night Ferry to Calais",
        "### Before the fight",
        "### Round 1",
        "### Round 2",
        "### Round 3",
        "### Figures",
        "### Luck",
    ]
    paragraphs = body.split("\n\n")
    assert "*Two miles out the engines stop. On the car deck every headlamp goes on at once.*" in paragraphs
    assert "add Savar" not in story
    assert "Savar attacks Deckhands with the revolver" in story


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.json")), ids=lambda path: path.stem)
@pytest.mark.parametrize("players", [False, True])
def test_every_heading_of_the_prose_has_text_and_each_paragraph_one_who_acts(path: Path, players: bool) -> None:
    fight = Session.load(str(path))
    story = chronicle_for_players(fight, Sharing(numbers=True)) if players else chronicle(fight)
    blocks = [block for block in as_markdown(story).split("\n\n") if block]
    for block, after in zip(blocks, [*blocks[1:], "#"], strict=True):
        assert not (block.startswith("###") and after.startswith("#")), block
    people = {name for moment in story.moments for name in moment.rows}
    leads = {block[2:].partition(".**")[0] for block in blocks if block.startswith("**")}
    assert not leads & people
    assert all(lead[:1].isupper() for lead in leads)
    assert not any("  " in block for block in blocks if not block.startswith("|"))


def test_prose_has_a_paragraph_for_each_who_acts() -> None:
    paragraphs = as_markdown(chronicle(Session.load(SHOOTOUT))).split("\n\n")
    assert "Sam reacts to Deckhands: nothing. Sam −2 grit (12 → 10)." in paragraphs
    burning = as_markdown(chronicle(Session.load(str(SAVES / "the-burning-man.json")))).split("\n\n")
    begins = "**Declare.** Initiative: Burning Man has 61; Dermot has 52; Renata has 47; "
    assert any(paragraph.startswith(begins) for paragraph in burning)


def test_turns_passed_over_in_one_entry_leave_no_sentence_behind() -> None:
    order = 'initiative Mara 7 ; initiative "Guard 1" 5 ; initiative "Guard 2" 3'
    made = session(
        "add Mara",
        "add Guard side=enemies count=2",
        order,
        "next ; next",
        'hurt "Guard 2" 1 body',
        system=find("contract"),
    )
    story = as_markdown(chronicle(made))
    assert "Round 1: Guard" not in story
    assert "Guard 2: injury 1" in story


def test_fights_of_a_session_have_their_own_headings_and_figures() -> None:
    made = session("add Ann hp=8", "encounter One", "add Gob side=enemies hp=6", "strike Ann Gob 2", "encounter Two")
    titles = [fight.title for fight in chronicle(made).fights]
    assert titles == ["One", "Two"]
    assert "## One" in as_markdown(chronicle(made))


def test_people_set_up_before_an_encounter_are_no_fight_of_their_own() -> None:
    made = session(
        *("add Theo", "note The Souk by night", "encounter Two", "add Goons side=enemies preset=goons-1"),
        *("begin action", "attack Theo Goons c pool=5", "end"),
        system=find("outgunned"),
    )
    story, public = chronicle(made), chronicle_for_players(made, Sharing(numbers=True))
    for told in (story, public):
        assert [(fight.first, fight.rounds) for fight in told.fights] == [(0, 1)]
        assert "fights: 1\n" in as_markdown(told)
        assert as_markdown(told).count("## Two") <= 1
        assert "Fight 2" not in as_markdown(told)
    assert as_html(story).count(">Two<") <= as_html(story).count("<h1>Two") + 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a *b* _c_", r"a \*b\* \_c\_"),
        ("<b>", r"\<b\>"),
        ("# x", r"\# x"),
        ("- x", r"\- x"),
        ("12. x", r"12\. x"),
        ("---", r"\---"),
        ("![x](y)", r"\!\[x\](y)"),
    ],
)
def test_no_text_is_read_as_markdown(text: str, written: str) -> None:
    assert plain(text) == written


class Elements(HTMLParser):
    """What a browser would see of a file: its elements, with the attributes that could do something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.doing: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.doing += [name for name, _ in attrs if name.startswith("on") or name in ("src", "href", "style", "action")]


def hostile() -> Session:
    return session(
        f'title "{HOSTILE}"',
        f'add "{HOSTILE}" hp=6',
        f'add "{HOSTILE} 2" side="{HOSTILE}" hp=6',
        f'strike "{HOSTILE}" "{HOSTILE} 2" 2 what="{HOSTILE}"',
        f"note {HOSTILE} \"&amp; 'quoted'\"",
        f'mark "{HOSTILE}" "{HOSTILE}"',
        f'cover "{HOSTILE}" half what="{HOSTILE}"',
        f'encounter "{HOSTILE}"',
    )


@pytest.mark.parametrize("players", [False, True])
def test_hostile_names_are_text_in_the_replay(players: bool) -> None:
    html = told_as(hostile(), "html", Sharing(numbers=True) if players else None)
    found = Elements(html)
    assert "img" not in found.tags
    assert found.doing == []
    assert found.tags.count("script") == 2
    assert html.count("</script>") == 2
    assert f"{HOSTILE} 2" in json.loads(re.findall(r'id="fight">(.*?)</script>', html)[0])["names"]


@pytest.mark.parametrize("players", [False, True])
def test_hostile_names_are_text_in_markdown(players: bool) -> None:
    body = told_as(hostile(), "markdown", Sharing(numbers=True) if players else None).split("\n---\n", 1)[1]
    assert not re.search(r"(?<!\\)<", body)


def test_a_replay_asks_nothing_of_the_network() -> None:
    html = as_html(chronicle(Session.load(SHOOTOUT)))
    assert "default-src 'none'" in html
    assert "unsafe" not in html
    assert not re.search(r"https?:|[\"'(]//|@import|url\(", html)


def test_a_replay_has_only_what_changed_in_each_frame() -> None:
    html = as_html(chronicle(Session.load(SHOOTOUT)))
    data = json.loads(re.findall(r'id="fight">(.*?)</script>', html)[0])
    session_ = Session.load(SHOOTOUT)
    assert len(data["frames"]) == len(session_.story())
    rows, order = {}, []
    for frame in data["frames"]:
        rows.update(frame.get("s", []))
        for who in frame.get("g", []):
            del rows[who]
        order = frame.get("o", order)
    names = data["names"]
    assert [names[who] for who in order] == [combatant.name for combatant in session_.scene.listed()]
    tracks = {names[who]: row[1][0][1] for who, row in rows.items()}
    assert tracks == {name: combatant.value("grit") for name, combatant in session_.scene.combatants.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [False, True])
def test_an_empty_session_can_be_exported(kind: str, players: bool) -> None:
    assert told_as(Session(find("gen6")), kind, Sharing(numbers=True) if players else None)


def told_to_players(made: Session, numbers: bool = True) -> Chronicle:
    return chronicle_for_players(made, Sharing(numbers=numbers))


def test_players_get_their_own_numbers_and_words_for_the_others() -> None:
    fight = session("title The Trap", "add Ann hp=8", "add Gob side=enemies hp=6", "hurt Gob 2", "hurt Ann 1", "next")
    told = told_to_players(fight)
    assert (told.title, told.public) == ("Stage", True)
    assert [(score.name, score.values[0]) for score in told.fights[0].scores] == [("Ann", "1")]
    last: dict[str, object] = {}
    for moment in told.moments:
        last.update(moment.rows)
    assert last["Gob"].state == "hurt"  # type: ignore[attr-defined]
    assert last["Gob"].tracks == ()  # type: ignore[attr-defined]
    assert not courses(told_to_players(fight, numbers=False), 9)


def test_what_players_do_not_see_leaves_no_trace() -> None:
    fight = session("add Ann hp=8", "add Gob side=enemies hp=6 hidden", "hurt Gob 2", "note The trap.", "hurt Ann 1")
    moments = told_to_players(fight).moments
    assert [moment.id for moment in moments] == [1, 2]
    assert not [name for moment in moments for name in moment.rows if name == "Gob"]


def long_session(entries: int) -> Session:
    """A fight with that many entries of all kinds."""
    fight = played(
        "outgunned",
        *(f"add {name} pool=6 brawn=3 stunt=3 grit=12" for name in ("Savar", "Sam", "Ivy", "Victor")),
        *(f"add {name} side=enemies grit=900 attack=basic defense=critical" for name in ("Goons", "Thugs", "Boss")),
        "range all close",
        "next",
    )
    history = fight.history
    first = len(history.records)
    for line in (
        "cover! Sam partial what=crate",
        "attack! Savar Goons dice=1,1,2,2,2,6",
        "attack! Sam Goons dice=1,2,3,4,5,6",
        "attack! Ivy Thugs dice=3,3,3,3,5,6",
        "next",
        "react! Savar dice=1,1,3,4,5 vs=Goons",
        "react! Ivy dice=2,2,2,4,5 vs=Thugs",
        "note The lights go out.",
        "next",
        "mark Savar hurt",
        "range Sam Goons melee",
        "heal Savar 9",
        "heal Ivy 9",
        "unmark Savar hurt",
        "range Sam Goons close",
        "cover! Sam none",
    ):
        fight.do(line)
    model = history.records[first:]
    while len(history.records) < entries:
        by = len(history.records) - first
        for record in model:
            assert isinstance(record, Entry)
            history.add(replace(record, id=record.id + by, parent=record.parent + by))
    return fight


@pytest.mark.slow
def test_ten_thousand_entries_make_a_small_file_quickly() -> None:
    made = long_session(10_000)
    began = time.process_time()
    html = told_as(made, "html")
    # Two seconds on a machine that has nothing else to do.
    assert time.process_time() - began < 6
    assert len(html.encode()) < 3_000_000


def test_a_moment_holds_its_place_in_the_order_and_whose_turn_it_is() -> None:
    fight = session("add Ann hp=8", "add Gob side=enemies hp=6", "next")
    *_, last = chronicle(fight).moments
    assert isinstance(last, Moment)
    assert (last.order, last.turn) == (("Ann", "Gob"), "round 1")
