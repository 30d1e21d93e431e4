"""Samples from what scikit-learn takes: labels, sets of labels, rows of 0 and 1.

scikit-learn tells the type of a problem from its labels (binary, multiclass, multilabel; texts or
numbers), sorts and averages by it, and refuses mixtures. A sample here holds texts; so what labels
were is kept in a group of the sample (`LABELS`), and what the tool would refuse is refused.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import index

from attrs import evolve

from measurand.values.sample import Sample

Label = str | int
LABELS = "sklearn.labels"
"""The group of a sample that says what its labels were, to the tool: see `LabelKind`."""
COLUMNS = "sklearn.columns"
"""The group that says how many columns there were, where labels are columns."""
KEPT = "sklearn.kept"
"""The group of a sample from which labels were left out."""
_NUL = "\0"
_LEAST, _MOST = -(2**63), 2**63 - 1
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
_TRUTHS = {"true": Fraction(1), "false": Fraction(0)}


class LabelKind(Enum):
    """One label a side, or a set of them; texts, or whole numbers, which sort otherwise."""

    TEXTS = "texts"
    NUMBERS = "numbers"
    SETS_OF_TEXTS = "sets of texts"
    SETS_OF_NUMBERS = "sets of numbers"
    FRACTIONS = "fractions"
    """Numbers that are no classes to the tool: it refuses them as continuous."""

    @property
    def numbers(self) -> bool:
        """Tell whether labels are whole numbers."""
        return self in {LabelKind.NUMBERS, LabelKind.SETS_OF_NUMBERS}

    @property
    def sets(self) -> bool:
        """Tell whether a side has any number of labels."""
        return self in {LabelKind.SETS_OF_TEXTS, LabelKind.SETS_OF_NUMBERS}


def kind_of(sample: Sample) -> LabelKind | None:
    """Say what the labels of a sample were; None where nobody said.

    >>> kind_of(samples_of_labels([1], [0])[0]), kind_of(Sample(id="1"))
    (<LabelKind.NUMBERS: 'numbers'>, None)
    """
    name = sample.group(LABELS)
    return next((kind for kind in LabelKind if kind.value == name), None)


def is_whole(text: str) -> bool:
    """Tell whether a text is a whole number as it is usually written.

    >>> is_whole("-7"), is_whole("07"), is_whole("a")
    (True, False, False)
    """
    try:
        return str(int(text)) == text
    except ValueError:
        return False


def of_file(samples: Sequence[Sample], *, numbers: bool | None) -> Sequence[Sample]:
    """Say of samples from a file of which type their labels are; nothing where nobody knows.

    Numbers become what they are to the tool: 2.0 is 2, true is 1, and a label of 2.5 is no class.

    >>> one, other = of_file([Sample(id="1", gold=("true",), predicted=("0.0",)),
    ...                       Sample(id="2", gold=("1",), predicted=("2.5",))], numbers=True)
    >>> one.gold, one.predicted, one.groups, kind_of(other)
    (('1',), ('0',), (('sklearn.labels', 'numbers'),), <LabelKind.FRACTIONS: 'fractions'>)
    """
    items = [item for one in samples for item in (*one.gold, *(one.predicted or ()))]
    texts = [item for item in items if isinstance(item, str)]
    if numbers is None or len(texts) < len(items):
        return samples
    values = {text: _number(text) for text in set(texts)} if numbers else {}
    if None in values.values():
        return samples
    sets = any(len(one.gold) != 1 or len(one.predicted or ()) != 1 for one in samples)
    whole = {text: str(value) for text, value in values.items() if _is_class(value)}
    if sets and len(whole) < len(values):
        return samples
    kinds = (
        (LabelKind.SETS_OF_TEXTS, LabelKind.SETS_OF_NUMBERS)
        if sets
        else (LabelKind.TEXTS, LabelKind.NUMBERS)
    )
    return [
        _typed(one, whole, kinds[numbers]) if one.group(LABELS) is None else one for one in samples
    ]


def _typed(sample: Sample, whole: Mapping[str, str], kind: LabelKind) -> Sample:
    sides = sample.gold, sample.predicted
    if kind.numbers and any(str(item) not in whole for side in sides for item in side or ()):
        kind = LabelKind.FRACTIONS
    gold, predicted = (
        None if side is None else tuple(whole.get(str(item), item) for item in side)
        for side in sides
    )
    groups = tuple(sorted((*sample.groups, (LABELS, kind.value))))
    return evolve(sample, gold=gold or (), predicted=predicted, groups=groups)


def _number(text: str) -> Fraction | None:
    """Read a number or a truth value as the text of an item has it; None for any other text."""
    if text in _TRUTHS:
        return _TRUTHS[text]
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def _is_class(value: Fraction | None) -> bool:
    return value is not None and value.denominator == 1


def of_one_type(labels: Iterable[Label], what: str = "labels") -> bool | None:
    """Tell whether labels are whole numbers; None where there are none.

    >>> of_one_type([1, True]), of_one_type(["1"]), of_one_type([])
    (True, False, None)
    >>> of_one_type([1, "1"])
    Traceback (most recent call last):
    ValueError: labels of one type, texts or whole numbers: got 1 and '1'

    Raises ValueError for labels of both types, TypeError for labels of another.
    """
    first: dict[bool, Label] = {}
    for label in labels:
        label_text(label)
        first.setdefault(not isinstance(label, str), label)
    if len(first) > 1:
        message = (
            f"{what} of one type, texts or whole numbers: got {first[True]!r} and {first[False]!r}"
        )
        raise ValueError(message)
    return next(iter(first), None)


def label_text(label: Label) -> str:
    """Write a label as the text that our items have; True and False are 1 and 0, as to the tool.

    >>> label_text(7), label_text("7"), label_text(True)
    ('7', '7', '1')

    Raises TypeError for anything but a text, a whole number, True or False, ValueError for those
    that numpy changes: a text that ends with NUL, a number of more than 64 bits.
    """
    if isinstance(label, str):
        if label.endswith(_NUL):
            message = f"a label that does not end with NUL, which numpy drops: got {label!r}"
            raise ValueError(message)
        return label
    try:
        number = index(label)
    except TypeError:
        message = f"a label is a text or a whole number: got {label!r}"
        raise TypeError(message) from None
    if not _LEAST <= number <= _MOST:
        message = f"a label that is a number of 64 bits: got {label!r}"
        raise ValueError(message)
    return str(number)


def samples_of_labels(
    y_true: Sequence[Label], y_pred: Sequence[Label], *, labels: Collection[Label] | None = None
) -> tuple[Sample, ...]:
    """Make a sample of each pair of labels, with one item on each side.

    With `labels`, items of other labels are left out: so does the tool with its `labels=` under
    average='micro' and 'samples'.

    >>> [sample.predicted for sample in samples_of_labels([1, 0], [1, 1])]
    [('1',), ('1',)]

    Raises ValueError for sequences of different lengths and for texts beside whole numbers,
    TypeError for labels of another type.
    """
    singles = [[y] for y in y_true], [[y] for y in y_pred]
    return _samples(*singles, labels, (LabelKind.TEXTS, LabelKind.NUMBERS))


def samples_of_label_sets(
    y_true: Sequence[Collection[Label]],
    y_pred: Sequence[Collection[Label]],
    *,
    labels: Collection[Label] | None = None,
) -> tuple[Sample, ...]:
    """Make a sample of each pair of sets of labels; with `labels`, of these labels alone.

    >>> [sample.gold for sample in samples_of_label_sets([["b", "a"], []], [["a"], []])]
    [('a', 'b'), ()]

    Raises ValueError for sequences of different lengths and for texts beside whole numbers,
    TypeError for labels of another type.
    """
    kinds = LabelKind.SETS_OF_TEXTS, LabelKind.SETS_OF_NUMBERS
    return _samples(y_true, y_pred, labels, kinds)


def _samples(
    y_true: Sequence[Collection[Label]],
    y_pred: Sequence[Collection[Label]],
    labels: Collection[Label] | None,
    kinds: tuple[LabelKind, LabelKind],
) -> tuple[Sample, ...]:
    if len(y_true) != len(y_pred):
        message = f"as many predictions as truths: got {len(y_pred)} and {len(y_true)}"
        raise ValueError(message)
    every = (label for side in (y_true, y_pred, [labels or ()]) for row in side for label in row)
    left_out = () if labels is None else ((KEPT, "some"),)
    groups = (*left_out, (LABELS, kinds[bool(of_one_type(every))].value))
    kept = None if labels is None else {label_text(label) for label in labels}

    def items(found: Collection[Label]) -> tuple[str, ...]:
        texts = {label_text(label) for label in found}
        return tuple(sorted(texts if kept is None else texts & kept))

    return tuple(
        Sample(id=str(number), gold=items(true), predicted=items(pred), groups=groups)
        for number, (true, pred) in enumerate(zip(y_true, y_pred, strict=True))
    )


def samples_of_indicators(
    y_true: Sequence[Sequence[int]],
    y_pred: Sequence[Sequence[int]],
    *,
    labels: Collection[int] | None = None,
) -> tuple[Sample, ...]:
    """Make a sample of each pair of rows of 0 and 1; the labels are the numbers of the columns.

    The tool averages over every column, also one that is never 1: list them all as `labels`.

    >>> [sample.predicted for sample in samples_of_indicators([[1, 0]], [[1, 1]])]
    [('0', '1')]

    Raises ValueError for rows of different lengths or of one column, and for other numbers than 0
    and 1.
    """
    widths = {len(row) for row in (*y_true, *y_pred)}
    if len(widths) > 1:
        message = f"rows of one length: got {sorted(widths)}"
        raise ValueError(message)
    width = max(widths, default=2)
    if width < 2:  # noqa: PLR2004 - to the tool one column is no table
        message = (
            "at least two columns, since the tool reads one as the labels 0 and 1: "
            f"got {width}; say samples_of_labels of its numbers"
        )
        raise ValueError(message)
    absent = next((one for one in labels or () if not 0 <= one < width), None)
    if absent is not None:
        message = f"labels that are columns, 0 to {width - 1}: got {absent}"
        raise ValueError(message)
    other = next((one for row in (*y_true, *y_pred) for one in row if one not in {0, 1}), None)
    if other is not None:
        message = f"0 or 1 in each column: got {other!r}"
        raise ValueError(message)
    true, predicted = ([_columns(row) for row in rows] for rows in (y_true, y_pred))
    numbers = LabelKind.SETS_OF_NUMBERS
    made = _samples(true, predicted, labels, (numbers, numbers))
    columns = (COLUMNS, str(width))
    return tuple(evolve(one, groups=(columns, *one.groups)) for one in made)


def no_labels(sample: Sample) -> str:
    """Say why a sample is no pair of labels, or of sets of labels; empty where it is one.

    >>> no_labels(Sample(id="1", gold=("a",), predicted=("b",)))
    ''
    >>> no_labels(Sample(id="1", gold=("a", "a"), predicted=()))
    "sets of labels: got one twice in '1'"
    """
    if sample.predicted is None or sample.counts is not None:
        return f"labels on both sides: got none in {sample.id!r}"
    if kind_of(sample) is LabelKind.FRACTIONS:
        return (
            "labels that are texts or whole numbers, as the tool refuses fractions (continuous is "
            f"not supported): got {sample.gold[0]} and {sample.predicted[0]} in {sample.id!r}; say "
            "--input labels=text to have them as texts"
        )
    for items in (sample.gold, sample.predicted):
        if not all(isinstance(item, str) for item in items):
            return f"labels that are texts: got others in {sample.id!r}"
        if len(set(items)) < len(items):
            return f"sets of labels: got one twice in {sample.id!r}"
        if any(str(item).endswith(_NUL) for item in items):
            return f"labels that do not end with NUL, which numpy drops: got one in {sample.id!r}"
    return ""


def no_label_pair(sample: Sample) -> str:
    """Say why a sample is not one label on each side; empty where it is.

    >>> no_label_pair(Sample(id="1", gold=("a",), predicted=()))
    "one label on each side: got 1 and 0 in '1'"
    """
    refusal = no_labels(sample)
    answer = sample.predicted or ()
    if refusal or len(sample.gold) == len(answer) == 1:
        return refusal
    return f"one label on each side: got {len(sample.gold)} and {len(answer)} in {sample.id!r}"


def _columns(row: Sequence[int]) -> list[int]:
    return [at for at, one in enumerate(row) if one]
