"""A game with the sheet of 5e, for files of 5e monsters."""

from __future__ import annotations

from tracker.rules.declarations import Band, CoverDegree, FieldSpec, Sheet, TrackSpec
from tracker.rules.params import DiceParam, NumberParam, TextParam, WordsParam
from tracker.rules.system import System


class Five(System):
    """Hit points, armour class, attacks with dice."""

    name, title, source = "srd5", "5e (SRD)", "SRD"
    sheet = Sheet(
        (TrackSpec("hp", "HP", "hit points", default=10),),
        (
            FieldSpec("ac", "AC", NumberParam(0, 50), default=10),
            FieldSpec("dex", "Dex", NumberParam(0, 50), default=10),
            FieldSpec("cr", "CR", TextParam("a rating", 10)),
            *(FieldSpec(name, name.title(), WordsParam(), default=[]) for name in ("resist", "immune", "weak")),
        ),
        (
            FieldSpec("hit", "Hit", NumberParam(-50, 50)),
            FieldSpec("dice", "Dice", DiceParam()),
            FieldSpec("type", "Type", TextParam("a type", 80)),
            FieldSpec("range", "Range", TextParam("a range", 40)),
        ),
    )
    bands, default_band = (Band("reach"), Band("near"), Band("far")), "near"
    cover_degrees = (CoverDegree("none", "·", "."), CoverDegree("half", "◧", "["))


FIVE = Five()
