"""Whatever is said in random fights of any game is a sentence that somebody would say at the table."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import permutations

import pytest

from tests.games.random_fights import SETUPS, next_line
from tests.table import played
from tracker.commands.story import retell
from tracker.export.speech import asked, everybody, happened, questions, waiting, whose_turn
from tracker.games.registry import find
from tracker.players.story import told
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import singular
from tracker.session import Session
from tracker.tui.look.text import plain

BY_HAND = (
    "mark {one} {condition}",
    "mark {one},{other} {condition} rounds=1",
    "mark {one},{other} {condition} until=end of={one}",
    "unmark {one} {has}",
    "hurt all {few}",
    "hurt {one} 99",
    "hurt {one},{other} 3d6",
    "heal {one},{other} {few}",
    "heal {one} 9",
    "range {one} {other} {band}",
    "range {one} all {band}",
    "range {one},{other} all {band}",
    "range all {band}",
    "nearer {one} {other}",
    "farther {one} {other}",
    "cover {one} {cover} what=barrels",
    "cover {one},{other} none",
    "add Extra side=enemies count=3",
    "remove Extra",
    "arm {one},{other} {weapon}",
    "disarm {one} {weapon}",
    "set {one},{other} {value}={few}",
    "delay {one}",
    "before! {one} {other}",
    "active {one}",
    "out {one}",
    "out {one},{other}",
    "back {one},{other}",
    "hide {one}",
    "reveal {one}",
    "counter {one} rage 3 each=turn",
    "counter {one} rage 1",
    "remind {one},{other} breathe each=end rounds=2",
    "initiative! {one} 5",
    "attack! {one} {other} roll",
    "attack Goons {other} roll",
    "next",
    "next",
    "end",
    "encounter Second",
)

COUNTED = {
    *("shifts", "boxes", "slots", "dice", "points", "levels", "consequences", "failures"),
    *(track.name.replace("-", " ") for game in SETUPS for track in find(game).sheet.tracks),
}
COUNTED = sorted(noun for noun in COUNTED if singular(noun) != noun)
"""What is counted in games: more than one of each."""

WRONG = {
    "two blanks": r"\S  +\S",
    "a value of Python": r"\(\d+,\)|\[['\"\]]|\bNone\b|\bTrue\b|\bFalse\b|frozenset|<tracker|[{}]",
    "one of several": r"(?<![\d.−/-])1 (?:ones|others|dice|rounds|times|rows|lines|entries|extras)\b",
    "one of a track": rf"(?<![\d.,/=])\b1 (?:{'|'.join(COUNTED)})\b",
    "several of one": r"(?<!\d)(?:[2-9]|\d\d) (?:die|round|time|line|entry)\b(?! \d)",
    "a word twice": r"\b([a-z]{2,}) \1\b",
    "the verb of one": r"(?:^|[.;:] |, and )(?:Goons|[A-Z]\w+ and [A-Z]\w+)"
    r" (?!(?:miss|pass|focus|minus)\b|saves fail)(?:is|has|was|goes|[a-z]+[a-rt-z]s)\b",
    "the possessive of one": r"\bGoons's\b",
    "one extra pays": r"\b(?:[2-9]|\d\d) of \d+ extra pays\b",
    "an arrow to where it came from": r"(?<![\d/])(\d+) → \1(?![\d/])|(?<!next )\b([a-z]+) → \2\b(?!\+)",
    "a track twice": r"[+−]\d+ (\w+) \((?:each )?\1 \d",
    "a number as it was typed": r"\d typed\b",
    "a name twice": r"\b(?:Question \d+|Waiting) for (\w+)[:.] \1 ",
    "damage without a subject": r"\d damage to ",
    "a sign against its arrow": r"\+\d+ [\w ]+\((?:each )?[a-z ]*[1-9]\d* → 0\b"
    r"|−\d+ [\w ]+\((?:each )?[a-z ]*0 → [1-9]",
    "a hyphen for a minus": r"(?<![\w=.,!/\"-])(?<!handgun )-\d",
    "empty quotes": '“”|‘’|""',
    "lonely punctuation": r" [,.;:](?:\s|$)|,,|\.\.(?!\.)|: *\.",
    "a distance to oneself": r"^(\w+) (?:and|to) (?:[\w ]+, )*\1\b|^(\w+) and (\w+) to (?:\2 and \3|\3 and \2)\b",
    "a sentence in lower case": r"[a-z)]\. (?!a's|b's)[a-z]",
    "half a sentence": r"\bIt is(?:[.;,]|$)",
    "a thing without an article": r"\b(?:carr(?:y|ies)|loses?|with) (?:pistol|sword|knife|axe|revolver)\b",
    "what was typed, not what came out": r"\b(?:dodge|parry|clash) dice=",
    "a full stop behind a question": "[?!]”\\.",
    "the way out of what was ruled": r"GM ruling, although [^.]*[;!]|GM ruling, although .*\b(?:use|with) !",
    "a function": r"\bbest\(|\b\d+d3 for\b",
    "Defence and defense": r"^(?!.*Known:).*\bdefence\b(?! \d)",
    "an outcome twice": r"^\w+: ([a-z]+)(?:,.*)?, \1$",
    "an attribute and a skill as one word": r"react with [a-z]+\+",
    "one thing in two wordings": r"\bout already\b",
    "a name of a field": r"^(?!.*Known:).*\b[a-z]+_[a-z]+\b(?!=)",
}
"""What no sentence has."""


def line_by_hand(session: Session, chance: random.Random) -> str:
    """A line of the GM's hand that may be legal now."""
    system, scene = session.system, session.scene
    one, *others = chance.sample(list(scene.combatants), len(scene.combatants))
    conditions = [each.name for each in system.conditions] or ["odd"]
    has = [each.name for each in scene[one].conditions] or conditions
    words = {
        "one": f'"{one}"',
        "other": f'"{others[0]}"' if others else "Goons",
        "few": chance.randint(0, 3),
        "condition": f'"{chance.choice(conditions)}"',
        "has": f'"{chance.choice(has)}"',
        "band": f'"{chance.choice([each.name for each in system.bands])}"',
        "cover": chance.choice([each.name for each in system.cover_degrees]),
        "weapon": chance.choice(("pistol", "sword", "knife")),
        "value": chance.choice([system.main_track(scene), *scene[one].tracks, *scene[one].fields]),
    }
    return chance.choice(BY_HAND).format(**words)


def said(session: Session, line: str) -> Iterator[str]:
    """Everything that is said of a line: before it is carried out, when it is, and of the fight after it."""
    system, before = session.system, session.scene
    try:
        preview = session.preview(line)
        yield from (preview.text, preview.error, *preview.notes, *preview.objections)
        session.do(line)
    except (InvalidCommand, Refused) as wrong:
        yield str(wrong)
        return
    entry, scene = session.story()[-1], session.scene
    yield entry.text
    narration = retell(system, before, entry)
    yield from (line.text for line in narration.lines)
    yield from narration.remarks
    yield happened(system, before, scene, entry)
    yield whose_turn(system, scene)
    yield from map(asked, (*questions(system, scene), *waiting(system, scene)))
    yield from everybody(system, scene)
    yield from (line.text for line in told(system, before, entry).lines)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", SETUPS)
def test_every_sentence_can_be_read_aloud(game: str, seed: int) -> None:
    session = Session(find(game), dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00+00:00")
    chance = random.Random(seed)
    for line in (*SETUPS[game], "add Goons side=enemies"):
        session.do(line)
    names = {word for each in session.system.conditions for word in (each.name,) if "-" in word}
    names |= {word for word in (*session.system.out_words, *session.system.actions, "assault-rifle") if "-" in word}
    for _ in range(150):
        if len(session.scene.combatants) < 2:
            session.do("add Stranger count=2")
        sides = {each.side for each in session.scene.combatants.values() if each.out is None}
        random_line = next_line if len(sides) > 1 and chance.random() < 0.5 else line_by_hand
        line = random_line(session, chance)
        done = session.scene
        for text in said(session, line):
            for fault, pattern in WRONG.items():
                assert re.search(pattern, text) is None, f"{fault}: {text!r} of {line!r}"
            assert plain(text) == text, line
            ruled = text.partition("GM ruling, although ")[2]
            assert not ruled[:1].isupper() or ruled.startswith((*session.scene.combatants, "Extra")), text
        if session.scene is not done:
            written = [name for name in names if name in session.story()[-1].text.partition(" GM ruling")[0]]
            assert written == [], session.story()[-1].text


@pytest.mark.parametrize("game", SETUPS)
def test_what_a_game_says_of_its_conditions_has_no_such_fault(game: str) -> None:
    for condition in find(game).conditions:
        for fault, pattern in WRONG.items():
            assert re.search(pattern, condition.help) is None, f"{fault}: {condition}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Shooting: react with brawn+stunt.", "an attribute and a skill as one word"),
        ("Cid is out already (dead).", "one thing in two wordings"),
        ("Ann: +2 health (3 → 0).", "a sign against its arrow"),
        ("Ann: −2 health (health 3 → 1).", "a track twice"),
        ("Ann: grit still 0 (1 typed).", "a number as it was typed"),
        ("Question 1 for Gob: Gob saves.", "a name twice"),
        ("4 damage to Gob: health 6 → 2.", "damage without a subject"),
        ("Ann: −2 stress (stress 0 → 2).", "a sign against its arrow"),
        ("Ann: −12 grit (grit 0 → 0).", "an arrow to where it came from"),
        ("grit 6, hot (3,)", "a value of Python"),
        ("Goons is defeated.", "the verb of one"),
        ("Ann: −1 bennies (3 → 2).", "one of a track"),
        ("1 shifts: what takes them?", "one of a track"),
        ("Ann and Bea has no pool.", "the verb of one"),
        ("1 ones: Sam −1 grit.", "one of several"),
        ("Bea and Ann, Bea, Cid: medium.", "a distance to oneself"),
        ("Bea attacks, -20 or less:", "a hyphen for a minus"),
        ("Bea and Ann to Ann and Bea: near.", "a distance to oneself"),
        ("Ann carries sword. sword is not in the table.", "a sentence in lower case"),
        ("It is. Round 1: Bea.", "half a sentence"),
        ("Gob: soaked, Gob, soak, 8 vs 0, soaked", "an outcome twice"),
        ("Father: body 6 of 6, firearm_power yes", "a name of a field"),
        ("Goons meets it with a dodge: 2.", "the verb of one"),
        ("Blind until the end of Goons's turn.", "the possessive of one"),
        ("3 of 8 extra pays for it.", "one extra pays"),
        ("Settings: rulings free → free.", "an arrow to where it came from"),
        ("Savar carries revolver.", "a thing without an article"),
        ("Ann 7 → 4, vs Cid: 2, clash dice=5,4,1", "what was typed, not what came out"),
        ("Bea: no answer to “How much?”.", "a full stop behind a question"),
        ("GM ruling, although Ann has acted. Rule it with !.", "the way out of what was ruled"),
        ("GM ruling, although Ann is out; back Ann brings her up.", "the way out of what was ruled"),
        ("Ann rolls best(1d8!,1d6!) against 5: 5 or more", "a function"),
    ],
)
def test_the_search_finds_such_faults(text: str, fault: str) -> None:
    assert re.search(WRONG[fault], text)


@pytest.mark.parametrize(
    ("game", "lines", "said"),
    [
        ("fate", ("add Ann", "full-defense Ann"), "Ann: full defense."),
        ("plain", ("add Ann", "do Ann climbs the wall"), "Ann: climbs the wall."),
        ("plain", ("add Ann", "roll 3d6 how far"), "How far: 3d6 gives"),
        ("plain", ("add Ann", "arm Ann AK-47"), "Ann carries AK-47"),
        ("outgunned", ("add Ann", "arm Ann sniper-rifle"), "Ann carries a sniper rifle."),
        ("outgunned", ("add Ann", "add Bob side=enemies", "begin action", "next", "threat 2"), "with brawn and stunt."),
        (
            "outgunned",
            ("add Ann pool=5", "add Sam grit=8", "add Bob side=enemies", "attack! Ann Bob b ones=2 gamble near=Sam"),
            "Sam −2 grit (8 → 6).",
        ),
        ("srd5", ("add Ann hp=9", "hurt Ann 9", "deathsave Ann 12"), "Ann: death save, 12: success."),
        ("srd5", ("add Ann hp=9 temp=6", "temporary Ann 5"), "Ann: 6 temporary hit points."),
        (
            "fate",
            ("add Ann", "add Bob side=enemies", "attack Ann Bob 4 vs=0", 'decide 1 "mild consequence"'),
            "Bob: mild consequence",
        ),
        ("wild-die", ("add Ann", "mark Ann joker", "unmark Ann joker"), "Ann: the joker is spent."),
        ("srd5", ("add Ann", 'mark Ann "in lair"', 'unmark Ann "in lair"'), "Ann: no longer in their lair."),
        (
            "unknown-armies",
            ("add Ann struggle=55", "add Bob side=enemies body=5", "range all engaged", "attack Ann Bob 42"),
            "Bob −5 body (5 → 0, of 6)",
        ),
        (
            "gen6",
            ("add Ann", "add Bob side=enemies defense=2", "range all adjacent", "attack Ann Bob 9 prone"),
            "TN −",
        ),
        (
            "outgunned",
            ("add Ann pool=5", "add Bob side=enemies", "begin action", "react! Ann b"),
            "although a Reaction Roll",
        ),
    ],
)
def test_a_sentence_says_a_thing_once_in_the_words_of_its_game(game: str, lines: tuple[str, ...], said: str) -> None:
    fight = played(game, *lines)
    entry = fight.story()[-1].text
    assert said in entry
    parts = entry.removesuffix(".").split(". ")
    assert not [one for one, other in permutations(parts, 2) if other == one or other.startswith(f"{one} ")]
    assert f"{lines[-1].split()[0]}. Ann" not in entry
