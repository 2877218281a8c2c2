from __future__ import annotations

import errno

from tracker.storage.errors import LoadError, NotSaved, because, called


def test_reasons_of_the_system_are_in_plain_words() -> None:
    assert because(OSError(errno.ENOSPC, "x")) == "the disk is full"
    assert because(PermissionError(errno.EACCES, "x")) == "writing is not allowed there"
    assert because(PermissionError(errno.EPERM, "x"), "reading") == "reading is not allowed there"
    assert because(OSError(errno.ENOLCK, "x")).startswith("files cannot be locked there (TRACKER_NO_LOCK=1 ")
    assert because(OSError(errno.EBADF, "x")) == "Bad file descriptor"
    assert because(OSError("a\x1bb")) == "ab"
    assert because(OSError("x" * 300)) == "x" * 200
    assert because(OSError()) == "the system refused"


def test_a_name_is_shown_without_what_bites() -> None:
    assert called("/home/x/fi\x1bght.json") == "fight.json"
    assert called("/") == "the file"
    assert called("/home/" + "x" * 200) == "x" * 120


def test_errors_say_their_sentence() -> None:
    assert str(NotSaved("It is full.")) == "It is full."
    error = LoadError("No session.")
    assert (str(error), error.what, error.condition) == ("No session.", "No session.", "foreign")
