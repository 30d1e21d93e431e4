"""Names of rankings and correlations on drawn inputs, beside the packages: no number may differ.

`python -m tests.peers.like 2000` draws so many inputs, and prints what was equal, and what was not.
It needs pytrec_eval-terrier, ir-measures, ranx and scipy, which the tests do not.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from math import isnan, nan
from random import Random
from typing import TypeAlias

from measurand.metrics.compat.short_names import named
from measurand.values.sample import Graded, Sample

Grades: TypeAlias = Mapping[str, Mapping[str, int]]
Scores: TypeAlias = Mapping[str, Mapping[str, float]]
Call: TypeAlias = Callable[[Grades, Scores, str], float]

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


TOOLS: Mapping[str, tuple[Call, tuple[str, ...]]] = {
    "pytrec_eval": (pytrec_eval, _PYTREC),
    "ir_measures": (ir_measures, _IR),
    "ranx": (ranx, _RANX),
}


def fates(tool: str, inputs: int) -> Iterator[tuple[str, str]]:
    """Say of each input what became of one number: equal, refused here, or different."""
    call, names = TOOLS[tool]
    random = Random(7)  # noqa: S311 # the same inputs each time
    for _ in range(inputs):
        qrels, run = drawn(random, ties=tool != "ranx")
        name = random.choice(names)
        if not qrels or not any(query in qrels for query in run):
            continue
        try:
            ours = named(f"{tool}:{name}").number(samples(qrels, run))
        except ValueError:
            yield name, "refused here"
            continue
        theirs = call(qrels, run, name)
        equal = ours == theirs or (isnan(ours) and isnan(theirs))
        yield name, "equal" if equal else f"different: {ours!r}, {theirs!r}"


def main(inputs: int) -> None:
    """Print how many numbers of each tool are equal, and those that are not."""
    for tool in TOOLS:
        counts = Counter(fates(tool, inputs))
        told = Counter(fate.partition(":")[0] for (_, fate), n in counts.items() for _ in range(n))
        sys.stdout.write(f"{tool}: {dict(told)}\n")
        for name, fate in counts:
            if fate.startswith("different"):
                sys.stdout.write(f"  {name}: {fate}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
