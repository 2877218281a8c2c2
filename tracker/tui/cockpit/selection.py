"""The GM's selection: the selected combatant, those picked, the target, the focused pane and the filter."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from tracker.combat.model import Model
from tracker.combat.scene import Scene, Turn
from tracker.commands.parser import dealt, phrases
from tracker.rules.action import Action
from tracker.rules.command import is_aim, is_who
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantsParam
from tracker.rules.verbs.range import Nearer
from tracker.session import Session
from tracker.tui.cockpit import view
from tracker.tui.cockpit.log_model import StoryLog

LOOKED_BACK: Final = 300  # the number of entries to search


class Fought:
    """Looks through the actions of the log backwards; what was done before the session was opened is read, once."""

    def __init__(self, session: Session) -> None:
        self._system, self._history, self._done = session.system, session.history, session.done
        self._known: dict[int, dict[str, str]] = {}

    def targets(self, actor: str, scene: Scene) -> list[tuple[str, int]]:
        """Return an actor's targets, each with its entry, the last one first."""
        story = self._history.story[-LOOKED_BACK:][::-1]
        for id_ in story:
            if id_ not in self._known:
                done = self._done.get(id_)
                command = self._history.entries[id_].command
                self._known[id_] = self._read_aims(command, scene) if done is None else _aims(done)
        return [(self._known[id_][actor], id_) for id_ in story if actor in self._known[id_]]

    def _read_aims(self, command: str, scene: Scene) -> dict[str, str]:
        aims: dict[str, str] = {}
        with suppress(InvalidCommand):
            for phrase in phrases(command):
                kind = self._system.actions.get(phrase.verb.removesuffix("!"))
                if kind is not None and any(map(is_aim, kind.in_order)):
                    words = [*dealt(phrase, self._system, scene)]
                    actor = next((text for parameter, text in words if parameter.attr == "actor"), None)
                    target = next((text for parameter, text in words if is_aim(parameter)), None)
                    aims |= {actor: target} if actor is not None and target is not None else {}
        return aims


def _are_friends(scene: Scene, actor: str, name: str) -> bool:
    one, other = scene.combatants.get(actor), scene.combatants.get(name)
    return one is not None and other is not None and one.side == other.side


def _aims(actions: Iterable[Action]) -> dict[str, str]:
    aims: dict[str, str] = {}
    for action in actions:
        aimed = (getattr(action, spec.attr) for spec in type(action).in_order if is_aim(spec))
        actor, target = getattr(action, "actor", None), next((name for name in aimed if name), None)
        if isinstance(actor, str) and target is not None:
            aims[actor] = target if isinstance(target, str) else ",".join(target)
    return aims


class Chosen(Model):
    """A target chosen by hand, with the length of the history and the turn then, and whether they were already out."""

    name: str
    since: int
    turn: Turn
    out: bool


class Selection:
    """The selection. Nothing here changes the fight.

    ``chosen`` is the target chosen by hand; ``needle`` is the filter's text;
    ``log_at`` is the selected line of the log, None while the log follows its newest line; ``opened`` are the lines of
    the log whose reasons are shown. A folded line is selected when one of its members is; that member acts.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.follow_game()
        self.selected: str | None = None
        self._by_turn = True  # whether the selected one was not selected by hand
        self.chosen: str | None = None
        self._chosen_in: Turn | None = None
        self._turn_began = session.scene
        self.aims_by_hand: dict[str, Chosen] = {}
        self._named: dict[str, str] = {}  # whom an actor's chosen target names, without the others of a folded group
        self.picked: frozenset[str] = frozenset()
        self.clicked: str | None = None  # who was clicked last, if nothing was done since
        self.needle = ""
        self.folds: view.Folds = frozenset()
        self.by_turns = self.follows_acts = False
        self.pane: view.PaneName = "combatants"
        self.zoomed = False
        self.inspect = False
        self.chances = False
        self.log_at: int | None = None
        self.opened: frozenset[int] = frozenset()
        self.select_first()

    def follow_game(self) -> None:
        """Switch to the current game."""
        session = self._session
        self._system = session.system
        self._list: tuple[Scene, tuple[str, view.Folds, bool], view.Listed] | None = None
        self._fought = Fought(session)
        self._log = StoryLog(session.system, session.history)

    @property
    def _scene(self) -> Scene:
        return self._session.scene

    def listed(self) -> view.Listed:
        """Return the lines of the list, filtered and folded."""
        scene, known = self._scene, self._list
        shown = (self.needle, self.folds, self.by_turns)
        if known is not None and known[0] is scene and known[1] == shown:
            return known[2]
        if known is None or known[1] != shown or not view.lists_alike(self._system, known[0], scene, self.by_turns):
            lines = view.listed(self._system, scene, *shown)
        else:
            lines = known[2]
        self._list = scene, shown, lines
        return lines

    def lines_for(self, names: Iterable[str], actor: str = "") -> dict[str, str]:
        """Return the lines for names, each with its target, or a member who is up.

        A folded group is a single line; as targets of an ``actor``, only its members that are equally hard to hit.
        """
        scene, aimed = self._scene, self.target()
        lines = {}
        for called, members in view.gathered(names, self.listed().folded).items():
            alike: dict[str, list[str]] = {}
            for name in members:
                who = scene.combatants[name]
                key = (who.cover, who.conditions, who.fields, scene.band(actor, name)) if actor else ()
                alike.setdefault(repr(key), []).append(name)
            for same in alike.values():
                up = next((name for name in same if scene.combatants[name].out is None), same[0])
                own = called if len(alike) == 1 else same[0] if len(same) == 1 else f"{same[0]} ×{len(same)}"
                lines[own] = aimed if aimed is not None and aimed in same else up
        return lines

    def names(self) -> list[str]:
        """Return everybody in the filtered list."""
        wanted = self.needle.casefold()
        return [name for name in self._everybody(self._scene) if wanted in name.casefold()]

    def _everybody(self, scene: Scene) -> list[str]:
        return [name for section in view.sections_of(self._system, scene, self.by_turns) for name in section.names]

    def fold(self) -> view.Fold | None:
        """Return the selected folded line, or None."""
        return self.listed().folded.get(self.selected or "")

    def turn_fold(self, folded: bool, name: str = "") -> None:
        """Fold the group of a combatant, or unfold it; that of the selected one if none is named."""
        combatant = self._scene.combatants.get(name or self.selected or "")
        if combatant is not None and combatant.group:
            others = {(group, how) for group, how in self.folds if group != combatant.group}
            self.folds = frozenset({*others, (combatant.group, folded)})
            self._settle_in_fold()

    def actors(self) -> tuple[str, ...]:
        """Return the actors: everybody picked, in list order, filtered out or not; else all in the selected line."""
        picked = tuple(name for name in self._everybody(self._scene) if name in self.picked) if self.picked else ()
        return picked or self.line_of(self.selected)

    def line_of(self, name: str | None) -> tuple[str, ...]:
        """Return everybody in the line of a combatant: those of a folded group, else only that one."""
        fold = self.listed().folded.get(name or "")
        return fold.names if fold is not None else (name,) if name is not None else ()

    @property
    def actor(self) -> str | None:
        """Return the combatant a key applies to: the selected one; if only others are picked, the first of them."""
        actors = self.actors()
        return self.selected if self.selected in actors else next(iter(actors), None)

    def _settle_in_fold(self) -> None:
        fold = self.fold()
        if fold is not None and not (self.selected and self._system.clock.may_act(self._scene, self.selected)):
            self.selected = view.next_to_act(self._system, self._scene, fold.names)

    def select_first(self) -> None:
        """Select the first who may act, else the first in the list."""
        names = self.names()
        able = (name for name in names if self._system.clock.may_act(self._scene, name))
        self.selected = next(able, names[0] if names else None)

    def select(self, name: str, by_turn: bool = False) -> None:
        """Select a combatant, if they are in the fight; ``by_turn`` because it is theirs, not by hand."""
        if name in self._scene.combatants:
            self.selected, self._by_turn = name, by_turn

    @property
    def goes_alone(self) -> bool:
        """Return whether a turn selected one of a folded line, who moves without the others."""
        return self._by_turn and not self.picked and self._scene.turn.name == self.selected

    def step(self, by: int) -> None:
        """Move the selection down by that many lines, clamped to the ends."""
        names, fold = self.listed().names(), self.fold()
        if names:
            here = fold.names[0] if fold is not None else self.selected
            at = names.index(here) if here in names else (-1 if by > 0 else len(names))
            to = max(0, min(len(names) - 1, at + by))
            if to != at:
                self.select(names[to])
                self._settle_in_fold()

    def pick(self, name: str | None = None) -> None:
        """Pick everybody in the line of a combatant, or unpick them; None for the selected one."""
        here = frozenset(self.line_of(name or self.selected))
        self.picked = self.picked - here if here <= self.picked else self.picked | here

    def add(self, name: str) -> None:
        """Pick a line as ``pick`` does; the one clicked before is the first of those picked."""
        first = self.line_of(self.clicked) if self.clicked in (self.selected, self.target()) else ()
        if not self.picked and name not in first:
            self.picked = frozenset(first)
        self.clicked = None
        self.pick(name)

    def unpick(self) -> None:
        """Pick nobody any more."""
        self.picked, self.clicked = frozenset(), None

    def span(self, name: str) -> None:
        """Pick everybody in the lines from the selected one to that of a combatant, who is then selected."""
        lines = [self.line_of(each) for each in self.listed().names()]
        places = [at for at, line in enumerate(lines) if name in line or self.selected in line]
        between = lines[min(places) : max(places) + 1] if places else []
        self.picked |= {member for line in between for member in line}
        self.select(name)

    def narrow(self, text: str) -> None:
        """Filter by this text."""
        self.needle = text
        self.log_at = None
        names = self.names()
        if names and self.selected not in names:
            self.selected = names[0]

    def show(self, pane: view.PaneName) -> None:
        """Focus a pane."""
        self.pane = pane
        self.inspect = False

    def next_pane(self, by: int) -> None:
        """Focus the pane that many further on."""
        self.show(view.PANES[(view.PANES.index(self.pane) + by) % len(view.PANES)])

    @property
    def in_log(self) -> bool:
        """Return whether the log has the focus."""
        return self.pane == "log" and not self.inspect

    def back(self) -> None:
        """Go back one step: close the sheet, unpick, clear the filter, unzoom, leave the pane."""
        if self.inspect:
            self.inspect = False
        elif self.picked:
            self.unpick()
        elif self.needle:
            self.narrow("")
        elif self.zoomed:
            self.zoomed = False
        else:
            self.log_at = None
            self.show("combatants")

    def aim(self, name: str, by_name: bool = False) -> None:
        """Choose the target of forms, until the actor fights somebody else; ``by_name`` without its folded group."""
        self.chosen, self._chosen_in = name, self._scene.turn
        self._named[self.actor or ""] = name if by_name else ""
        self.hold(name)

    def hold(self, name: str | None) -> None:
        """Keep a target for the actor alone, such as one who was moved and may be moved on."""
        if self.actor is not None and name is not None:
            since, out = len(self._session.history.records), not self._is_up(name)
            self.aims_by_hand[self.actor] = Chosen(name, since, self._scene.turn, out)

    def target(self) -> str | None:
        """Return the target of forms."""
        return self.target_of(self.actor) if self.actor is not None else None

    def target_of(self, actor: str) -> str | None:
        """Return an actor's target: one chosen by hand unless they fought since, else the last foe up or the likeliest.

        Whom they are committed to attack comes before the one fought last, and so does who is beside them alone. In the
        turn of a foe, one who went away from beside them comes first.
        A combatant who is out is a target only if chosen while out; a friend only for the actor who chose them, in that
        turn and until they have done something for a friend.
        """
        chosen, aims = self.aims_by_hand.get(actor), self._fought.targets(actor, self._scene)
        if (left := self._left(actor)) and (chosen is None or chosen.turn != self._scene.turn):
            return left
        fought = [aim for aim in aims if not _are_friends(self._scene, actor, aim[0])]
        last = fought
        if chosen is not None and _are_friends(self._scene, actor, chosen.name):
            chosen, last = chosen if chosen.turn == self._scene.turn else None, aims
        if chosen is not None and chosen.name != actor and (not last or last[0][1] <= chosen.since):
            if self._is_up(chosen.name) or (chosen.out and chosen.name in self._scene.combatants):
                return chosen.name
        if due := [name for name in self._system.due_targets(self._scene, actor) if self._is_up(name)]:
            return due[0]
        if (foe := next((name for name, _ in fought if self._is_foe(actor, name)), "")) and self._is_near(actor, foe):
            return foe
        if self.chosen is not None and not fought and self._is_foe(actor, self.chosen):
            return self.chosen
        return next(iter(self._system.likely_targets(self._scene, actor)), None)

    def _is_up(self, name: str) -> bool:
        combatant = self._scene.combatants.get(name)
        return combatant is not None and combatant.out is None

    def _is_foe(self, actor: str, name: str) -> bool:
        return self._is_up(name) and actor in self._scene.combatants and not _are_friends(self._scene, actor, name)

    def _left(self, actor: str) -> str:
        """Return the foe who went away from beside an actor in this turn of a foe; an empty text if there is none."""
        scene, began, bands = self._scene, self._turn_began.band, self._system.band_names
        foes = self._system.likely_targets(scene, actor) if self._is_foe(actor, scene.turn.name or "") else ()
        return next((foe for foe in foes if began(actor, foe) == bands(scene)[0] != scene.band(actor, foe)), "")

    def _is_near(self, actor: str, name: str) -> bool:
        """Return whether somebody is as near as the nearest target, or nobody is beside the actor."""
        nearest = next(iter(self._system.likely_targets(self._scene, actor)), name)
        bands = {self._scene.band(actor, other) for other in (nearest, name)}
        return len(bands) == 1 or self._system.band_names(self._scene)[0] not in bands

    def friend(self, helped: Sequence[str]) -> str | None:
        """Return the friend to help: the one just chosen, unless one helps oneself alone, else the one most in need."""
        by_hand, now = self.aims_by_hand.get(self.actor or ""), len(self._session.history.records)
        if by_hand is not None and by_hand.since == now and self._friendly(by_hand.name) and [*helped] != [self.actor]:
            return by_hand.name
        return next(iter(helped), None)

    def _friendly(self, name: str) -> bool:
        return self.chosen == name and self.actor is not None and _are_friends(self._scene, self.actor, name)

    def _fold_acts(self) -> bool:
        return not self.picked and self.fold() is not None

    def all_of_them(self, out: bool = False) -> str:
        """Return the actors as a list of names; a whole group by its name.

        In a folded line those who are out are omitted if others are up, unless with ``out``.
        """
        actors = self.actors()
        return self.written(actors, out) if self._fold_acts() else ",".join(actors)

    def written(self, line: Sequence[str], out: bool = False, most: int = 0) -> str:
        """Return those in a line who are up, or ``most`` of them, or with ``out`` all; a whole group by its name."""
        combatants = self._scene.combatants
        meant = line if out else [name for name in line if combatants[name].out is None][: most or None] or line
        group = combatants[line[0]].group
        whole = group and group not in combatants and set(meant) == set(self._scene.group(group))
        return str(group) if whole else ",".join(meant)

    def fill(self, kind: type[Action], weapon: str = "") -> tuple[dict[str, str], tuple[str, ...]]:
        """Return the default texts of a form, and the actors to repeat its line for.

        The texts are by the attribute of a parameter: who acts, and on whom with a weapon. The actors are empty if the
        action takes several at once.
        """
        filled: dict[str, str] = {}
        repeated: tuple[str, ...] = ()
        people = [parameter for parameter in kind.in_order if is_who(parameter)]
        actors = self.actors()
        if people and actors:
            first = people[0]
            if isinstance(first.type, CombatantsParam):
                alone = self.goes_alone and issubclass(kind, Nearer)
                filled[first.attr] = str(self.selected) if alone else self.all_of_them()
            else:
                repeated = self._able(kind, actors)
                filled[first.attr] = repeated[0]
        helped = kind.helped(self._system.silent(self._scene), filled.get("actor", ""), weapon) if people[1:] else None
        for parameter in people[1:]:
            aimed = self.friend(helped) if helped is not None else self.target_of(filled.get("actor", self.actor or ""))
            if aimed is not None and (helped is not None or is_aim(parameter) or self._friendly(aimed)):
                folded = kind.by_hand and isinstance(parameter.type, CombatantsParam)
                folded = folded and self._named.get(self.actor or "") != aimed
                filled[parameter.attr] = self.written(self.line_of(aimed)) if folded else aimed
                break
        return filled | self.aims(kind, filled.get("actor", "")), repeated

    def _able(self, kind: type[Action], actors: tuple[str, ...]) -> tuple[str, ...]:
        """Return those who do this, of a folded line one: nobody who is out and so cannot or has used what it takes."""
        scene, system, main = self._scene, self._system, next(iter(dict(self._system.turn_actions)), "")
        alone, folded = self._fold_acts(), self.listed().folded
        names = (str(self.selected), *actors) if alone else actors
        able = [name for name in names if not (scene[name].out and system.objection_to(scene, kind, name))] or names
        costs = kind.cost == main or kind.verb == system.roles.get("main")
        if costs and not self._is_foe(names[0], scene.turn.name or ""):  # Then it is a reaction.
            done = {name for name in able if name in folded and main in scene[name].spent}
            able = [name for name in able if name not in done or system.acts_again(scene, name)] or able
        return tuple([name for name in able if self._left(name)] or able)[:1] if alone else tuple(able)

    def aims(self, kind: type[Action], actor: str) -> dict[str, str]:
        """Return the target chosen by hand this turn and still up, for an option that the game does not fill in."""
        late, name = self._chosen_in != self._scene.turn, self.chosen or ""
        if late or not self._is_up(name) or name in (self.actor, actor):  # An aim of an earlier turn is over.
            return {}
        known = self._system.form_defaults(self._scene, kind.verb, {"actor": actor})
        options = [parameter.attr for parameter in kind.in_order if parameter.kind == "option" and is_aim(parameter)]
        return {attr: name for attr in options if attr not in known}

    def story_log(self) -> StoryLog:
        """Return the lines of the filtered log."""
        self._log.refresh(self.needle)
        return self._log

    def settle(self, before: Scene) -> None:
        """Update the selection after the fight changed; a newcomer is selected, several of a party or encounter not."""
        scene = self._scene
        if self.chosen not in scene.combatants:
            self.chosen = None
        self.clicked = None
        self._turn_began = self._turn_began if scene.turn == self._turn_began.turn else scene
        new = {who.group or name: name for name, who in scene.combatants.items() if name not in before.combatants}
        came = next(iter(new.values())) if len(new) == 1 and scene.encounter == before.encounter else None
        if self.selected not in scene.combatants:
            self._select_near(before)
        elif came is not None and before.combatants and scene.turn == before.turn and came in self.names():
            self.selected = came
        elif scene.turn != before.turn:
            coming = self._system.clock.status(scene).to_act if scene.order else ()
            active = scene.turn.name or next(iter(coming), None)
            if active in scene.combatants:
                self.select(str(active), by_turn=True)
            elif self.selected and not self._system.clock.may_act(scene, self.selected):
                self.select_first()
        elif self.follows_acts and self.selected in before.combatants:
            self._follow_act(before)
        self._settle_in_fold()

    def _follow_act(self, before: Scene) -> None:
        selected, may_act = self.selected, self._system.clock.may_act
        if selected is None or not may_act(before, selected) or may_act(self._scene, selected):
            return
        names = self.names()
        at = names.index(selected) if selected in names else -1
        able = (name for name in (*names[at + 1 :], *names[: max(at, 0)]) if may_act(self._scene, name))
        self.selected = next(able, selected)

    def _select_near(self, before: Scene) -> None:
        names = self.names()
        old = self._everybody(before)
        at = old.index(self.selected) if self.selected in old else 0
        self.selected = next((name for name in (*old[at:], *reversed(old[:at])) if name in names), None)
        if self.selected is None:
            self.select_first()
