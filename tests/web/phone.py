"""A phone at the table: the page of a fight in a browser of its size, by keyboard, as a screen reader knows it."""

from __future__ import annotations

from typing import Any

from tests.web.browser import sized, text, until
from tests.web.six_phones import SECRET
from tests.web.test_server import until as waits_until
from tracker.players.projection import Sharing
from tracker.players.public import Public
from tracker.players.seats import Seats
from tracker.players.table import Desk, Join, Message, Result
from tracker.session import Session
from tracker.web.broadcast import Broadcast

WIDTH = 360
"""The narrowest phones."""

TARGET = 44
"""The least height and width of what is tapped, in pixels."""

CONTRASTS = """
const rgb = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
const over = ([r, g, b, a], under) => [r, g, b].map((one, n) => one * a + under[n] * (1 - a));
const light = (color) => { const [r, g, b] = color.map((one) => one / 255)
  .map((one) => one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b; };
const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
  return (a + .05) / (b + .05); };
const ground = (element) => { const up = []; let opacity = 1;
  for (let at = element; at; at = at.parentElement) { const style = getComputedStyle(at);
    up.push(rgb(style.backgroundColor)); opacity *= Number(style.opacity); }
  return [up.reverse().reduce((under, color) => over(color, under), [255, 255, 255]), opacity]; };
const found = [];
for (const element of document.querySelectorAll("body *")) {
  if (!element.checkVisibility() || element.closest("script")) continue;
  const style = getComputedStyle(element), [under, opacity] = ground(element);
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (own || ["INPUT", "SELECT"].includes(element.tagName)) {
    const [r, g, b, a] = rgb(style.color);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const least = large ? 3 : 4.5, is = ratio(over([r, g, b, a * opacity], under), under);
    const what = `${element.tagName} ${element.className} “${element.textContent.slice(0, 20)}”`;
    if (is < least) found.push(`${what}: ${is.toFixed(2)}`);
  }
  if (["BUTTON", "INPUT", "SELECT"].includes(element.tagName)) {
    const [behind] = ground(element.parentElement), is = ratio(over(rgb(style.borderTopColor), behind), behind);
    if (is < 3) found.push(`the edge of ${element.tagName} ${element.className}: ${is.toFixed(2)}`);
  }
}
return found;
"""
"""What is too faint to read: text below 4.5 to 1 (large text 3 to 1), and edges of what is tapped below 3 to 1."""

SMALL = """
const least = arguments[0], found = [];
for (const element of document.querySelectorAll("button, select, input, summary")) {
  if (!element.checkVisibility()) continue;
  const box = (element.type === "checkbox" ? element.parentElement : element).getBoundingClientRect();
  if (Math.min(box.height, box.width) < least)
    found.push(`${element.outerHTML.slice(0, 60)}: ${box.width} x ${box.height}`);
}
return found;
"""

TAKES = {"button", "textbox", "combobox", "checkbox", "DisclosureTriangle", "progressbar", "progressIndicator"}
"""The roles of what is operated or read, each of which needs a name."""

QUIET = {"heading", "paragraph", "generic", "option", "MenuListPopup", "RootWebArea"}
"""The roles of what has the focus and is not a stop of its own: words of a list, what a script goes to, the page."""


class Heard:
    """A node of the tree that screen readers are given: its role, its name, and what else is said of it."""

    def __init__(self, node: dict[str, Any]) -> None:
        self.id, self.children = node["nodeId"], node.get("childIds", [])
        self.role, self.name = (str(node.get(part, {}).get("value", "")) for part in ("role", "name"))
        self.said = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        self.ignored = bool(node.get("ignored"))


class Phone:
    """A fight with its page, opened in a browser of a phone's size; what the phone sends is remembered."""

    def __init__(self, browser: Any, session: Session, hero: str = "Ann") -> None:
        self.browser, self.session = browser, session
        self.public = Public(self.session.system, self.session.history, Sharing(numbers=True))
        self.sent: list[Message] = []
        self.digest, self.heroes = "", list[str]()
        self.results: tuple[Result, ...] = ()
        self.broadcast = Broadcast(self.public.now(), inbox=self.sent.append)
        sized(browser, WIDTH, 740)
        browser.get(self.broadcast.address.url)
        until(browser, f"I am {hero}")

    def show(self, *lines: str, notes: tuple[str, ...] = ()) -> None:
        """Do these lines, and show the phone what is so now."""
        for line in lines:
            self.session.do(line)
        seen = self.public.now()
        seats = Seats(self.session.system, self.session.scene, self.public.sight, chances=True)
        desk = Desk(tuple(seats.seat(hero, seen.cards) for hero in self.heroes), (), self.results, notes)
        self.broadcast.publish(seen, {self.digest: desk} if self.digest else {})

    def let_in(self, hero: str = "Ann") -> None:
        """Tap "I am HERO" with the keyboard alone, and be let in."""
        self.walk(f"I am {hero}")
        self.key("Enter")
        assert waits_until(lambda: any(isinstance(one, Join) for one in self.sent))
        (join,) = [one for one in self.sent if isinstance(one, Join)]
        assert join.hero == hero
        self.digest = join.phone
        self.heroes.append(hero)
        self.sent.clear()
        self.show()
        assert waits_until(lambda: bool(self.run("return document.querySelectorAll('.seat').length")))

    def run(self, script: str, *words: object) -> Any:
        """What a script in the page answers."""
        return self.browser.execute_script(script, *words)

    def key(self, name: str, text: str = "") -> None:
        """Press a key, as a keyboard does."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "ArrowDown": 40}
        typed = {"Enter": "\r", "Space": " "}.get(name, text)
        given = {"key": " " if name == "Space" else name, "code": name, "windowsVirtualKeyCode": codes.get(name, 0)}
        for kind in ("keyDown", "keyUp"):
            self.browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, "text": typed, **given})

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.browser.execute_cdp_cmd("Input.insertText", {"text": text})

    @property
    def here(self) -> str:
        """What has the focus: its text, or its label."""
        return str(self.run(
            "const at = document.activeElement, label = at.labels && at.labels[0];"
            "return at === document.body ? '' : (label || at).innerText.trim();"
        ))  # fmt: skip

    def walk(self, name: str) -> None:
        """Go to something by tab alone."""
        for _ in range(80):
            if self.here == name:
                return
            self.key("Tab")
        raise AssertionError(f"{name!r} is not reached by tab: {text(self.browser)}")

    def faults(self) -> list[str]:
        """What would hinder somebody on this page as it is drawn now."""
        wide = self.run("return document.documentElement.scrollWidth")
        found = [f"{wide} pixels wide"] if wide > WIDTH else []
        found += [f"small: {one}" for one in self.run(SMALL, TARGET)]
        for dark in (True, False):
            sized(self.browser, WIDTH, 740, dark=dark)
            found += [f"faint where it is {'dark' if dark else 'light'}: {one}" for one in self.run(CONTRASTS)]
        if SECRET in self.run("return document.documentElement.outerHTML"):
            found.append("somebody hidden")
        nodes = self.heard()
        found += [f"a {node.role} without a name" for node in nodes if node.role in TAKES and not node.name]
        taking = [node for node in nodes if node.said.get("focusable") and node.role not in QUIET]
        found += [f"{node.name} is a {node.role}" for node in taking if node.role not in TAKES]
        fields = [node.name for node in taking if node.role != "button"]
        found += [f"{fields.count(name)} fields are called {name}" for name in set(fields) if fields.count(name) > 1]
        roles = [node.role for node in nodes]
        found += [
            f"{roles.count(role)} of the role {role}" for role in ("main", "banner", "log") if roles.count(role) != 1
        ]
        return found

    def heard(self) -> list[Heard]:
        """What screen readers are given, in the order of reading."""
        all_of_it = self.browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        nodes = {node.id: node for node in map(Heard, all_of_it)}
        order, left = list[Heard](), [all_of_it[0]["nodeId"]]
        while left:
            node = nodes.get(left.pop())
            if node is not None:
                order += [] if node.ignored else [node]
                left += reversed(node.children)
        return order

    def announced(self, name: str) -> str:
        """What a region of this name says by itself as it changes; empty if it would not be read."""
        nodes = self.heard()
        at = next(at for at, node in enumerate(nodes) if node.name == name and node.said.get("live") == "polite")
        inside, texts = set(nodes[at].children), list[str]()
        for node in nodes[at + 1 :]:
            if node.id in inside:
                inside.update(node.children)
                texts += [node.name] if node.role == "StaticText" else []
        return " ".join(texts)

    def close(self) -> None:
        """End the page."""
        self.broadcast.close()
