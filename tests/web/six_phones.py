"""Six phones at the table of a GM: ``python -m tests.web.six_phones [--proposals N] [--undos N] [--seed N] [GAME...]``.

A real browser has a phone in each of six contexts, with cookies of its own: every tap is a click in its page, and goes
through the server to the GM's program. The GM answers by keys, in random order, and takes lines back. A second session
gets by hand what was taken, with the same dice: both must have the same log and the same state at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.web.browser import CHROMIUM, DRIVER, started
from tracker.games.registry import find, names
from tracker.players.table import Message, sent_by
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

HEROES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
LIKE = dict(zip(HEROES[3:], HEROES[:3], strict=True))
"""Who is whose likeness, since the recorded scripts have three heroes."""

SCRIPTS = Path(__file__).parents[1] / "corpus" / "scripts"
SETTING_UP = ("add", "arm", "range", "cover", "set", "mags", "settings")

SECRET = "Lurker"
"""Somebody hidden, whom no page may name."""

TAP = """
const [hero, number, chance] = arguments;
const ours = (one) => one.querySelector("h2").textContent.startsWith(hero);
const seat = [...document.querySelectorAll(".seat")].find(ours);
if (!seat) return ["no seat", 0];
let acts = [...seat.querySelectorAll(".acts button")];
if (seat.querySelector(".form")) { acts[0].click(); return ["closed", 0]; }
if (!acts.length) return ["nothing to do", 0];
acts[Math.floor(number * acts.length / 1000)].click();
const form = [...document.querySelectorAll(".seat")].find(ours).querySelector(".form");
let dice = chance;
const next = () => { dice = (dice * 48271) % 2147483647; return dice; };
for (const details of form.querySelectorAll("details")) details.open = true;
for (const input of form.querySelectorAll("select")) {
  const words = [...input.options].map((one) => one.value);
  const first = !input.closest("details") && (!input.value || next() % 3 === 0);
  if (first || next() % 8 === 0) input.value = words[next() % words.length];
  input.dispatchEvent(new Event("input"));
}
for (const input of form.querySelectorAll("input")) {
  if (input.type === "checkbox") { if (next() % 30 === 0) input.click(); continue; }
  const two = input.closest(".two");
  if (two && next() % 6) { two.querySelector("button").click(); continue; }
  if (two || !input.closest("details")) {
    input.value = ["1", "2", "3", "12", "37", "2b", "b", "roll", "pass", "yes"][next() % 10];
    input.dispatchEvent(new Event("input"));
  }
}
if (!form.checkValidity()) return ["still empty", 0];
const now = performance.timeOrigin + performance.now();
form.querySelector("button.go").click();
return ["proposed", now];
"""
"""What a player's fingers do: open a form of the hero, fill it in, and propose it; answers when that was."""


def opening(game: str) -> list[str]:
    """The lines before the fight: those of the recorded evening, with six heroes and somebody hidden."""
    script = next(iter(sorted(SCRIPTS.glob(f"{game}.evening*"))), None)
    lines = script.read_text("utf-8").splitlines() if script else []
    begins = [line for line in lines if not line.startswith(("#", "title", "encounter"))]
    first = next((at for at, line in enumerate(begins) if line.split()[:1] not in [[verb] for verb in SETTING_UP]), 0)
    made = begins[:first] or [*(f"add {name}" for name in HEROES[:3]), "add Goon side=enemies", "add Boss side=enemies"]
    for name, like in LIKE.items():
        made += [line.replace(like, name, 1) for line in made if line.split()[1:2] == [like]]
    made += [f"add {name}" for name in HEROES if not any(line.split()[:2] == ["add", name] for line in made)]
    return [*made, f"add {SECRET} side=enemies hidden"]


def done(session: Session, line: str) -> bool:
    """Whether a line was carried out."""
    try:
        session.do(line)
    except (InvalidCommand, Refused):
        return False
    return True


class Phones:
    """A browser with six contexts; its calls block, so they are made in a thread."""

    def __init__(self, address: str) -> None:
        self._browser: Any = started(contexts=True)
        self._browser.set_script_timeout(20)
        self._tabs: dict[str, str] = {}
        for hero in HEROES:
            context = self._browser.browser.create_user_context()
            self._tabs[hero] = self._browser.browsing_context.create(type="tab", user_context=context)
            self._at(hero)
            self._browser.get(address)
        for hero in HEROES:
            self._at(hero)
            self._until(f"I am {hero}")

    def _at(self, hero: str) -> None:
        self._browser.switch_to.window(self._tabs[hero])

    def _until(self, wanted: str) -> None:
        ends = time.monotonic() + 20
        while wanted not in self.text():
            assert time.monotonic() < ends, f"{wanted!r} is not on the page:\n{self.text()}"
            time.sleep(0.05)

    def text(self) -> str:
        """What can be read on the page in front."""
        return str(self._browser.execute_script("return document.body.innerText"))

    def ask(self, hero: str) -> None:
        """Tap "I am HERO"."""
        self._at(hero)
        for button in self._browser.find_elements("css selector", "#join button"):
            if button.text == f"I am {hero}":
                button.click()
                break
        self._until(f"{hero}: waiting for the GM")

    def tap(self, hero: str, number: int, chance: int) -> tuple[str, float]:
        """Open, fill in and propose a form of a hero; returns what came of the taps, and when the last one was."""
        self._at(hero)
        said, at = self._browser.execute_script(TAP, hero, number, chance)
        if said == "proposed":
            assert SECRET not in self._browser.execute_script("return document.documentElement.outerHTML")
        return str(said), at / 1000

    def close(self) -> None:
        """End the browser."""
        self._browser.quit()


class Evening:
    """A fight with six phones: what was taken is done by hand in ``hand`` as well."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = random.Random(f"{game} {seed}")
        self.table, self.hand = (
            Session(find(game), dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z") for _ in range(2)
        )
        for line in opening(game):
            for session in (self.table, self.hand):
                done(session, line)
        self.app = TrackerApp(self.table, options=Options(animations=False, port=0))
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.delays: list[float] = []
        """The seconds from each tap to the picture of the GM's strip that shows it."""

        self.why: Counter[str] = Counter()
        """Why the rules refused what was proposed."""

        self._painted: list[float] = []
        take = self.app.players._take

        def taken(message: Message) -> None:
            take(message)
            self.app.call_after_refresh(lambda: self._painted.append(time.time()))

        self.app.players._take = taken  # type: ignore[method-assign]

    async def play(self, proposals: int, undos: int) -> None:
        """Let six phones propose that many lines, and take back that many."""
        async with self.app.run_test(size=(120, 40)) as pilot:
            self.pilot = pilot
            await self.app.players.switch_on()
            phones = await asyncio.to_thread(Phones, self.app.players.url)
            try:
                for hero in self.random.sample(HEROES, len(HEROES)):
                    await asyncio.to_thread(phones.ask, hero)
                    await pilot.press("f", "y")
                assert set(self.app.players.table.heroes) == set(HEROES)
                await self._fight(phones, proposals, undos)
            finally:
                await asyncio.to_thread(phones.close)
                self.app.players.switch_off()
        self._compare()

    async def _fight(self, phones: Phones, proposals: int, undos: int) -> None:
        back = set(self.random.sample(range(1, proposals + 1), undos))
        idle = 0
        while self.counts["proposed"] < proposals and idle < 60:
            before = self.counts["proposed"]
            await self._propose(phones)
            table = self.app.players.table
            if table.waiting and self.random.random() < 0.6:
                await self._answer()
            if self.counts["proposed"] in back:
                back.remove(self.counts["proposed"])
                await self._by_gm("undo", key="u")
                self.counts["undone"] += 1
            if self.counts["proposed"] == before or self.random.random() < 0.25:
                idle += self.counts["proposed"] == before
                await self._by_gm(self._line())
            else:
                idle = 0
        while self.app.players.table.waiting:
            await self._answer()

    async def _propose(self, phones: Phones) -> None:
        await asyncio.sleep(0.12)  # The page shows the fight a tenth of a second after it changed.
        sent, held = self._sent(), self.app.players._held
        hero = self.random.choice([hero for hero in HEROES if hero in held and held[hero].forms] or HEROES)
        self._painted.clear()
        said, at = await asyncio.to_thread(
            phones.tap, hero, min(self.random.choices(range(1000), k=2)), self.random.randrange(1, 2**31)
        )
        self.counts[said] += said != "proposed"
        ends = time.monotonic() + 3
        while said == "proposed" and not (self._painted and self._sent() != sent) and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        if said == "proposed" and self._sent() != sent:
            self.counts["proposed"] += 1
            self.delays += [painted - at for painted in self._painted]
        elif said == "proposed":
            self.counts["not sent"] += 1

    def _sent(self) -> dict[str, tuple[int, ...]]:
        return {digest: tuple(phone.answered) for digest, phone in self.app.players.table.phones.items()}

    async def _answer(self) -> None:
        """Take, open as a form, or decline a random one of what waits, as the GM does by keys."""
        waiting = self.app.players.table.waiting
        proposal = self.random.choice(waiting)
        await self.pilot.press("f", *["down"] * waiting.index(proposal))
        if self.random.random() < 0.1:
            await self.pilot.press("delete", "escape")
            self.counts["declined"] += 1
            return
        head = self.table.history.head
        await self.pilot.press("enter")
        if self.table.history.head == head:
            view = self.app.controller.mode if self.app.controller is not None else None
            if view is not None and view.trouble is not None:
                self.why[view.trouble.text] += 1
            if proposal in waiting:
                await self.pilot.press("delete")
            self.counts["refused"] += 1
        else:
            self.counts["taken"] += 1
            if not done(self.hand, proposal.line):
                self.faults.append(f"by hand refused: {proposal.line}")
            entry = self.table.history.entries[self.table.history.head]
            if sent_by(proposal) not in entry.text:
                self.faults.append(f"whose phone is not said: {entry.text}")
        await self.pilot.press("escape")

    async def _by_gm(self, line: str, key: str = "") -> None:
        """Do a line of the GM's own, by a key or in the command bar, and by hand in the other session."""
        await self.pilot.press("escape")
        length = len(self.table.history.records)
        if key:
            await self.pilot.press(key)
        else:
            await self.pilot.press(":")
            assert self.app.controller is not None
            self.app.controller.paste(line)
            await self.pilot.press("enter")
        if len(self.table.history.records) != length and not done(self.hand, line):
            self.faults.append(f"by hand refused: {line}")
        await self.pilot.press("escape")

    def _line(self) -> str:
        enemies = [one.name for one in self.table.scene.combatants.values() if one.side != "heroes" and not one.hidden]
        lines = ["next", "next", "next", f"heal {self.random.choice(HEROES)} 1"]
        lines += [f"back {name}" for name in HEROES if self.table.scene[name].out]
        if enemies:
            lines.append(f'attack! "{self.random.choice(enemies)}" {self.random.choice(HEROES)} roll')
        return self.random.choice(lines)

    def _compare(self) -> None:
        """Note where the two fights differ."""
        one, other = self.table.story(), self.hand.story()
        if [entry.command for entry in one] != [entry.command for entry in other]:
            self.faults.append("the commands differ")
        for left, right in zip(one, other, strict=False):
            if (left.text.replace(f" {left.via}", "") if left.via else left.text) != right.text:
                self.faults.append(f"the log differs: {left.text!r} is {right.text!r} by hand")
        if self.table.scene != self.hand.scene:
            self.faults.append("the states differ")
        if len(self.table.history.records) != len(self.hand.history.records):
            self.faults.append("the records differ in number")


def evening(game: str, proposals: int, undos: int, seed: int = 1) -> Evening:
    """Play an evening; returns it with its counts and faults."""
    played = Evening(game, seed)
    asyncio.run(played.play(proposals, undos))
    return played


def main() -> int:
    """Play an evening of each game; exit code 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--proposals", type=int, default=200)
    parser.add_argument("--undos", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--why", type=int, default=0, help="how many reasons of refusals are listed")
    given = parser.parse_args()
    if not (CHROMIUM and DRIVER):
        print("This needs Debian's chromium and chromium-driver.")
        return 1
    bad = 0
    for game in given.games:
        began = time.monotonic()
        played = evening(game, given.proposals, given.undos, given.seed)
        bad += bool(played.faults)
        counts = ", ".join(f"{count} {what}" for what, count in sorted(played.counts.items()))
        slow = quantiles(played.delays, n=20)[-1] * 1000
        print(f"{game}: {counts}; tap to strip p95 {slow:.0f} ms; {time.monotonic() - began:.0f} s", flush=True)
        for why, count in played.why.most_common(given.why):
            print(f"  {count} refused: {why}", flush=True)
        for fault in played.faults[:10]:
            print(f"  {fault}", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
