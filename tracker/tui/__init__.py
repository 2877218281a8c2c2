"""The screen of the tracker."""

import os

# Before Textual reads it: an escape that begins no sequence becomes a key after this many milliseconds, not 100.
os.environ.setdefault("ESCDELAY", "25")
