"""The same figures as they were measured on 22 November 2026 at commit d07dd93, before the house was rebuilt."""

from __future__ import annotations

from typing import Final

BEFORE: Final = {
    "start to first paint, 20 combatants": "1.55",
    "start to first paint, 500 combatants and 10,000 entries": "11.15",
    "one change among 500 (v), processor time": "0.16",
    "- bytes of a hurt among 500 (d 1 enter)": "10,956 B",
    "undo among 500 (u), processor time": "0.15",
    "- bytes of undo among 500 (u)": "946 B",
    "the key j, processor time": "4.7 ms",
    "the key v, processor time": "7.6 ms",
    "the key u, processor time": "7.0 ms",
    "the key U, processor time": "7.1 ms",
    "the key n, processor time": "9.2 ms",
    "the key /, processor time": "6.2 ms",
    "the key a letter after /, processor time": "10 ms",
    "the key d, processor time": "7.5 ms",
    "the key 3, processor time": "3.6 ms",
    "the key enter, processor time": "11 ms",
    "the key :, processor time": "7.5 ms",
    "the key a letter after :, processor time": "3.5 ms",
    "the key 4, another pane, processor time": "12 ms",
    "memory added by 2,000 acts": "24.1 MB",
    "loading 10,000 records": "32-63",
    "loading 100,000 records": "26-270",
    "- bytes of one change among 500 (v)": "1,200 B",
    "a hurt among 2, do": "0.46-0.75 ms",
    "a hurt among 20, do": "0.46-0.75 ms",
    "a hurt among 500, do": "0.46-0.75 ms",
    "a hurt among 500, 10,000 entries, do": "0.46-0.75 ms",
    "a distance more among 18,336": "80 ms",
    "tracker run of ten lines, processor time": "2.96-4.7",
    "tracker --help, processor time": "1.36",
    "10,000 commands through run": "3,500 ms",
    "range of a group of 499 to one, bytes": "29,800 B",
    "defining 145 classes": "32 ms",
    "encoding 2,013 records": "8.4 µs each",
    "decoding 2,013 records": "19 µs each",
}
"""By the name of the row: the ratio, or ours where a unit stands with it."""
