"""Phones at the table: let in, put out, and what becomes of what they propose."""

from __future__ import annotations

import json

import pytest

from tracker.players.table import ASKING, PHONES, PROGRAMS, WAITING, Join, Proposal, Propose, Table, message

PHONE, OTHER = "a" * 64, "b" * 64
HEROES = frozenset({"Ann", "Bea"})


def table(*heroes: str) -> Table:
    made = Table()
    for hero in heroes:
        made.ask(Join(PHONE, hero), HEROES)
        made.let_in(PHONE, hero)
    return made


def propose(id_: int, hero: str = "Ann", phone: str = PHONE) -> Propose:
    return Propose(phone, id_, hero, "attack", {})


def wait(made: Table, id_: int, hero: str = "Ann") -> Proposal:
    proposal = Proposal(PHONE, id_, hero, "attack", {}, f"attack {hero}")
    made.wait(proposal)
    return proposal


def test_a_phone_is_let_in_once_and_may_be_several_heroes() -> None:
    made = Table()
    assert made.ask(Join(PHONE, "Ann"), HEROES)
    assert made.asking == ((PHONE, "Ann"),)
    made.let_in(PHONE, "Ann")
    assert not made.ask(Join(PHONE, "Ann"), HEROES)
    assert made.ask(Join(PHONE, "Bea"), HEROES)
    made.let_in(PHONE, "Bea")
    assert made.heroes == ("Ann", "Bea")


def test_nobody_is_let_in_who_did_not_ask() -> None:
    made = Table()
    made.let_in(PHONE, "Ann")
    assert made.heroes == ()
    assert not made.ask(Join(PHONE, "Lurker"), HEROES)


def test_a_phone_speaks_for_its_heroes_alone() -> None:
    made = table("Ann")
    assert made.may_propose(propose(1))
    assert not made.may_propose(propose(1, hero="Bea"))
    assert not made.may_propose(propose(1, phone=OTHER))


def test_a_proposal_is_taken_once() -> None:
    made = table("Ann")
    wait(made, 7)
    assert not made.may_propose(propose(7))
    made.end(made.waiting[0], "taken")
    assert not made.may_propose(propose(7))
    assert made.may_propose(propose(6)), "of two tabs, or behind a clock that was set back"
    assert made.may_propose(propose(8))


def test_twenty_wait_at_most() -> None:
    made = table("Ann")
    for id_ in range(1, WAITING + 1):
        assert not made.is_full(PHONE)
        wait(made, id_)
    assert made.is_full(PHONE)
    assert not made.is_full(OTHER)


def test_wishes_to_come_in_are_bounded() -> None:
    made = Table()
    asked = [made.ask(Join(f"{n:064x}", "Ann"), HEROES) for n in range(ASKING + 5)]
    assert sum(asked) == ASKING


def test_a_phone_hears_what_became_of_it() -> None:
    made = table("Ann")
    first, second = wait(made, 1), wait(made, 2)
    made.end(first, "taken", "Ann hits Rat.")
    made.end(second, "declined")
    made.refuse(propose(3))
    told = [(result.id, result.fate, result.text) for result in made.phones[PHONE].results]
    assert told == [(1, "taken", "Ann hits Rat."), (2, "declined", ""), (3, "no longer possible", "")]
    assert not made.waits


def test_put_out_takes_its_proposals_along() -> None:
    made = table("Ann", "Bea")
    wait(made, 1)
    wait(made, 2, "Bea")
    made.put_out(PHONE, "Ann")
    assert [proposal.hero for proposal in made.waiting] == ["Bea"]
    made.put_out(PHONE, "Bea")
    assert made.heroes == ()
    assert not made.waiting


def test_who_is_put_out_or_not_let_in_is_told_until_they_ask_again() -> None:
    made = table("Ann")
    made.ask(Join(PHONE, "Bea"), HEROES)
    made.put_out(PHONE, "Ann")
    made.put_out(PHONE, "Bea")
    assert list(made.phones[PHONE].notes.values()) == [
        "The GM has put this phone out: it is not Ann any more.",
        "The GM did not let this phone in as Bea.",
    ]
    assert not made.may_propose(propose(1))
    made.ask(Join(PHONE, "Ann"), HEROES)
    assert list(made.phones[PHONE].notes) == ["Bea"]


def test_the_gm_sees_which_phone_is_whom() -> None:
    made = table("Ann")
    made.ask(Join(OTHER, "Bea"), HEROES)
    assert made.hear("c" * 64, "a friend", 1)
    assert [(place.text, place.asks) for place in made.places] == [
        ("Ann: phone 1", False),
        ("Bea: phone 2 asks to come in", True),
        ("a friend, a program", False),
    ]
    made.put_out("c" * 64, "")
    assert len(made.places) == 2
    assert not made.hear("c" * 64, "a friend", 2)


def test_phones_that_are_nobody_make_room() -> None:
    made = Table()
    for number in range(PHONES):
        made.ask(Join(f"{number:064x}", "Ann"), HEROES)
        made.put_out(f"{number:064x}", "Ann")
    assert made.ask(Join(PHONE, "Ann"), HEROES)
    assert len(made.phones) == PHONES


def test_eight_programs_at_most_have_something_waiting() -> None:
    made = Table()
    for number in range(PROGRAMS + 1):
        digest = f"{number:064x}"
        heard = made.hear(digest, "a", 1)
        assert heard == (number < PROGRAMS)
        if heard:
            made.wait(Proposal(digest, 1, "", "", {}, "next", "a"))
    made.end(made.waiting[0], "declined")
    assert made.hear(f"{PROGRAMS:064x}", "a", 1)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b'{"type":"join"}',
        b'{"type":"join","phone":"short","hero":"Ann"}',
        json.dumps({"type": "join", "phone": PHONE, "hero": "A" * 81}).encode(),
        json.dumps(
            {"type": "propose", "phone": PHONE, "id": 0, "hero": "Ann", "form": "attack", "fields": {}}
        ).encode(),
        json.dumps(
            {"type": "propose", "phone": PHONE, "id": 1, "hero": "Ann", "form": "x" * 41, "fields": {}}
        ).encode(),
        json.dumps(
            {"type": "propose", "phone": PHONE, "id": 1, "hero": "Ann", "form": "a", "fields": {"a": "b" * 101}}
        ).encode(),
        json.dumps({"type": "join", "phone": PHONE, "hero": "Ann", "more": 1}).encode(),
        b'{"type":"join","phone":"' + b"a" * 9000,
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
def test_what_is_not_a_message_is_nothing(line: bytes) -> None:
    assert message(line) is None


def test_messages_are_read() -> None:
    assert message(json.dumps({"type": "join", "phone": PHONE, "hero": "Ann"}).encode()) == Join(PHONE, "Ann")
    sent = {"type": "propose", "phone": PHONE, "id": 3, "hero": "Ann", "form": "attack", "fields": {"result": "3"}}
    assert message(json.dumps(sent).encode()) == Propose(PHONE, 3, "Ann", "attack", {"result": "3"})
