"""The controller of the cockpit: handles keys, carries out intents, returns a view to paint; it knows no widgets."""

from collections.abc import Callable, Mapping
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Final

from tracker.combat.scene import Scene, Turn
from tracker.commands.parser import CommandLine, Ruled, ruled
from tracker.commands.resolve import Preview
from tracker.commands.walks import FORECAST
from tracker.commands.writer import in_words
from tracker.rules.action import Action
from tracker.rules.command import is_who
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote, spaced
from tracker.rules.throw import Throw
from tracker.rules.view import GroupAction, Odds
from tracker.session import Done, Session
from tracker.storage.errors import NotSaved
from tracker.tui.cockpit.actions import Actions
from tracker.tui.cockpit.chances import Chances
from tracker.tui.cockpit.mouse import aimed_at, clicked, dragged
from tracker.tui.cockpit.selection import Selection
from tracker.tui.cockpit.view import Click, Drag, Saving, TurnTimes, View
from tracker.tui.host import Host
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.slices import AT_ONCE, Work
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.command_bar import CommandBar
from tracker.tui.strip.edit import Edit
from tracker.tui.strip.form import Form
from tracker.tui.strip.notice import Progress, Ruling, SaveAs, TextView

if TYPE_CHECKING:
    from tracker.players.table import Proposal

HABIT: Final = 1.0  # the seconds in which an enter behind a key that acted at once is one typed from habit
SOON: Final = 0.5  # the seconds after which the progress of a command is shown

ENDS: Final = "end"  # the verb that ends a fight, in the games that have one
JOINS: Final = ("add", "bring")  # the verbs that let somebody join: one wish, so one list of who may
STEPS: Final = ("nearer", "farther", "range")  # the verbs of distances, which are often repeated for the same people


class Controller(strip.Cockpit):
    """A session on the screen: keys go to the open strip view, or perform their action in the cockpit."""

    def __init__(self, session: Session, host: Host, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        self.session = session
        self.system = session.system
        self.host: Host = host
        self.keymap = keys or keymap()
        self.glyphs = glyphs
        self.selection = Selection(session)
        self.mode: strip.StripView | None = None
        self.told: tuple[str, ...] = ()
        self.typed_lines: list[str] = []
        self._previewed: tuple[CommandLine, int, Preview] | None = None
        self.saving = Saving()  # the state of the session's file
        self._clock = TurnTimes()
        self._asked: tuple[strip.StripView | None, str, Turn] | None = None
        self.actions = Actions(self)
        self._work: Work[Done] | None = None
        self._beneath: strip.StripView | None = None
        self._touched: strip.StripView | None = None
        """The view of the strip that has been typed into, if it is still open."""
        self.clicked = ""  # the target of the last click, if no key was pressed since
        self.dragged: Drag | None = None  # what letting go now would do
        self._edited: Proposal | None = None
        self._done_at_once = False  # by the key before; an enter soon behind it, typed from habit, is for nothing else
        self._held_back = ""  # the key of such an enter; a letter soon behind it shows that it was meant
        self._pressed = 0.0  # when the key before was pressed

    def view(self) -> View:
        """Return the picture to paint."""
        self.follow_game()
        history, selection, options = self.session.history, self.selection, self.host.options
        selection.by_turns, selection.follows_acts = options.order == "turns", options.follow == "acts"
        prompts, pending = strip.asked(self.system, self.scene)
        return View(
            self.system,
            self.scene,
            history,
            history.head,
            len(history.records),
            selection.selected,
            target := aimed_at(self),
            selection.picked,
            selection.needle,
            selection.pane,
            selection.inspect,
            selection.log_at,
            selection.opened,
            self.saving,
            self.glyphs,
            self.mode.name if self.mode else "",
            len(prompts) + len(pending),
            self.keymap,
            self.chances.on_board(),
            self.actions.openings(),
            self.session.done,
            selection.folds,
            self.clock(),
            selection.listed().folded,
            self.host.page_mark,
            self.chances.by_weapon(target),
            selection.by_turns,
            self.dragged,
            self.mode is not None and not self.mode.yields,
            next((f"{each.name}: {spaced(each.kind)}" for each in prompts if each.name), ""),
        )

    def clock(self) -> tuple[str, ...]:
        """Return how long this turn and this round have lasted, in long and short form; empty if the clock is off."""
        return self._clock.forms(self.session.history, self.host.now()) if self.host.options.clock else ()

    def press(self, key: str, sign: str | None = None) -> None:
        """Handle a key: its name, and its character."""
        self.clicked, self.selection.clicked = "", None
        printable = sign if sign and sign.isprintable() else None
        name = printable if printable and printable != " " else key
        before, self._pressed = self._pressed, self.host.now()
        soon = self._pressed - before <= HABIT
        behind, self._done_at_once = self._done_at_once and soon, False
        meant, self._held_back = self._held_back if soon and (printable or "").isalpha() else "", ""
        if behind and self.keymap.form.get(name) == "apply":
            self._held_back = key
            return
        if self.working:
            way_out = self.keymap.form.get(name)
            if way_out in ("leave-form", "quit"):
                self._work, self.mode, self._beneath = None, self._beneath, None
            if way_out == "quit":
                self.host.leave()
            return
        if self.mode is None and meant:
            self.press(meant)
        if self.mode is None:
            id_ = self.keymap.table.get(name)
            if id_ is not None:
                self.act(id_)
            elif (line := self.lines_of_keys().get(name)) is not None:
                self.actions.open_line(line)
            elif self.keymap.form.get(name) == "foresee":
                self.host.open_screen("forecast")
            return
        id_, helps = self.keymap.form.get(name), self.keymap.table.get(name) == "help"
        touched, self._touched = self._touched is self.mode, self.mode
        if id_ == "quit":
            self.host.leave()
        elif name == strip.LINE and not touched and self.mode.name != "bar":
            # A line of the language begins so, wherever one is; none of its letters answers what has just been opened.
            self.type_line()
        elif id_ is None and printable is None and helps:
            self.host.open_screen("help")
        elif not isinstance(intent := self.mode.press(self, strip.Press(id_, name, printable)), strip.Pass):
            self.carry_out(intent)
            self._done_at_once = id_ is None and (self._done_at_once or isinstance(intent, strip.Run))
        elif helps:
            self.host.open_screen("help")  # What is in the strip is still there afterwards.
        else:
            self.mode = None
            self.press(key, sign)

    def _return(self) -> None:
        if self._asked is not None and (self.mode is None or self.mode is not self._asked[0]) and not self.working:
            _, name, turn = self._asked
            self._asked = None
            if self.scene.turn == turn:
                self.selection.select(name)

    def click(self, click: Click) -> None:
        """Handle a click; ignored while a long command runs."""
        self._done_at_once = False
        if not self.working:
            clicked(self, click)

    def drop(self, target: str, onto: str, held: bool = False) -> None:
        """Handle something dragged onto something else; ignored while a long command runs or a form is open."""
        drag = dragged(self, target, onto) if not self.working and self.mode is None else None
        self.dragged = drag if held else None
        if drag is not None and not held:
            seen_from = self.selection.selected
            self.run(f"range {quote(drag.who)} {quote(drag.whom)} {quote(drag.band)}")
            self.selection.selected = seen_from

    def paste(self, text: str) -> None:
        """Handle a pasted text; ignored without a strip view."""
        self._touched = self.mode
        if self.mode is not None:
            self.carry_out(self.mode.paste(self, text))

    def carry_out(self, intent: strip.Intent) -> None:
        """Carry out the intent of a strip view."""
        view = self.mode
        closing = strip.Close | strip.Pass | strip.Rule | strip.Act | strip.Aim | strip.Dress | strip.Show
        if isinstance(intent, closing):
            self.mode = None
        match intent:
            case strip.Close((selected, picked)):
                self.selection.selected, self.selection.picked = selected, picked
            case strip.Run():
                self._run_of(view, intent)
            case strip.Open(verb, given, who):
                before, turn = self.selection.selected, self.scene.turn
                if who is not None:
                    self.selection.select(who)
                self.open(verb, given)
                if before is not None and self.selection.selected != before:
                    self._asked = self.mode, before, turn
            case strip.OpenSheet(group):
                self._open_group(group)
            case strip.Rule(line):
                self.run(ruled(line))
            case strip.Write(text):
                self.type_line(text)
            case strip.Act(id_):
                self.act(id_)
            case strip.Aim(name, by_name):
                self.selection.aim(name, by_name)
            case strip.Dress(theme):
                self.host.choose_theme(theme)
            case strip.Narrow(text, done):
                self.selection.narrow(text)
                if done:
                    self.mode = None
            case strip.MoveSelection(by):
                self.selection.step(by)
            case strip.Show(screen, about):
                self.host.open_screen(screen, about)
            case strip.SaveCopy(name):
                self._save_copy(name)
            case strip.Settle(proposal, "edit"):
                self._edit_proposal(proposal)
            case strip.Settle() | strip.Admit():
                self._settle_proposal(intent)
        self._return()

    def _run_of(self, view: strip.StripView | None, run: strip.Run) -> None:
        """Carry out the line of a strip view; the phones whose answers are in it are told."""
        here, answers, via = frozenset(self.scene.combatants), view.answers() if view is not None else (), ""
        if answers:
            from tracker.players.table import sent_by

            via = sent_by(*answers)

        def then(trouble: strip.Trouble | None) -> None:
            if view is not None:
                view.trouble = trouble
            for answer in answers if trouble is None else ():
                self.host.players.end(answer)
            if trouble is None and run.edit and (new := set(self.scene.combatants) - here):
                self.mode = Edit(self, tuple(name for name in self.scene.combatants if name in new))
            self._return()

        self.start(run.line, then, keep=run.keep, via=via)

    def _settle_proposal(self, intent: strip.Settle | strip.Admit) -> None:
        players, view = self.host.players, self.mode
        match intent:
            case strip.Settle(proposal, "take"):
                trouble = players.carry_out(proposal)
                if view is not None:
                    view.trouble = strip.Trouble(trouble) if trouble else None
            case strip.Settle(proposal):
                players.decline(proposal)
            case strip.Admit(phone, hero, yes):
                players.admit(phone, hero, yes)
        self.mode = view if players.table.waits else None

    def _edit_proposal(self, proposal: "Proposal") -> None:
        if proposal.program:
            self.carry_out(strip.Write(proposal.line))
            self._edited = proposal
            return
        verb = proposal.line.partition(" ")[0]
        given = {name.replace("-", "_"): text for name, text in proposal.fields.items()}
        self.mode = None
        self.selection.select(proposal.hero)
        if verb in self.system.actions:
            self.mode = self.form(verb, {"actor": proposal.hero, **given})
        self._edited = proposal

    def take_over(self, line: CommandLine, via: str) -> str:
        """Carry out a line that came from outside at once, under whatever is open; returns why it cannot be done."""
        view, before, head = self.mode, self.scene, self.session.history.head
        following = self.selection.log_at in (None, head)  # The log is at its newest line.
        try:
            done = self.session.do(line, via=via)
        except Refused as refused:
            return " ".join(refused.objections)
        except (InvalidCommand, NotSaved) as bad:
            return str(bad)
        self._carried_out(done, before, head, following, keep=True)
        self.mode = view
        return ""

    def act(self, id_: str) -> None:
        """Perform the action of a key of the registry."""
        self.actions.do(id_)

    def type_line(self, text: str = "") -> None:
        """Open the command bar with a line to be finished."""
        self.mode = CommandBar(text, past=self.typed_lines)

    def begin(self, verb: str, otherwise: str) -> None:
        """Open the form of a step before the fight, which then begins by the verb ``otherwise``."""
        from tracker.tui.strip.group_form import GroupForm

        self.open(verb)
        if isinstance(self.mode, GroupForm):
            self.mode.otherwise = otherwise

    def open(self, verb: str, given: Mapping[str, str] | None = None) -> None:
        """Open the form of a verb: a group form if the verb is asked of several at once, else that of the actor."""
        if verb in JOINS and not given:
            self.act("add")
            return
        group = self.system.group_action(self.scene, verb) if not given else None
        if group is not None:
            self._open_group(group)
        else:
            known = self.system.actions[verb].parameters
            self.open_form(verb, {attr: text for attr, text in (given or {}).items() if attr in known})

    def open_form(
        self, verb: str, given: Mapping[str, str] | None = None, *, ask: bool = False, actors: tuple[str, ...] = ()
    ) -> None:
        """Open the form of a verb with its defaults, for several ``actors``; if nothing is left to ask, carry it out.

        ``ask``: show it even so if it is about somebody, where nobody was chosen for it. What takes several actions of
        the turn is always shown before, as are dice that the table may throw instead.
        """
        form = self.form(verb, given, actors)
        # A proposal is asked for too.
        open_ = any(each.form.asked and (not each.text or each.spec.attr in form.kind.asks) for each in form.fields)
        unsure = ask and any(is_who(field.spec) for field in form.fields)
        if open_ or unsure or (shown := form.preview(self)).asks or len(shown.spends) > 1:
            self.mode = form
        else:
            self._done_at_once = verb not in STEPS  # A step needs no enter.
            self.run(form.handed_over(self))

    def open_main(self) -> None:
        """Open the main action: a form, or a group form; for who is out, what is asked of them."""
        from tracker.tui.strip.prompts import Prompts, questions

        acts = self.scene.combatants.get(self.selection.actor or "")
        asked = [question.who for question in questions(self)]
        if acts is not None and acts.out is not None and acts.name in asked:
            self.mode = Prompts(asked.index(acts.name), "main")
            return
        main = self.system.main_action(self.scene, self.selection.actor or "")
        if isinstance(main, GroupAction):
            self._open_group(main)
        elif isinstance(main, str):
            self.open_form(main)
        elif isinstance(main, Action):
            values = ((each, getattr(main, each.attr)) for each in type(main).in_order)
            given = {each.attr: each.type.write(value) for each, value in values if each.type and value is not None}
            self.open_form(main.verb, given)

    def _open_group(self, group: GroupAction) -> None:
        from tracker.tui.strip.group_form import GroupForm, SideForm

        self.mode = GroupForm(self, group) if group.asks else SideForm(self, group)
        self.fill_in_answers()

    def fill_in_answers(self) -> None:
        """Fill in the open sheet with what waits from phones; what the GM typed stays."""
        if self.host.phones is not None and self.mode is not None:
            self.mode.take_in(self.host.phones.waiting)

    def _save_copy(self, name: str) -> None:
        view, take_keys_again = self.mode, self.host.hold_keys()

        def done(path: str, trouble: str) -> None:
            if isinstance(view, SaveAs):
                view.saving, view.trouble = False, strip.Trouble(trouble) if trouble else None
            if not trouble:
                if self.mode is view:
                    self.mode = None
                self.told = ()
                self.host.tell(f"Saved as {path}. The fight goes on in this copy.")
            self.host.file.show_state()
            take_keys_again()

        self.host.sessions.save_as(name, done)

    def follow_game(self) -> None:
        """Switch to the current game, which a line of the story may have changed."""
        if self.session.system is not self.system:
            self.system = self.session.system
            self.selection.follow_game()
            self.__dict__.pop("chances", None)
            self._previewed = None

    @property
    def scene(self) -> Scene:
        return self.session.scene

    def key_of(self, verb: str) -> str:
        return self.actions.key_of(verb)

    def lines_of_keys(self) -> Mapping[str, str]:
        """Return the command lines and verbs of keys: the user's own override the game's."""
        game = {key.key: key.line for key in self.system.keys if key.key not in self.keymap.table}
        return {**game, **self.keymap.commands}

    def actors(self) -> tuple[str, ...]:
        return self.selection.actors()

    def aims(self, kind: type[Action], actor: str) -> dict[str, str]:
        return self.selection.aims(kind, actor)

    def target_of(self, actor: str) -> str | None:
        return self.selection.target_of(actor)

    def line_at(self, name: str, most: int = 0) -> str:
        return self.selection.written(sorted(self.selection.line_of(name), key=name.__ne__), most=most)

    def kept_names(self) -> tuple[tuple[str, str], ...]:
        return tuple([(entry.kind, entry.name) for entry in self.session.library.entries()])

    def preview(self, line: CommandLine) -> Preview:
        at = len(self.session.history.records)
        if self._previewed is None or self._previewed[:2] != (line, at):
            self._previewed = (line, at, self.session.preview(line))
        return self._previewed[2]

    @cached_property
    def chances(self) -> Chances:
        """Return the cache of throws and odds in the current game."""
        return Chances(self)

    def throw(self, action: Action) -> Throw | None:
        return self.chances.throw(action)

    def odds(self, action: Action, then: Scene | None = None) -> Odds | None:
        return self.chances.odds(action, then)

    def form(self, verb: str, given: Mapping[str, str] | None = None, actors: tuple[str, ...] = ()) -> Form:
        """Return the form of a verb with its defaults, for those who are selected or for these ``actors``."""
        kind = self.system.actions[verb]
        given = dict(given or {})
        chosen = self.selection.fill(kind, given.get("weapon", ""))
        filled, repeated = ({"actor": actors[0]}, actors) if actors else chosen
        defaults = {} if repeated[1:] else dict(self.system.form_defaults(self.scene, verb, filled))
        form = Form(self, kind, defaults | filled | given, repeated)
        form.proposed = {} if "target" in given else filled
        form.line = fold.name if (fold := self.selection.fold()) is not None else ""
        # The main action begins with its result, at the focused target: hands know it.
        by_hand, target = self.selection.aims_by_hand.get(filled.get("actor", "")), form.proposed.get("target")
        if verb != self.system.roles.get("main") and target and (by_hand is None or by_hand.name != target):
            form.ask_whom(self)
        return form

    def meant(self, kind: type[Action], weapon: str) -> Mapping[str, str]:
        return self.selection.fill(kind, weapon)[0]

    def aimed(self, verb: str, actor: str, target: str, weapon: str = "") -> Action | None:
        """Return an action with a throw by the tracker as its result, with the defaults of its form."""
        given = {"actor": actor, "target": target} | ({"weapon": weapon} if weapon else {})
        kind, defaults = self.system.actions[verb], self.system.form_defaults(self.scene, verb, given)
        part = Form(self, kind, {**defaults, **given}).rolled(self)
        return part.action if isinstance(part, Ruled) else None

    def close(self) -> None:
        """Close the strip view; everything stays as it was."""
        self.mode = self._work = None

    @property
    def working(self) -> bool:
        """Return whether a long command is running."""
        return self._work is not None

    def attempt(self, line: CommandLine) -> strip.Trouble | None:
        """Carry out a line at once and close the strip view; on an error, return it instead."""
        troubles: list[strip.Trouble | None] = []
        self.start(line, troubles.append, at_once=inf)
        return troubles[0]

    def start(
        self,
        line: CommandLine,
        then: Callable[[strip.Trouble | None], object],
        *,
        keep: bool = False,
        at_once: float | None = None,
        via: str = "",
    ) -> None:
        """Carry out a line and close the strip view, unless ``keep``. ``via`` is a remark on where it came from.

        ``then`` is called with the error of the line, or None: now, or later if the line takes more than ``at_once``
        seconds (default ``AT_ONCE``). Escape cancels a long line; then nothing has changed, and ``then`` is not called.
        """
        if isinstance(line, str) and line.split()[:1] == [FORECAST]:
            # What takes long and gets better while one looks has a page of its own.
            self.mode = self.mode if keep else None
            self.host.open_screen(FORECAST, line.strip().removeprefix(FORECAST).strip())
            return
        work = self._work = Work(self.session.steps(line, via=via))
        view = self.mode
        before, head = self.scene, self.session.history.head

        def go_on(seconds: float) -> bool:
            if self._work is not work:
                return True
            trouble = None
            try:
                if not work.advance(seconds):
                    if work.seconds >= SOON:
                        self.mode = shown = self.mode if isinstance(self.mode, Progress) else Progress()
                        shown.done, shown.total = work.done, work.total
                    return False
            except Refused as refused:
                trouble = strip.Trouble(" ".join(refused.objections), refused=True)
            except InvalidCommand as bad:
                trouble = strip.Trouble(str(bad))
            except BaseException:
                self._work = None
                raise
            self._work, self.mode = None, view
            if work.outcome is not None:
                self._carried_out(work.outcome, before, head, True, keep)
            then(trouble)
            return True

        if not go_on(AT_ONCE if at_once is None else at_once):
            self._beneath = view
            self.host.work(go_on)

    def _carried_out(self, done: Done, before: Scene, head: int, following: bool, keep: bool) -> None:
        if not keep:
            self.mode = None
        verb = done.entries[-1].command.partition(" ")[0].rstrip("!") if done.entries else ""
        if verb not in STEPS:
            self.selection.unpick()
        self.told = ()
        self.host.tell("")  # What was told before is about the moment before.
        edited, self._edited = self._edited, None
        if edited is not None and verb and verb == edited.line.partition(" ")[0]:
            self.host.players.end(edited)
        if following or not self.selection.in_log:
            self.selection.log_at = None
        if self.session.history.head == head and not done.entries:
            if "\n" in done.text:
                self.mode = TextView(self.system.title, done.text)
            else:
                self.host.tell(done.text)
        self.follow_game()
        self.selection.settle(before)
        if verb == ENDS and not done.moved:
            self.host.idle(lambda: self._show_figures(done.entries[-1].id))

    def _show_figures(self, end: int) -> None:
        if self.mode is None and self.session.history.head == end:
            self.host.open_screen("figures", "unasked")

    def run(self, line: CommandLine, *, remarks: bool = False) -> None:
        """Carry out a line that a key stands for; what is wrong with it is shown with the way around.

        With ``remarks`` they are shown at once as well, with the key that takes the line back, what whoever had the
        turn leaves undone, and what is asked of whoever has it then.
        """
        before, holder = self.scene.prompts, self.scene.turn.name or ""
        undone = self._left_undone(holder) if remarks else ()

        def then(trouble: strip.Trouble | None) -> None:
            if trouble is not None and not trouble.refused and line in ("undo", "redo"):
                self.host.tell(trouble.text)
            elif trouble is not None:
                self.mode = Ruling(line, in_words(line), trouble)
            elif remarks:
                entry = self.session.history.entries.get(self.session.history.head)
                said = [*(entry.remarks if entry else ()), *(undone if not self._left_undone(holder) else ())]
                said += [f"{self.key('undo')} takes it back."] if said else []
                now, open_ = self.scene.turn.name, self.scene.prompts
                due = [each.text for each in open_ if each.name == now and each not in before]
                due += [f"Still open for {holder}: {each.text}" for each in open_ if each.name == holder != now]
                said += [*due, f"{self.key('prompts')} answers."] if due else []
                if said:
                    self.host.tell(" ".join(said))

        self.start(line, then)

    def _left_undone(self, name: str) -> tuple[str, ...]:
        """Return what somebody leaves of an act that was begun, as a sentence."""
        known = self.scene.combatants.get(name)
        left = self.system.left_of_act(self.scene, known) if known is not None else ()
        return (f"{name} still had {', '.join(left)}.",) if left else ()
