"""A printed table: the scores of several systems and a number of decimals give marked cells.

The kind `score-table`: what is printed is held to the scores that it was printed from.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, law
from measurand.laws.kinds.checks import (
    Check,
    Question,
    always_answered,
    answer,
    faultless,
    faultless_pair,
    where,
)
from measurand.laws.kinds.compare import broken, silent
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.subject import Call, Subject, asked, written

Systems = Mapping[str, Sequence[float]]
Cells = tuple[tuple[str, str, bool], ...]
ScoreTable = Subject[[Systems, int]]
TABLE_MEAN, TABLE_MARKS = "mean", "marks"


@frozen
class TableCase:
    """Systems with their scores, decimals, one system to leave out, and other names.

    >>> TableCase({"a": [0.5], "b": [1.0]}, 1, "b").systems["a"]
    [0.5]
    """

    systems: Systems
    digits: int
    gone: str
    names: Mapping[str, str] = {}


def cells_read(found: object) -> Cells:
    """Read a table as (system, text, marked), in order of names.

    >>> cells_read({"b": ("0.5", False), "a": ("1.0", True)})
    (('a', '1.0', True), ('b', '0.5', False))
    >>> cells_read({"a": 1.0})
    Traceback (most recent call last):
    TypeError: expected a dict of (text, marked) by system, got {'a': 1.0}
    """
    if isinstance(found, Mapping):
        cells = [
            (name, cell[0], cell[1])
            for name, cell in found.items()
            if isinstance(name, str)
            and isinstance(cell, tuple | list)
            and len(cell) == len(("text", "marked"))
            and isinstance(cell[0], str)
            and isinstance(cell[1], bool)
        ]
        if len(cells) == len(found):
            return tuple(sorted(cells))
    message = f"expected a dict of (text, marked) by system, got {written(found)[:80]}"
    raise TypeError(message)


def table_mean(scores: Sequence[float]) -> Fraction:
    """Average scores exactly.

    >>> table_mean([0.5, 1.0])
    Fraction(3, 4)
    """
    return sum(map(Fraction, scores), Fraction(0)) / len(scores)


TableAsk = Question[[Systems, int], TableCase, Cells]
TableCheck = Check[[Systems, int], TableCase]


def _of(change: Callable[[TableCase], Systems]) -> TableAsk:
    return lambda subject, case: asked(subject, cells_read, change(case), case.digits)


def _more_digits(subject: ScoreTable, case: TableCase) -> Call[Cells]:
    return asked(subject, cells_read, case.systems, case.digits + 1)


def _fault(find: Callable[[TableCase, Cells], str]) -> TableCheck:
    """Hold where the table has no fault."""
    return faultless(_HERE, answer, lambda _, case, cells: find(case, cells))


def _faults(ask: TableAsk, find: Callable[[TableCase, Cells, Cells], str]) -> TableCheck:
    """Hold where the table of other systems is no fault beside that of these."""
    return faultless_pair(_HERE, ask, answer, lambda _, *found: find(*found))


_HERE = _of(lambda case: case.systems)
_TURNED = _of(lambda case: dict(reversed(list(case.systems.items()))))
_RENAMED = _of(
    lambda case: {case.names.get(name, name): scores for name, scores in case.systems.items()}
)
_FEWER = _of(
    lambda case: {name: scores for name, scores in case.systems.items() if name != case.gone}
)


def _others_are_printed(case: TableCase, cells: Cells) -> str:
    same = {name for name, _, _ in cells} == set(case.systems)
    return "" if same else "other systems are printed"


def _order_tells(_case: TableCase, here: Cells, there: Cells) -> str:
    return "" if here == there else "the cells are not the same"


def _names_tell(case: TableCase, here: Cells, there: Cells) -> str:
    renamed = sorted((case.names.get(name, name), *cell) for name, *cell in here)
    return "" if list(there) == renamed else "names play a part"


def _others_tell(_case: TableCase, whole: Cells, fewer: Cells) -> str:
    texts = {name: text for name, text, _ in whole}
    moved = any(texts.get(name) != text for name, text, _ in fewer)
    return "a number moved with who else is there" if moved else ""


def _off_the_mean(case: TableCase, cells: Cells) -> str:
    half = Fraction(1, 2 * 10**case.digits)
    for name, text, _ in cells:
        if not _is_decimal(text):
            return f"{text!r} is no decimal number"
        if abs(Fraction(text) - table_mean(case.systems[name])) > half:
            return f"{name} prints {text}, more than half a unit away"
    return ""


def _is_decimal(text: str) -> bool:
    digits = text.removeprefix("-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit()


def _other_decimals(case: TableCase, cells: Cells) -> str:
    texts = (text for _, text, _ in cells if len(text.partition(".")[2]) != case.digits)
    return next((f"{text!r} has not {case.digits} decimals" for text in texts), "")


def _best(case: TableCase) -> list[str]:
    means = {name: table_mean(scores) for name, scores in case.systems.items()}
    return [name for name, mean in means.items() if mean == max(means.values())]


def _best_unmarked(case: TableCase, cells: Cells) -> str:
    marked = {name for name, _, mark in cells if mark}
    lost = (name for name in _best(case) if name not in marked)
    return next((f"{name} is best and not marked" for name in lost), "")


def _less_marked(case: TableCase, cells: Cells) -> str:
    best = _best(case)
    tops = {text for name, text, _ in cells if name in best}
    less = (name for name, text, mark in cells if mark and text not in tops)
    return next((f"{name} is marked and prints less than the best" for name in less), "")


@law("repeatable", "The same scores print the same, and are left alone.", Algebra.ORDER)
def _repeatable(subject: ScoreTable, case: TableCase) -> Outcome:
    first, _, second = (ask(subject, case) for ask in (_HERE, _more_digits, _HERE))
    if first.changed:
        return broken("it changed its arguments", first)
    return silent(first, second) or (
        Holds()
        if first.answer == second.answer
        else broken("the cells are not the same", first, second)
    )


def _one_name(case: TableCase) -> str:
    names = {case.names.get(name, name) for name in case.systems}
    return "two systems would have one name" if len(names) < len(case.systems) else ""


def _none_left(case: TableCase) -> str:
    some = case.gone in case.systems and len(case.systems) > 1
    return "" if some else "there is no system to leave out"


TABLE_LAWS: tuple[Law[ScoreTable, TableCase], ...] = (
    law("defined", "Every table of scores is printed.")(always_answered(_HERE)),
    _repeatable,
    law("every system", "The systems given are the systems printed.")(_fault(_others_are_printed)),
    law("system order", "The order of the systems plays no part.", Algebra.ORDER)(
        _faults(_TURNED, _order_tells)
    ),
    law("renaming", "The names of systems play no part.", Algebra.SYMMETRY)(
        where(_one_name, _faults(_RENAMED, _names_tell))
    ),
    law(
        "others",
        "What a system prints does not depend on which others are there.",
        Algebra.STATISTICS,
    )(where(_none_left, _faults(_FEWER, _others_tell))),
    law(
        "printed",
        "What is printed is the mean to within half a unit of its last digit.",
        Algebra.BOUNDS,
        TABLE_MEAN,
    )(_fault(_off_the_mean)),
    law("digits", "Every number has as many decimals as asked.", Algebra.BOUNDS)(
        _fault(_other_decimals)
    ),
    law(
        "best marked",
        "Every system of the highest mean is marked, ties too.",
        Algebra.ORDER,
        TABLE_MARKS,
    )(_fault(_best_unmarked)),
    law("only best", "No marked system prints less than the best.", Algebra.ORDER, TABLE_MARKS)(
        _fault(_less_marked)
    ),
)


TABLE_KIND: Kind[[Systems, int], TableCase] = Kind(
    name="score-table",
    takes="a dict of scores by system, and a number of decimals; gives a dict of (text, marked)",
    claims={
        TABLE_MEAN: "what is printed is the mean of the scores of a system",
        TABLE_MARKS: "the systems of the highest mean are marked; higher is better",
    },
    laws=TABLE_LAWS,
)
