"""The app around the cockpit: keys in order, the state of the file, safeguards, and errors."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input

from tests.small_game import session
from tests.table import played
from tests.tui.pages import Hands, Pages, at
from tests.tui.real_files import finished
from tests.tui.skirmish import FIGHT, SKIRMISH
from tracker.games.registry import find
from tracker.library import shelf
from tracker.storage.writer import WriteState
from tracker.tui import shutdown as crash
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.view import Saving
from tracker.tui.look.builtin import builtin_names, builtin_theme
from tracker.tui.look.painted import ControlFilter
from tracker.tui.look.preferences import Options
from tracker.tui.look.text import Line
from tracker.tui.panes.chrome import KeyLine, Status
from tracker.tui.panes.combatants import Combatants
from tracker.tui.panes.line_widget import LineWidget, Pane
from tracker.tui.panes.log import Log
from tracker.tui.screens import SCREENS
from tracker.tui.shutdown import FAULT_OF_GAME, INPUT, closing_lines

pytestmark = pytest.mark.usefixtures("development_mode")


def app(*lines: str, **options: Any) -> TrackerApp:
    """The program with a small fight; nothing in it moves by itself."""
    return TrackerApp(session(*(lines or FIGHT), system=SKIRMISH), options=Options(animations=False, **options))


def shown(widget: LineWidget) -> list[str]:
    """What a pane shows."""
    lines = ["".join(text for text, _ in line).rstrip() for line, _ in widget._shown]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def type_ahead(program: TrackerApp, keys: str) -> None:
    """Every key posted before the first one is looked at."""
    for word in keys.split():
        pairs = (
            [(word, None)] if len(word) > 1 and word in ("enter", "tab", "escape", "down") else [(s, s) for s in word]
        )
        for key, character in pairs:
            program.post_message(events.Key(key, character))


async def test_keys_typed_ahead_are_each_handled_to_their_end() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        type_ahead(program, "a 3 enter j a 2 enter d 1 enter n n a safe tab hit enter")
        await pilot.pause()
        assert program.session is not None
        assert [entry.command for entry in program.session.story()][len(FIGHT) :] == [
            "strike Ann Gobs 3",
            "strike Bea Gobs 2",
            "hurt Bea 1",
            "next",
            "next",
            "dodge Ann safe ; dodge Bea hit",
        ]


class Asking(Screen[None]):
    """A screen made of Textual's own widgets, as keys meet it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield Input(select_on_focus=False)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        self.said.append(message.value)
        self.dismiss()


async def test_keys_wait_for_a_screen_to_come_up_and_to_go() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = Asking()

        def opened(name: str) -> None:
            program.key_queue.hold()
            program.push_screen(screen)

        program.open_screen = opened  # type: ignore[method-assign]
        type_ahead(program, "g hello enter d 1 enter")
        for _ in range(20):
            await pilot.pause()
        assert screen.said == ["hello"]
        assert program.session is not None
        assert program.session.story()[-1].command == "hurt Ann 1"


async def test_how_it_is_saved_is_told_from_any_thread() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        status = program.screen.query_one(Status)
        assert program.session is not None
        program.session.writer = writer = Mock(state=WriteState("saved"))
        for state, text in (
            (WriteState("saved"), "saved"),
            (WriteState("not saved", "the disk is full"), "NOT SAVED"),
        ):
            writer.state = state
            thread = threading.Thread(target=program.file.state_changed, args=(state,))
            thread.start()
            thread.join()
            await pilot.pause()
            assert shown(status)[0].endswith(text)
        program.file.state_changed(WriteState("saving"))
        await pilot.press("j")
        assert shown(status)[0].endswith("saving")


def noting(pane: LineWidget, painted: list[str]) -> Callable[[Line, bool, int], Strip]:
    """Paint as before, and note by which pane."""
    strip = pane._strip

    def note(line: Line, marked: bool, room: int) -> Strip:
        painted.append(pane.id or "")
        return strip(line, marked, room)

    return note


async def test_only_lines_that_changed_are_painted_again() -> None:
    program = app()
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        painted: list[str] = []
        for pane in program.screen.query(LineWidget):
            pane._strip = noting(pane, painted)  # type: ignore[method-assign, assignment]
        assert program.session is not None
        program.session.do("hurt Bea 1")
        program.main.show()  # type: ignore[union-attr]
        await pilot.pause()
        assert painted.count("combatants") == 1
        assert set(painted) <= {"combatants", "log"}


async def test_what_changed_stands_out_for_a_moment() -> None:
    program = TrackerApp(session(*FIGHT, system=SKIRMISH))
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert program.session is not None
        program.session.do("hurt Bea 1")
        program.main.show()  # type: ignore[union-attr]
        pane = program.screen.query_one("#combatants", Pane)
        lit = [line for line, _ in pane._shown if any(tone == "changed" for _, tone in line)]
        assert len(lit) == 1
        pane._calm()  # type: ignore[attr-defined]
        assert not [line for line, _ in pane._shown if any(tone == "changed" for _, tone in line)]


class TestLog:
    @pytest.mark.slow
    async def test_it_takes_a_hundred_thousand_lines(self) -> None:
        from msgspec.structs import replace

        from tracker.combat.records import Entry

        fight = session(*FIGHT, system=SKIRMISH)
        first = fight.story()[-1]
        for _ in range(100_000):
            id_ = fight.history.next_id
            fight.history.add(
                replace(first, id=id_, parent=id_ - 1, events=(), text=f"line number {id_}", command="note x")
            )
        assert isinstance(first, Entry)
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(120, 40)) as pilot:
            log = program.screen.query_one(Log)
            assert shown(log)[-1].endswith("line number 100005")
            await pilot.press("4", "home", "enter")
            assert "title" in shown(log)[1] or "The Yard" in shown(log)[1]
            assert len(log._shown) == log.size.height
            await pilot.press("end", "d", "1", "enter")
            assert "by hand" in shown(log)[-1]

    async def test_it_stays_where_the_wheel_put_it_until_its_end_is_in_sight(self) -> None:
        program = app(*FIGHT, *(f"note number {number}" for number in range(60)))
        async with program.run_test(size=(120, 40)) as pilot:
            log = program.screen.query_one(Log)
            log.scroll_by(-30)
            before = shown(log)[1:]
            assert "number 59" not in " ".join(before)
            await pilot.press("j", "k")
            assert shown(log)[1:] == before
            await pilot.press("d", "1", "enter")
            assert shown(log)[1:] == before
            log.scroll_by(40)
            await pilot.press("d", "1", "enter")
            assert "7 → 6" in shown(log)[-1]

    @pytest.mark.parametrize("clicked", [0, 1, 2])
    async def test_a_click_on_one_of_several_results_brings_the_reasons_in_sight(self, clicked: int) -> None:
        people = ("add Ann count=3", "add Gob side=enemies hp=20 ac=12", "arm Ann axe dice=1d4")
        attacks = " ; ".join(f'attack "Ann {number}" Gob 14 damage=1' for number in (1, 2, 3))
        lines = (*(f"note number {number}" for number in range(20)), attacks)
        fight = played("srd5", *people, *lines)
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(80, 24)) as pilot:
            log = program.screen.query_one(Log)
            row = next(at for at, line in enumerate(shown(log)) if "Gob 20 → 19" in line) + clicked
            line = shown(log)[row].strip()
            await pilot.click(Log, offset=(20, row))
            told = [text.strip() for text in shown(log)]
            assert line in told
            assert any(text.startswith("└ Ann 1: attack on Gob") for text in told[told.index(line) :])

    async def test_who_comes_with_a_prepared_encounter_stands_below_its_title(self) -> None:
        fight = session("add Savar", "encounter Between the containers", system=find("outgunned"))
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(120, 40)):
            told = " ".join(" ".join(shown(program.screen.query_one(Log))).split())
            assert "Deckhands, Smugglers, Madame Orlova and Marksman join (enemies)." in told

    async def test_every_line_is_told_whole(self) -> None:
        words = [f"word{number}" for number in range(40)]
        program = app(*FIGHT, f"note {' '.join(words)}")
        async with program.run_test(size=(80, 40)) as pilot:
            log = program.screen.query_one(Log)
            assert [word for word in " ".join(shown(log)).split() if word != "│"][-len(words) :] == words
            await pilot.press("4", "enter")
            assert " ".join(shown(log)).split().count("word39") == 2  # told, and in the command
            await pilot.press("enter", "d", "1", "enter")
            assert "word39" in " ".join(shown(log))

    async def test_dice_stand_on_the_line_of_what_they_did(self) -> None:
        fight = played("srd5", "add Gob side=enemies hp=9 ac=12", "add Ann str=16", "arm Ann greatsword")
        fight.do("attack Ann Gob dice=14")
        fight.do("hurt Ann 2d6 dice=6,5")
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(120, 40)):
            log = program.screen.query_one(Log)
            hit, hurt = shown(log)[-2:]
            assert re.search(r"dead +Ann · greatsword · 19 vs 12 · hit  \[14\] [⚀-⚅]{2}$", hit)
            assert hurt.endswith("⚅⚄")

    async def test_dice_stand_on_the_line_also_where_another_number_of_it_is_theirs(self) -> None:
        fight = played("srd5", 'bring "Wizard of level 3" as=Wes', "add Ape side=enemies hp=99", "range all near")
        for line in ('cast Wes "magic missile" Ape', "next", "active Wes") * 4:
            fight.do(line)
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(160, 60)):
            lines = [line for line in shown(program.screen.query_one(Log)) if "magic missile" in line]
            said = [re.search(r"slots-1 (\d) → (\d)  \[(\d) \d \d\]", line) for line in lines]
            slots = [found.groups() for found in said if found is not None]
            assert len(slots) == 4
            assert any(die in left for *left, die in slots)

    async def test_what_was_taken_back_is_one_line_and_gone_with_the_next(self) -> None:
        program = app()
        async with program.run_test(size=(120, 40)) as pilot:
            log = program.screen.query_one(Log)
            await pilot.press("d", "1", "enter", "u")
            assert shown(log)[-1].strip() == "↶ 1 taken back · U"
            assert "8 →" not in " ".join(shown(log))
            await pilot.press("d", "2", "enter")
            assert "8 → 6" in shown(log)[-1]
            assert "8 → 7" not in " ".join(shown(log))

    async def test_a_take_out_that_was_undone_leaves_no_trace(self) -> None:
        program = app(*FIGHT, "hurt Ann 1", "hurt Bea 2", "hurt Gobs 1")
        async with program.run_test(size=(120, 40)) as pilot:
            log = program.screen.query_one(Log)
            before = shown(log)
            await pilot.press("g", "k", "k", "delete", "u", "escape")
            assert [line for line in shown(log) if "taken back" not in line] == before
            await pilot.press("d", "1", "enter")
            text = " ".join(shown(log))
            assert text.count("Bea") == " ".join(before).count("Bea")
            assert "taken back" not in text


async def test_a_turn_whose_only_remark_was_made_before_stands_in_the_log() -> None:
    fight = played(
        "contract",
        *("add Mara brawn=3", "add Jeff brawn=3", "add Cultist side=enemies brawn=3"),
        *("initiative Mara 9", "initiative Cultist 7", "initiative Jeff 5", "next", "attack Mara Cultist 3"),
    )
    program = TrackerApp(fight, options=Options(animations=False))
    async with program.run_test(size=(120, 40)) as pilot:
        for _ in range(3):
            await pilot.press("n", "n")  # the first says that an attack waits
            log = program.screen.query_one("#log", LineWidget)
            lines = ["".join(text for text, _ in line).rstrip() for line, _ in log._shown]
            turn = fight.scene.turn.name
            assert "▼" not in lines[0]
            assert any(line.startswith(f"▸ {turn}") for line in [line for line in lines if line][-3:])


class TestTold:
    async def test_what_is_told_for_a_moment_does_not_cover_what_is_typed(self) -> None:
        program = app()
        async with program.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("f", "enter")
            await pilot.pause()
            toast, strip = program.screen.query_one("Toast"), program.screen.query_one("#strip")
            assert strip.region.height
            assert 0 < toast.region.y < toast.region.bottom <= strip.region.y

    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 45)])
    async def test_what_is_told_for_a_moment_covers_no_title_of_a_pane(self, size: tuple[int, int]) -> None:
        program = app()
        async with program.run_test(size=size, notifications=True) as pilot:
            program.tell("Marrakesh Four is kept as a party, in kept.toml, of the library")
            await pilot.pause()
            lines = ["".join(part.text for part in line) for line in program.screen._compositor.render_strips()]
            (border,) = (line for line in lines if "4 Log" in line)
            assert "Marrakesh" in border
            for title in ("1 Combatants", "HEROES", *(("2 Range",) if size[0] > 80 else ())):
                assert any(title in line for line in lines)

    @pytest.mark.parametrize("keys", [(), ("a",), ("z",), ("z", "a")], ids=lambda keys: "-".join(keys) or "none")
    async def test_what_is_told_at_length_covers_neither_the_list_nor_what_is_typed(
        self, keys: tuple[str, ...]
    ) -> None:
        program = app()
        async with program.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press(*keys)
            program.tell("Not acted: Elsa, Theo and Karim. " * 3)
            await pilot.pause()
            told, strip = (program.screen.query_one(name).region for name in ("Toast", "#strip"))
            foot = strip.y if "a" in keys else 23
            assert told.bottom <= foot
            assert (
                told.bottom == foot if "z" in keys else told.y >= program.screen.query_one("#combatants").region.bottom
            )

    async def test_what_a_turn_left_behind_goes_with_the_next_one(self) -> None:
        program = app()
        async with program.run_test(size=(80, 24), notifications=True) as pilot:
            program.tell("Not acted: Elsa.", "turn")
            await pilot.pause()
            program.tell("The fight is copied.")
            program.tell("", "turn")
            await pilot.pause()
            await pilot.pause()
            assert [toast._notification.message for toast in program.screen.query("Toast")] == ["The fight is copied."]

    async def test_what_is_told_about_an_act_goes_with_the_next_one(self) -> None:
        program = app()
        async with program.run_test(size=(80, 24), notifications=True) as pilot:
            assert program.controller is not None
            program.tell("Nobody is there.")
            program.tell("The server was started again.", "page")
            await pilot.pause()
            program.controller.run("note it rains")
            await pilot.pause()
            toasts = program.screen.query("Toast")
            assert [toast._notification.message for toast in toasts] == ["The server was started again."]

    async def test_what_takes_the_place_of_another_message_stands_where_that_stood(self) -> None:
        program = app()
        async with program.run_test(size=(120, 40), notifications=True) as pilot:
            places = []
            for name in ("Elsa", "Theo", "Karim"):
                program.tell(f"Not acted: {name}.", "turn")
                await pilot.pause()
                await pilot.pause()
                places.append(program.screen.query_one("Toast").region.y)
            assert len(set(places)) == 1

    @pytest.mark.parametrize("wide", [True, False])
    async def test_what_is_told_at_length_stands_alone_in_its_lines(self, wide: bool) -> None:
        program = app(*FIGHT, *(f"note number {number}" for number in range(60)))
        async with program.run_test(size=(80, 24), notifications=True) as pilot:
            program.tell("Marrakesh Four is kept as a party, in kept.toml of the library." + " And more." * 4 * wide)
            await pilot.pause()
            await pilot.pause()
            told = program.screen.query_one("Toast").region
            assert (told.x, told.height) == ((0, 2) if wide else (10, 1))

    @pytest.mark.parametrize(("size", "cells"), [((80, 24), 60), ((120, 40), 50)])
    async def test_what_is_told_in_few_words_takes_one_line_and_covers_nobody(
        self, size: tuple[int, int], cells: int
    ) -> None:
        program = app()
        async with program.run_test(size=size, notifications=True) as pilot:
            program.tell("Not acted: Elsa, Theo and Karim. u takes it back.".ljust(cells, "."))
            await pilot.pause()
            assert program.screen.query_one("Toast").region.height == 1


class TestKeyLine:
    async def test_it_holds_whole_items_only(self) -> None:
        for width in range(40, 130, 7):
            program = app()
            async with program.run_test(size=(width, 30)):
                line = shown(program.screen.query_one(KeyLine))[0]
                assert "…" not in line
                assert line.split()[0] == "a"


class TestWalls:
    def test_the_last_wall_takes_what_a_terminal_would_obey(self) -> None:
        wall = ControlFilter()
        bad = "a\x1b]0;x\x07b\u202ec\x9bd"
        (found,) = wall.apply([Segment(bad)], Color(0, 0, 0))
        assert found.text == "a ]0;x b c d"
        fine = [Segment("plain"), Segment("Ångström 日本")]
        assert [each.text for each in wall.apply(fine, Color(0, 0, 0))] == ["plain", "Ångström 日本"]

    async def test_names_are_only_text(self) -> None:
        from tracker.combat.events import Joined
        from tracker.combat.scene import Combatant, Track

        names = ("[@click=app.quit]Goblin[/]", "[/nope]", "\x1b]0;x\x07evil", "\u202egnorw")
        fight = session(*FIGHT, system=SKIRMISH)
        scene = fight.scene
        for name in names:
            scene = Joined((name,), Combatant("", "enemies", tracks={"hp": Track(3, 3)})).apply(scene)
        fight.history.scenes._asked[fight.history.head] = scene
        program = TrackerApp(fight, options=Options(animations=False))
        async with program.run_test(size=(120, 40)) as pilot:
            await pilot.press("j", "j", "j", "i")
            pane = "\n".join(shown(program.screen.query_one("#combatants", Pane)))
            assert "[@click=app.quit]Goblin" in pane
            assert "[/nope]" in pane
            assert "]0;xevil" in pane
            assert "\x1b" not in pane
            await pilot.press("t")
            for widget in program.screen.query(LineWidget):
                assert not any("\x1b" in line or "\u202e" in line for line in shown(widget))


class TestBreaking:
    def test_a_report_holds_nothing_of_the_fight(self) -> None:
        try:
            {"Savar": 1}["Ivy the secret"]
        except KeyError as error:
            told = crash.report(error)
        assert "KeyError" in told
        assert "test_app.py" in told
        assert "Ivy" not in told

    def test_reports_are_kept_one_beside_the_other(self, tmp_path: Path) -> None:
        files = [crash.write(ValueError("x"), tmp_path / "state") for _ in range(2)]
        assert [(file.name, file.stat().st_mode & 0o777) for file in files if file] == [
            ("crash-1.txt", 0o600),
            ("crash-2.txt", 0o600),
        ]
        (tmp_path / "file").write_text("")
        assert crash.write(ValueError("x"), tmp_path / "file") is None

    async def test_what_breaks_in_a_task_ends_the_program_too(self) -> None:
        program = app()
        with pytest.raises(RuntimeError, match="lost"):  # noqa: PT012
            async with program.run_test(size=(120, 40)) as pilot:

                async def broken() -> None:
                    raise RuntimeError("lost")

                task = asyncio.create_task(broken())
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                del task
                import gc

                gc.collect()
                await pilot.pause()
        assert program.return_code == 1
        assert isinstance(program.failure, RuntimeError)
        told = closing_lines(program, kept=True)
        assert told[0] == "The tracker stopped because of a mistake of its own."
        assert "crash-1.txt" in told[1]

    async def test_whoever_panics_says_nothing_of_the_fight(self, capsys: pytest.CaptureFixture[str]) -> None:
        program = app()
        async with program.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            program.panic("Ann has a secret")
        assert finished(program) == 1
        said = capsys.readouterr()
        assert "secret" not in said.out + said.err
        assert "a mistake of its own" in said.err

    @pytest.mark.parametrize("gone", [False, True])
    async def test_what_breaks_while_keys_are_read_is_reported(
        self, monkeypatch: pytest.MonkeyPatch, gone: bool
    ) -> None:
        """It is a mistake of ours, unless the terminal went away."""
        monkeypatch.setattr("tracker.tui.shutdown.terminal_gone", lambda: gone)
        program = app()

        def reading() -> None:
            raise KeyError

        async with program.run_test(size=(120, 40)) as pilot:
            with program.exit_handler:
                thread = threading.Thread(target=reading, name=INPUT)
                thread.start()
                thread.join()
            for _ in range(3):
                await pilot.pause()
            if not gone:
                program._exception = None
        assert program.return_code == (129 if gone else 1)
        assert isinstance(program.failure, type(None) if gone else KeyError)

    async def test_a_game_that_breaks_on_what_a_file_holds_ends_nothing(self) -> None:
        """As an entry may do that was not made with this program."""
        from tracker.combat.events import DefaultBandBecame

        program = app()
        async with program.run_test(size=(120, 40), notifications=True) as pilot:
            await pilot.pause()
            assert program.session is not None
            history = program.session.history
            history.scenes._asked[history.head] = DefaultBandBecame("banana").apply(history.scene)
            await pilot.press("[", "[")
            told = [notification.message for notification in program._notifications]
            assert all(message.startswith(FAULT_OF_GAME) for message in told)
            assert ["crash-1.txt" in message for message in told] == [True, False]
            await pilot.press("u", "u")
            assert program.session.history.head < history.next_id - 1
        assert finished(program) == 0

    def test_the_first_mistake_counts(self) -> None:
        program, first = app(), ValueError()
        program.blame(first)
        program.blame(KeyError())
        assert program.failure is first

    def test_nothing_is_said_after_a_good_end(self) -> None:
        assert closing_lines(app(), kept=True) == []


async def test_a_game_without_a_role_has_no_key_for_it() -> None:
    from tests.small_game import STAGE

    program = TrackerApp(session("add Ann", "add Gob side=enemies"), options=Options(animations=False))
    assert "cover" not in STAGE.roles
    async with program.run_test(size=(120, 40)) as pilot:
        line = shown(program.screen.query_one(KeyLine))[0]
        assert "strike" in line
        assert "cover" not in line
        await pilot.press("c", "x", "bracketleft")
        assert program.controller is not None
        assert program.controller.mode is None


def test_saving_has_a_word_for_everything() -> None:
    from tests.tui.skirmish import Room
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.panes.chrome import status_line

    controller = Controller(session(*FIGHT, system=SKIRMISH), Room())
    for kind, word in (
        ("saved", "● saved"),
        ("unkept", "not kept"),
        ("read only", "READ ONLY"),
        ("saving", "◌ saving"),
    ):
        controller.saving = Saving(kind)  # type: ignore[arg-type]
        for room in (40, 60, 80, 120):
            line = "".join(text for text, _ in status_line(controller.view(), room))
            assert line.rstrip().endswith(word)
            assert len(line) == room


def test_the_title_of_a_session_stays_beside_that_of_its_fight() -> None:
    from tests.tui.skirmish import Room
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.panes.chrome import status_line

    controller = Controller(session(*FIGHT, "title The Long Winter", system=SKIRMISH), Room())
    controller.session.do("encounter The Old Mill at the Ford")
    wide, narrow = ("".join(text for text, _ in status_line(controller.view(), room)) for room in (120, 60))
    assert "Skirmish · The Long Winter · The Old Mill at the Ford  " in wide
    assert "The Long Winter  " in narrow
    assert "Mill" not in narrow


@pytest.mark.parametrize(("room", "steps"), [(80, "[ ] positions · I initiative · n begins"), (60, "n begins")])
def test_a_title_comes_before_what_may_be_done_first(room: int, steps: str) -> None:
    from tests.tui.skirmish import Room
    from tracker.tui.cockpit.controller import Controller
    from tracker.tui.panes.chrome import status_line

    controller = Controller(played("srd5", "add Ann", "title The Long Winter at Home"), Room())
    line = "".join(text for text, _ in status_line(controller.view(), room))
    assert line.startswith(f"≡ The Long Winter at Home     {steps}  ")


async def test_a_filter_that_fits_nobody_says_so_and_how_to_leave_it() -> None:
    program = app(*FIGHT, "note lamp")
    async with program.run_test(size=(100, 40)) as pilot:
        await pilot.press("slash", *"lamp", "enter")
        screen = " ".join(shown(program.screen.query_one(Combatants)))
        assert "No combatant matches this text." in screen
        assert "esc shows all" in screen
        assert "Nobody" not in screen
        await pilot.press("escape")
        assert "Bea" in " ".join(shown(program.screen.query_one(Combatants)))


@pytest.mark.slow
def test_what_lives_long_is_looked_through_only_while_nobody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full collection takes up to three pictures' time; in a key, one sees that."""
    full: list[str] = []
    when = ["typing"]

    def collected(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            full.append(when[0])

    usual = gc.get_threshold()
    monkeypatch.setattr("tracker.tui.app.IDLE", 60.0)
    app = Pages("add Ann", "add Goon side=enemies")

    async def typed(hands: Hands) -> None:
        gc.callbacks.append(collected)
        for _ in range(3):
            await hands.type("? escape g escape d 1 enter u")
        assert full == []
        monkeypatch.setattr("tracker.tui.app.IDLE", 0.01)
        for enough, when[0] in ((1_000_000, "idle after little"), (0, "idle")):
            monkeypatch.setattr("tracker.tui.app.WORTHWHILE", enough)
            await hands.type("j")
            await hands.pilot.pause(0.1)
        gc.callbacks.remove(collected)

    at(app, typed)
    assert {*full} == {"idle"}
    assert gc.get_threshold() == usual


async def test_keys_that_are_still_held_mean_nothing_once_a_signal_has_come() -> None:
    program = app()
    async with program.run_test() as pilot:
        await pilot.pause()
        assert program.controller is not None
        before, queue = len(program.controller.session.story()), program.key_queue
        queue.hold(start=False)
        for key in ("colon", *"note", "space", "x", "enter"):
            await queue.put(events.Key(key, " " if key == "space" else ":" if key == "colon" else key))
        program.exit_handler.signalled = signal.SIGTERM
        await queue._open(queue._turn)
        assert len(program.controller.session.story()) == before
        program.exit_handler.signalled = 0
        await queue._drain()
        assert len(program.controller.session.story()) == before + 1


def test_what_first_pages_wait_for_is_loaded_while_nobody_types(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "library" / "plain").mkdir(parents=True)
    (tmp_path / "library" / "plain" / "own.toml").write_text('[[combatant]]\nname = "Docker"\n', "utf-8")
    monkeypatch.setattr("tracker.tui.app.IDLE", 0.01)
    read: list[str] = []
    usual = shelf._content
    monkeypatch.setattr(shelf, "_content", lambda path: read.append(path.name) or usual(path))
    for module, _ in (place.split(":") for place in SCREENS.values()):
        monkeypatch.delitem(sys.modules, module, raising=False)
    builtin_theme.cache_clear()
    app = TrackerApp(session("add Ann", system=find("plain")), saves=str(tmp_path), options=Options(animations=False))

    async def typed(hands: Hands) -> None:
        for _ in range(100):
            if "own.toml" in read:
                break
            await hands.pilot.pause(0.02)

    at(app, typed)
    assert read.count("own.toml") == 1
    assert all(place.split(":")[0] in sys.modules for place in SCREENS.values())
    assert builtin_theme.cache_info().currsize == len(builtin_names())


def test_a_terminal_of_a_few_columns_shows_what_it_can() -> None:
    people = ("add Ann brawn=3 dexterity=4 melee=2", "add Rat side=enemies brawn=2", "arm Ann sword", "arm Rat sword")
    fight = played("contract", *people, "initiative Ann 9", "initiative Rat 2", "next", "attack! Rat Ann 2", "next")

    async def play(hands: Hands) -> None:
        for size in ((1, 200), (2, 50), (1, 1), (1, 3), (3, 12), (1, 50)):
            await hands.pilot.resize_terminal(*size)
            await hands.settle()
            await hands.type("4 enter escape")
            assert hands.app.is_running

    at(TrackerApp(fight, options=Options(animations=False)), play)


@pytest.mark.parametrize("key", ["S", "question_mark", "g", "L"])
async def test_a_page_opens_in_one_picture(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, pictures = app(), list[object]()
    show = TrackerApp._display

    def display(self: TrackerApp, screen: Screen[object], picture: object) -> None:
        pictures.extend([picture] if screen is not self.main else [])
        show(self, screen, picture)

    monkeypatch.setattr(TrackerApp, "_display", display)
    async with program.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert program.screen is not program.main
    assert len(pictures) == 1


async def test_what_was_told_of_a_session_does_not_stand_on_the_next_one() -> None:
    program = TrackerApp(session("add Ann"), options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        program.tell("The Four is kept as a party of 4.")
        await pilot.pause()
        assert len(program._notifications) == 1
        program.open_session(session("add Bob"))
        await pilot.pause()
        assert not list(program._notifications)
