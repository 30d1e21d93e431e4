"""A printed table: the scores of several systems and a number of decimals give marked cells.

The kind `score-table`: what is printed is held to the scores that it was printed from.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.algebra.law import Algebra, Holds, Law, Outcome, Silent
from measurand.laws.kinds.checks import law
from measurand.laws.kinds.compare import broken, defined, silent
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


def table_of(subject: ScoreTable, systems: Systems, digits: int) -> Call[Cells]:
    """Ask for the table.

    >>> call = table_of(Subject("t", lambda systems, digits: {}), {}, 1)
    >>> call.answer
    ()
    """
    return asked(subject, cells_read, systems, digits)


def table_mean(scores: Sequence[float]) -> Fraction:
    """Average scores exactly.

    >>> table_mean([0.5, 1.0])
    Fraction(3, 4)
    """
    return sum(map(Fraction, scores), Fraction(0)) / len(scores)


def _cells(call: Call[Cells]) -> Cells:
    return call.answer if isinstance(call.answer, tuple) else ()


def _whole_table(subject: ScoreTable, case: TableCase) -> Call[Cells]:
    return table_of(subject, case.systems, case.digits)


def _same_cells(one: Call[Cells], other: Call[Cells], wanted: Cells) -> Outcome:
    if raised := silent(one, other):
        return raised
    if _cells(other) == wanted:
        return Holds()
    return broken("the cells are not the same", one, other)


@law("defined", "Every table of scores is printed.")
def _table_defined(subject: ScoreTable, case: TableCase) -> Outcome:
    return defined(_whole_table(subject, case), absent=False)


@law("repeatable", "The same scores print the same, and are left alone.", Algebra.ORDER)
def _table_repeatable(subject: ScoreTable, case: TableCase) -> Outcome:
    first = _whole_table(subject, case)
    table_of(subject, case.systems, case.digits + 1)
    second = _whole_table(subject, case)
    if first.changed:
        return broken("it changed its arguments", first)
    return _same_cells(first, second, _cells(first))


@law("every system", "The systems given are the systems printed.")
def _table_every_system(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    there = {name for name, _, _ in _cells(call)} == set(case.systems)
    return silent(call) or (Holds() if there else broken("other systems are printed", call))


@law("system order", "The order of the systems plays no part.", Algebra.ORDER)
def _table_order(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    turned = dict(reversed(list(case.systems.items())))
    return _same_cells(call, table_of(subject, turned, case.digits), _cells(call))


@law("renaming", "The names of systems play no part.", Algebra.SYMMETRY)
def _table_names(subject: ScoreTable, case: TableCase) -> Outcome:
    if len({case.names.get(name, name) for name in case.systems}) < len(case.systems):
        return Silent("two systems would have one name")
    call = _whole_table(subject, case)
    systems = {case.names.get(name, name): scores for name, scores in case.systems.items()}
    wanted = sorted((case.names.get(name, name), *cell) for name, *cell in _cells(call))
    renamed = table_of(subject, systems, case.digits)
    alike = [list(cell) for cell in _cells(renamed)] == [list(cell) for cell in wanted]
    if raised := silent(call, renamed):
        return raised
    return Holds() if alike else broken("names play a part", call, renamed)


@law(
    "others", "What a system prints does not depend on which others are there.", Algebra.STATISTICS
)
def _table_others(subject: ScoreTable, case: TableCase) -> Outcome:
    left = {name: scores for name, scores in case.systems.items() if name != case.gone}
    if not left or len(left) == len(case.systems):
        return Silent("there is no system to leave out")
    whole, fewer = _whole_table(subject, case), table_of(subject, left, case.digits)
    if raised := silent(whole, fewer):
        return raised
    texts = {name: text for name, text, _ in _cells(whole)}
    moved = any(texts.get(name) != text for name, text, _ in _cells(fewer))
    return broken("a number moved with who else is there", whole, fewer) if moved else Holds()


@law(
    "printed",
    "What is printed is the mean to within half a unit of its last digit.",
    Algebra.BOUNDS,
    TABLE_MEAN,
)
def _table_printed(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    half = Fraction(1, 2 * 10**case.digits)
    for name, text, _ in _cells(call):
        if not _is_decimal(text):
            return broken(f"{text!r} is no decimal number", call)
        if abs(Fraction(text) - table_mean(case.systems[name])) > half:
            return broken(f"{name} prints {text}, more than half a unit away", call)
    return silent(call) or Holds()


def _is_decimal(text: str) -> bool:
    digits = text.removeprefix("-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit()


@law("digits", "Every number has as many decimals as asked.", Algebra.BOUNDS)
def _table_digits(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    for _, text, _ in _cells(call):
        if len(text.partition(".")[2]) != case.digits:
            return broken(f"{text!r} has not {case.digits} decimals", call)
    return silent(call) or Holds()


@law(
    "best marked",
    "Every system of the highest mean is marked, ties too.",
    Algebra.ORDER,
    TABLE_MARKS,
)
def _table_best(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    if raised := silent(call):
        return raised
    best = max(table_mean(scores) for scores in case.systems.values())
    marked = {name for name, _, mark in _cells(call) if mark}
    lost = [
        name
        for name, scores in case.systems.items()
        if table_mean(scores) == best and name not in marked
    ]
    return broken(f"{lost[0]} is best and not marked", call) if lost else Holds()


@law("only best", "No marked system prints less than the best.", Algebra.ORDER, TABLE_MARKS)
def _table_only_best(subject: ScoreTable, case: TableCase) -> Outcome:
    call = _whole_table(subject, case)
    if raised := silent(call):
        return raised
    best = max(table_mean(scores) for scores in case.systems.values())
    tops = {text for name, text, _ in _cells(call) if table_mean(case.systems[name]) == best}
    for name, text, mark in _cells(call):
        if mark and text not in tops:
            return broken(f"{name} is marked and prints less than the best", call)
    return Holds()


_MEAN, _MARKS = frozenset({TABLE_MEAN}), frozenset({TABLE_MARKS})
TABLE_LAWS: tuple[Law[ScoreTable, TableCase], ...] = (
    _table_defined,
    _table_repeatable,
    _table_every_system,
    _table_order,
    _table_names,
    _table_others,
    _table_printed,
    _table_digits,
    _table_best,
    _table_only_best,
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
