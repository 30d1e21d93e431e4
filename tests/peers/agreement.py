"""Agreement of raters: scikit-learn, statsmodels, krippendorff, irrCAC and torchmetrics.

Each takes another table: a column for each rater, counts of codes, a contingency table, a tensor.
What is called here makes it of our rows of units by the library's own function, where it has one.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib import import_module

from measurand.edges.trials.suites import RATER_AGREEMENT
from measurand.laws.kinds.raters import Units
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone
from tests.peers.torchmetrics import in_doubles, nearest_fraction

ANY = frozenset({"nominal", "anonymous"})
COHEN = frozenset({"two-raters", "nominal", "cohen", "alike=undefined"})
WEIGHTED = frozenset({"two-raters", "ordinal", "alike=undefined"})
DISTANCES = frozenset({"two-raters", "interval"})
ALPHA = frozenset({"missing", "paired", "anonymous", "small-sample", "alike=undefined"})
NOTHING: Mapping[str, Note] = {}
PLACES = Note(
    Tone.TRAP,
    "Weights are of the places of the codes that occur, not of the codes: of ratings 1, 2 and 4 "
    "the step from 2 to 4 is as long as that from 1 to 2. A category that nobody used moves the "
    "number, unless all are named.",
    "new",
)
ONE_UNIT = Note(
    Tone.DEFECT,
    "A single unit has a coefficient and no standard error; the division of the latter raises, and "
    "there is neither.",
    "new",
)
LONE = Note(
    Tone.TRAP,
    "A unit with one rating cannot agree, and yet counts in the chance, as in Gwet (2014): the "
    "number falls below -1.",
    "new",
)
NAN_CATEGORY = Note(
    Tone.DEFECT,
    "A column without a rating makes NaN a category of its own where categories are read off the "
    "table: chance is divided among one more, and agreement rises.",
    "new",
)
NO_SHARES = Note(
    Tone.TRAP,
    "A rater without a rating has no shares: 0/0 makes the number of all raters NaN.",
    "new",
)
EPSILON = Note(
    Tone.DEFECT,
    "1e-5 is added below the line: raters who always agree get 0.99998, and where all ratings are "
    "alike 0/0 is 0.",
    "new",
)
UNSEEN = Note(
    Tone.DEFECT,
    "The check of labels counts how many differ, not how large they are: a label beyond "
    "num_classes passes, is counted in another cell of the table, and there is a number.",
    "new",
)


def _peer(  # noqa: PLR0913, PLR0917  # a row of the table of peers
    name: str,
    ask: Callable[[Units], object],
    write: Callable[[Units], str],
    imports: Sequence[str],
    claims: AbstractSet[str],
    notes: Mapping[str, Note] = NOTHING,
) -> Peer:
    subject: Subject[...] = Subject(name, ask, frozenset(claims), None, write, tuple(imports))
    return Peer(suite=RATER_AGREEMENT, subject=subject, notes=notes)


def _columns(units: Units) -> list[list[int | None]]:
    return [list(column) for column in zip(*units, strict=True)]


def _sklearn(
    weights: str | None,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] = NOTHING,
    read_as: str = "",
) -> Peer:
    def ask(units: Units) -> object:
        from sklearn.metrics import cohen_kappa_score

        answer: object = cohen_kappa_score(*_columns(units), weights=weights)
        return answer

    more = f", weights={weights!r}" if weights else ""
    name = f"cohen_kappa_score({more.removeprefix(', ')})"
    return _peer(
        f"{name}, read as {read_as}" if read_as else name,
        ask,
        lambda units: f"cohen_kappa_score({', '.join(map(written, _columns(units)))}{more})",
        ("from sklearn.metrics import cohen_kappa_score",),
        claims,
        notes,
    )


def _fleiss(method: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(units: Units) -> object:
        from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

        answer: object = fleiss_kappa(aggregate_raters(units)[0], method=method)
        return answer

    return _peer(
        f"fleiss_kappa {method}",
        ask,
        lambda units: f"fleiss_kappa(aggregate_raters({written(units)})[0], method={method!r})",
        ("from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa",),
        claims,
        notes,
    )


def _cohens(
    weights: str | None,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] = NOTHING,
    read_as: str = "",
) -> Peer:
    def ask(units: Units) -> object:
        from numpy import array
        from statsmodels.stats.inter_rater import cohens_kappa, to_table

        table = to_table(array(units))[0]
        answer: object = cohens_kappa(table, wt=weights, return_results=False)
        return answer

    def write(units: Units) -> str:
        table = f"to_table(np.array({written(units)}))[0]"
        return f"cohens_kappa({table}, wt={weights!r}, return_results=False)"

    name = f"cohens_kappa wt={weights!r}" if weights else "cohens_kappa"
    return _peer(
        f"{name}, read as {read_as}" if read_as else name,
        ask,
        write,
        ("import numpy as np", "from statsmodels.stats.inter_rater import cohens_kappa, to_table"),
        claims,
        notes,
    )


def _alpha(level: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(units: Units) -> object:
        alpha = import_module("krippendorff").alpha
        answer: object = alpha(_floats(units), level_of_measurement=level)
        return answer

    return _peer(
        f"alpha {level}",
        ask,
        lambda units: f"alpha({written(_floats(units))}, level_of_measurement={level!r})",
        ("from krippendorff import alpha",),
        claims,
        notes,
    )


def _floats(units: Units) -> list[list[float]]:
    return [
        [float("nan") if code is None else float(code) for code in column]
        for column in _columns(units)
    ]


def _cac(method: str, claims: AbstractSet[str], notes: Mapping[str, Note] = NOTHING) -> Peer:
    def ask(units: Units) -> object:
        from pandas import DataFrame

        made = import_module("irrCAC.raw").CAC(DataFrame(units, dtype=float), digits=15)
        answer: object = getattr(made, method)()["est"]["coefficient_value"]
        return answer

    def write(units: Units) -> str:
        made = f"CAC(DataFrame({written(units)}, dtype=float), digits=15)"
        return f"{made}.{method}()['est']['coefficient_value']"

    imports = ("from irrCAC.raw import CAC", "from pandas import DataFrame")
    return _peer(f"CAC.{method}", ask, write, imports, claims, notes)


def _counts(units: Units) -> list[list[int]]:
    codes = sorted({code for unit in units for code in unit if code is not None})
    return [[list(unit).count(code) for code in codes] for unit in units]


def _torch_fleiss() -> Peer:
    def ask(units: Units) -> object:
        from torch import tensor
        from torchmetrics.functional.nominal import fleiss_kappa

        return in_doubles(lambda: fleiss_kappa(tensor(_counts(units)), mode="counts"))

    return _peer(
        "fleiss_kappa",
        ask,
        lambda units: f"fleiss_kappa(tensor({written(_counts(units))}), mode='counts')",
        ("from torch import tensor", "from torchmetrics.functional.nominal import fleiss_kappa"),
        ANY | {"fleiss", "alike=undefined"},
        dict.fromkeys(("perfect", "alike-is-undefined", "kappa-of-fleiss"), EPSILON),
    )


def _torch_kappa(
    weights: str | None,
    claims: AbstractSet[str],
    notes: Mapping[str, Note] = NOTHING,
    classes: int = 10,
) -> Peer:
    def ask(units: Units) -> object:
        from torch import tensor

        functions = import_module("torchmetrics.functional.classification")
        first, second = map(tensor, _columns(units))
        kappa = functions.multiclass_cohen_kappa
        return nearest_fraction(kappa(second, first, num_classes=classes, weights=weights))

    def write(units: Units) -> str:
        first, second = (f"tensor({written(column)})" for column in _columns(units))
        return (
            f"multiclass_cohen_kappa({second}, {first}, num_classes={classes}, weights={weights!r})"
        )

    imports = (
        "from torch import tensor",
        "from torchmetrics.functional.classification import multiclass_cohen_kappa",
    )
    name = f"multiclass_cohen_kappa(num_classes={classes}, weights={weights!r})"
    return _peer(name, ask, write, imports, claims, notes)


def _libraries() -> tuple[Library, ...]:
    return (
        Library(name="scikit-learn", package="scikit-learn", peers=_sklearn_peers),
        Library(name="statsmodels", package="statsmodels", peers=_statsmodels_peers),
        Library(name="krippendorff", package="krippendorff", peers=_krippendorff_peers),
        Library(name="irrCAC", package="irrCAC", peers=_irrcac_peers),
        Library(name="torchmetrics", package="torchmetrics", peers=_torchmetrics_peers),
    )


def _sklearn_peers() -> tuple[Peer, ...]:
    return (
        _sklearn(None, COHEN),
        _sklearn("linear", WEIGHTED),
        _sklearn("quadratic", WEIGHTED),
        _sklearn("linear", DISTANCES | {"linear"}, {"linear-kappa": PLACES}, "distances of codes"),
        _sklearn(
            "quadratic",
            DISTANCES | {"quadratic"},
            {"quadratic-kappa": PLACES},
            "distances of codes",
        ),
    )


def _statsmodels_peers() -> tuple[Peer, ...]:
    return (
        _fleiss("fleiss", ANY | {"fleiss", "alike=undefined"}),
        _fleiss("randolph", ANY | {"alike=undefined"}),
        _cohens(None, COHEN),
        _cohens("linear", WEIGHTED),
        _cohens("quadratic", WEIGHTED),
        _cohens("linear", DISTANCES | {"linear"}, {"linear-kappa": PLACES}, "distances of codes"),
    )


def _krippendorff_peers() -> tuple[Peer, ...]:
    return (
        _alpha("nominal", ALPHA | {"nominal", "alpha"}),
        _alpha("ordinal", ALPHA | {"ordinal"}),
        _alpha("interval", ALPHA | {"interval"}),
        _alpha("ratio", ALPHA),
    )


def _irrcac_peers() -> tuple[Peer, ...]:
    missing, one = ANY | {"missing"}, {"defined": ONE_UNIT}
    nan = {"alike-is-one": ONE_UNIT, "silent-rater": NAN_CATEGORY}
    return (
        _cac("fleiss", missing | {"fleiss", "alike=undefined"}, one | {"range": LONE}),
        _cac("gwet", missing | {"ac1", "alike=1"}, one | nan),
        _cac("krippendorff", ALPHA | {"nominal", "alpha"}, one),
        _cac(
            "conger", {"nominal", "missing", "alike=undefined"}, one | {"silent-rater": NO_SHARES}
        ),
        _cac("bp", missing | {"alike=1"}, one | nan),
    )


def _torchmetrics_peers() -> tuple[Peer, ...]:
    return (
        _torch_fleiss(),
        _torch_kappa(None, COHEN),
        _torch_kappa("linear", DISTANCES | {"linear", "alike=undefined"}),
        _torch_kappa("quadratic", DISTANCES | {"quadratic", "alike=undefined"}),
        _torch_kappa("quadratic", DISTANCES | {"quadratic"}, {"interval": UNSEEN}, classes=8),
    )


LIBRARIES = _libraries()
