"""What clicks and drags do: a click selects, a click on what is selected takes it, the right button opens a menu."""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tracker.rules.declarations import Context
from tracker.rules.grammar import quote
from tracker.rules.params import ChoiceParam
from tracker.tui.cockpit.view import PANES, Click, Drag
from tracker.tui.strip.form import Form
from tracker.tui.strip.menu import ItemList, PastLine
from tracker.tui.strip.strip_view import JOIN, PICK, SPAN, TAKE, Close, StripView, Typed

if TYPE_CHECKING:
    from tracker.tui.cockpit.controller import Controller

IN_STRIP: Final = ("field", "word", "item", "question", "cell", "options", "verb", "at")
"""The clickable kinds of the strip."""

MORE: Final = 5  # how many lines a click on “more” goes on

COUNTER: Final = "counter"  # the verb that changes a counter by hand
SET: Final = "set"  # the verb that changes a track by hand

KEYS: Final = ("key", "press", "do")  # the clickable kinds that are keys: where no form is open, each click presses one

PEOPLE: Final = ("row", "token", "select", "acts")
"""The clickable kinds that are combatants: a row, a name on the board, one elsewhere, an action in the row."""


def clicked(controller: "Controller", click: Click) -> None:
    """Handle a click. With a form open, a combatant is for the form, and nothing else beside it means anything.

    A second click counts where the first one only selected, never on what that opened; after a key they begin anew.
    """
    kind, _, what = click.target.partition(":")
    if click.right and kind in ("fold", "unfold"):
        kind, click = "row", replace(click, target=f"row:{what}")
    if click.right and not (kind in (*PEOPLE, "line") and (controller.mode is None or controller.mode.yields)):
        return
    before, controller.clicked = controller.clicked, click.target
    if before != click.target:
        if before and click.again:
            return
        click = replace(click, again=False)
    mode = controller.mode
    if click.again and kind not in ("item", *PEOPLE) and (mode is not None or kind not in KEYS):
        return
    if kind == "press" and (controller.mode is None or controller.mode.yields):
        kind, controller.mode = "key", None
    if kind == "key":
        controller.press(what, what if len(what) == 1 else None)
        controller.clicked = click.target if controller.mode is mode else TAKE
    elif kind in ("fold", "unfold"):
        if controller.mode is None:
            controller.selection.select(what)
        controller.selection.turn_fold(kind == "fold", what)
    elif controller.mode is not None and kind == "more":
        controller.mode.wheel(MORE)
    elif controller.mode is not None and kind in IN_STRIP:
        if kind == "item" and controller.mode.marks_several and (click.picks or click.spans):
            kind = PICK if click.picks else SPAN
        elif kind == "item" and click.target == before:
            kind = controller.clicked = TAKE  # what it brings is clicked anew
        controller.carry_out(controller.mode.click(controller, kind, what))
    elif kind == "weapon" and isinstance(mode, Form):
        at = next((at for at, field in enumerate(mode.fields) if field.spec.attr == "weapon"), None)
        if at is not None:
            mode.click(controller, "field", str(at))
            controller.carry_out(mode.click(controller, "word", what))
    elif controller.mode is None or controller.mode.yields:
        controller.mode = None
        _beside(controller, click, kind, what, again=click.target == before)
    elif kind in PEOPLE and not click.again:
        controller.carry_out(controller.mode.click(controller, *for_view(click, controller.mode)))


def for_view(click: Click, view: StripView) -> tuple[str, str]:
    """Return what a click on a combatant is for a view in the strip: its kind, and the name."""
    return JOIN if click.picks and isinstance(view, Form) else "who", name_of(click.target)


def aimed_at(controller: "Controller") -> str | None:
    """Return the target of the open form, or that of the selected combatant, also where it is one of several."""
    form, scene, usual = controller.mode, controller.scene, controller.selection.target()
    texts = form.target.text.split(",") if isinstance(form, Form) and form.target is not None else ()
    named = [name for text in texts for name in ((text,) if text in scene.combatants else scene.group(text))]
    return usual if usual in named or not named else named[0]


def name_of(target: str) -> str:
    """Return the combatant of a clickable target."""
    kind, _, what = target.partition(":")
    return what.partition(":")[2] if kind in ("token", "acts") else what


def _beside(controller: "Controller", click: Click, kind: str, what: str, again: bool) -> None:
    selection = controller.selection
    if kind in PEOPLE:
        _click_on_somebody(controller, click, kind, name_of(click.target), again)
        menu, main = controller.mode, controller.system.roles.get("main")
        # Where a cost depends on the moment, the menu does not know it.
        if kind == "acts" and isinstance(menu, ItemList) and any(i.cost for i in menu.items() if i.word == main):
            menu.typed = Typed.of(what.partition(":")[0])
    elif kind == "spend" and selection.actor is not None:
        _spend(controller, selection.actor, what, again)
    elif kind == "line":
        line, _, said = what.partition(" ")
        selection.show("log")
        selection.log_at = int(line)
        if click.right:
            controller.mode = PastLine(int(line), said, controller.session.history.entries[int(line)].text)
        else:
            selection.opened ^= {int(line)}
    elif kind == "unpick":
        selection.unpick()
    elif kind == "do":
        controller.act(what)
    elif kind == "type":
        controller.type_line(what)
    elif kind == "open" and selection.actor is not None:
        controller.open(what)
    elif kind == "pane":
        selection.show(next((pane for pane in PANES if pane == what), selection.pane))  # Any closes a sheet.
        selection.log_at = None
    elif kind == "band" and selection.actor is not None and (aimed := selection.target()) is not None:
        controller.type_line(f"range {quote(selection.actor)} {quote(aimed)} {quote(what)}")


def _click_on_somebody(controller: "Controller", click: Click, kind: str, name: str, again: bool) -> None:
    """Select a combatant, or aim at one on the board; the second time open what they can do, or attack there."""
    selection = controller.selection
    if name not in controller.scene.combatants:
        return
    if kind == "row":
        selection.show("combatants" if selection.pane == "log" else selection.pane)
    back = Close((selection.selected, selection.picked))
    if not (click.picks or click.spans):
        if (kind != "token" or click.right) and selection.picked.isdisjoint(selection.line_of(name)):
            selection.unpick()
        selection.clicked = name
    if click.right:
        selection.select(name)
        _open_menu(controller)
        if isinstance(controller.mode, ItemList):
            controller.mode.left = back
    elif click.picks:
        selection.add(name)
        # On the board one goes on looking from where one is.
        if kind != "token":
            selection.select(name)
    elif click.spans:
        selection.span(name)
    elif kind == "token" and name != selection.actor:
        selection.aim(name)
        if again:
            controller.act("main")
    else:
        selection.select(name)
        if again or kind == "acts":
            _open_menu(controller)


def _open_menu(controller: "Controller") -> None:
    """Open what the selected one can do; with the log in front the key of the menu is for the log."""
    if controller.selection.pane == "log":
        controller.selection.show("combatants")
    controller.act("menu")


def _spend(controller: "Controller", actor: str, what: str, again: bool) -> None:
    """Show the action that spends something of the selected one in the menu; the second time open its form."""
    system, by_hand = controller.system, COUNTER if what in controller.scene[actor].counters else SET
    verb = system.spends.get(what, what if what in system.actions else by_hand)
    if not again:
        _open_menu(controller)
        if isinstance(controller.mode, ItemList):
            controller.mode.typed = Typed.of(verb)
    elif verb in (COUNTER, SET):
        controller.type_line(f"{verb} {quote(actor)} {what}{' ' if verb == COUNTER else '='}")
    else:
        specs = system.actions[verb].in_order
        choices = ((spec.name, spec.type) for spec in specs if isinstance(spec.type, ChoiceParam))
        named = next((name for name, kind in choices if what in kind.complete(Context(system, controller.scene))), "")
        controller.open(verb, {named: what} if named else {what: "yes"})


def dragged(controller: "Controller", target: str, onto: str) -> Drag | None:
    """Return what a drag on the board means for a combatant, a folded group, or all who are picked; None if nothing.

    Of a folded group those who are up go together, and those who are out. In the turn of the one looked from, or of
    their side against another, it is they who move, as by the keys, except for a drag of somebody who is out.
    Before the fight, a foe's distance to everybody on the side of the one looked from changes, if it was the same,
    except beside them. Where the one looked from is picked and the dragged one is not, that to all who are picked does.
    """
    selection, name = controller.selection, name_of(target)
    if selection.selected is None or not target.startswith("token:"):
        return None
    columns = controller.system.band_table(controller.scene, selection.selected).columns
    kind, _, what = onto.partition(":")
    lane, _, _ = what.partition(":")
    band = columns[int(lane)].band if kind == "token" and int(lane) < len(columns) else what
    was = next((column for column in columns if name in column.names), None)
    if was is None or was.band == band or all(column.band != band for column in columns):
        return None
    scene, line_here = controller.scene, selection.line_of(selection.selected)
    down = scene[name].out is not None
    alike = (member for member in selection.line_of(name) if (scene[member].out is not None) == down)
    line = [member for member in alike if member in was.names]
    here = (selection.selected,) if selection.goes_alone else line_here
    picked = [who for column in columns for who in column.names if who in selection.picked and who not in line_here]
    moved = picked if name in picked else line
    turn, own = scene.turn, scene[selection.selected].side
    side = [each.name for each in scene.of_side(own)]
    if not turn.round and band != columns[0].band and not set(moved) & set(side):
        here = tuple(side)
    whom = [member for member in here if member not in moved and scene.band(member, name) == was.band]
    if selection.selected in selection.picked and name not in selection.picked:
        whom = [member for member in selection.actors() if member not in moved]
    acts = turn.name in here if turn.name is not None else turn.side == own != scene[name].side
    mover, other = (whom, moved) if acts and not down else (moved, whom)
    return Drag(",".join(mover), ",".join(other), band)
