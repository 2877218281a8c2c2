"""Any order of doing, undoing, redoing, going, revoking, saving, reloading and crashing, against a plain model."""

from __future__ import annotations

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.digest import digest
from tracker.combat.events import Event, fold
from tracker.combat.history import History
from tracker.combat.records import START, Record
from tracker.combat.scene import Scene
from tracker.storage.journal import Journal
from tracker.storage.reader import load

pytestmark = pytest.mark.slow

PATH = "fight.json"


class Model:
    """What the game master would say happened: for each entry the whole list of what led to it, and where we are."""

    def __init__(self) -> None:
        self.past: dict[int, tuple[Event, ...]] = {START: ()}
        self.parent: dict[int, int] = {}
        self.head = START
        self.undone: list[int] = []

    def done(self, id: int, events: tuple[Event, ...]) -> None:
        self.past[id] = (*self.past[self.head], *events)
        self.parent[id], self.head, self.undone = self.head, id, []

    def scene(self) -> Scene:
        return fold(Scene(GAME), self.past[self.head])


class Evening(RuleBasedStateMachine):
    """A session on a simulated disk; whatever is done to it, it holds what the model says."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = SimDisk(random.Random(4))
        self.save = Journal.create(PATH, GAME, clock, "id", disk=self.disk)
        self.story = Story()
        self.model = Model()
        self.rebased: dict[int, int] = {}

    @property
    def history(self) -> History:
        return self.story.history

    def put(self, *records: Record) -> None:
        self.save.append(records)

    @rule(seed=st.integers(0, 10_000))
    def do(self, seed: int) -> None:
        entry = self.story.entry(self.story.event(random.Random(seed)))
        self.put(entry)
        self.model.done(entry.id, entry.events)

    @precondition(lambda self: self.history.undo_target() is not None)
    @rule()
    def undo(self) -> None:
        to = self.history.undo_target()
        assert to is not None
        self.put(self.story.move(to, "undo"))
        self.model.undone.append(self.model.head)
        # A rebase is taken back as one; everything else leads to what stood before.
        self.model.head = self.rebased.get(self.model.head, self.model.parent[self.model.head])
        assert self.history.head == self.model.head

    @precondition(lambda self: self.model.undone)
    @rule()
    def redo(self) -> None:
        to = self.model.undone.pop()
        assert self.history.redo_target() == to
        self.put(self.story.move(to, "redo"))
        self.model.head = to

    @rule(data=st.data())
    def goto(self, data: st.DataObject) -> None:
        to = data.draw(st.sampled_from(sorted(self.model.past)))
        self.put(self.story.move(to, "goto"))
        self.model.head, self.model.undone = to, []

    @rule()
    def reload(self) -> None:
        self.save.close()
        self.save, loaded = Journal.open(PATH, clock=clock, disk=self.disk)
        assert loaded.condition == "clean"
        self.take(loaded.history)

    @rule(power=st.booleans())
    def crash(self, power: bool) -> None:
        if power:
            self.disk.power_cut()
        else:
            self.disk.killed()
        self.save, loaded = Journal.open(PATH, clock=clock, disk=self.disk)
        self.take(loaded.history)

    def take(self, history: History) -> None:
        assert history.records == self.history.records
        self.story.history = history

    @invariant()
    def the_scene_is_the_models(self) -> None:
        assert self.history.scene == self.model.scene()
        assert digest(self.history.scene) == self.story.digests[self.history.head]

    @invariant()
    def the_file_is_whole(self) -> None:
        loaded = load(PATH, disk=self.disk)
        assert loaded.condition == "clean"
        assert loaded.history.head == self.model.head
        assert loaded.history.story == self.history.story


class EveningWithRebases(Evening):
    """The same with entries taken out of the story."""

    @precondition(lambda self: len(self.history.story) > 1)
    @rule(data=st.data())
    def revoke(self, data: st.DataObject) -> None:
        # The last one taken out leaves nothing to play again: that is an undo under another name.
        target = data.draw(st.sampled_from(self.history.story[:-1]))
        old, later = self.history.head, [each for each in self.history.story if each > target]
        entry = self.story.rebase(target)
        self.put(*entry)
        at = self.model.parent[target]
        for new, each in zip(entry, later, strict=False):
            self.model.past[new.id] = (*self.model.past[at], *self.history.entries[each].events)
            self.model.parent[new.id] = at
            at = new.id
        self.model.head, self.model.undone = at, []
        self.rebased[at] = old


# The number of examples comes from the profile: few in the suite, thousands in a soak.
_MANY = settings.default.max_examples >= 1000 if settings.default else False
_SETTINGS = (
    settings(max_examples=2000, stateful_step_count=50) if _MANY else settings(max_examples=20, stateful_step_count=25)
)

TestEvening = Evening.TestCase
TestEvening.settings = _SETTINGS
TestEveningWithRebases = EveningWithRebases.TestCase
TestEveningWithRebases.settings = _SETTINGS
