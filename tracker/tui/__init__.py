"""The screen of the tracker."""

import os

# Before Textual reads it: an escape that is part of no sequence is a key after this many milliseconds, not 100.
os.environ.setdefault("ESCDELAY", "25")
