"""Scores of numbers: scikit-learn, scipy, numpy, pandas, statsmodels and torchmetrics."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib import import_module

from measurand.edges.trials.suites import NUMBER_SCORE
from measurand.laws.kinds.numbers import Numbers
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone
from tests.peers.torchmetrics import in_doubles

ERRORS = frozenset({"error", "symmetric", "shifted", "monotone", "lengths"})
LINEAR = ERRORS | {"scaled"}
MEANS = LINEAR | {"mean"}
SQUARES = ERRORS | {"squared", "mean", "mse"}
SHARES = frozenset({"error", "positive", "scale-free", "mean", "monotone", "lengths"})
R2 = frozenset({"explained", "varied-gold", "shifted", "scale-free", "lengths"})
CORRELATION = frozenset(
    {"association", "varied", "symmetric", "odd", "shifted", "offsets", "scale-free", "lengths"}
)
RANKS = CORRELATION | {"ranks"}
NOTHING: Mapping[str, Note] = {}
FORCED = Note(
    Tone.TRAP,
    "Where all numbers are alike there is nothing to explain, and the score is 1, or 0 where "
    "anything is wrong; so a mean over groups takes 0/0 for a result. scikit-learn documents it "
    "(force_finite); a single sample has none there.",
    "new",
)
DUST = Note(
    Tone.DEFECT,
    "Three times 0.1 has no spread, but its mean as a float is not 0.1, and 1e-17 is taken for a "
    "spread: the correlation of a constant is a number (of dust) instead of NaN, which all numbers "
    "alike get where the mean is exact.",
    "new",
)
DROPPED = Note(
    Tone.TRAP,
    "Pairs with NaN are left out, as documented, and nothing says how many are left.",
    "new",
)
BROADCAST = Note(
    Tone.TRAP,
    "One number is held against all of the other side, as documented: a list that was cut short by "
    "mistake has an error.",
    "new",
)
STRETCHED = Note(
    Tone.DESIGN,
    "One number is stretched to the length of the other list; the answer is NaN, as for numbers "
    "that are all alike. Other lengths are refused.",
    "new",
)
OF_SQUARES = Note(
    Tone.DEFECT,
    "The spread is the mean of squares less the square of the mean, which far from 0 has lost its "
    "digits: a number near 65,000 moves the sixth one, in floats of 64 bits.",
    "new",
)
EPSILON = Note(
    Tone.DEFECT,
    "1e-6 is added below the line: ranks in the same order have 0.999996, more samples come closer "
    "to 1, and all numbers alike have 0.",
    "new",
)
NAN = Note(
    Tone.TRAP,
    "A NaN is compared, counted and cut off like a number: the score is 0, with nothing said.",
    "new",
)
UNBIASED = Note(
    Tone.TRAP,
    "Variances are divided by n - 1, the squared distance of the means is not: other than the "
    "coefficient of Lin (1989), the number moves when every sample is there twice.",
    "new",
)
ROUNDED = Note(
    Tone.DEFECT,
    "Of numbers against themselves it is 1.0000000000000002: nothing keeps it at 1.",
    "new",
)
Ask = Callable[[Numbers, Numbers], object]


def _peer(  # noqa: PLR0913, PLR0917  # a row of the table of peers
    name: str,
    ask: Ask,
    write: Callable[[str, str], str],
    imports: Sequence[str],
    claims: AbstractSet[str],
    notes: Mapping[str, Note] = NOTHING,
) -> Peer:
    def call(gold: Numbers, predicted: Numbers) -> str:
        return write(written(gold), written(predicted))

    subject: Subject[...] = Subject(
        name,
        ask,
        frozenset(claims),
        None,
        call,
        tuple(imports),
    )
    return Peer(suite=NUMBER_SCORE, subject=subject, notes=notes)


def _of(
    module: str, name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING
) -> Peer:
    """Call a function of a module with what is so and what was said."""

    def ask(gold: Numbers, predicted: Numbers) -> object:
        answer: object = getattr(import_module(module), name)(gold, predicted)
        return answer

    imports = (f"from {module} import {name}",)
    return _peer(name, ask, lambda so, said: f"{name}({so}, {said})", imports, claims, notes)


def _arrays(
    module: str, name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING
) -> Peer:
    """Call a function of arrays with what was said and what is so."""

    def ask(gold: Numbers, predicted: Numbers) -> object:
        from numpy import array

        answer: object = getattr(import_module(module), name)(array(predicted), array(gold))
        return answer

    def write(so: str, said: str) -> str:
        return f"{name}(np.array({said}), np.array({so}))"

    imports = ("import numpy as np", f"from {module} import {name}")
    return _peer(name, ask, write, imports, claims, notes)


def _statistic(name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(gold: Numbers, predicted: Numbers) -> object:
        answer: object = getattr(import_module("scipy.stats"), name)(gold, predicted).statistic
        return answer

    def write(so: str, said: str) -> str:
        return f"{name}({so}, {said}).statistic"

    return _peer(name, ask, write, (f"from scipy.stats import {name}",), claims, notes)


def _corrcoef(notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(gold: Numbers, predicted: Numbers) -> object:
        from numpy import corrcoef

        answer: object = corrcoef(gold, predicted)[0, 1]
        return answer

    def write(so: str, said: str) -> str:
        return f"corrcoef({so}, {said})[0, 1]"

    imports = ("from numpy import corrcoef",)
    return _peer("corrcoef", ask, write, imports, CORRELATION | {"pearson"}, notes)


def _series(method: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(gold: Numbers, predicted: Numbers) -> object:
        from pandas import Series

        answer: object = Series(gold).corr(Series(predicted), method=method)
        return answer

    def write(so: str, said: str) -> str:
        return f"Series({so}).corr(Series({said}), method={method!r})"

    return _peer(f"Series.corr {method}", ask, write, ("from pandas import Series",), claims, notes)


def _torch(name: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(gold: Numbers, predicted: Numbers) -> object:
        import torchmetrics.functional.regression as functions
        from torch import float64, tensor

        sides = (tensor(side, dtype=float64) for side in (predicted, gold))
        return in_doubles(lambda: getattr(functions, name)(*sides))

    def write(so: str, said: str) -> str:
        return f"{name}(tensor({said}, dtype=float64), tensor({so}, dtype=float64))"

    imports = (
        "from torch import float64, tensor",
        f"from torchmetrics.functional.regression import {name}",
    )
    return _peer(name, ask, write, imports, claims, notes)


def _sklearn_peers() -> tuple[Peer, ...]:
    metrics = "sklearn.metrics"
    return (
        _of(metrics, "mean_absolute_error", MEANS | {"mae"}),
        _of(metrics, "mean_squared_error", SQUARES),
        _of(metrics, "root_mean_squared_error", LINEAR),
        _of(metrics, "median_absolute_error", LINEAR),
        _of(metrics, "mean_absolute_percentage_error", SHARES),
        _of(metrics, "r2_score", R2 | {"monotone", "r2"}, {"alike-gold": FORCED}),
        _of(metrics, "explained_variance_score", R2, {"alike-gold": FORCED}),
    )


def _scipy_peers() -> tuple[Peer, ...]:
    return (
        _statistic("pearsonr", CORRELATION | {"pearson"}),
        _statistic("spearmanr", RANKS | {"spearman"}),
        _statistic("kendalltau", RANKS | {"kendall"}, {"lengths": STRETCHED}),
    )


def _numpy_peers() -> tuple[Peer, ...]:
    return (_corrcoef({"alike": DUST}),)


def _pandas_peers() -> tuple[Peer, ...]:
    free = CORRELATION - {"lengths"}
    return (
        _series("pearson", free | {"pearson"}, {"alike": DUST, "nan": DROPPED}),
        _series("spearman", free | {"ranks", "spearman"}, {"nan": DROPPED}),
        _series("kendall", free | {"ranks", "kendall"}, {"nan": DROPPED}),
    )


def _statsmodels_peers() -> tuple[Peer, ...]:
    measures, lengths = "statsmodels.tools.eval_measures", {"lengths": BROADCAST}
    return (
        _arrays(measures, "meanabs", MEANS | {"mae"}, lengths),
        _arrays(measures, "mse", SQUARES, lengths),
        _arrays(measures, "rmse", LINEAR, lengths),
        _arrays(measures, "medianabs", LINEAR, lengths),
        _arrays(
            measures,
            "bias",
            {"bias", "antisymmetric", "shifted", "scaled", "mean", "lengths"},
            lengths,
        ),
    )


def _torch_peers() -> tuple[Peer, ...]:
    explained = {"shift": OF_SQUARES, "alike-gold": FORCED, "nan": NAN}
    near_one = dict.fromkeys(("identity", "replication", "rank-correlation", "alike"), EPSILON)
    spearman = {**near_one, "nan": NAN}
    concordance = {"within-one": ROUNDED, "replication": UNBIASED, "alike": DUST}
    return (
        _torch("mean_absolute_error", MEANS | {"mae"}),
        _torch("mean_squared_error", SQUARES),
        _torch("mean_absolute_percentage_error", SHARES),
        _torch("r2_score", R2 | {"monotone", "r2"}, explained),
        _torch("explained_variance", R2, explained),
        _torch("pearson_corrcoef", CORRELATION | {"pearson"}, {"alike": DUST}),
        _torch("spearman_corrcoef", RANKS | {"spearman"}, spearman),
        _torch("kendall_rank_corrcoef", RANKS | {"kendall"}, {"nan": NAN}),
        _torch("concordance_corrcoef", CORRELATION - {"offsets", "odd"}, concordance),
    )


LIBRARIES = (
    Library(name="scikit-learn", package="scikit-learn", peers=_sklearn_peers),
    Library(name="scipy", package="scipy", peers=_scipy_peers),
    Library(name="numpy", package="numpy", peers=_numpy_peers),
    Library(name="pandas", package="pandas", peers=_pandas_peers),
    Library(name="statsmodels", package="statsmodels", peers=_statsmodels_peers),
    Library(name="torchmetrics", package="torchmetrics", peers=_torch_peers),
)
