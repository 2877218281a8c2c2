"""Scripts: one line of output for each entry, refused lines reported, the file synced first."""

import errno
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.cli.conftest import Call, data_of
from tracker.cli import run as script_module
from tracker.combat import text as clean
from tracker.session.games import RulesOf
from tracker.storage import filesystem
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal
from tracker.storage.reader import load

RUN = ("run", "--system", "stage")
FIGHT = "# two of them\nadd Ann\n\nadd Rat side=enemies preset=rat\nstrike Ann Rat 1\n"


COPIES = "makes a copy of what is whole."


def test_each_entry_is_one_line(tracker: Call) -> None:
    result = tracker(*RUN, input=FIGHT)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["1", "2", "3"]
    assert "Ann strikes Rat: 1." in result.stdout


def test_a_file_or_a_dash_is_the_script(tracker: Call) -> None:
    Path("script.txt").write_text(FIGHT)
    assert tracker(*RUN, "script.txt").stdout == tracker(*RUN, "-", input=FIGHT).stdout


def test_a_refused_line_is_named_and_ends_the_script(tracker: Call) -> None:
    result = tracker(*RUN, input=FIGHT + "strike Ann Rat 1\nnote never\n")
    assert result.exit_code == 1
    assert result.stderr == "line 6: refused: Ann has acted. With ! after the verb it is your ruling.\n"
    assert "never" not in result.stdout


def test_keep_going_skips_only_the_refused_line(tracker: Call) -> None:
    result = tracker(*RUN, "--keep-going", input=FIGHT + "strike Ann Rat 1\nbogus\nnote after\nstrike! Ann Rat 1\n")
    assert result.exit_code == 1
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == ["line 6", "line 7"]
    assert len(result.stdout.splitlines()) == 5


def test_nothing_of_a_refused_line_is_applied(tracker: Call) -> None:
    result = tracker(*RUN, "--json", input="add Ann ; hurt Bob 1\n")
    data = data_of(result)
    assert result.exit_code == 1
    assert data["combatants"] == {}
    assert data["log"] == []
    assert data["refused"] == [{"line": 1, "command": "add Ann ; hurt Bob 1", "reason": data["refused"][0]["reason"]}]
    assert result.stderr == f"line 1: refused: {data['refused'][0]['reason']}\n"


def test_json_is_all_there_is_on_stdout(tracker: Call) -> None:
    data = data_of(tracker(*RUN, "--json", input=FIGHT))
    assert data["system"] == "stage"
    assert list(data["combatants"]) == ["Ann", "Rat"]
    assert data["head"] == 3


def test_breaks_in_a_text_become_blanks(tracker: Call) -> None:
    result = tracker(*RUN, input="note one\x0btwo\x85three\u2028four\r\n")
    assert result.stdout.splitlines() == ["1  one two three four"]


def test_walking_the_history_makes_no_line_of_its_own(tracker: Call) -> None:
    result = tracker(*RUN, input="add Ann\nhurt Ann 2\nundo\nredo\ngoto 1\nnote here\n")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["1", "2", "6"]


def test_lines_played_again_are_entries_too(tracker: Call) -> None:
    result = tracker(*RUN, input="add Ann\nhurt Ann 2\nhurt Ann 1\namend 2 hurt Ann 3\n")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["1", "2", "3", "4", "5"]


def test_the_list_of_settings_is_an_answer_and_no_entry(tracker: Call) -> None:
    result = tracker(*RUN, input="settings\n")
    assert result.stdout == ""
    assert result.stderr.startswith("edge=1")
    assert result.exit_code == 0


def test_the_same_seed_throws_the_same(tracker: Call) -> None:
    script = FIGHT.replace("Rat 1", "Rat 9d9") + "roll 20d20\n"
    first = tracker(*RUN, "--seed", "7", "--json", input=script)
    assert first.stdout == tracker(*RUN, "--seed", "7", "--json", input=script).stdout
    assert first.stdout != tracker(*RUN, "--seed", "8", "--json", input=script).stdout


def test_the_first_line_may_name_the_game(tracker: Call) -> None:
    assert data_of(tracker("run", "--json", input="# system: Stage\nadd Ann\n"))["system"] == "stage"
    assert data_of(tracker("run", "--json", input="add Ann\n# system: stage\n"))["system"] != "stage"
    assert data_of(tracker(*RUN, "--json", input="# system: gen6\n"))["system"] == "stage"
    wrong = tracker("run", input="# system: sage\n")
    assert wrong.exit_code == 2
    assert "Did you mean stage?" in wrong.stderr


def test_an_empty_script_is_an_empty_fight(tracker: Call) -> None:
    assert tracker("run", input="").exit_code == 0


class TestFiles:
    def test_what_was_saved_is_what_was_told(self, tracker: Call, fight: Path) -> None:
        assert [record.id for record in load(str(fight), RulesOf()).records] == [1, 2, 3]
        assert fight.stat().st_mode & 0o777 == 0o600

    def test_an_existing_file_is_never_written_over(self, tracker: Call, fight: Path) -> None:
        before = fight.read_bytes()
        result = tracker(*RUN, "--save", str(fight), input=FIGHT)
        assert result.exit_code == 2
        assert "exists already" in result.stderr
        assert fight.read_bytes() == before

    def test_the_file_of_load_is_gone_on_with(self, tracker: Call, fight: Path) -> None:
        os.symlink(fight, "link.json")
        result = tracker("run", "--load", str(fight), "--save", "link.json", input="hurt Ann 1\n")
        assert (result.exit_code, result.stdout.split()[0]) == (0, "4")
        assert len(load(str(fight), RulesOf()).records) == 4

    def test_loaded_and_saved_elsewhere(self, tracker: Call, fight: Path) -> None:
        before = fight.read_bytes()
        assert tracker("run", "--load", str(fight), "--save", "other.json", input="undo\n").exit_code == 0
        assert fight.read_bytes() == before
        assert len(load("other.json", RulesOf()).records) == 4

    def test_loaded_only_writes_nothing(self, tracker: Call, fight: Path) -> None:
        before = sorted(Path().iterdir()), fight.read_bytes()
        data = data_of(tracker("run", "--load", str(fight), "--json", input="hurt Ann 1\n"))
        assert len(data["log"]) == 4
        assert (sorted(Path().iterdir()), fight.read_bytes()) == before

    def test_a_session_keeps_its_game(self, tracker: Call, fight: Path) -> None:
        result = tracker("run", "--load", str(fight), "--system", "outgunned", input="")
        assert result.exit_code == 2
        assert "is a session of stage" in result.stderr

    def test_a_torn_file_is_gone_on_with_up_to_its_end(self, tracker: Call, fight: Path) -> None:
        fight.write_bytes(fight.read_bytes()[:-20])
        only_read = tracker("run", "--load", str(fight), input="note on\n")
        assert (only_read.exit_code, only_read.stdout.split()[0]) == (1, "3")
        mended = tracker("run", "--load", str(fight), "--save", str(fight), input="note on\n")
        assert (mended.exit_code, mended.stdout.split()[0]) == (1, "3")
        assert load(str(fight), RulesOf()).condition == "clean"

    def test_a_damaged_file_is_not_gone_on_with(self, tracker: Call, fight: Path) -> None:
        fight.write_bytes(fight.read_bytes().replace(b"Rat", b"Cat", 1))
        for words in (("--load", str(fight)), ("--load", str(fight), "--save", str(fight))):
            result = tracker("run", *words, input="note on\n")
            assert result.exit_code == 2
            assert "damaged" in result.stderr
            assert result.stdout == ""

    @pytest.mark.parametrize("cut", [0, 1])
    def test_a_file_told_differently_is_not_gone_on_with(self, tracker: Call, fight: Path, cut: int) -> None:
        """Also where its end is cut off: that is mended, and told."""
        records = [replace(record, state="0" * 16) for record in load(str(fight), RulesOf()).records]  # type: ignore[call-arg]
        os.remove(fight)
        with Journal.create(str(fight), "stage", lambda: "", "id") as save:
            save.append(records)
        data = fight.read_bytes()[: -cut or None]
        fight.write_bytes(data)
        for words in (("--load", str(fight)), ("--load", str(fight), "--save", "new.json")):
            result = tracker("run", *words, input="note on\n")
            assert (result.exit_code, result.stdout, fight.read_bytes()) == (2, "", data)
            assert "replays line 1 of the log differently" in result.stderr
            assert result.stderr.endswith(f" tracker repair {fight} -o NEW {COPIES}\n")
        odds = tracker("odds", "strike Ann Rat roll", "--load", str(fight), "--system", "stage")
        assert odds.exit_code == 2
        result = tracker("run", "--load", str(fight), "--save", str(fight), input="note on\n")
        assert (result.exit_code, result.stdout) == (2, "")
        assert ("it was mended" in result.stderr) == bool(cut)
        assert tracker("repair", str(fight), "-o", "new.json").exit_code == 0
        assert tracker("check", "new.json").exit_code == 0

    def test_a_file_that_is_open_elsewhere_is_left_alone(self, tracker: Call, fight: Path) -> None:
        before = fight.read_bytes()
        with Journal.open(str(fight), RulesOf())[0]:
            result = tracker("run", "--load", str(fight), "--save", str(fight), input="note x\n")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "is open in" in result.stderr
        assert fight.read_bytes() == before

    def test_a_new_file_whose_disk_is_full(self, tracker: Call, monkeypatch: pytest.MonkeyPatch, fight: Path) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "full")

        monkeypatch.setattr(filesystem, "write", full)
        result = tracker("run", "--load", str(fight), "--save", "new.json", input="note x\n")
        told = "tracker: new.json cannot be written: the disk is full. Choose another place.\n"
        assert (result.exit_code, result.stderr) == (2, told)

    def test_what_is_not_there_cannot_be_gone_on_with(self, tracker: Call) -> None:
        result = tracker("run", "--load", "new.json", "--save", "new.json", input="note x\n")
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert not Path("new.json").exists()

    def test_what_could_not_be_kept_does_not_count(self, tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        append = Journal.append

        def full(self: Journal, new: object = (), bodies: object = ()) -> None:
            if self.saved == 2:
                raise NotSaved("new.json could not be written: the disk is full.")
            append(self, new)  # type: ignore[arg-type]

        monkeypatch.setattr(Journal, "append", full)
        result = tracker(*RUN, "--keep-going", "--save", "new.json", "--json", input=FIGHT + "note never\n")
        assert result.exit_code == 1
        assert result.stderr == "line 5: refused: not saved: new.json could not be written: the disk is full.\n"
        assert [data["id"] for data in data_of(result)["log"]] == [1, 2]

    @pytest.mark.parametrize("place", ["missing/new.json", "."])
    def test_where_nothing_can_be_saved_nothing_is_done(self, tracker: Call, place: str) -> None:
        result = tracker(*RUN, "--save", place, input=FIGHT)
        assert (result.exit_code, result.stdout) == (2, "")


class TestLimits:
    def test_text_that_is_no_text(self, tracker: Call) -> None:
        result = tracker(*RUN, "--keep-going", input=b"note a\xff\nnote b\n")
        assert result.stderr == "line 1: refused: the line is not written in UTF-8\n"
        assert result.stdout == "1  b\n"

    def test_a_mark_of_byte_order_and_foreign_line_ends(self, tracker: Call) -> None:
        assert tracker(*RUN, input=b"\xef\xbb\xbfnote a\r\nnote b\r\n").stdout == "1  a\n2  b\n"

    def test_controls_never_come_out(self, tracker: Call) -> None:
        result = tracker(*RUN, "--keep-going", input="note \x1b]0;x\x07 \u202ehi\nadd \x1b[2J\x9b1m\n\x1b[31m\n")
        assert not set(result.output) & {"\x1b", "\x07", "\x9b", "\u202e"}

    def test_a_line_too_long_to_be_a_command(self, tracker: Call) -> None:
        result = tracker(*RUN, "--keep-going", "--json", input=f"note {'x' * 70_000}\nnote b\n")
        (refused,) = data_of(result)["refused"]
        assert refused["reason"] == "the line is too long: at most 64000 characters"
        assert len(refused["command"]) <= 80

    @pytest.mark.parametrize("sign", [b"x", "é".encode()])
    def test_a_line_longer_than_a_file_may_hold_is_one_refused_line(self, tracker: Call, sign: bytes) -> None:
        script = b"note a\n#" + sign * 3_000_000 + b"\nnote b\n"
        result = tracker(*RUN, "--keep-going", input=script)
        assert result.stderr == "line 2: refused: the line is too long: at most 64000 characters\n"
        assert (result.exit_code, result.stdout) == (1, "1  a\n2  b\n")

    def test_what_has_no_lines_is_no_script(self, tracker: Call) -> None:
        result = tracker(*RUN, "--keep-going", "/dev/zero")
        assert result.exit_code == 2
        assert "longer than a script can be" in result.stderr

    def test_a_script_has_an_end(self, tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(script_module, "LINES", 2)
        result = tracker(*RUN, input="note a\n#\n\nnote b\nnote c\n")
        assert (result.exit_code, len(result.stdout.splitlines())) == (2, 2)
        assert "at most 2 commands" in result.stderr

    def test_marks_without_end_are_few_and_quick(self) -> None:
        text = clean.clean_command("a" + "\u0301\u0316" * 30_000)
        assert len(text) == clean.MARKS

    @pytest.mark.parametrize("script", ["nowhere.txt", "."])
    def test_a_script_that_is_not_there(self, tracker: Call, script: str) -> None:
        result = tracker(*RUN, script)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"tracker: The script {script} cannot be read: ")

    def test_a_script_that_breaks_off(self, tracker: Call, monkeypatch: pytest.MonkeyPatch) -> None:
        class Broken(io.BytesIO):
            def readline(self, size: int | None = -1, /) -> bytes:
                found = super().readline(size)
                if not found:
                    raise OSError(errno.EIO, "broken")
                return found

        monkeypatch.setattr("tracker.cli.run.opened", lambda script: Broken(b"note a\nnote b\n"))
        result = tracker(*RUN, "--save", "new.json")
        assert (result.exit_code, len(result.stdout.splitlines())) == (2, 2)
        assert result.stderr == "tracker: The script cannot be read any further: the disk reports an error.\n"
        assert len(load("new.json", RulesOf()).records) == 2


class TestPipes:
    @pytest.fixture
    def running(self, tmp_path: Path) -> "subprocess.Popen[str]":
        words = [sys.executable, "-m", "tracker.cli.main", "run", "-", "--save", str(tmp_path / "piped.json")]
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
        pipe = subprocess.PIPE
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)

    def test_a_pipe_is_read_line_by_line_and_a_kill_loses_nothing_that_was_told(
        self, running: "subprocess.Popen[str]", tmp_path: Path
    ) -> None:
        with running:
            assert running.stdin is not None
            assert running.stdout is not None
            for number in range(1, 30):
                running.stdin.write(f"note {number}\n")
                running.stdin.flush()
                assert running.stdout.readline() == f"{number}  {number}\n"
            running.send_signal(signal.SIGKILL)
        loaded = load(str(tmp_path / "piped.json"), RulesOf())
        assert loaded.condition == "clean"
        assert len(loaded.records) == 29

    def test_who_no_longer_reads_gets_no_traceback(self, running: "subprocess.Popen[str]") -> None:
        assert running.stdout is not None
        running.stdout.close()
        _, errors = running.communicate("".join(f"note {number}\n" for number in range(100)))
        assert errors == ""
        assert running.returncode == 1

    def test_interrupted_by_hand(self, running: "subprocess.Popen[str]") -> None:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("note a\n")
        running.stdin.flush()
        assert running.stdout.readline() == "1  a\n"
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate()
        assert (running.returncode, errors.strip()) == (130, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("run - <&-", "There is no input to read a script from; name its file, or send it through a pipe."),
        ("run script.txt >/dev/full", "The output cannot be written: the disk is full."),
        ("run script.txt --json >/dev/full", "The output cannot be written: the disk is full."),
        ("systems >/dev/full", "The output cannot be written: the disk is full."),
        ("--help >/dev/full", "The output cannot be written: the disk is full."),
        ("--version >/dev/full", "The output cannot be written: the disk is full."),
        ("run -h >/dev/full", "The output cannot be written: the disk is full."),
        ("check nowhere.json >/dev/full 2>/dev/full", ""),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_streams_that_are_closed_or_full_end_it_in_a_sentence(
    tmp_path: Path, words: str, sentence: str, unbuffered: str
) -> None:
    (tmp_path / "script.txt").write_text("note a\n", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PYTHONUNBUFFERED": unbuffered}
    line = f"{sys.executable} -m tracker.cli.main {words}"
    result = subprocess.run(["/bin/sh", "-c", line], env=env, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, f"tracker: {sentence}\n" if sentence else "")


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_a_complaint_nobody_reads_leaves_the_exit_code(tmp_path: Path, unbuffered: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PYTHONUNBUFFERED": unbuffered}
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", "tracker.cli.main", "show", "nowhere.json"]
    result = subprocess.run(words, env=env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=writer, check=False)
    os.close(writer)
    assert (result.returncode, result.stdout) == (2, b"")


def test_json_is_ascii_where_the_terminal_is_not_utf(tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("note Grüße → é\n", encoding="utf-8")
    env = {**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    words = [sys.executable, "-m", "tracker.cli.main", "run", str(script)]
    plain = subprocess.run(words, env=env, capture_output=True, check=True)
    assert plain.stdout == "1  Grüße ? é\n".encode("latin-1")
    result = subprocess.run([*words, "--json"], env=env, capture_output=True, check=True)
    assert json.loads(result.stdout.decode("ascii"))["log"][0]["text"] == "Grüße → é"


def test_load_and_save_know_the_names_of_sessions(tracker: Call, tmp_path: Path) -> None:
    first = tracker(*RUN, "--saves", "mine", "--save", "evening", input="note one\n")
    assert (first.exit_code, os.listdir("mine")) == (0, ["evening.json"])
    words = ("--saves", "mine", "--load", "evening", "--save", "evening")
    assert tracker("run", *words, input="note two\n").stdout == "2  two\n"
    assert tracker("run", "--saves", "mine", "--load", "evening", "--save", "copy", input="note three\n").exit_code == 0
    assert sorted(os.listdir("mine")) == ["copy.json", "evening.json", "evening.json.bak1"]
    again = tracker(*RUN, "--saves", "mine", "--save", "evening", input="note x\n")
    assert (again.exit_code, "exists already" in again.stderr) == (2, True)
    assert tracker("odds", "strike Ann Rat roll", "--saves", "mine", "--load", "nowhere").exit_code == 2


@pytest.mark.parametrize(
    "words", [("show", ""), ("check", ""), ("run", "--save", ""), ("run", "--load", ""), ("repair", "", "-o", "x")]
)
def test_a_file_without_a_name_is_a_wrong_call(tracker: Call, tmp_path: Path, words: tuple[str, ...]) -> None:
    result = tracker(*words, "--saves", str(tmp_path / "kept"), input="add Ann\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "it is empty; name a file" in result.stderr
    assert not (tmp_path / "kept").exists()


def test_an_example_is_not_written_by_a_script(tracker: Call, fight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.session.is_shipped_save", lambda path: True)
    before = fight.read_bytes()
    result = tracker("run", "--load", str(fight), "--save", str(fight), input="note x\n")
    assert (result.exit_code, result.stdout, fight.read_bytes()) == (2, "", before)
    assert result.stderr == "tracker: This is an example that comes with the tracker. Save a copy to go on with it.\n"
