"""The aggregates of lm-evaluation-harness, their errors, and its groups, as its versions have them.

A task has a list of what its rows contribute, in the order of the file, and one aggregation turns
it into a number. The error of a mean is the sample deviation over the root of the number; that of
others is a bootstrap with fixed seeds, so it can be had again to the last bit: draws come in chunks
of at most 1000, chunk i is drawn by Python's `random.Random(i).choices`, and the error is the
sample deviation of what the aggregation gives of all draws (a part of a chunk that is left over is
not drawn). Some aggregations have no error.

Read in lm_eval 0.4.13: api/metrics.py, evaluator_utils.py, api/group.py. Floats are added from
left to right, as Python adds them up to 3.11; 3.12 makes up for roundings, in the last places.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum
from math import exp, fsum, isnan, log, nan, sqrt
from typing import TYPE_CHECKING

from attrs import frozen

from measurand.algebra.draws import python_choices
from measurand.metrics.compat.generated import (
    counted,
    edits_of_texts,
    percent_of_edits,
    percent_of_sums,
)
from measurand.metrics.families.translation import Bleu, Chrf
from measurand.metrics.families.translation_edits import TranslationEditRate
from measurand.metrics.options import Zero
from measurand.values.sample import Sample
from measurand.values.score import Undefined

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]

MOST_DRAWN = 10**9
"""How many items are drawn for one error: beyond that it is left open. 100,000 draws of 10,000."""
MOST_SEARCHED = 3 * 10**9
"""How many cells a search for moves of words may fill, at worst: TER beyond that is left open."""
CHUNK = 1000
_FEWEST = 2
_ITERS_OF_TEXTS = 100


class Aggregation(Enum):
    """How the values of rows become one number.

    Values are numbers; (gold, predicted) labels for `f1` and `mcc`; (log-likelihood, length) for
    `weighted_perplexity` and `bits_per_byte`; (reference, text) for `bleu`, `chrf`, `chrf++` and
    `ter`; (gold, probabilities) for `brier_score`.
    """

    MEAN = "mean"
    NANMEAN = "nanmean"
    MEDIAN = "median"
    PERPLEXITY = "perplexity"
    WEIGHTED_PERPLEXITY = "weighted_perplexity"
    BITS_PER_BYTE = "bits_per_byte"
    F1 = "f1"
    MCC = "matthews_corrcoef"
    BRIER = "brier_score"
    BLEU = "bleu"
    CHRF = "chrf"
    TER = "ter"


MEANS = {Aggregation.MEAN, Aggregation.NANMEAN}
DEFAULTS = {
    **dict.fromkeys(
        (
            *("acc", "acc_norm", "acc_mutual_info", "acc_bytes", "exact_match", "likelihood"),
            *("em", "squad_f1", "prompt_level_strict_acc", "prompt_level_loose_acc"),
        ),
        Aggregation.MEAN,
    ),
    "perplexity": Aggregation.PERPLEXITY,
    "word_perplexity": Aggregation.WEIGHTED_PERPLEXITY,
    "byte_perplexity": Aggregation.WEIGHTED_PERPLEXITY,
    "bits_per_byte": Aggregation.BITS_PER_BYTE,
    "f1": Aggregation.F1,
    "mcc": Aggregation.MCC,
    "brier_score": Aggregation.BRIER,
    "bleu": Aggregation.BLEU,
    "chrf": Aggregation.CHRF,
    "ter": Aggregation.TER,
}
"""What is aggregated how where a task does not say it: by the name of the metric."""

_OF_TEXTS: Mapping[Aggregation, Bleu | Chrf | TranslationEditRate] = {
    Aggregation.BLEU: Bleu(no_ngrams=Zero.ZERO),
    Aggregation.CHRF: Chrf(no_ngrams=Zero.ZERO),
    Aggregation.TER: TranslationEditRate(),
}
_DRAWN = frozenset(
    (
        *(Aggregation.MEDIAN, Aggregation.MCC, Aggregation.F1, Aggregation.PERPLEXITY),
        *(Aggregation.BLEU, Aggregation.CHRF, Aggregation.TER, Aggregation.NANMEAN),
    )
)


class UnfitRowsError(ValueError):
    """Rows do not have what an aggregation takes."""


Value = float | str | None | tuple[Hashable, ...]


@frozen
class _Ready:
    """Values ready to be drawn: the aggregate of all, and of each row of places."""

    all: float
    drawn: "Callable[[Places], Sequence[float]]"


def aggregate(how: Aggregation, values: Sequence[Value]) -> float | Undefined:
    """Aggregate the values of a task, in the order of the file.

    >>> aggregate(Aggregation.MEDIAN, [1.0, 0.0, 1.0, 0.0])
    1.0
    >>> aggregate(Aggregation.F1, [(1, 1), (1, 0), (0, 1), (0, 0)])
    0.5

    Undefined without a value. Raises UnfitRowsError for values of another shape.
    """
    found = _ready(how, values)
    return found if isinstance(found, Undefined) else found.all


def error(
    how: Aggregation, values: Sequence[Value], iters: int, *, most: int = MOST_DRAWN
) -> float | Undefined:
    """Give the standard error that stands beside an aggregate; `iters` is `bootstrap_iters`.

    >>> error(Aggregation.MEAN, [1.0, 0.0, 1.0, 0.0], 100) == sqrt(1 / 12)
    True
    >>> error(Aggregation.MEAN, [1.0], 100)
    Undefined(reason='one value alone')

    Undefined where the tool prints "N/A", and where more than `most` items would be drawn.
    """
    if iters <= 0:
        return Undefined("bootstrap_iters is 0")
    if len(values) < _FEWEST:
        return Undefined("one value alone" if values else "no value")
    if how is Aggregation.MEAN:
        numbers = _numbers(values)
        return deviation(numbers) / sqrt(len(numbers))
    if how not in _DRAWN:
        return Undefined("the tool has no error of this aggregation")
    found = _ready(how, values)
    if isinstance(found, Undefined):
        return found
    times = min(iters, _ITERS_OF_TEXTS) if how in _OF_TEXTS else iters
    chunk = min(CHUNK, times)
    if times * len(values) > most:
        return Undefined(f"{times} draws of {len(values)} values: at most {most} are drawn here")
    drawn = [
        one
        for seed in range(times // chunk)
        for places in python_choices(seed, len(values), chunk)
        for one in found.drawn(places)
    ]
    return deviation(drawn)


def signature(
    how: Aggregation, iters: int | None = None, version: str = "0.4.13", column: str = ""
) -> str:
    """Write an aggregate of a column, or with `iters` its error, as a definition.

    >>> signature(Aggregation.F1, 2000, column="f1,none")
    'lm-eval[0.4.13]:stderr(f1, bootstrap=choices[Random(i)], draws=2000)(f1,none)'
    """
    if iters is None:
        what = how.value
    elif how is Aggregation.MEAN:
        what = "stderr(mean, sd=n-1)"
    elif how not in _DRAWN or iters <= 0:
        what = f"stderr({how.value}, none)"
    else:
        times = min(iters, _ITERS_OF_TEXTS) if how in _OF_TEXTS else iters
        times -= times % min(CHUNK, times)
        what = f"stderr({how.value}, bootstrap=choices[Random(i)], draws={times})"
    return f"lm-eval[{version}]:{what}" + (f"({column})" if column else "")


def deviation(values: Sequence[float]) -> float:
    """Give the sample deviation, as the tool adds it up.

    >>> deviation([1.0, 3.0]) == sqrt(2)
    True
    """
    mean = _added(values) / len(values)
    return sqrt(_added([(one - mean) ** 2 for one in values]) / (len(values) - 1))


def _added(values: Sequence[float]) -> float:
    # From left to right, and without the help that `sum` has since Python 3.12.
    total = 0.0
    for one in values:
        total += one
    return total


def _numbers(values: Sequence[Value]) -> list[float]:
    for one in values:
        if not isinstance(one, float | int):
            message = f"a number: got {one!r:.60}"
            raise UnfitRowsError(message)
    return [float(one) for one in values if isinstance(one, float | int)]


def _two(values: Sequence[Value]) -> list[tuple[Hashable, Hashable]]:
    for one in values:
        if not isinstance(one, tuple) or len(one) != _FEWEST:
            message = f"two values in a row: got {one!r:.60}"
            raise UnfitRowsError(message)
    return [(one[0], one[1]) for one in values if isinstance(one, tuple)]


def _ready(how: Aggregation, values: Sequence[Value]) -> _Ready | Undefined:
    if not values:
        return Undefined("no value")
    match how:
        case Aggregation.MEAN | Aggregation.NANMEAN | Aggregation.MEDIAN | Aggregation.PERPLEXITY:
            return _of_numbers(how, _numbers(values))
        case Aggregation.F1 | Aggregation.MCC:
            return _of_labels(how, _two(values))
        case Aggregation.WEIGHTED_PERPLEXITY | Aggregation.BITS_PER_BYTE:
            return _of_lengths(how, _two(values))
        case Aggregation.BRIER:
            return _Ready(_brier(_two(values)), lambda _: ())
        case Aggregation.BLEU | Aggregation.CHRF | Aggregation.TER:
            return _of_texts(_OF_TEXTS[how], _two(values))


def _of_numbers(how: Aggregation, values: Sequence[float]) -> _Ready:
    import numpy as np

    array = np.array(values, dtype=np.float64)

    def drawn(places: "Places") -> Sequence[float]:
        rows = array[places]
        match how:
            case Aggregation.MEDIAN:
                middle: list[float] = np.sort(rows, axis=1)[:, len(values) // 2].tolist()
                return middle
            case Aggregation.NANMEAN:
                return [_nanmean(row) for row in rows]
            case _:
                means: list[float] = (np.add.accumulate(rows, axis=1)[:, -1] / len(values)).tolist()
                return means if how is Aggregation.MEAN else [_exp(-one) for one in means]

    return _Ready(drawn(np.arange(len(values))[None, :])[0], drawn)


def _nanmean(row: "Floats") -> float:
    import numpy as np

    return nan if bool(np.isnan(row).all()) else float(np.nanmean(row))


def _exp(value: float) -> float:
    try:
        return exp(value)
    except OverflowError:
        return float("inf")


def _of_labels(how: Aggregation, pairs: Sequence[tuple[Hashable, Hashable]]) -> _Ready:
    import numpy as np

    kinds = list(dict.fromkeys(pairs))
    labels = list(dict.fromkeys(one for pair in kinds for one in pair))
    if how is Aggregation.F1 and not set(labels) <= {0, 1}:
        message = f"labels 0 and 1, of which it is F of 1: got {labels[:5]!r:.60}"
        raise UnfitRowsError(message)
    place = {kind: at for at, kind in enumerate(kinds)}
    codes = np.array([place[pair] for pair in pairs], dtype=np.int64)

    def counts(places: "Places") -> "NDArray[np.int64]":
        rows = codes[places] + np.arange(len(places))[:, None] * len(kinds)
        return np.bincount(rows.ravel(), minlength=len(places) * len(kinds)).reshape(
            len(places), len(kinds)
        )

    def drawn(places: "Places") -> Sequence[float]:
        of = _f1 if how is Aggregation.F1 else _mcc
        found = of(counts(places).astype(np.float64), kinds)
        return [float(one) for one in found]

    return _Ready(drawn(np.arange(len(pairs))[None, :])[0], drawn)


def _f1(counts: "Floats", kinds: Sequence[tuple[Hashable, Hashable]]) -> "Floats":
    """Give F of the label 1 of each row of counts; 0 where nothing is 1."""
    import numpy as np

    gold, predicted, both = (
        counts @ np.array([float(one) for one in mask])
        for mask in (
            [pair[0] == 1 for pair in kinds],
            [pair[1] == 1 for pair in kinds],
            [pair == (1, 1) for pair in kinds],
        )
    )
    under = gold + predicted
    found: Floats = np.divide(2 * both, under, out=np.zeros_like(under), where=under > 0)
    return found


def _mcc(counts: "Floats", kinds: Sequence[tuple[Hashable, Hashable]]) -> "Floats":
    """Give the correlation of Matthews (Gorodkin 2004 for many labels); 0 where it is 0/0."""
    import numpy as np

    labels = list(dict.fromkeys(one for pair in kinds for one in pair))
    gold, predicted = (
        np.stack(
            [counts @ np.array([float(pair[at] == label) for pair in kinds]) for label in labels],
            axis=1,
        )
        for at in (0, 1)
    )
    right = counts @ np.array([float(pair[0] == pair[1]) for pair in kinds])
    number = counts.sum(axis=1)
    top = right * number - (gold * predicted).sum(axis=1)
    under = (number**2 - (predicted**2).sum(axis=1)) * (number**2 - (gold**2).sum(axis=1))
    found: Floats = np.divide(top, np.sqrt(under), out=np.zeros_like(top), where=under > 0)
    return found


def _pairs_of_numbers(pairs: Sequence[tuple[Hashable, Hashable]]) -> list[tuple[float, float]]:
    found = []
    for one, other in pairs:
        if not isinstance(one, int | float) or not isinstance(other, int | float):
            message = f"a log-likelihood and a length: got {(one, other)!r:.60}"
            raise UnfitRowsError(message)
        found.append((float(one), float(other)))
    return found


def _of_lengths(how: Aggregation, pairs: Sequence[tuple[Hashable, Hashable]]) -> _Ready | Undefined:
    numbers = _pairs_of_numbers(pairs)
    long = _added([length for _, length in numbers])
    if not long:
        return Undefined("lengths that add up to 0")
    share = _added([one for one, _ in numbers]) / long
    return _Ready(
        -share / log(2) if how is Aggregation.BITS_PER_BYTE else _exp(-share), lambda _: ()
    )


def _brier(pairs: Sequence[tuple[Hashable, Hashable]]) -> float:
    """Give the mean of sums of squares, from 0 to 2 (Brier 1950)."""
    sums = []
    for gold, shares in pairs:
        if not isinstance(shares, tuple) or not isinstance(gold, int):
            message = f"a label and probabilities: got {(gold, shares)!r:.60}"
            raise UnfitRowsError(message)
        listed = [float(one) for one in shares if isinstance(one, int | float)]
        sums.append(fsum((p - (at == gold)) ** 2 for at, p in enumerate(listed)))
    return fsum(sums) / len(sums)


def softmax(logs: Sequence[float]) -> tuple[float, ...]:
    """Give probabilities of log-likelihoods.

    >>> softmax([0.0, 0.0])
    (0.5, 0.5)
    """
    most = max(logs, default=0.0)
    weights = [exp(one - most) for one in logs]
    return tuple(one / fsum(weights) for one in weights)


def _of_texts(
    of: Bleu | Chrf | TranslationEditRate, pairs: Sequence[tuple[Hashable, Hashable]]
) -> _Ready | Undefined:
    import numpy as np

    samples = list(_texts(pairs))
    every = np.arange(len(samples))[None, :]
    if isinstance(of, TranslationEditRate):
        if sum(map(_cells, samples)) > MOST_SEARCHED:
            return Undefined("texts so long that moves of words take more than is done here")
        edits = np.array(edits_of_texts(of, samples), dtype=np.float64)

        # Lengths of several references may be fractions: they are added up in the order drawn.
        def rates(places: "Places") -> Sequence[float]:
            sums = np.add.accumulate(edits[places], axis=1)[:, -1].tolist()
            return [percent_of_edits(*one) for one in sums]

        return _Ready(rates(every)[0], rates)
    rows = np.array(counted(of, samples), dtype=np.int64)

    def drawn(places: "Places") -> Sequence[float]:
        return [percent_of_sums(of, [int(one) for one in rows[at].sum(axis=0)]) for at in places]

    return _Ready(drawn(every)[0], drawn)


def _texts(pairs: Sequence[tuple[Hashable, Hashable]]) -> Iterator[Sample]:
    for reference, text in pairs:
        gold = reference if isinstance(reference, tuple) else (reference,)
        if not isinstance(text, str) or not all(isinstance(one, str) for one in gold):
            message = f"a reference and a text: got {(reference, text)!r:.60}"
            raise UnfitRowsError(message)
        yield Sample(id="", gold=gold, predicted=(text,))


def _cells(sample: Sample) -> int:
    """Count the cells of the tables of all moves that may be tried, as bands and bounds have it."""
    text, *references = (len(str(one).split()) for one in (*(sample.predicted or ()), *sample.gold))
    return sum(text * min(one, 50) * min(1000, text * one) for one in references)


class Choosing(Enum):
    """Which of several choices is taken: the likeliest, by itself or by its length.

    `acc_norm` divides by characters, `acc_bytes` by bytes of UTF-8; `acc_mutual_info` takes off how
    likely a choice is without the question. Of equal ones the first is taken.
    """

    ACC = "acc"
    ACC_NORM = "acc_norm"
    ACC_BYTES = "acc_bytes"
    ACC_MUTUAL_INFO = "acc_mutual_info"


def chosen(
    how: Choosing, logs: Sequence[float], choices: Sequence[str], alone: Sequence[float] = ()
) -> int | Undefined:
    """Choose by log-likelihoods; `alone` are those without the question.

    >>> chosen(Choosing.ACC, [-3.0, -2.0], ["a", "bcde"])
    1
    >>> chosen(Choosing.ACC_NORM, [-3.0, -2.0], ["a" * 9, "b"])
    0

    Undefined where a number is missing, or a choice is empty and lengths divide.
    """
    match how:
        case Choosing.ACC:
            weighed: list[float] = list(logs)
        case Choosing.ACC_NORM | Choosing.ACC_BYTES:
            sized = [
                one if how is Choosing.ACC_NORM else one.encode("utf-8", "surrogatepass")
                for one in choices
            ]
            lengths = [float(len(one)) for one in sized]
            if len(lengths) != len(logs) or not all(lengths):
                return Undefined("no length of a choice")
            weighed = [one / length for one, length in zip(logs, lengths, strict=True)]
        case Choosing.ACC_MUTUAL_INFO:
            if len(alone) != len(logs):
                return Undefined("no log-likelihoods without the question")
            weighed = [one - other for one, other in zip(logs, alone, strict=True)]
    if not weighed or any(map(isnan, weighed)):
        return Undefined("no log-likelihood")
    return weighed.index(max(weighed))


class Grouping(Enum):
    """How the tasks of a group make its number, and its error.

    `weighted`: by their sizes, error pooled. `plain`: mean of tasks, errors of independent tasks
    (since PR 3882). `plain_pooled`: mean of tasks, error pooled as if weighted (before it).
    """

    WEIGHTED = "weighted"
    PLAIN = "plain"
    PLAIN_POOLED = "plain, error pooled"


def group(how: Grouping, values: Sequence[float], sizes: Sequence[int]) -> float:
    """Give the number of a group from its tasks.

    >>> group(Grouping.WEIGHTED, [1.0, 0.0], [3, 1]), group(Grouping.PLAIN, [1.0, 0.0], [3, 1])
    (0.75, 0.5)
    """
    if how is not Grouping.WEIGHTED:
        return _added(values) / len(values)
    together = _added([one * size for one, size in zip(values, sizes, strict=True)])
    return together / sum(sizes)


def group_error(how: Grouping, errors: Sequence[float], sizes: Sequence[int]) -> float | Undefined:
    """Give the error of a group from those of its tasks.

    Pooled: sqrt(sum n (n - 1) s^2 / (N - K) / N) for K tasks of n rows and N in all.

    >>> group_error(Grouping.PLAIN, [3.0, 4.0], [9, 9])
    2.5

    Undefined where each task has one row: N - K is 0.
    """
    if how is Grouping.PLAIN:
        return sqrt(_added([one**2 for one in errors])) / len(errors)
    number, left = sum(sizes), sum(sizes) - len(sizes)
    if left < 1:
        return Undefined("tasks of one row each")
    pooled = [size * (size - 1) * one**2 for one, size in zip(errors, sizes, strict=True)]
    return sqrt(_added(pooled) / left / number)
