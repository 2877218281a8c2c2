"""The base classes of immutable data, and the types with the limits of a save."""

from abc import ABCMeta
from typing import Annotated, Final, TypeAlias, dataclass_transform

import msgspec

from tracker.combat import limits

ONE_LINE: Final = {"pattern": r"^[^\n\t]*(?!\n)$"}
"""What the JSON Schema says of names; ``tracker.storage.format`` holds those of a file to it."""

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=limits.NAME, extra_json_schema=ONE_LINE)]
"""A name, or a word that names a field, a track, a condition: short and on one line."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=limits.NOTE)]  # any other text

LongText: TypeAlias = Annotated[str, msgspec.Meta(max_length=limits.LINE)]
"""A text that grows with the number of combatants; only the limit of a line applies."""

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-limits.NUMBER, le=limits.NUMBER)]  # a whole number


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Model(msgspec.Struct, frozen=True):
    """A frozen record: compared, hashed and printed by its fields.

    ``msgspec.structs.replace`` makes a changed copy. Assigning to a field raises AttributeError, and a type checker
    reports it first. Fields whose default is mutable are declared with ``msgspec.field(default_factory=...)``.
    """


class AbstractMeta(msgspec.StructMeta, ABCMeta):
    """The metaclass of models with abstract methods: only classes that implement all of them can be instantiated."""


class Stored(Model, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A part of a save: default fields are omitted, unknown fields are refused.

    The garbage collector does not track these: plain data has no cycles, and a session has a hundred thousand objects.
    Modules of them have types as annotations, not their texts, which msgspec would have to compile at every start.
    """
