"""The players' view of a fight: nothing hidden and none of the GM's text ever reaches it."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import msgspec
import pytest

from tracker.cli.export import KINDS, told_as
from tracker.games.registry import find, names
from tracker.players.projection import USUAL, Sharing, project
from tracker.players.story import Story
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.quoting import quote
from tracker.session import Session

SECRET = "Zyx"
"""Every name and text that players must never read holds this."""

NUMBER = 771
"""Every number of the other sides is at least this."""


def fight(system: str, *lines: str, seed: int = 1) -> Session:
    session = Session(find(system), dice=random.Random(seed))
    for line in lines:
        session.do(line)
    return session


def shown(session: Session, sharing: Sharing = USUAL) -> str:
    story = Story(session.system, session.history).lines(12)
    return msgspec.json.encode(project(session.system, session.scene, story, sharing)).decode()


def exports(session: Session) -> dict[str, str]:
    """What can be exported for players, in each form; of the HTML what comes from the fight."""
    made = {kind: told_as(session, kind, players=True) for kind in KINDS}
    html = made["html"]
    # What is the same in every file, and the measures of charts, do not come from the fight.
    for part in ("<style>.*?</style>", "<script>.*?</script>", "<meta .*?>", "<path .*?>", "<line .*?>"):
        html = re.sub(part, "", html, flags=re.DOTALL)
    return {**made, "html": html}


def test_what_players_see() -> None:
    session = fight(
        "outgunned",
        "add Savar grit=12 ; add Goons side=enemies grit=8",
        "add Marksman side=enemies hidden",
        "range Savar Goons medium",
        "next",
        "cover Savar partial what=crates",
        "attack savar goons c",
    )
    seen = project(session.system, session.scene, Story(session.system, session.history).lines(3))
    assert (seen.game, seen.round, seen.turn) == ("Outgunned", 1, "heroes")
    savar, goons = seen.cards
    assert (savar.name, savar.state, savar.active, savar.cover) == ("Savar", "unhurt", True, "partial")
    assert (savar.numbers[0].label, savar.numbers[0].value, savar.numbers[0].max) == ("Grit", 12, 12)
    assert [(distance.band, distance.names) for distance in savar.bands] == [("medium", ("Goons",))]
    assert (goons.state, goons.numbers, goons.bands) == ("hurt", (), ())
    assert seen.story == ("Savar takes cover (partial).", "Savar hits Goons.", "Goons are hurt.")


def test_how_much_is_shared_is_the_gms_choice() -> None:
    session = fight("outgunned", "add Savar grit=12 ; add Goons side=enemies grit=8", "hurt Goons 5", "hurt Savar 11")
    few = project(session.system, session.scene, sharing=Sharing(numbers=False, states="down"))
    assert [(card.state, card.numbers) for card in few.cards] == [("", ()), ("", ())]


def test_who_was_revealed_and_is_hidden_again_is_in_no_line() -> None:
    session = fight("gen6", "add Ann ; add Zyx side=enemies health=9", "hurt Zyx 3")
    assert SECRET in shown(session)
    session.do("hide Zyx")
    assert SECRET not in shown(session)
    session.do("reveal Zyx")
    assert "Zyx appears." in shown(session)


def test_who_is_hidden_at_the_end_is_in_no_export_though_they_were_seen() -> None:
    session = fight(
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


MARKSMAN, TWIN = f'"{SECRET} One"', f'"{SECRET} Two"'
PEOPLE = ("Ann", "Bo", "Goon", MARKSMAN, TWIN)

OPENING = (
    "add Ann ; add Bo",
    "add Goon side=enemies",
    f"add {MARKSMAN} side=enemies hidden",
    f'add {TWIN} side="{SECRET} cult" hidden',
    f"title {SECRET} plan",
)

LINES = (
    "hurt {one} {number}",
    "heal {one} 1",
    "hurt {MARKSMAN} 2 ; hurt Ann 1",
    "attack {one} {two} roll",
    "attack! {one} {two} roll",
    "shoot! {one} {two} roll",
    'mark {one} "{SECRET} curse"',
    "mark Ann stunned until=end of={MARKSMAN}",
    'cover {one} partial what="{SECRET} wall"',
    "cover Ann total what={MARKSMAN}",
    "range {one} {two} close",
    "note {SECRET} waits in the dark",
    "note @Ann {SECRET} owes a favour",
    "out {one}",
    "back {one}",
    "next",
    "undo",
    "roll 3d6 {SECRET} looks",
    "set Goon plural=no",
    "active {one}",
    "encounter {SECRET} lair",
    "hide Goon",
    "reveal Goon",
)
"""Every second of them holds a secret; those that a game refuses are left out."""


def wild_lines(throw: random.Random, count: int) -> list[str]:
    """A fight at random."""
    words = {"SECRET": SECRET, "MARKSMAN": MARKSMAN}
    return [
        *OPENING,
        *(
            throw.choice(LINES).format(
                one=throw.choice(PEOPLE), two=throw.choice(PEOPLE), number=throw.randint(1, 4), **words
            )
            for _ in range(count)
        ),
    ]


@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize("seed", range(12))
def test_nothing_hidden_reaches_the_players(system: str, seed: int) -> None:
    throw = random.Random(seed)
    session = Session(find(system), dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z")
    done = 0
    for line in wild_lines(throw, 40):
        try:
            session.do(line)
            done += 1
        except (InvalidCommand, Refused):
            continue
        for name, combatant in session.scene.combatants.items():
            main = session.system.main_track(session.scene)
            if combatant.side != "heroes" and main in combatant.tracks and combatant.tracks[main].max < NUMBER:
                with suppress(InvalidCommand, Refused):
                    session.do(f"set {quote(name)} {main}.max={NUMBER + 7} ; set {quote(name)} {main}={NUMBER}")
        page = shown(session)
        assert SECRET.casefold() not in page.casefold(), line
        assert str(NUMBER)[:2] not in page, line
    assert done > 10
    for kind, export in exports(session).items():
        assert SECRET.casefold() not in export.casefold(), kind
        assert not re.search(rf"(?<!\d)(?:{NUMBER // 10}|{NUMBER // 10 - 1})\d(?!\d)", export), kind
