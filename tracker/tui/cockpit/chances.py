"""The throws and chances of actions: computed between frames, cached until the fight changes."""

import time
from typing import TYPE_CHECKING, Final

from tracker.combat.scene import Scene
from tracker.commands.parser import Ruled
from tracker.commands.resolve import preview, throw_of
from tracker.foresight.choices import Alike
from tracker.rules.action import Action
from tracker.rules.throw import Throw, percent
from tracker.rules.view import Odds

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller

MOST_KEPT: Final = 5_000  # the greatest number of cached actions
OUT_OF_REACH: Final = "×"  # what stands before why a weapon does not go
SLICE: Final = 0.005  # the seconds of work after which keys are handled again
MOST_ATTEMPTS: Final = 6  # the most weapons whose throws stand on the selected combatant's card


class Chances:
    """The throws and odds of actions in the current scene."""

    def __init__(self, controller: "Controller") -> None:
        self._controller, self._system, self._host = controller, controller.system, controller.host
        self._targets: tuple[Scene, str, tuple[tuple[str, Action], ...]] | None = None
        self._weapons: tuple[Scene, str, str, tuple[tuple[str, Action | None, tuple[str, str]], ...]] | None = None
        self._scene: Scene | None = None
        self._throws: dict[Action, Throw | None] = {}
        self._odds: dict[Action, Odds | None] = {}
        self._waiting: dict[Action, None] = {}
        self._alike = Alike(MOST_ATTEMPTS)

    def throw(self, action: Action) -> Throw | None:
        """Return the throw of an action; None if it throws nothing."""
        scene = self._settle()
        if action not in self._throws:
            self._throws[action] = throw_of(self._system, scene, action)
        return self._throws[action]

    def odds(self, action: Action, then: Scene | None = None) -> Odds | None:
        """Return the odds of an action, ``then`` at once, else as soon as they are computed; None without any."""
        scene = self._settle()
        if then is not None and then is not scene:
            return self._alike.odds(self._system, then, action)
        if then is not None and action not in self._odds:
            self._odds[action] = self._alike.odds(self._system, scene, action)
        if action not in self._odds and action not in self._waiting:
            self._waiting[action] = None
            if len(self._waiting) == 1:
                self._host.idle(self._work)
        return self._odds.get(action)

    def on_board(self) -> tuple[tuple[str, str], ...]:
        """Return the chance of the main action against each target, by name, if the board shows it."""
        controller, scene = self._controller, self._controller.scene
        verb, actor = self._system.roles.get("odds"), controller.selection.selected
        if not controller.selection.chances or verb is None or actor is None:
            return ()
        if self._targets is None or self._targets[0] is not scene or self._targets[1] != actor:
            targets = self._system.likely_targets(scene, actor)
            aimed = ((name, controller.aimed(verb, actor, name)) for name in targets)
            self._targets = scene, actor, tuple((name, action) for name, action in aimed if action is not None)
        known = ((name, self.odds(action)) for name, action in self._targets[2])
        return tuple((name, "×" if odds.refused else percent(odds.success)) for name, odds in known if odds is not None)

    def by_weapon(self, target: str | None) -> tuple[tuple[str, str, str], ...]:
        """Return each weapon of the selected one, the dice after a hit on the target, and its throw in words."""
        controller, scene = self._controller, self._controller.scene
        verb, actor = self._system.roles.get("odds"), controller.selection.selected
        combatant = scene.combatants.get(actor or "")
        if verb is None or combatant is None or actor is None or not target or combatant.out is not None:
            return ()
        if actor != controller.selection.actor:
            return ()  # The target is that of those who are picked.
        if self._weapons is None or self._weapons[0] is not scene or self._weapons[1:3] != (actor, target):
            known = tuple(combatant.weapons) if "weapon" in self._system.actions[verb].parameters else ()
            of, weapons = self._system.weapon_verb, known[:MOST_ATTEMPTS] or ("",)
            verbs = {weapon: (of(combatant, weapon) if weapon else None) or verb for weapon in weapons}
            kinds, asking = self._system.actions, self._system.silent(scene)
            actions = (
                (weapon or verb, controller.aimed(by, actor, target, weapon))
                for weapon, by in verbs.items()
                if "target" in kinds[by].parameters and kinds[by].goes_with(asking, actor, weapon)
            )
            self._weapons = scene, actor, target, tuple((*known, self._unthrown(known[1])) for known in actions)
        if not self._weapons[3]:
            return tuple((called, "", said) for called, said in self._system.demands(scene, actor))
        said: list[tuple[str, str, str]] = []
        for called, action, (objected, unthrown) in self._weapons[3]:
            throw, odds = (self.throw(action), self.odds(action)) if action is not None else (None, None)
            words = throw.in_words(None, throw.actor != actor, scene) if throw is not None else unthrown
            # What the key of the main action does not open names its own verb.
            words = f"{action.verb}: {words}" if action is not None and words and action.verb != verb else words
            short = action.hindrance(self._system.silent(scene)) if action is not None else ""
            refused = f"{OUT_OF_REACH} {short}" if short else ""
            if objection := odds.refused[0] if odds is not None and odds.refused else objected:
                refused = f"× {objection.partition('. ')[0].rstrip('.')}"
            # What decides comes first: where there is little room the end is cut.
            told = throw is not None and (throw.wanted or throw.against)
            share = f"{percent(odds.success)} {throw.comes}".rstrip() if throw and odds is not None and told else ""
            after = "+".join(dice for _, dice in throw.after).replace(" ", "") if throw else ""
            said.append((called, after, " · ".join(filter(None, (refused, share, words)))))
        return tuple(said)

    def _unthrown(self, action: Action | None) -> tuple[str, str]:
        """Return why an action that has no throw of its own, such as a cure, is refused, and its dice."""
        if action is None or self.throw(action) is not None:
            return "", ""
        seen = preview(self._system, self._settle(), (Ruled(action),))
        return "".join(seen.objections[:1]), seen.throws

    def _settle(self) -> Scene:
        scene = self._controller.scene
        if self._scene is not scene or len(self._throws) + len(self._odds) > MOST_KEPT:
            self._scene = scene
            self._throws, self._odds, self._waiting = {}, {}, {}
            self._alike = Alike(MOST_ATTEMPTS)
        return scene

    def _work(self) -> None:
        """Compute the requested odds; the rest is rescheduled when a key might have to wait."""
        scene, began = self._controller.scene, time.perf_counter()
        while self._scene is scene and self._waiting:
            action = next(iter(self._waiting))
            del self._waiting[action]
            self._odds[action] = self._alike.odds(self._system, scene, action)
            if self._waiting and time.perf_counter() - began > SLICE:
                self._host.idle(self._work)
                return
