"""What a file supports, as commands to paste; and records that only commands of studies read.

A study says itself what tells its records, and which of its commands read them: one `RecordKind`
each, found by name as its commands are (`measurand.files`). So nothing outside a study knows one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from shlex import join

from attrs import frozen

from measurand.edges.files.json.value import Json
from measurand.edges.registry import Entry, ExtensionError, ExtensionPoint, listed, ours


@frozen
class NextStep:
    """A command that a file supports, as it is pasted, and what it does."""

    command: str
    does: str


@frozen
class Unlock:
    """What a file does not support yet, and what it needs for that."""

    what: str
    needs: str


def next_step(does: str, *words: str) -> NextStep:
    """Write a command of words, quoted for a shell.

    >>> next_step("score", "score", "my runs.jsonl", "-d", "f(average=micro)").command
    "measurand score 'my runs.jsonl' -d 'f(average=micro)'"
    """
    return NextStep(join(("measurand", *words)), does)


Steps = Callable[[str], Iterable[NextStep | Unlock]]


@frozen(kw_only=True, eq=False)
class RecordKind:
    """Records of a study: a sentence about them, what tells them, and what can be done with them.

    `about` names the commands that read them. `schemas` are the values of `schema` that tell them;
    `tells` tells those without. `steps` gives, for the name of a file, its commands.
    """

    about: str
    schemas: frozenset[str] = frozenset()
    tells: Callable[[Mapping[str, Json]], bool] | None = None
    steps: Steps = lambda _file: ()


def record_kind(record: Mapping[str, Json]) -> RecordKind | None:
    """Find what a record is of; None where no study knows it. What a schema says comes first.

    >>> record_kind({"id": 1}) is None
    True
    """
    schema = record.get("schema")
    known = record_kinds()
    if isinstance(schema, str) and (
        found := next((one for one in known if schema in one.schemas), None)
    ):
        return found
    return next((one for one in known if one.tells is not None and one.tells(record)), None)


@cache
def record_kinds() -> tuple[RecordKind, ...]:
    """Load the kinds of records of our studies, then those that packages of others add.

    One that cannot be loaded is passed over: its commands say what is wrong with it.
    """
    mine = ours(ExtensionPoint.FILES)
    others = (entry for entry in listed(ExtensionPoint.FILES).entries if entry not in mine)
    return tuple(_loaded((*mine, *others)))


def _loaded(entries: Iterable[Entry]) -> Iterator[RecordKind]:
    for entry in entries:
        try:
            yield entry.load(RecordKind)
        except ExtensionError:
            if entry.package == "measurand":
                raise
