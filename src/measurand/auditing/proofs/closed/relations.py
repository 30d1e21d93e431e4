"""What numbers of several metrics keep together: theorems as formulas, asked in one way.

A relation is written once, as `left <= right` or `left == right` over names of metrics.
Each printed cell leaves an interval; the formulas take the box of them to an interval on each side,
which holds all values that they have there (`algebra.formula.enclosed`). Where the left one lies
above the right one, or two that should be equal share no point, no numbers that print so fit.

What a relation presumes is part of it. A mean over runs, folds or classes keeps a relation that is
linear, or whose left side is convex and whose right side concave (Jensen's inequality): `means`
says so, and rows of means are asked no other. What may differ between two columns (bins, ties,
classes) is named by `apart`, an unusual reading that stays possible until `settled` options say
that it is not so: without them numbers are odd at most. Columns take part with their cutoffs: of
`recall_at@` the k has to be known, and in the formula `k` is the first one, `m` the last.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import pairwise, product

from attrs import evolve, field, frozen

from measurand.algebra.enclosure import OutsideError, point
from measurand.algebra.formula import Formula, enclosed, stats
from measurand.algebra.formula_text import read
from measurand.algebra.interval import Interval
from measurand.algebra.rounding import hull
from measurand.auditing.proofs.closed.derivation import (
    Subject,
    count_span,
    named_cells,
    span_text,
)
from measurand.auditing.proofs.finding import Clash, Finding, Rule, Sharp
from measurand.auditing.proofs.grain.cells import counted
from measurand.auditing.proofs.sheet import (
    COUNTS,
    SIGNED,
    Column,
    Fact,
    Kind,
    Role,
    Row,
    Sheet,
    is_own,
    metric_named,
    ranged,
)
from measurand.metrics.signature import options
from measurand.values.printed import Printed, Unit

_NAMES = re.compile(r"[a-z_][a-z_0-9]*")
_FUNCTIONS = frozenset({"abs", "sqrt"})
_CUT = "@"
_TWO = 2
_ZERO = Fraction(0)
_MOST_PAIRS = 200
"""Choices of columns that are asked of one row, so that a wide table ends."""

_BINS = ("bins", "binning", "closed")
_RANKED = ("ties", "missing", "no_relevant", "level", "unjudged")
_OTHER_BINS = "bins of one are not those of the other"
_OTHER_QUERIES = "of other queries or grades or ties than the other"
_OTHER_DIVISOR = "another divisor or other queries or grades or ties"
_OTHER_CLASSES = "averaged over classes or of another class than the others"
_OTHER_RATINGS = "units have different numbers of ratings or distances are no nominal ones"
_SAME_SAMPLES = "all are of the same samples"
_SAME_SCALE = "all are of the same predictions and on one scale"
_ONE_SET = "none is a mean over sets, runs or classes"


@frozen(kw_only=True, eq=False)
class Relation:
    """One theorem on printed numbers; `claim` has names of metrics and roles, and maybe n, k, m.

    `of` says what names stand for that are no metrics: `a` for `recall_at@`, `lower` for
    `limit_of_agreement[side=lower]`. With `cutoffs` the k of columns are all the `same`, or are
    `rising` or not falling, or all `apart` and rising. `scaled` numbers are in units of what was
    measured. What is `settled` must be the same in all columns, or be as it says: a relation is not
    asked where that is said to be otherwise.

    >>> Relation(id="a", says="a", claim="mae <= rmse", source="logic").names
    ('mae', 'rmse')
    """

    id: str
    says: str
    claim: str
    source: str
    of: Mapping[str, str] = field(factory=dict)
    means: bool = False
    scaled: bool = False
    cutoffs: str = ""
    apart: str = ""
    settled: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """List the names that stand for columns, in the order in which they are defined or met."""
        met = dict.fromkeys((*self.of, *_NAMES.findall(self.claim)))
        return tuple(name for name in met if name not in {*_FUNCTIONS, "n", "k", "m"})

    @property
    def local(self) -> bool:
        """Tell whether its columns and its row alone decide: no number of samples or classes."""
        return "n" not in _NAMES.findall(self.claim) and self.apart != _OTHER_CLASSES

    @property
    def assumes(self) -> str:
        """Say what the relation presumes of every table."""
        what = _SAME_SCALE if self.scaled else _SAME_SAMPLES
        return what if self.means else f"{what}; {_ONE_SET}"


@cache
def _sides(claim: str) -> tuple[Formula, Formula, bool]:
    equal = "==" in claim
    left, _, right = claim.partition("==" if equal else "<=")
    return read(left.strip()), read(right.strip()), equal


@frozen
class _Wanted:
    """What a column has to be: its metric, options that it says, and whether its k is known."""

    what: str
    options: tuple[tuple[str, str], ...] = ()
    cut: bool = False

    def takes(self, column: Column) -> bool:
        known = column.known
        if known.get("statistic", "mean") != "mean" or (self.cut and not _k(column)):
            return False
        said = all(known.get(name) == value for name, value in self.options)
        return column.what in _ALIASES.get(self.what, {self.what}) and said and _plain(column)


_ALIASES = {"recall": {"recall", "tpr"}, "accuracy": {"accuracy", "rate"}}


def _plain(column: Column) -> bool:
    return column.role is not Role.F or column.beta == 1


@cache
def _wanted(text: str) -> _Wanted:
    name, _, inside = text.removesuffix("]").partition("[")
    pairs = (part.partition("=") for part in inside.split(",") if part)
    options = tuple((option, value) for option, _, value in pairs)
    return _Wanted(name.removesuffix(_CUT), options, name.endswith(_CUT))


def _k(column: Column) -> int:
    text = column.known.get("k", "")
    return int(text) if text.isdigit() else 0


Chosen = Mapping[str, Column]


def ask(relation: Relation, sheet: Sheet) -> Iterator[Finding]:
    """Ask a relation of every row that prints its columns.

    >>> from measurand.auditing.proofs.sheet import metric_named
    >>> columns = [Column(name=n, role=Role.SCORE, metric=metric_named(n)) for n in ("ece", "mce")]
    >>> cells = (("ece", Printed.parse("0.08")), ("mce", Printed.parse("0.05")))
    >>> sheet = Sheet(columns=tuple(columns), rows=(Row(label="a", cells=cells),))
    >>> [one] = [one for one in RELATIONS if one.id == "ece-against-mce"]
    >>> [finding.because for finding in ask(one, sheet)][0]
    'not reproducible: ece <= mce: the left is from 0.075 to 0.085, the right from 0.045 to 0.055'
    """
    for group in sheet.groups():
        for chosen in _choices(relation, [one for one in sheet.columns if one.group == group]):
            for row in sheet.rows:
                if _asked_of(relation, row, chosen.values()):
                    yield from _findings(_case(relation, sheet, row, chosen))


def _choices(relation: Relation, columns: Sequence[Column]) -> Iterator[Chosen]:
    """Choose a column for each name; each column once, and their cutoffs as the relation wants."""
    wanted = {name: _wanted(relation.of.get(name, name)) for name in relation.names}
    fitting = [[one for one in columns if want.takes(one)] for want in wanted.values()]
    if not all(fitting):
        return
    for number, chosen in enumerate(product(*fitting)):
        if number >= _MOST_PAIRS:
            return
        cutoffs = [_k(one) for one, want in zip(chosen, wanted.values(), strict=True) if want.cut]
        rising = all(one <= other for one, other in pairwise(cutoffs))
        same = len(set(cutoffs)) <= 1
        strict = relation.cutoffs == "apart" and len(set(cutoffs)) < len(cutoffs)
        fits = same if relation.cutoffs == "same" else rising and not strict
        if fits and len({one.name for one in chosen}) == len(chosen) and _agree(relation, chosen):
            yield dict(zip(wanted, chosen, strict=True))


def _agree(relation: Relation, chosen: Sequence[Column]) -> bool:
    """Tell whether no two columns say different things of what has to be the same."""
    said = [column.known for column in chosen]
    averages = {one.get("average", "micro") for one in said if "average" in one}
    if averages - {"micro"} and (not relation.means or len(averages) > 1):
        return False
    return all(_alike(name, value, said) for name, value in map(_setting, relation.settled))


def _setting(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _alike(name: str, value: str, said: Sequence[Mapping[str, str]]) -> bool:
    values = {one[name] for one in said if name in one}
    return values <= {value} if value else len(values) <= 1


def _asked_of(relation: Relation, row: Row, columns: Iterable[Column]) -> bool:
    averaged = row.kind in {Kind.RUNS, Kind.AVERAGE}
    there = all(row.cell(column.name) is not None for column in columns)
    return there and (row.kind is Kind.BODY or (averaged and relation.means))


@frozen(cache_hash=True)
class _Case:
    """A relation, and all that is known of the cells that it is asked of.

    Most worlds and slips change other cells, so an answer is kept for those that come again.
    """

    relation: Relation
    label: str
    columns: tuple[tuple[str, Column], ...]
    cells: tuple[Printed, ...]
    samples: int | None
    two_classes: bool


def _case(relation: Relation, sheet: Sheet, row: Row, chosen: Chosen) -> _Case:
    samples = counted(sheet, row, next(iter(chosen.values())).group, Fact.SAMPLES)
    one_set = row.kind is Kind.BODY and sheet.fact(row, Fact.RUNS) is None
    return _Case(
        relation=relation,
        label=row.label,
        columns=tuple(chosen.items()),
        cells=tuple(cell for _, cell in named_cells(row, chosen.values())),
        samples=samples if one_set and samples and samples > _TWO else None,
        two_classes=sheet.fact(row, Fact.CLASSES) == _TWO,
    )


@lru_cache(maxsize=2**14)
def _findings(case: _Case) -> tuple[Finding, ...]:
    relation, chosen = case.relation, dict(case.columns)
    left, right, equal = _sides(relation.claim)
    box = _box(case)
    if box is None or not {*stats(left), *stats(right)} <= box.keys():
        return ()
    subject = Subject(
        rule=relation.id,
        what=relation.id,
        rows=(case.label,),
        columns=tuple(column.name for column in chosen.values()),
        assumes=(relation.assumes,),
    )
    try:
        low, high = enclosed(left, box), enclosed(right, box)
    except OutsideError:
        return ()
    claim = _NAMES.sub(lambda name: _shown(name[0], chosen, box), relation.claim)
    shown = f"{claim}: the left is {span_text(low)}, the right {span_text(high)}"
    possible = low.meets(high) if equal else low.low <= high.high
    if possible:
        finding = subject.undecided(shown)
    else:
        allowed = high if equal else Interval(min(low.low, high.low), high.high)
        finding = subject.refuted(shown, (Clash(f"the left of {claim}", low, allowed),))
    finding = evolve(finding, sharp=_sharp(low, high)) if equal else finding
    if not relation.apart or _settled(case):
        return (finding,)
    return finding, evolve(subject.undecided(relation.apart, relation.apart), unusual=True)


def _sharp(left: Interval, right: Interval) -> Sharp:
    miss = max(left.low - right.high, right.low - left.high, _ZERO)
    return Sharp(width=left.high - left.low + right.high - right.low, miss=miss)


def _shown(name: str, chosen: Chosen, box: Mapping[str, Interval]) -> str:
    if name in chosen:
        return chosen[name].name
    return str(box[name].low) if name in box else name


def _box(case: _Case) -> dict[str, Interval] | None:
    """Give what each name may be; None where a cell is no such number, or in another unit."""
    box: dict[str, Interval] = {}
    of = case.relation.of
    for (name, column), cell in zip(case.columns, case.cells, strict=True):
        span = _span(column, cell)
        if span is None:
            return None
        box[name] = span
    if case.relation.scaled and {cell.unit for cell in case.cells} != {Unit.NONE}:
        return None
    ks = [_k(one) for name, one in case.columns if _wanted(of.get(name, name)).cut]
    if ks:
        box |= {"k": point(Fraction(ks[0])), "m": point(Fraction(ks[-1]))}
    if case.samples is not None:
        box["n"] = point(Fraction(case.samples))
    return box


def _span(column: Column, cell: Printed) -> Interval | None:
    """Give what a cell may be, in the range of what it is; None where it is outside of that."""
    metric = column.metric or metric_named(column.role.value)
    bounds = (None, None) if metric is None else (ranged(metric).low, ranged(metric).high)
    if metric is None and column.role not in COUNTS | SIGNED:
        bounds = (0, 1) if column.role in {Role.TPR, Role.RATE, Role.EXACT_MATCH} else bounds
    span = count_span(cell) if column.role in COUNTS else hull(cell)
    low, high = (None if end is None else Fraction(end) for end in bounds)
    least = span.low if low is None else max(span.low, low)
    most = span.high if high is None else min(span.high, high)
    return Interval(least, most) if least <= most else None


def _settled(case: _Case) -> bool:
    """Tell whether what may be apart was said not to be."""
    columns = [column for _, column in case.columns]
    if case.relation.apart == _OTHER_CLASSES:
        of_items = [column for column in columns if column.role in _OF_CLASSES]
        if of_items:
            return all({"class", "average"} & {*dict(one.options)} for one in of_items)
        return case.two_classes
    return bool(case.relation.settled) and all(
        column.known.get(name) == value if value else name in column.known
        for name, value in map(_setting, case.relation.settled)
        for column in columns
        if name in _options(column)
    )


def _options(column: Column) -> Mapping[str, object]:
    return {} if column.metric is None or is_own(column.metric) else options(column.metric.name)


_OF_CLASSES = frozenset({Role.PRECISION, Role.RECALL, Role.F})

_JENSEN = "Jensen's inequality"
_DEFINED = "the definitions"

_ERRORS = (
    Relation(
        id="bias-against-mae",
        says="A bias is no larger than the MAE, either way.",
        claim="abs(bias) <= mae",
        source="the triangle inequality",
        means=True,
        scaled=True,
    ),
    Relation(
        id="bias-against-rmse",
        says="A bias is no larger than the RMSE, either way.",
        claim="abs(bias) <= rmse",
        source=_JENSEN,
        means=True,
        scaled=True,
    ),
    Relation(
        id="bias-against-mse",
        says="The square of a bias is at most the MSE.",
        claim="bias**2 <= mse",
        source=_JENSEN,
        means=True,
        scaled=True,
    ),
    Relation(
        id="medae-against-mae",
        says="Half of all errors are at least the median, so it is at most twice the MAE.",
        claim="medae <= 2*mae",
        source="Markov's inequality",
        means=True,
        scaled=True,
    ),
    Relation(
        id="medae-against-rmse",
        says="The median error is at most the RMSE times the root of 2.",
        claim="medae <= sqrt(2)*rmse",
        source="Markov's inequality for squares",
        means=True,
        scaled=True,
    ),
    Relation(
        id="r2-against-explained-variance",
        says="R2 is at most the explained variance, which leaves a constant bias out.",
        claim="r2 <= explained_variance",
        source=f"{_DEFINED}: their difference is bias^2 / variance",
        means=True,
        apart="R2 is the square of a correlation",
    ),
    Relation(
        id="explained-variance-against-pearson",
        says="The explained variance is at most the square of the correlation.",
        claim="explained_variance <= pearson**2",
        source="least squares: no line explains more than the best one",
    ),
    Relation(
        id="r2-against-pearson",
        says="R2 is at most the square of the correlation of the same predictions.",
        claim="r2 <= pearson**2",
        source="least squares: no line explains more than the best one",
    ),
    Relation(
        id="limits-around-bias",
        says="The bias is in the middle of the limits of agreement.",
        claim="lower + upper == 2*bias",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986",
        means=True,
        scaled=True,
    ),
    Relation(
        id="limits-in-order",
        says="The lower limit of agreement is at most the upper one.",
        claim="lower <= upper",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986",
        means=True,
        scaled=True,
    ),
    Relation(
        id="rmse-within-limits",
        says="RMSE^2 is at most bias^2 and the variance that limits of agreement of 1.96 or more "
        "deviations show.",
        claim="rmse**2 <= bias**2 + ((upper - lower)/3.92)**2",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986; the mean square is bias^2 and variance",
        scaled=True,
    ),
)

_CORRELATIONS = (
    Relation(
        id="concordance-against-pearson",
        says="Lin's concordance is no larger than the correlation, either way.",
        claim="abs(concordance) <= abs(pearson)",
        source="Lin 1989: concordance is the correlation times a bias correction in (0, 1]",
    ),
    Relation(
        id="concordance-sign",
        says="Lin's concordance has the sign of the correlation.",
        claim="0 <= concordance*pearson",
        source="Lin 1989: concordance is the correlation times a bias correction in (0, 1]",
    ),
    *(
        Relation(
            id=f"kendall-against-spearman-{side}",
            says=f"3 n tau - 2 (n + 1) rho is at {side} {sign}(n - 2), without ties.",
            claim=claim,
            # Often copied with n + 2 in the place of the first n, which tau = rho = 1 breaks.
            source="Daniels 1950, Rank correlation and population models, Journal of the Royal "
            "Statistical Society B 12; all orders of up to 6 numbers were tried",
            apart="some numbers are equal",
        )
        for side, sign, claim in (
            ("least", "-", "2 - n <= 3*n*kendall - 2*(n + 1)*spearman"),
            ("most", "", "3*n*kendall - 2*(n + 1)*spearman <= n - 2"),
        )
    ),
)

_CHANCE = ("kappa", "fleiss_kappa", "scott_pi", "gwet_ac1")
_CORRECTED = "the definition, (p_o - p_e) / (1 - p_e) with p_e from 0"
_AGREEMENTS = (
    *(
        Relation(
            id=f"{name.replace('_', '-')}-against-agreement",
            says=f"{name} is at most the percent agreement.",
            claim=f"{name} <= percent_agreement",
            source=_CORRECTED,
            means=True,
        )
        for name in _CHANCE
    ),
    Relation(
        id="alpha-against-agreement",
        says="Nominal alpha is at most the percent agreement.",
        claim="krippendorff_alpha <= percent_agreement",
        source="the definition, 1 - D_o / D_e with D_e up to 1",
        means=True,
        apart=_OTHER_RATINGS,
    ),
    *(
        Relation(
            id=f"{name.replace('_', '-')}-least",
            says=f"{name} is at least -(1 - p) / (1 + p), with p the percent agreement.",
            claim=f"(percent_agreement - 1)/(percent_agreement + 1) <= {name}",
            source="this library: who disagrees is shared by at least two categories, so that "
            "chance agreement is at most (1 + p^2) / 2",
            apart="" if name == "kappa" else _OTHER_RATINGS,
        )
        for name in ("kappa", "fleiss_kappa", "scott_pi")
    ),
    Relation(
        id="gwet-ac1-least",
        says="AC1 is at least 2 p - 1, with p the percent agreement.",
        claim="2*percent_agreement - 1 <= gwet_ac1",
        source="Gwet 2008: chance agreement is at most 1/2",
        means=True,
    ),
    *(
        Relation(
            id=f"{low.replace('_', '-')}-against-{high.replace('_', '-')}",
            says=f"{low} is at most {high}.",
            claim=f"{low} <= {high}",
            source=source,
            means=True,
            apart=_OTHER_RATINGS,
        )
        for low, high, source in (
            ("scott_pi", "kappa", "the inequality of means: (r + c)^2 / 4 is at least r c"),
            ("fleiss_kappa", "gwet_ac1", "Gwet 2008: its chance is at most 1/q, theirs at least"),
            ("scott_pi", "gwet_ac1", "Gwet 2008: its chance is at most 1/q, theirs at least"),
            ("fleiss_kappa", "krippendorff_alpha", "Krippendorff 2004: n - 1 in the place of n"),
            ("scott_pi", "krippendorff_alpha", "Krippendorff 2004: n - 1 in the place of n"),
        )
    ),
)

_UNLIKE = "(gold*(n - predicted) + predicted*(n - gold))"
"""The pairs that chance makes unlike, of two classes, times the square of n."""

_RATES = (
    *(
        Relation(
            id=name, says=says, claim=claim, source=_DEFINED, means=means, apart=_OTHER_CLASSES
        )
        for name, says, claim, means in (
            (
                "balanced-accuracy",
                "Balanced accuracy of two classes is the mean of sensitivity and specificity.",
                "balanced_accuracy == (recall + specificity)/2",
                True,
            ),
            (
                "informedness",
                "Informedness is sensitivity + specificity - 1.",
                "informedness == recall + specificity - 1",
                True,
            ),
            (
                "markedness",
                "Markedness is precision + NPV - 1.",
                "markedness == precision + npv - 1",
                True,
            ),
            (
                "mcc-square",
                "The square of MCC of two classes is informedness times markedness.",
                "mcc**2 == informedness*markedness",
                False,
            ),
            (
                "g-mean-square",
                "The square of the G-mean is sensitivity times specificity.",
                "g_mean**2 == recall*specificity",
                False,
            ),
            (
                "fowlkes-mallows-square",
                "The square of Fowlkes-Mallows is precision times recall.",
                "fowlkes_mallows**2 == precision*recall",
                False,
            ),
            (
                "p4-from-rates",
                "P4 is the harmonic mean of precision, sensitivity, specificity and NPV.",
                "p4 == 4/(1/precision + 1/recall + 1/specificity + 1/npv)",
                False,
            ),
            (
                "positive-likelihood-ratio",
                "LR+ times 1 - specificity is sensitivity.",
                "lr_positive*(1 - specificity) == recall",
                False,
            ),
            (
                "negative-likelihood-ratio",
                "LR- times specificity is 1 - sensitivity.",
                "lr_negative*specificity == 1 - recall",
                False,
            ),
            (
                "odds-ratio",
                "The odds ratio times LR- is LR+.",
                "odds_ratio*lr_negative == lr_positive",
                False,
            ),
        )
    ),
    Relation(
        id="g-mean-against-balanced-accuracy",
        says="The G-mean is at most balanced accuracy.",
        claim="g_mean <= balanced_accuracy",
        source="the inequality of means",
        means=True,
    ),
    Relation(
        id="f-against-fowlkes-mallows",
        says="F1 is at most Fowlkes-Mallows.",
        claim="f <= fowlkes_mallows",
        source="the inequality of means",
        means=True,
        apart=_OTHER_CLASSES,
    ),
    Relation(
        id="kappa-against-mcc",
        says="Kappa is no larger than MCC, either way.",
        claim="abs(kappa) <= abs(mcc)",
        source="the inequality of means: 1 - p_e is at least the root that MCC divides by",
    ),
    Relation(
        id="kappa-sign",
        says="Kappa has the sign of MCC.",
        claim="0 <= kappa*mcc",
        source=_DEFINED,
    ),
    *(
        Relation(
            id=f"kappa-{side}-of-margins",
            says=f"Kappa of two raters is at {side} what so many positives of each allow.",
            claim=claim,
            source="the definition; as many ratings are alike as both can share, or must",
            apart="gold and predicted items are no class of two",
        )
        for side, claim in (
            (
                "most",
                f"kappa <= 1 - n*abs(gold - predicted)/{_UNLIKE}",
            ),
            (
                "least",
                f"1 - n*(n - abs(gold + predicted - n))/{_UNLIKE} <= kappa",
            ),
        )
    ),
    Relation(
        id="hamming-against-exact-match",
        says="The hamming loss is at most the share of samples with something wrong.",
        claim="hamming_loss <= 1 - exact_match",
        source="the definitions: a sample that is right has no wrong label",
        means=True,
    ),
    Relation(
        id="top-k-rises",
        says="Top-k accuracy does not fall with k.",
        claim="few <= more",
        of={"few": "top_k_accuracy@", "more": "top_k_accuracy@"},
        cutoffs="apart",
        source=_DEFINED,
        means=True,
        apart="of other samples or with ties that are broken otherwise",
        settled=("ties",),
    ),
    Relation(
        id="accuracy-against-top-k",
        says="Accuracy is at most top-k accuracy.",
        claim="accuracy <= top_k",
        of={"accuracy": "accuracy", "top_k": "top_k_accuracy@"},
        source=_DEFINED,
        means=True,
        apart="accuracy is of other samples or breaks ties otherwise",
    ),
)

_PROBABILITIES = (
    Relation(
        id="brier-decomposed",
        says="Brier is reliability - resolution + uncertainty.",
        claim="brier == brier_reliability - brier_resolution + brier_uncertainty",
        source="Murphy 1973, A New Vector Partition of the Probability Score",
        means=True,
        apart="different probabilities stand in one bin",
        settled=("binning=distinct",),
    ),
    Relation(
        id="brier-reliability-against-brier",
        says="Reliability is at most Brier, whatever the bins.",
        claim="brier_reliability <= brier",
        source=f"{_JENSEN}, bin by bin",
        means=True,
    ),
    Relation(
        id="brier-resolution-against-uncertainty",
        says="Resolution is at most uncertainty.",
        claim="brier_resolution <= brier_uncertainty",
        source="the variance of means is at most that of all",
        means=True,
    ),
    *(
        Relation(
            id=f"{name.replace('_', '-')}-most",
            says=f"{name} is at most 1/4.",
            claim=f"{name} <= 1/4",
            source="x (1 - x) is at most 1/4",
            means=True,
        )
        for name in ("brier_uncertainty", "brier_resolution")
    ),
    Relation(
        id="brier-skill",
        says="Brier skill is 1 - Brier / uncertainty.",
        claim="brier_skill == 1 - brier/brier_uncertainty",
        source="Murphy 1973, Hedging and Skill Scores for Probability Forecasts",
        apart="the reference is the climate of other samples",
    ),
    Relation(
        id="ece-against-mce",
        says="ECE is at most MCE, over the same bins.",
        claim="ece <= mce",
        source="a mean is at most the largest",
        means=True,
        apart=_OTHER_BINS,
        settled=_BINS,
    ),
    Relation(
        id="ece-norms",
        says="ECE in the mean is at most ECE in the root mean square, over the same bins.",
        claim="first <= second",
        of={"first": "ece[norm=l1]", "second": "ece[norm=l2]"},
        source=_JENSEN,
        means=True,
        apart=_OTHER_BINS,
        settled=_BINS,
    ),
    Relation(
        id="ece-against-brier",
        says="The square of ECE is at most Brier, whatever the bins.",
        claim="ece**2 <= brier",
        source=f"{_JENSEN}, bin by bin",
        means=True,
    ),
    Relation(
        id="brier-against-log-loss",
        says="Log loss is at least Brier, and twice that of one class.",
        claim="2*brier <= log_loss",
        source="Pinsker's inequality: -log(1 - d) - 2 d^2 is 0 at 0, and its slope "
        "(1 - 2 d)^2 / (1 - d) is never below 0",
        means=True,
        apart="Brier is the sum over all classes",
    ),
    Relation(
        id="brier-of-classes-against-log-loss",
        says="Log loss is at least Brier, even if that is the sum over all classes.",
        claim="brier <= log_loss",
        source="Pinsker's inequality; others get at most 1 - p, so their squares add up to at most "
        "its square",
        means=True,
    ),
)


def _ranked(
    id_: str, says: str, claim: str, of: Mapping[str, str], cutoffs: str = "same"
) -> Relation:
    """Make a relation of two rankings: of each order of what ties, and so of their mean."""
    divided = any("average" in what for what in of.values())
    return Relation(
        id=id_,
        says=says,
        claim=claim,
        of=of,
        cutoffs=cutoffs,
        source=f"{_DEFINED}, query by query",
        means=True,
        apart=_OTHER_DIVISOR if divided else _OTHER_QUERIES,
        settled=(*_RANKED, "divisor") if divided else _RANKED,
    )


_RANKINGS = (
    _ranked(
        "precision-at-against-hit-rate",
        "P@k is at most the hit rate at k.",
        "precision_at <= hit_rate",
        {"precision_at": "precision_at@", "hit_rate": "hit_rate@"},
    ),
    _ranked(
        "hit-rate-against-precision-at",
        "The hit rate at k is at most k P@k.",
        "hit_rate <= k*precision_at",
        {"precision_at": "precision_at@", "hit_rate": "hit_rate@"},
    ),
    _ranked(
        "recall-at-against-hit-rate",
        "R@k is at most the hit rate at k.",
        "recall_at <= hit_rate",
        {"recall_at": "recall_at@", "hit_rate": "hit_rate@"},
    ),
    *(
        _ranked(
            f"{name.replace('_', '-')}-rises",
            f"{name} does not fall with k.",
            "few <= more",
            {"few": f"{name}@", "more": f"{name}@"},
            "apart",
        )
        for name in ("recall_at", "hit_rate", "reciprocal_rank", "mean_average_precision")
    ),
    _ranked(
        "precision-at-counts-rise",
        "The relevant documents in the first k, k P@k, do not fall with k.",
        "k*few <= m*more",
        {"few": "precision_at@", "more": "precision_at@"},
        "apart",
    ),
    _ranked(
        "precision-at-counts-rise-slowly",
        "The relevant documents in the first k, k P@k, grow by at most 1 with each rank.",
        "m*more <= k*few + m - k",
        {"few": "precision_at@", "more": "precision_at@"},
        "apart",
    ),
    _ranked(
        "hit-rate-against-reciprocal-rank",
        "MRR is at least the hit rate at 1.",
        "hit <= reciprocal_rank",
        {"hit": "hit_rate[k=1]", "reciprocal_rank": "reciprocal_rank"},
    ),
    _ranked(
        "reciprocal-rank-against-hit-rate",
        "MRR is at most h + (1 - h) / (k + 1), with h the hit rate at k.",
        "reciprocal_rank <= hit_rate + (1 - hit_rate)/(k + 1)",
        {"reciprocal_rank": "reciprocal_rank", "hit_rate": "hit_rate@"},
    ),
    *(
        _ranked(
            f"{name.replace('_', '-')}-cut-against-hit-rate",
            f"{name} that is cut at k is at most the hit rate at k or beyond.",
            "cut <= hit_rate",
            {"cut": f"{name}@", "hit_rate": "hit_rate@"},
            "rising",
        )
        for name in ("reciprocal_rank", "mean_average_precision", "ndcg")
    ),
    _ranked(
        "hit-rate-against-reciprocal-rank-cut",
        "MRR that is cut at k is at least the hit rate at k or before, divided by its cutoff.",
        "hit_rate/k <= cut",
        {"hit_rate": "hit_rate@", "cut": "reciprocal_rank@"},
        "rising",
    ),
    _ranked(
        "average-precision-against-recall-at",
        "MAP that is cut at k is at most R@k.",
        "mean_average_precision <= recall_at",
        {"mean_average_precision": "mean_average_precision@", "recall_at": "recall_at@"},
    ),
)

_TEXTS = (
    *(
        Relation(
            id=name,
            says=says,
            claim=claim,
            source=source,
            means=True,
            apart="of other texts or pooled or normalised otherwise",
            settled=("level=corpus", "normalise"),
        )
        for name, says, claim, source in (
            (
                "mer-against-wer",
                "MER is at most WER, which is not divided by insertions.",
                "mer <= wer",
                "Morris, Maier and Green 2004",
            ),
            (
                "mer-against-wil",
                "MER is at most WIL.",
                "mer <= wil",
                "this library: hits times all that was aligned are at most n m, the words of both",
            ),
        )
    ),
    *(
        Relation(
            id=name,
            says=says,
            claim=claim,
            of=of,
            cutoffs=cutoffs,
            source=_DEFINED,
            means=True,
            apart="of other tasks or generations or drawn otherwise",
            settled=("generations", "right", "few=refused", "drawing"),
        )
        for name, says, claim, of, cutoffs in (
            (
                "pass-at-rises",
                "pass@k does not fall with k.",
                "few <= more",
                {"few": "pass_at_k@", "more": "pass_at_k@"},
                "apart",
            ),
            (
                "pass-all-falls",
                "pass^k does not rise with k.",
                "more <= few",
                {"few": "pass_all_k@", "more": "pass_all_k@"},
                "apart",
            ),
            (
                "pass-all-against-pass-at",
                "pass^k is at most pass@k.",
                "pass_all_k <= pass_at_k",
                {"pass_all_k": "pass_all_k@", "pass_at_k": "pass_at_k@"},
                "same",
            ),
        )
    ),
)

RELATIONS = (
    *_ERRORS,
    *_CORRELATIONS,
    *_AGREEMENTS,
    *_RATES,
    *_PROBABILITIES,
    *_RANKINGS,
    *_TEXTS,
)
"""What numbers of several metrics keep together."""

RELATIONS_RULES = tuple(
    Rule(
        id=relation.id,
        says=relation.says,
        assumes=f"{relation.assumes[0].upper()}{relation.assumes[1:]}"
        + (f"; not so where {relation.apart}." if relation.apart else "."),
        source=relation.source,
        check=partial(ask, relation),
        local=relation.local,
    )
    for relation in RELATIONS
)
