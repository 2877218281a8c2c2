"""A phone's page in a real browser: by keyboard alone, as a screen reader hears it, on 360 pixels, in sunlight."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser import needs_browser, started, text, until
from tests.web.phone import TAKES, Phone
from tests.web.six_phones import HEROES, done, opening
from tests.web.test_server import until as waits_until
from tracker.games.registry import find, names
from tracker.players.table import ProposalFate, Propose, Result
from tracker.session import Session
from tracker.web.server import page

pytestmark = [needs_browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = started()
    yield driver
    driver.quit()


def fight(game: str, *lines: str) -> Session:
    session = Session(find(game))
    for line in (*opening(game), *lines):
        done(session, line)
    return session


@pytest.fixture
def phone(browser: Any) -> Iterator[Phone]:
    opened = Phone(browser, fight("contract", "next", "active Ann"))
    yield opened
    opened.close()


@pytest.mark.parametrize("game", names())
def test_every_form_of_every_game_is_filled_in_by_keyboard_on_a_narrow_phone(browser: Any, game: str) -> None:
    phone = Phone(browser, fight(game, "next"))
    try:
        phone.let_in()
        for name in HEROES[1:3]:
            done(phone.session, f"hurt {name} 2")
        out = next(
            one.name for one in phone.session.scene.combatants.values() if one.side != "heroes" and not one.hidden
        )
        phone.results = (Result(1, "taken", "Ann hits."), Result(2, "declined"), Result(3, "no longer possible"))
        phone.show(f'out "{out}"', notes=("The GM has put this phone out: it is not Bob any more.",))
        until(browser, "put this phone out")
        faults = phone.faults()
        titles = phone.run("return [...document.querySelectorAll('.acts button')].map((one) => one.innerText)")
        for title in [title for title in titles if not title.startswith("I am ")]:
            phone.walk(title)
            phone.key("Enter")
            assert phone.here == title, "what was opened keeps the focus"
            phone.run("for (const one of document.querySelectorAll('details')) one.open = true")
            faults += [f"{title}: {fault}" for fault in phone.faults()]
            phone.walk("propose")
            phone.key("Escape")
            assert phone.here == title
        assert faults == []
    finally:
        phone.close()


def test_an_attack_is_proposed_by_keyboard_alone_and_once(phone: Phone) -> None:
    phone.let_in()
    phone.walk("attack")
    phone.key("Enter")
    phone.walk("what your dice show")
    phone.type("3")
    phone.run("document.querySelector('form').requestSubmit(); document.querySelector('form').requestSubmit()")
    assert waits_until(lambda: bool(phone.sent))
    assert waits_until(lambda: phone.here == "attack"), "the focus goes back to what opened the form"
    (sent,) = phone.sent
    assert isinstance(sent, Propose)
    assert (sent.hero, sent.form, sent.fields["result"]) == ("Ann", "attack", "3")
    phone.results = (Result(sent.id, "waiting"),)
    phone.show()
    until(phone.browser, "waiting for the GM")


def test_what_is_still_empty_is_said_on_the_phone_and_nothing_is_sent(phone: Phone) -> None:
    phone.let_in()
    phone.walk("attack")
    phone.key("Enter")
    phone.walk("what your dice show")
    phone.key("Enter")
    assert phone.run("return document.activeElement.validationMessage") != ""
    assert phone.sent == []


def test_what_is_typed_and_the_focus_stay_when_the_page_is_drawn_anew(phone: Phone) -> None:
    phone.let_in()
    phone.walk("attack")
    phone.key("Enter")
    phone.walk("what your dice show")
    phone.type("12")
    phone.run("document.activeElement.setSelectionRange(1, 1); document.querySelector('details').open = true")
    phone.show("hurt Ann 1", "hurt Bob 1")
    until(phone.browser, "Bob is hurt")
    assert phone.here == "what your dice show"
    phone.type("3")
    assert phone.run("return document.activeElement.value") == "132"
    assert phone.run("return document.querySelector('details').open")
    phone.walk("propose")
    phone.show("active Bob")
    until(phone.browser, "Bob")
    assert waits_until(lambda: phone.run("return !document.querySelector('form')"))
    assert phone.here, "the focus is never lost"


def test_a_screen_reader_hears_what_is_new_and_nothing_else(phone: Phone) -> None:
    phone.show("hurt Ann 1")
    until(phone.browser, "Ann is hurt")
    phone.run(
        "window.heard = []; new MutationObserver((all) => all.forEach((one) => {"
        "const live = one.target.closest && one.target.closest('[role=status], [role=log]');"
        "if (live && live.ariaLive !== 'off')"
        "  for (const node of one.addedNodes) window.heard.push(node.textContent); }))"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    phone.show("hurt Bob 1")
    until(phone.browser, "Bob is hurt")
    assert phone.run("return window.heard") == ["Bob is hurt."]
    phone.show("undo")
    assert waits_until(lambda: "Bob is hurt" not in text(phone.browser))
    assert phone.run("return window.heard") == ["Bob is hurt."]


FATES: dict[ProposalFate, str] = {
    "waiting": "waiting for the GM",
    "taken": "done: Ann hits Goons 1.",
    "declined": "the GM said no",
    "no longer possible": "no longer possible",
}
"""What is announced of each end of a proposal."""


def test_a_screen_reader_is_told_what_becomes_of_a_proposal(phone: Phone) -> None:
    phone.let_in()
    for fate, said in FATES.items():
        phone.results = (Result(1, fate, "Ann hits Goons 1." if fate == "taken" else ""),)
        phone.show()
        until(phone.browser, said)
        assert phone.announced("What became of it") == said
    phone.show(notes=("The GM has put this phone out: it is not Bob any more.",))
    until(phone.browser, "put this phone out")
    assert "The GM has put this phone out" in phone.announced("What became of it")


def test_the_focus_goes_through_a_form_in_the_order_in_which_it_is_read(phone: Phone) -> None:
    phone.let_in()
    phone.walk("attack")
    phone.key("Enter")
    phone.run("for (const one of document.querySelectorAll('details')) one.open = true")
    read = [(node.role, node.name) for node in phone.heard() if node.said.get("focusable") and node.role in TAKES]
    assert [name for role, name in read if role == "button"][:3] == ["attack", "throw for me", "propose"]
    assert ("textbox", "what your dice show") in read
    gone = list[tuple[str, str]]()
    phone.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    while len(gone) < len(read):
        phone.key("Tab")  # Between the last and the first, it is nowhere on the page.
        here = [node for node in phone.heard() if node.said.get("focused") and node.role != "RootWebArea"]
        gone += [(node.role, node.name) for node in here]
    at = read.index(gone[0])
    assert gone == [*read[at:], *read[:at]]


def test_the_page_is_small() -> None:
    assert len(page().encode()) < 30_000


def test_the_secret_of_a_phone_is_read_by_no_script(phone: Phone) -> None:
    phone.let_in()
    assert phone.run("return document.cookie + localStorage.length + sessionStorage.length") == "00"
    secret = phone.browser.get_cookies()[0]["value"]
    assert hashlib.sha256(secret.encode()).hexdigest() == phone.digest
    assert secret not in phone.run("return document.documentElement.outerHTML")


def test_what_is_rolled_is_told_of_the_chosen_target(browser: Any) -> None:
    armed = ("set Ann dexterity=4 melee=2 firearms=1", "arm Ann sword", "arm Ann handgun", "range Ann Rat far")
    fighting = fight(
        "contract", "add Rat side=enemies", "add Cat side=enemies", *armed, "range Ann Cat engaged", "next"
    )
    while fighting.scene.turn.name != "Ann":
        fighting.do("next")
    opened = Phone(browser, fighting)
    try:
        opened.let_in()
        opened.walk("attack")
        opened.key("Enter")
        assert waits_until(lambda: "Roll 6d10" in text(browser))
        choose = "const at = document.querySelector('select'); at.value = arguments[0];"
        choose += "at.dispatchEvent(new Event('input', { bubbles: true }));"
        opened.run(choose, "Rat")
        assert "Roll 5d10" in text(browser)
        opened.run(choose, "")
        assert "Roll " not in text(browser)
        opened.run(choose, "Cat")
        assert "Roll 6d10" in text(browser)
    finally:
        opened.close()
