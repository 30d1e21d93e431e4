"""Columns of rankings, of probabilities and of ratings, in the shapes that they come in.

A definition says what it reads of a sample, so what is asked settles which shape is meant; what it
leaves open is refused until `kind` says it. Here a matrix becomes rows with names: of documents
(`grades`: relevance against scores, a column for each document), of classes (`classes` names the
columns). Lists of documents stand in their order (`ids`).
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from measurand.edges.verbs.definitions import label_text
from measurand.edges.verbs.errors import invalid
from measurand.evidence.class_scores import ClassScores, GoldRank
from measurand.evidence.facts import Reads
from measurand.evidence.observation import Observing, Together
from measurand.evidence.relevance import RelevanceByRank
from measurand.values.english import counted
from measurand.values.fault import shown

Cells = Sequence[object]
Sides = tuple[Cells, Cells]
_LOOKED = 1000
_ROW = "a row of numbers, one for each document"


def reads_of(how: Observing) -> tuple[Reads, ...]:
    """List what is read of samples as neither items nor numbers.

    >>> from measurand.evidence.observation import ColumnOf
    >>> reads_of(Together((ColumnOf("a"), GoldRank("p"))))
    (GoldRank(scores='p'),)
    """
    parts = how.parts if isinstance(how, Together) else (how,)
    return tuple(part for part in parts if isinstance(part, Reads))


def ranks(how: Observing) -> bool:
    """Tell whether rankings are read, and nothing else.

    >>> ranks(RelevanceByRank()), ranks(GoldRank("p"))
    (True, False)
    """
    parts = how.parts if isinstance(how, Together) else (how,)
    return all(isinstance(part, RelevanceByRank) for part in parts)


def classifies(how: Observing) -> bool:
    """Tell whether numbers of classes are read.

    >>> classifies(RelevanceByRank()), classifies(GoldRank("p"))
    (False, True)
    """
    return any(isinstance(part, ClassScores | GoldRank) for part in reads_of(how))


def rankings(gold: Cells, predicted: Cells, kind: str | None) -> Sides:
    """Give rankings as records: of documents by name, or lists of them in their order.

    >>> rankings([[0, 1]], [[0.5, 0.25]], None)
    ([{'0': 0, '1': 1}], [{'0': 0.5, '1': 0.25}])
    >>> rankings([[7]], [[3, 7]], "ids")
    ([['7']], [['3', '7']])

    Raises InvalidInputError for rows of whole numbers alone, which may be either, and for
    predictions that are no rows: one query is one row.
    """
    _refuse_single(predicted)
    match kind:
        case "grades":
            return _matrix("gold", gold), _matrix("predicted", predicted)
        case "ids":
            return _ids(gold), _ids(predicted)
        case _:
            pass
    if not (_numeric(gold) and _numeric(predicted)):
        return gold, predicted
    if not any(isinstance(one, float) for row in islice(predicted, _LOOKED) for one in _row(row)):
        hint = "a column for each document is kind='grades', documents in order are kind='ids'"
        raise invalid("kind", "rows of whole numbers", "rankings that can be read in one way", hint)
    return _matrix("gold", gold), _matrix("predicted", predicted)


def _refuse_single(predicted: Cells) -> None:
    for at, row in enumerate(predicted):
        if isinstance(row, str | int | float):
            hint = "of one query both sides are in brackets: score([gold], [predicted], ...)"
            raise invalid(f"predicted[{at}]", shown(row), "a ranking: a row for each query", hint)


def _row(row: object) -> Iterable[object]:
    if getattr(row, "ndim", 1) == 0 or isinstance(row, str | bytes | Mapping):
        return ()
    return row if isinstance(row, Iterable) else ()


def _numeric(cells: Cells) -> bool:
    """Tell whether all rows there are hold numbers (or nothing), and some do."""
    rows = [row for row in islice(cells, _LOOKED) if row is not None]
    listed = all(isinstance(row, list | tuple) for row in rows)
    return (
        listed
        and any(map(_row, rows))
        and all(one is None or isinstance(one, int | float) for row in rows for one in _row(row))
    )


def _matrix(name: str, cells: Cells) -> Cells:
    """Name the columns of rows by their places, so that names are in the order of the columns.

    None is a document that is not there; NaN is a number that went wrong, or a gap: nobody knows.

    Raises InvalidInputError for NaN.
    """
    widths: dict[int, int] = {}
    found: list[object] = []
    for at, row in enumerate(cells):
        if row is None:
            found.append(None)
            continue
        if isinstance(row, str | bytes | Mapping | AbstractSet) or not isinstance(row, Iterable):
            raise invalid(f"{name}[{at}]", shown(row), _ROW)
        numbers = list(row)
        widths.setdefault(len(numbers), at)
        digits = len(str(len(numbers) - 1))
        named = zip((f"{place:0{digits}}" for place in range(len(numbers))), numbers, strict=True)
        found.append({name: one for name, one in named if one is not None})
        if any(one != one for one in numbers):  # noqa: PLR0124  # NaN differs from itself
            hint = "None, or a mask of numpy.ma, says that a document is not there"
            raise invalid(f"{name}[{at}]", "NaN among them", _ROW, hint)
    if len(widths) > 1:
        first, other = list(widths.items())[:2]
        expected = f"{counted(first[0], 'number')}, as in {name}[{first[1]}]"
        raise invalid(f"{name}[{other[1]}]", counted(other[0], "number"), expected)
    return found


def _ids(cells: Cells) -> Cells:
    return [
        [label_text(one) for one in row]
        if isinstance(row, Iterable) and not isinstance(row, str | Mapping)
        else row
        for row in cells
    ]


def probabilities(gold: Cells, predicted: object, cells: Cells, classes: Cells) -> Sides:
    """Give the numbers of classes as records by class; `cells` are the rows of `predicted`.

    A data frame names its classes itself; of a matrix `classes` does. Without it columns are the
    classes 0, 1, ... where all labels are such numbers.

    >>> probabilities([1, 0], None, [[0.25, 0.75], [1.0, 0.0]], ())
    ([1, 0], [{'0': 0.25, '1': 0.75}, {'0': 1.0, '1': 0.0}])
    >>> probabilities(["b"], None, [[0.25, 0.75]], ["a", "b"])
    (['b'], [{'a': 0.25, 'b': 0.75}])

    Raises InvalidInputError for rows that have no names, or others than labels have.
    """
    rows = [row for row in cells if row is not None]
    if all(isinstance(row, Mapping) for row in rows):
        named = [
            {label_text(name): one for name, one in row.items()}
            if isinstance(row, Mapping)
            else row
            for row in cells
        ]
        return gold, named
    names = _classes(gold, predicted, rows, classes)
    labels = [one for one in gold if one is not None]
    if labels and not {label_text(one) for one in labels} & {*names}:
        expected = f"the names of classes as columns have them: {', '.join(map(repr, names))}"
        hint = "classes=[...] names the columns as labels are, in their order"
        raise invalid("gold", f"labels such as {shown(labels[0])}", expected, hint)
    found: list[object] = []
    for at, row in enumerate(cells):
        if row is None:
            found.append(None)
            continue
        numbers = list(_row(row))
        if len(numbers) != len(names):
            got = counted(len(numbers), "number") if numbers else shown(row)
            expected = f"{counted(len(names), 'number')}, one for each class"
            raise invalid(f"predicted[{at}]", got, expected)
        found.append(dict(zip(names, numbers, strict=True)))
    return gold, found


def _named(row: object) -> object:
    if not isinstance(row, Mapping):
        return row
    return {label_text(name): one for name, one in row.items()}


def _classes(gold: Cells, predicted: object, rows: Cells, classes: Cells) -> list[str]:
    columns = getattr(predicted, "columns", None)
    said = list(classes) or (list(columns) if isinstance(columns, Iterable) else [])
    if said:
        names = list(map(label_text, said))
        if len(set(names)) < len(names):
            raise invalid("classes", ", ".join(map(repr, names)), "names that differ")
        return names
    width = max((len(list(_row(row))) for row in rows), default=0)
    others = [
        one
        for one in gold
        if isinstance(one, bool) or not isinstance(one, int) or not 0 <= one < width
    ]
    if not others:
        return list(map(str, range(width)))
    got = f"labels such as {shown(others[0])}"
    hint = "name the columns: classes=[...], in their order"
    raise invalid("classes", got, f"the names of the {width} columns of predicted", hint)
