"""The setting that every game has: the cost of a ruling."""

from __future__ import annotations

from typing import Final

from tracker.rules.params import choice_setting

PAID: Final = "paid"
"""The value with which a ruling with ``!`` pays the costs that can be paid."""

RULINGS: Final = choice_setting(
    "rulings",
    ("free", PAID),
    "price",
    "what a ruling with ! costs: nothing, or what can be paid; with !! it is always free",
    "G",
)
