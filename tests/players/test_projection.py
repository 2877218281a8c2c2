"""The players' view of a fight: nothing hidden and none of the GM's text ever reaches it."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.benchmarks.fights import fight
from tests.table import played
from tracker.cli.export import KINDS, told_as
from tracker.export.for_players import chronicle_for_players
from tracker.games.registry import names
from tracker.players.projection import Projection, Projector, Sharing
from tracker.players.public import LINES, Public
from tracker.rules.grammar import quote
from tracker.session import Session

SECRET = "Zyx"
"""Every name and text that players must never read holds this."""


def public(session: Session, count: int = LINES, *, numbers: bool = True) -> Projection:
    return Public(session.system, session.history, Sharing(numbers=numbers)).now(count)


def shown(session: Session) -> str:
    return msgspec.json.encode(public(session)).decode()


def exports(session: Session) -> dict[str, str]:
    """What can be exported for players, in each form; of the HTML what comes from the fight."""
    made = {kind: told_as(session, kind, Sharing(numbers=True)) for kind in KINDS}
    html = made["html"]
    # What is the same in every file, and the measures of charts, do not come from the fight.
    for part in ("<style>.*?</style>", "<script>.*?</script>", "<meta .*?>", "<path .*?>", "<line .*?>"):
        html = re.sub(part, "", html, flags=re.DOTALL)
    return {**made, "html": html}


def test_what_players_see() -> None:
    session = played(
        "outgunned",
        "add Savar grit=12 ; add Goons side=enemies grit=8",
        "add Marksman side=enemies hidden",
        "range Savar Goons medium",
        "next",
        "cover Savar partial what=crates",
        "attack savar goons c",
    )
    seen = public(session, 3)
    assert (seen.game, seen.round, seen.turn) == ("Outgunned", 1, "heroes")
    savar, goons = seen.cards
    assert (savar.name, savar.state, savar.active, savar.cover) == ("Savar", "unhurt", True, "partial cover")
    assert (savar.numbers[0].label, savar.numbers[0].value, savar.numbers[0].max) == ("Grit", 12, 12)
    assert [(distance.band, distance.names) for distance in savar.bands] == [("medium", ("Goons",))]
    assert (goons.state, goons.numbers, goons.bands) == ("hurt", (), ())
    assert seen.story == ("Savar takes partial cover.", "Savar hits Goons.", "Goons are hurt.")


def test_how_much_is_shared_is_the_gms_choice() -> None:
    session = played("outgunned", "add Savar grit=12 ; add Goons side=enemies grit=8", "hurt Goons 5", "hurt Savar 11")
    few = public(session, numbers=False)
    assert [(card.state, card.numbers) for card in few.cards] == [("bad", ()), ("hurt", ())]


def test_who_was_revealed_and_is_hidden_again_is_in_no_line() -> None:
    session = played("gen6", "add Ann ; add Zyx side=enemies health=9", "hurt Zyx 3")
    assert SECRET in shown(session)
    session.do("hide Zyx")
    assert SECRET not in shown(session)
    session.do("reveal Zyx")
    assert "Zyx appears." in shown(session)


LEAVING = {
    "removed": ("remove Zyx",),
    "left behind": ("encounter two",),
    "hidden and removed at once": ("reveal Zyx", "hide Zyx ; remove Zyx"),
    "and another one of that name": ("remove Zyx", "add Pim side=enemies"),
}


@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize("leaves", LEAVING.values(), ids=LEAVING)
def test_who_was_hidden_when_they_left_does_not_come_back(system: str, leaves: tuple[str, ...]) -> None:
    session = played(system, "add Ann", f"add Zyx side=enemies{' health=9' if system == 'gen6' else ''}")
    session.do("hurt Zyx 1")
    assert SECRET in shown(session)
    session.do("hide Zyx")
    assert SECRET not in shown(session)
    for line in leaves:
        session.do(line)
    assert SECRET not in shown(session)
    assert not [kind for kind, export in exports(session).items() if SECRET in export]
    for _ in leaves:
        session.do("undo")
    assert SECRET not in shown(session)


def test_a_new_one_does_not_bring_back_the_story_of_a_hidden_namesake() -> None:
    session = played("plain", "add Ann", "add Goon side=enemies", "hurt Goon 1", "hide Goon", "remove Goon")
    session.do("add Goon side=enemies")
    assert public(session).story == ("Ann appears.", "Goon appears.")
    session.do("hurt Goon 1")
    assert public(session).story[-1] == "Goon is hurt."


@pytest.mark.parametrize("hidden", ["Rat", "A", "Is", "is", "Round", "hurt", "Al", "irate", "appears"])
def test_a_hidden_name_that_is_part_of_other_words_silences_nothing(hidden: str) -> None:
    lines = ("add Ann", "add Pirate side=enemies", "hurt Pirate 2", "initiative Ann 2", "initiative Pirate 1", "next")
    without = public(played("plain", *lines)).story
    secret = (f"add {quote(hidden)} side=enemies hidden", f"initiative {quote(hidden)} 0")
    session = played("plain", *lines[:-1], *secret, lines[-1])
    assert public(session).story == without
    assert len(without) == 4
    assert all("Pirate is hurt." in export for kind, export in exports(session).items() if kind == "markdown")


def test_the_turn_of_a_hidden_one_is_no_blank() -> None:
    """The turn before it goes on, its round as well, until somebody visible acts."""
    order = ("initiative Ann 18", "initiative Goon 10")
    people = ("add Ann", "add Goon side=enemies", "add Lurker side=enemies hidden", "add Last side=enemies hidden")
    session = played("plain", *people, *order, "initiative Lurker 20", "initiative Last 5")
    seen: list[tuple[int, str, str]] = []
    for _ in range(9):
        session.do("next")
        page = public(session)
        seen.append((page.round, page.turn, page.next[0] if page.next else ""))
        assert [card.name for card in page.cards if card.active] == ([page.turn] if page.turn else [])
    assert seen == [
        (0, "", ""),
        (1, "Ann", "Goon"),
        (1, "Goon", "Ann"),
        (1, "Goon", "Ann"),
        (1, "Goon", "Ann"),
        (2, "Ann", "Goon"),
        (2, "Goon", "Ann"),
        (2, "Goon", "Ann"),
        (2, "Goon", "Ann"),
    ]
    assert [line for line in public(session).story if "Round" in line] == [
        "Round 1: Ann.",
        "Round 1: Goon.",
        "Round 2: Ann.",
        "Round 2: Goon.",
    ]
    turns = [moment.turn for moment in chronicle_for_players(session, Sharing(numbers=True)).moments if moment.turn]
    assert turns == ["round 1 · Ann", "round 1 · Goon", "round 2 · Ann", "round 2 · Goon"]


def test_who_hides_in_their_own_turn_leaves_the_turn_before() -> None:
    session = played(
        "plain", "add Ann", "add Goon side=enemies", "initiative Ann 9", "initiative Goon 5", "next", "next"
    )
    assert public(session).turn == "Goon"
    session.do("hide Goon")
    assert public(session).turn == "Ann"


def test_who_is_hidden_at_the_end_is_in_no_export_though_they_were_seen() -> None:
    session = played(
        "gen6",
        "add Ann health=20 defense=9 ; add Zyx side=enemies health=9 defense=9",
        "range Ann Zyx short",
        "initiative by=Ann heroes=18 enemies=3",
        "attack Ann Zyx 18 damage=3",
        "next",
        "attack Zyx Ann 3",
    )
    assert all(SECRET in export for export in exports(session).values())
    session.do("hide Zyx")
    assert not [kind for kind, export in exports(session).items() if SECRET in export]
    session.do("remove Zyx")
    assert not [kind for kind, export in exports(session).items() if SECRET in export]


def test_the_page_says_what_is_to_be_done_now_by_whom() -> None:
    session = played("outgunned", "add Savar ; add Rex ; add Goons side=enemies", "range all close", "next ; next")
    (asked,) = public(session).asked
    assert (asked.what, asked.names) == ("react", ("Savar", "Rex"))
    session.do("react Savar pass")
    assert public(session).asked[0].names == ("Rex",)


def test_an_attack_asks_whom_it_is_aimed_at_unless_the_attacker_is_hidden() -> None:
    lines = ("add Ann dexterity=3", "add Rat side=enemies brawn=2", "range Ann Rat engaged", "next", "active Rat")
    session = played("contract", *lines, "attack Rat Ann 3")
    (asked,) = public(session).asked
    assert asked.names == ("Ann",)
    assert "take" in asked.what
    session.do("hide Rat")
    assert public(session).asked == ()


def test_nothing_is_asked_in_a_turn_that_players_do_not_see() -> None:
    session = played("outgunned", "add Savar", "add Sniper side=enemies hidden", "range all close", "next ; next")
    assert session.scene.turn.phase == "reaction"
    assert public(session).asked == ()


def test_a_hero_shows_what_it_hides_behind_and_its_weapons() -> None:
    session = played(
        "outgunned",
        "add Savar ; add Goons side=enemies ; add Lurker side=enemies hidden",
        "arm Savar pistol",
        "cover Savar partial what=crates",
        "cover Goons partial what=Zyx",
    )
    savar, goons = public(session).cards
    assert (savar.behind, goons.behind) == ("crates", "")
    assert savar.weapons[0].startswith("pistol")
    assert goons.weapons == ()
    assert public(session, numbers=False).cards[0].weapons == ()
    session.do('cover Savar partial what="the crate of the Lurker" ; arm Savar "Lurker gun"')
    savar = public(session).cards[0]
    assert savar.behind == ""
    assert not any("Lurker" in weapon for weapon in savar.weapons)
    session.do("remove Lurker")
    assert public(session).cards[0].behind == "", "who was hidden and left is named by no text"


def test_cards_made_moment_by_moment_are_those_made_at_once() -> None:
    session = fight(6)
    known = Projector(session.system, Sharing(numbers=True))
    lines = (
        "add Ivy side=heroes",
        "hurt Sam 1",
        'range Sam "Goon 3" close',
        'out "Goon 3"',
        'back "Goon 3"',
        'hide "Goon 2"',
        "range all all long",
        'reveal "Goon 2"',
        "begin action",
        "next",
        'remove "Goon 5"',
        "undo",
    )
    for line in lines:
        session.do(line)
        scene = session.scene
        seen = frozenset(one.name for one in scene.combatants.values() if not one.hidden)
        now = known.project(scene, seen, scene.turn)
        assert now.cards == Projector(session.system, Sharing(numbers=True)).project(scene, seen, scene.turn).cards
