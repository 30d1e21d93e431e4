"""The rankings of pytrec_eval, ir_measures and ranx: which queries count, and how floats are added.

The first two run trec_eval, which holds scores in 32 bits and puts the later name first where they
tie; a grade below 0 is no judgement to its bpref. What is gained rank by rank is added from the
first rank on, in doubles. Then a mean of queries is taken: with pytrec_eval of those that have
judgements and a run, added pairwise as numpy does; by ir_measures of all that have judgements, one
after the other, those without a run last.

ranx takes all queries that have judgements, and sorts them by name for the mean. Its sort leaves it
open which of two equal scores is first, so a query that has them is refused.

A query without anything relevant counts as 0 in all of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import log2, nan

from attrs import evolve, field, frozen

from measurand.evidence.evidence import Excluded, Facts
from measurand.evidence.observation import Missing
from measurand.evidence.relevance import Negative, Rounding, Unjudged
from measurand.metrics.compat.pairwise_sums import from_left, plain_mean
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition
from measurand.metrics.families.ndcg import Gain, Ndcg
from measurand.metrics.families.ranking import (
    Bpref,
    HitRate,
    Judged,
    Leveled,
    MeanAveragePrecision,
    Plain,
    PrecisionAt,
    Ranked,
    RecallAt,
    ReciprocalRank,
    RPrecision,
    judged,
)
from measurand.metrics.options import EmptyValue
from measurand.values.fault import shown
from measurand.values.sample import GOLD, PREDICTED, Sample
from measurand.values.suggest import did_you_mean

_MOST = 2**20
"""trec_eval counts the documents of each grade up to the largest one."""


def _relevant(query: Judged, level: Fraction, k: int | None = None) -> Iterator[int]:
    """Give the ranks of the relevant documents, down to a cutoff."""
    return (one.above + 1 for one in query.found(k) if one.relevant(level))


def _precision(metric: PrecisionAt, query: Judged) -> float:
    return len([*_relevant(query, metric.level, metric.k)]) / metric.k


def _recall(metric: RecallAt, query: Judged) -> float:
    return len([*_relevant(query, metric.level, metric.k)]) / query.relevant(metric.level)


def _hit(metric: HitRate, query: Judged) -> float:
    return float(any(_relevant(query, metric.level, metric.k)))


def _reciprocal(metric: ReciprocalRank, query: Judged) -> float:
    first = next(_relevant(query, metric.level, metric.k), 0)
    return 1 / first if first else 0.0


def _average_precision(metric: MeanAveragePrecision, query: Judged) -> float:
    ranks = _relevant(query, metric.level, metric.k)
    return from_left([at / rank for at, rank in enumerate(ranks, 1)]) / query.relevant(metric.level)


def _r_precision(metric: RPrecision, query: Judged) -> float:
    relevant = query.relevant(metric.level)
    return len([*_relevant(query, metric.level, relevant)]) / relevant


def _bpref(metric: Bpref, query: Judged) -> float:
    relevant = query.relevant(metric.level)
    others = len(query.grades) - relevant
    total, above = 0.0, 0
    for one in query.found():
        if one.relevant(metric.level):
            total += 1 - min(above, relevant) / min(others, relevant) if above else 1
        else:
            above += 1
    return total / relevant


def _ndcg(metric: Ndcg, query: Judged) -> float:
    gain = metric.gain
    gained = [float(gain.of(one.grades[0])) / log2(one.above + 2) for one in query.found(metric.k)]
    best = [
        float(gain.of(grade)) / log2(rank + 1)
        for rank, grade in enumerate(query.grades[: metric.k], 1)
    ]
    return from_left(gained) / from_left(best)


def _of_query(metric: Ranked, query: Judged) -> float:
    """Compute the number of a query that has something relevant, as all of them do."""
    match metric:
        case PrecisionAt():
            return _precision(metric, query)
        case RecallAt():
            return _recall(metric, query)
        case HitRate():
            return _hit(metric, query)
        case ReciprocalRank():
            return _reciprocal(metric, query)
        case MeanAveragePrecision():
            return _average_precision(metric, query)
        case RPrecision():
            return _r_precision(metric, query)
        case Bpref():
            return _bpref(metric, query)
        case Ndcg():
            return _ndcg(metric, query)
        case _:
            message = f"a metric that the tools have: got {metric.about.name}"
            raise TypeError(message)


@frozen(kw_only=True)
class OfQueries:
    """A number of each query, added rank by rank, and a mean of queries.

    >>> OfQueries(mean=plain_mean, says="a mean, added pairwise").says
    'doubles added from the first rank on; a mean, added pairwise'
    """

    mean: Callable[[Sequence[float]], float] = field(repr=False)
    about_mean: str = field(alias="says")
    by_name: bool = False

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return f"doubles added from the first rank on; {self.about_mean}"

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number; NaN without a query that counts."""
        if not isinstance(definition, Ranked):
            message = "a metric of rankings: got another definition"
            raise TypeError(message)
        last = [one for one in samples if one.predicted is None]
        first = [one for one in samples if one.predicted is not None]
        order = sorted(samples, key=lambda one: one.id) if self.by_name else (*first, *last)
        seen = map(definition.reading.see, order)
        rows = [Facts(fact) for fact in seen if not isinstance(fact, Excluded)]
        return self.mean([self._of(definition, row) for row in rows])

    def _of(self, definition: Ranked, row: Facts) -> float:
        query = judged(row)
        return _of_query(definition, query) if definition.any_relevant(query) else 0.0


def _mean_from_left(values: Sequence[float]) -> float:
    return from_left(values) / len(values) if values else nan


_PAIRWISE = OfQueries(mean=plain_mean, says="a mean of queries, added pairwise")
_FROM_LEFT = OfQueries(mean=_mean_from_left, says="a mean of queries, one after the other")
_BY_NAME = OfQueries(
    mean=plain_mean, says="a mean of queries by name, added pairwise", by_name=True
)


def _unfit(sample: Sample) -> str:
    """Say why no tool takes a sample: grades are whole numbers, documents have scores."""
    gold, run = sample.grades(GOLD), sample.grades(PREDICTED)
    if run is None and sample.predicted is not None:
        return f"a score of each document: got a list of them in {sample.id!r}"
    grades = gold if gold is not None else sample.gold
    if not grades:
        return f"a document that was judged in every query: got none in {sample.id!r}"
    for name, grade in gold or ():
        if grade.denominator != 1 or abs(grade) > _MOST:
            return f"whole grades of at most {_MOST}: got {grade} of {shown(name)}"
    if gold is not None and all(grade < 0 for _, grade in gold):
        return f"a grade of at least 0 in every query: got none in {sample.id!r}, where it crashes"
    names = [name for name, _ in (*(gold or ()), *(run or ()))]
    if any("\0" in name for name in (sample.id, *names)):
        return f"names without NUL, where a name ends for the tool: got one in {sample.id!r}"
    return ""


def _unfit_without_others(sample: Sample) -> str:
    """Say why a sample is not taken where documents that nobody judged are left out."""
    for name, grade in sample.grades(GOLD) or ():
        if grade < 0:
            return (
                "grades of at least 0, as others are left out like documents that nobody judged: "
                f"got {grade} of {shown(name)}"
            )
    return _unfit(sample)


def _unfit_for_ranx(sample: Sample) -> str:
    """Say why ranx does not take a sample: two scores that are one float have no order there."""
    scores = [float(score) for _, score in sample.grades(PREDICTED) or ()]
    if len(set(scores)) < len(scores):
        return (
            "scores that differ, as ranx leaves it open which of equal ones is first: "
            f"got some that tie in {sample.id!r}"
        )
    if sample.predicted is not None and not scores:
        return f"a document in the run of a query, or no run: got an empty one in {sample.id!r}"
    return _unfit(sample)


_ZERO = EmptyValue.ZERO
_SINGLE = Rounding.SINGLE


def _metrics(name: str, k: int | None) -> Ranked:
    """Make a metric of ours by the name that this module has for all tools."""
    cut = 1 if k is None else k
    made: Mapping[str, Callable[[], Ranked]] = {
        "precision": partial(PrecisionAt, k=cut),
        "recall": partial(RecallAt, k=cut),
        "hit": partial(HitRate, k=cut),
        "rr": partial(ReciprocalRank, k=k),
        "ap": partial(MeanAveragePrecision, k=k),
        "rprec": RPrecision,
        "bpref": partial(Bpref, negative=Negative.UNJUDGED),
        "ndcg": partial(Ndcg, k=k),
        "burges": partial(Ndcg, k=k, gain=Gain.EXPONENTIAL),
    }
    return made[name]()


_NEEDS = frozenset(("precision", "recall", "hit"))
_NEVER = frozenset(("rprec", "bpref"))


def _cut(tool: str, named: str, name: str, k: str | None) -> int | None:
    """Read a cutoff, which some scores need and others do not have."""
    if k is None and name in _NEEDS:
        message = f"{tool}: a cutoff, such as {named.rstrip('_@')} of the first 10: got none"
        raise ValueError(message)
    if k is not None and (name in _NEVER or not int(k)):
        message = f"{tool}: {'no cutoff' if name in _NEVER else 'a cutoff of at least 1'}: got {k}"
        raise ValueError(message)
    return None if k is None else int(k)


_PYTREC: Mapping[str, str] = {
    "P": "precision",
    "recall": "recall",
    "success": "hit",
    "recip_rank": "rr",
    "map": "ap",
    "map_cut": "ap",
    "Rprec": "rprec",
    "bpref": "bpref",
    "ndcg": "ndcg",
    "ndcg_cut": "ndcg",
}
_CUT = frozenset(("P", "recall", "success", "map_cut", "ndcg_cut"))
_PYTREC_NAME = re.compile(r"(.*?)(?:[_.](\d{1,9}))?", re.ASCII)


def as_pytrec_eval(measure: str, level: int = 1) -> Compatible:
    """Say the mean of a measure of pytrec_eval as a definition of ours; `level` is relevance_level.

    >>> as_pytrec_eval("ndcg_cut_10").says
    "pytrec_eval: compute_aggregated_measure('ndcg_cut_10', ...)"

    Raises ValueError for what is not known.
    """
    base, k = _parts(_PYTREC_NAME, measure)
    if base is None or base not in _PYTREC or (k is None) is (base in _CUT):
        known = [f"{one}_K" if one in _CUT else one for one in _PYTREC]
        raise _unknown("a measure of pytrec_eval", measure, known)
    metric = _leveled(_metrics(_PYTREC[base], _cut("pytrec_eval", base, _PYTREC[base], k)), level)
    said = f", relevance_level={level}" if level != 1 else ""
    return Compatible(
        tool="pytrec_eval",
        call=f"compute_aggregated_measure({measure!r}, ...{said})",
        versions=("0.5.11",),
        definition=evolve(metric, no_relevant=_ZERO, rounding=_SINGLE),
        arithmetic=_PAIRWISE,
        refuses=_unfit,
    )


_IR: Mapping[str, str] = {
    "P": "precision",
    "R": "recall",
    "Success": "hit",
    "RR": "rr",
    "AP": "ap",
    "Rprec": "rprec",
    "Bpref": "bpref",
    "nDCG": "ndcg",
}
_IR_NAME = re.compile(r"([A-Za-z]+)(?:\((.*)\))?(?:@(\d{1,9}))?", re.ASCII)
_PARAMETER = re.compile(r"(rel)=(\d{1,3})|(judged_only)=(True|False)", re.ASCII)


def as_ir_measures(measure: str) -> Compatible:
    """Say a measure of ir_measures as a definition of ours, where trec_eval computes it.

    >>> as_ir_measures("nDCG@10").says
    'ir_measures: calc_aggregate([nDCG@10], qrels, run)'
    >>> as_ir_measures("AP(rel=2)@100").definition.level
    Fraction(2, 1)

    Raises ValueError for what is not known.
    """
    match = _IR_NAME.fullmatch(measure)
    base, said, k = match.groups() if match else ("", None, None)
    if base not in _IR:
        raise _unknown("a measure of ir_measures", measure, [*_IR])
    if base == "RR" and k is not None:
        message = f"RR without a cutoff, which another program computes: got {measure!r}"
        raise ValueError(message)
    metric = _metrics(_IR[base], _cut("ir_measures", base, _IR[base], k))
    for one in said.replace(" ", "").split(",") if said else ():
        metric = _with(metric, one, measure)
    return Compatible(
        tool="ir_measures",
        call=f"calc_aggregate([{measure}], qrels, run)",
        versions=("0.4.3",),
        definition=evolve(metric, missing=Missing.EMPTY, no_relevant=_ZERO, rounding=_SINGLE),
        arithmetic=_FROM_LEFT,
        refuses=_unfit_without_others if _leaves_out(metric) else _unfit,
    )


def _leaves_out(metric: Ranked) -> bool:
    return isinstance(metric, Plain | Ndcg) and metric.unjudged is Unjudged.LEFT_OUT


def _with(metric: Ranked, said: str, measure: str) -> Ranked:
    """Take a parameter of a measure."""
    parameter = _PARAMETER.fullmatch(said)
    if parameter is None:
        message = f"parameters among rel and judged_only: got {said!r} in {measure!r}"
        raise ValueError(message)
    _, level, _, only = parameter.groups()
    if level is not None:
        return _leveled(metric, int(level))
    if only == "True":
        if not isinstance(metric, Plain | Ndcg):
            message = f"judged_only of a measure that sees others: got it in {measure!r}"
            raise ValueError(message)
        return evolve(metric, unjudged=Unjudged.LEFT_OUT)
    return metric


_RANX: Mapping[str, str] = {
    "precision": "precision",
    "recall": "recall",
    "hit_rate": "hit",
    "mrr": "rr",
    "map": "ap",
    "r-precision": "rprec",
    "ndcg": "ndcg",
    "ndcg_burges": "burges",
}
_RANX_NAME = re.compile(r"(.*?)(?:@(\d{1,9}))?(?:-l(\d{1,3}))?", re.ASCII)


def as_ranx(metric: str) -> Compatible:
    """Say a metric of ranx as a definition of ours, of queries whose scores do not tie.

    >>> as_ranx("ndcg@10").says
    "ranx: evaluate(qrels, run, 'ndcg@10', make_comparable=True)"

    Raises ValueError for what is not known.
    """
    base, k, level = _parts(_RANX_NAME, metric)
    if base is None or base not in _RANX:
        raise _unknown("a metric of ranx", metric, [*_RANX])
    own = _metrics(_RANX[base], _cut("ranx", base, _RANX[base], k))
    return Compatible(
        tool="ranx",
        call=f"evaluate(qrels, run, {metric!r}, make_comparable=True)",
        versions=("0.3.21",),
        definition=evolve(_leveled(own, int(level or 1)), missing=Missing.EMPTY, no_relevant=_ZERO),
        arithmetic=_BY_NAME,
        refuses=_unfit_for_ranx,
    )


def _parts(pattern: re.Pattern[str], text: str) -> tuple[str | None, ...]:
    match = pattern.fullmatch(text)
    return match.groups() if match else (None,) * pattern.groups


def _leveled(metric: Ranked, level: int) -> Ranked:
    if level == 1:
        return metric
    if not level or not isinstance(metric, Leveled):
        message = f"a level from 1 on, of a metric of relevant documents: got {level}"
        raise ValueError(message)
    return evolve(metric, level=Fraction(level))


def _unknown(what: str, got: str, known: Sequence[str]) -> ValueError:
    near = did_you_mean(got, known) or did_you_mean(got.partition("@")[0], known)
    message = f"{what}, among {', '.join(known)}: got {got!r}{near}"
    return ValueError(message)


def known_of_rankings(definition: Definition) -> Iterator[Compatible]:
    """Give the numbers of these tools that a definition is.

    >>> metric = as_ranx("map@5").definition
    >>> [one.call for one in known_of_rankings(metric)]
    ["evaluate(qrels, run, 'map@5', make_comparable=True)"]
    """
    if not isinstance(definition, Ranked):
        return
    k, level = cutoff(definition), definition.level if isinstance(definition, Leveled) else 1
    if level != int(level):
        return
    at, rel = ("" if k is None else f"@{k}"), int(level)
    lowest = f"-l{rel}" if rel > 1 else ""
    judged_only = ["judged_only=True"] if _leaves_out(definition) else []
    said = ",".join([*([f"rel={rel}"] if rel > 1 else []), *judged_only])
    makers = (
        *(partial(as_pytrec_eval, f"{one}_{k}" if k else one, rel) for one in _PYTREC),
        *(partial(as_ir_measures, f"{one}{f'({said})' if said else ''}{at}") for one in _IR),
        *(partial(as_ranx, f"{one}{at}{lowest}") for one in _RANX),
    )
    for make in makers:
        with suppress(ValueError):
            one = make()
            if one.definition == definition:
                yield one


def cutoff(metric: Ranked) -> int | None:
    """Give the cutoff of a metric; None where it has none.

    >>> cutoff(PrecisionAt(k=3)), cutoff(Ndcg())
    (3, None)
    """
    cuts = PrecisionAt | RecallAt | HitRate | ReciprocalRank | MeanAveragePrecision | Ndcg
    return metric.k if isinstance(metric, cuts) else None
