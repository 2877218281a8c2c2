"""Made-up sessions for tests: consistent records with the correct states."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tracker.combat.dice import ThrownDice
from tracker.combat.digest import digest, digest_after, hexed
from tracker.combat.events import (
    BandBecame,
    ConditionCame,
    CoverBecame,
    EncounterBegan,
    Event,
    FieldBecame,
    HiddenBecame,
    Joined,
    Left,
    OutBecame,
    PromptCame,
    SceneFieldBecame,
    SettingBecame,
    SpentBecame,
    TitleBecame,
    TrackBecame,
    TurnCame,
    WeaponBecame,
    fold,
)
from tracker.combat.history import History
from tracker.combat.records import START, Entry, Head, Move, Reason, Record
from tracker.combat.scene import Combatant, Condition, Cover, Scene, Track, Turn

GAME = "made-up"
MOMENT = "2026-03-01T20:15:00+00:00"


def clock() -> str:
    return MOMENT


class Story:
    """A history and its records, told step by step; ``batches`` are what was put together."""

    def __init__(self, start: Scene | None = None) -> None:
        self.start = start or Scene(GAME)
        self.history = History(self.start)
        self.digests = {START: digest(self.start)}

    @property
    def records(self) -> list[Record]:
        return self.history.records

    def entry(self, *events: Event, parent: int | None = None, origin: int | None = None, text: str = "") -> Entry:
        """One thing done after ``parent``, by default where the head is."""
        history = self.history
        above = history.head if parent is None else parent
        old = history.scene_at(above)
        new = fold(old, events)
        id = history.next_id
        self.digests[id] = digest_after(self.digests[above], old, new)
        text = text or f"Thing {id} happened to “Savar” \\ — and to others."
        why = (Reason("pool", "smooth", 3, "the seed"),) if id % 3 == 0 else ()
        dice = (ThrownDice("result", 6, (1, 6, id % 6 + 1)),) if id % 4 == 0 else ()
        state = hexed(self.digests[id])
        entry = Entry(id, above, MOMENT, f"do {id}", text, events, why, dice, origin=origin, state=state)
        history.add(entry)
        return entry

    def move(self, to: int, by: Move, replaced: int | None = None) -> Head:
        head = Head(self.history.next_id, to, by, replaced)
        self.history.add(head)
        return head

    def rebase(self, target: int) -> list[Record]:
        """Take an entry out of the story and play the later ones again on what stood before it."""
        history = self.history
        old, later = history.head, [each for each in history.story if each > target]
        made: list[Record] = []
        above = history.entries[target].parent
        for each in later:
            entry = self.entry(*history.entries[each].events, parent=above, origin=history.entries[each].first)
            made.append(entry)
            above = entry.id
        return [*made, self.move(above, "rebase", old)]

    def step(self, rng: random.Random) -> Sequence[Record]:
        """One thing a game master might do, as the records it makes."""
        history = self.history
        kind = rng.random()
        if kind < 0.12 and (to := history.undo_target()) is not None:
            return [self.move(to, "undo")]
        if kind < 0.2 and (to := history.redo_target()) is not None:
            return [self.move(to, "redo")]
        if kind < 0.25 and history.entries:
            return [self.move(rng.choice([START, *history.entries]), "goto")]
        if kind < 0.3 and len(history.story) > 1:
            return self.rebase(rng.choice(history.story))
        return [self.entry(*(self.event(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))))]

    def event(self, rng: random.Random) -> Event:
        names = tuple(self.history.scene.combatants) or ("Nobody",)
        some = tuple(rng.sample(names, rng.randint(1, len(names))))
        number = rng.randint(0, 9)
        fighter = Combatant("", "enemies", "Goons", tracks={"grit": Track(3, 3)}, weapons={"pistol": {"loaded": True}})
        return rng.choice(
            (
                Joined((f"Goon {self.history.next_id}",), fighter),
                TrackBecame(some, "grit", number, 12, None),
                FieldBecame(some, "wounds", [{"where": "arm", "deep": number}], None),
                ConditionCame(some, Condition("hurt", rounds=number)),
                CoverBecame(some, Cover("partial", "upturned table")),
                SpentBecame(some, ("action",)),
                OutBecame(some, rng.choice((None, "dead"))),
                HiddenBecame(some, bool(number % 2)),
                WeaponBecame(some, "pistol", {"loaded": False, "mags": number} if number else None),
                BandBecame(names[0], some, rng.choice(("close", "far"))),
                TurnCame(Turn(number, "action", "heroes", None)),
                SceneFieldBecame("pending", [{"from": names[0], "dice": [1, 2, number]}]),
                SettingBecame("gritty", bool(number % 2)),
                TitleBecame(f"Ränge & Rauch {number}"),
                PromptCame(self.history.scene.asked + 1, some, "bad-box", "Which?", ("hurt", "nervous")),
                Left(some[:1]),
                EncounterBegan("The Dock", names, "medium"),
            )
        )


def told(seed: int, steps: int) -> Story:
    """A whole story of ``steps`` steps."""
    story, rng = Story(), random.Random(seed)
    for _ in range(steps):
        story.step(rng)
    return story
