"""The looks that a branch had at its base: a file of JSON that each look reads, and writes anew.

A look that is forgotten gives back what it spent of alpha. So a history says how many looks there
were, and carries a digest of all that it says: one that was cut, or changed by hand, is refused, as
is one of another base, another alpha, other measures. It is written whole or not at all, and held
for one process alone from when it is read until it is written.
"""

import json
import os
import re
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from attrs import evolve, field, frozen
from returns.pipeline import is_successful

from measurand.edges.files.append_log import lock_alone
from measurand.edges.files.files import atomic_write, unreadable
from measurand.edges.files.json.described import (
    TEXTUAL,
    Kind,
    Record,
    array,
    constant,
    needed_objects,
    read_record,
    required,
    whole,
)
from measurand.edges.files.json.fields import JsonObject
from measurand.edges.files.json.value import FaultError, Json, decode, expected
from measurand.values.fault import Fault, shown

SCHEMA = "measurand-gate-history/1"
MOST_LOOKS = 100_000
_MOST_BYTES = 2**28
_DEEPEST = 20
_SHOWN = 16
_RATIO = re.compile(r"[0-9]{1,400}(?:/0*[1-9][0-9]{0,399})?")
_FORGOTTEN = "a look that is forgotten gives back what it spent: get the whole file"


@frozen(kw_only=True)
class PastLook:
    """A look that was taken: at which run, by the digest of its scores, and what came of it.

    `outcomes` are those of the measures, in their order; what was tolerated, and why, stands beside
    them: 0 and nothing where nothing was.
    """

    number: int
    run: str
    file: str
    outcomes: tuple[str, ...]
    tolerance: Fraction = Fraction(0)
    because: str = ""


@frozen(kw_only=True)
class History:
    """What all looks of a history share, and the looks.

    >>> History(base="1f", alpha=Fraction(1, 20), measures=("match",)).look_of("2e")
    1
    """

    base: str
    alpha: Fraction
    measures: tuple[str, ...]
    better: str = "high"
    cluster: str = ""
    looks: tuple[PastLook, ...] = field(default=())
    schema: None = None

    def look_of(self, run: str) -> int:
        """Give a run its look by number: the one that it had, or the next."""
        had = (one.number for one in self.looks if one.run == run)
        return next(had, len(self.looks) + 1)

    def differing(self, other: "History") -> Fault | None:
        """Name what another history is of, where it is not of the same; None where it is.

        >>> one = History(base="1f", alpha=Fraction(1, 20), measures=("match",))
        >>> fault = one.differing(evolve(one, base="2e"))
        >>> (fault.path, fault.got) if fault else None
        ('$.base', "'2e'")
        """
        said = (
            ("alpha", str(self.alpha), str(other.alpha), ""),
            ("measures", ", ".join(self.measures), ", ".join(other.measures), ""),
            ("better", self.better, other.better, ""),
            ("cluster", self.cluster or "none", other.cluster or "none", ""),
            ("base", self.base[:_SHOWN], other.base[:_SHOWN], ", the digest of this base"),
        )
        for key, mine, got, what in said:
            if mine != got:
                hint = f"a history is of one {_ONE.get(key, key)}: begin another file"
                wanted = f"{mine}{what}"
                return Fault(path=f"$.{key}", got=shown(got), expected=wanted, hint=hint)
        return None


_ONE = {"measures": "list of measures", "better": "direction"}


def _ratio(value: Json) -> Fraction:
    if isinstance(value, str) and _RATIO.fullmatch(value):
        return Fraction(value)
    raise expected("a whole number or a ratio of two, as a text", value)


_EXACT = Kind(_ratio, {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}, str)
_LOOK = Record(
    PastLook,
    "look",
    number=required("look", whole(1, MOST_LOOKS), 1),
    run=required("run", TEXTUAL, "", "the digest of the run's scores"),
    file=required("file", TEXTUAL, ""),
    outcomes=required("outcomes", array(TEXTUAL), (), "of the measures, in their order"),
    tolerance=required("tolerance", _EXACT, Fraction(0)),
    because=required("because", TEXTUAL, ""),
)
_HISTORY = Record(
    History,
    "history",
    schema=constant("schema", SCHEMA),
    base=required("base", TEXTUAL, "", "the digest of the base's scores"),
    alpha=required("alpha", _EXACT, Fraction(1, 20)),
    measures=required("measures", array(TEXTUAL), ()),
    better=required("better", TEXTUAL, "high"),
    cluster=required("cluster", TEXTUAL, ""),
    looks=needed_objects("looks", _LOOK),
)


def history_text(history: History) -> str:
    """Write a history: the same text for the same history.

    >>> history_text(History(base="1f", alpha=Fraction(1, 20), measures=())).splitlines()[1]
    ' "schema": "measurand-gate-history/1",'
    """
    tree = _HISTORY.write(history)
    return json.dumps({**tree, "seal": _seal(tree)}, indent=1, ensure_ascii=False) + "\n"


def _seal(tree: JsonObject) -> str:
    raw = json.dumps(tree, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(raw.encode()).hexdigest()


def read_history(raw: bytes) -> History:
    """Read a history.

    >>> one = History(base="1f", alpha=Fraction(1, 20), measures=("match",))
    >>> read_history(history_text(one).encode()) == one
    True

    Raises FaultError where it was cut or changed, and where it is none.
    """
    if len(raw) > _MOST_BYTES:
        raise FaultError(Fault(got="a longer file", expected=f"at most {_MOST_BYTES} bytes"))
    try:
        tree = decode(raw, max_depth=_DEEPEST)
    except FaultError as error:
        raise FaultError(
            evolve(error.fault, hint=f"a history that was cut? {_FORGOTTEN}")
        ) from None
    if not isinstance(tree, dict) or tree.get("schema") != SCHEMA:
        raise expected(f"a history of looks ({SCHEMA})", tree, path="$")
    found = read_record(tree, _HISTORY.read)
    if isinstance(found, tuple):
        raise FaultError(found[0])
    for at, look in enumerate(found.looks, 1):
        if look.number != at:
            got, path = f"look {look.number}", f"$.looks[{at - 1}].look"
            raise FaultError(Fault(path=path, got=got, expected=f"look {at}", hint=_FORGOTTEN))
    seal, wanted = tree.get("seal"), _seal(_HISTORY.write(found))
    if seal != wanted:
        got = shown(seal) if isinstance(seal, str) else "none"
        what = f"{wanted}, the digest of what it says"
        hint = f"a history that was cut or changed? {_FORGOTTEN}"
        raise FaultError(Fault(path="$.seal", got=got, expected=what, hint=hint))
    return found


def take_look(path: Path, begun: History, run: str, look_at: Callable[[int], PastLook]) -> History:
    """Take a look at a run: read the history, or begin it, and write it with this look in it.

    `begun` is a history without looks, of what is looked at; one that stands there without looks
    has spent nothing, and is begun anew. `look_at` takes the number of the look and gives it. A run
    that had a look has the same one again; what is said of it last stands.

    Raises FaultError where the history is another one's, is cut or changed, is held by another
    process, or cannot be read or written; then it stays as it is.
    """
    new = not path.exists()
    try:
        with path.open("x+b" if new else "rb") as file:
            try:
                _hold(file, path)
                if new:  # whoever is stopped before the look was taken leaves one without looks
                    file.write(history_text(begun).encode("utf-8"))
                    file.flush()
                before = begun if new else read_history(file.read(_MOST_BYTES + 1))
                history = _with_look(before, begun, run, look_at)
                written = atomic_write(path, [history_text(history).encode("utf-8")])
                new = new and not is_successful(written)
            finally:
                if new:  # nobody took a look
                    path.unlink(missing_ok=True)
    except FaultError as error:
        raise FaultError(error.fault.at(file=str(path))) from None
    except FileExistsError:
        raise _busy() from None
    except OSError as error:
        raise FaultError(unreadable(error, str(path))) from None
    if not is_successful(written):
        raise FaultError(written.failure()[0])
    return history


def _with_look(
    history: History, begun: History, run: str, look_at: Callable[[int], PastLook]
) -> History:
    if history.looks and (fault := begun.differing(history)) is not None:
        raise FaultError(fault)
    history = history if history.looks else begun
    number = history.look_of(run)
    if number > MOST_LOOKS:
        raise FaultError(Fault(got=f"look {number}", expected=f"at most {MOST_LOOKS} looks"))
    look = look_at(number)
    return evolve(history, looks=(*history.looks[: number - 1], look, *history.looks[number:]))


def _hold(file: BinaryIO, path: Path) -> None:
    """Hold a history for this process alone: what was opened is still what has the name."""
    if not lock_alone(file) or os.fstat(file.fileno()).st_ino != path.stat().st_ino:
        raise _busy()


def _busy() -> FaultError:
    hint = "one look at a time: try again"
    return FaultError(Fault(got="one that another gate has open", expected="a file", hint=hint))
