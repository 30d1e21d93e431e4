"""Samples from what scikit-learn takes: labels, sets of labels, rows of 0 and 1."""

from collections.abc import Collection, Sequence

from measurand.values.sample import Sample

Label = str | int


def label_text(label: Label) -> str:
    """Write a label as the text that our items have; True and False are 1 and 0, as to the tool.

    >>> label_text(7), label_text("7"), label_text(True)
    ('7', '7', '1')

    Raises TypeError for anything but a text, a whole number, True or False.
    """
    if isinstance(label, str):
        return label
    try:
        return str(label.__index__())
    except AttributeError:
        message = f"a label is a text or a whole number: got {label!r}"
        raise TypeError(message) from None


def samples_of_labels(
    y_true: Sequence[Label], y_pred: Sequence[Label], *, labels: Collection[Label] | None = None
) -> tuple[Sample, ...]:
    """Make a sample of each pair of labels, with one item on each side.

    With `labels`, items of other labels are left out: so does the tool with its `labels=` under
    average='micro' and 'samples'.

    >>> [sample.predicted for sample in samples_of_labels([1, 0], [1, 1])]
    [('1',), ('1',)]

    Raises ValueError for sequences of different lengths, TypeError for labels of another type.
    """
    return samples_of_label_sets([[y] for y in y_true], [[y] for y in y_pred], labels=labels)


def samples_of_label_sets(
    y_true: Sequence[Collection[Label]],
    y_pred: Sequence[Collection[Label]],
    *,
    labels: Collection[Label] | None = None,
) -> tuple[Sample, ...]:
    """Make a sample of each pair of sets of labels; with `labels`, of these labels alone.

    >>> [sample.gold for sample in samples_of_label_sets([["b", "a"], []], [["a"], []])]
    [('a', 'b'), ()]

    Raises ValueError for sequences of different lengths, TypeError for labels of another type.
    """
    if len(y_true) != len(y_pred):
        message = f"as many predictions as truths: got {len(y_pred)} and {len(y_true)}"
        raise ValueError(message)
    kept = None if labels is None else {label_text(label) for label in labels}

    def items(found: Collection[Label]) -> tuple[str, ...]:
        texts = {label_text(label) for label in found}
        return tuple(sorted(texts if kept is None else texts & kept))

    return tuple(
        Sample(id=str(number), gold=items(true), predicted=items(pred))
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

    Raises ValueError for rows of different lengths, and for other numbers than 0 and 1.
    """
    widths = {len(row) for row in (*y_true, *y_pred)}
    if len(widths) > 1:
        message = f"rows of one length: got {sorted(widths)}"
        raise ValueError(message)
    other = next((one for row in (*y_true, *y_pred) for one in row if one not in {0, 1}), None)
    if other is not None:
        message = f"0 or 1 in each column: got {other!r}"
        raise ValueError(message)
    true, predicted = ([_columns(row) for row in rows] for rows in (y_true, y_pred))
    return samples_of_label_sets(true, predicted, labels=labels)


def no_labels(sample: Sample) -> str:
    """Say why a sample is no pair of labels, or of sets of labels; empty where it is one.

    >>> no_labels(Sample(id="1", gold=("a",), predicted=("b",)))
    ''
    >>> no_labels(Sample(id="1", gold=("a", "a"), predicted=()))
    "sets of labels: got one twice in '1'"
    """
    if sample.predicted is None or sample.counts is not None:
        return f"labels on both sides: got none in {sample.id!r}"
    for items in (sample.gold, sample.predicted):
        if not all(isinstance(item, str) for item in items):
            return f"labels that are texts: got others in {sample.id!r}"
        if len(set(items)) < len(items):
            return f"sets of labels: got one twice in {sample.id!r}"
    return ""


def no_label_pair(sample: Sample) -> str:
    """Say why a sample is not one label on each side; empty where it is.

    >>> no_label_pair(Sample(id="1", gold=("a",), predicted=()))
    "one label on each side: got 1 and 0 in '1'"
    """
    found = no_labels(sample)
    answer = sample.predicted or ()
    if found or len(sample.gold) == len(answer) == 1:
        return found
    return f"one label on each side: got {len(sample.gold)} and {len(answer)} in {sample.id!r}"


def _columns(row: Sequence[int]) -> list[int]:
    return [at for at, one in enumerate(row) if one]
