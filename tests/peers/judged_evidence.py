"""`python -m tests.peers.judged_evidence`: judged evidence beside truescore and ppi-python.

Random verdicts of a judge and labels of a part, 2,000 times; each number is asked of the package
and of our definition. Prints the largest difference of each; ends with 1 where one is above 1e-9,
or where there is a number on one side alone and nobody said why.
"""

import random
import sys
import warnings
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from math import isnan
from typing import NamedTuple

import numpy as np

from measurand.inference.judge_bias import bias_effects
from measurand.metrics.finalise import evaluate
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from measurand.values.score import Defined, Undefined

TIMES, WITHIN = 2_000, 1e-9
NORMAL = 1.959963984540054
THEIRS = "judge=judge,human=human,judged=unlabelled,spread=unbiased"
LAMBDAS = {"ppi_tuned": None, "ppi_full": 1.0, "humans": 0.0}
SAID = {
    "ppi-python": "it gives NaN where the judge says one thing: there lambda is 0 here",
    "truescore's kappa": "it gives 1 where all verdicts are one: there is no chance to correct for",
    "truescore's weighted kappa": "the same",
}
"""Why there is a number on one side alone."""
Compared = tuple[str, float | None, float | None]


class Drawn(NamedTuple):
    """Verdicts of a judge and of humans on all samples, which are labelled, and a second system."""

    judge: list[Fraction]
    human: list[Fraction]
    labelled: list[int]
    other_judge: list[Fraction]
    other_human: list[Fraction]


def draw(chance: random.Random) -> Drawn:
    """Draw from 6 to 60 samples, a part of them labelled, verdicts that are shares or 0 and 1."""
    number = chance.randint(6, 60)
    graded = chance.random() < 0.3

    def verdicts(near: list[Fraction] | None) -> list[Fraction]:
        rate, right = chance.random(), chance.random()
        if near is None:
            return [Fraction(chance.random() < rate) for _ in range(number)]
        some = [one if chance.random() < right else 1 - one for one in near]
        if not graded:
            return some
        return [Fraction(chance.randint(0, 10), 10) if chance.random() < 0.5 else s for s in some]

    human, other = verdicts(None), verdicts(None)
    labelled = sorted(chance.sample(range(number), chance.randint(2, number - 2)))
    return Drawn(verdicts(human), human, labelled, verdicts(other), other)


def score(definition: str, samples: list[Sample]) -> float | None:
    """Score under our definition; None where it is undefined."""
    found = evaluate(parse(definition), samples)
    return float(found.value) if isinstance(found, Defined) else None


def samples_of(judge: list[Fraction], human: list[Fraction], labelled: list[int]) -> list[Sample]:
    """Make samples: verdicts as numbers, and as items where there are both."""
    seen = set(labelled)
    return [
        Sample(
            id=str(at),
            gold=(str(human[at]),) if at in seen else (),
            predicted=(str(judge[at]),) if at in seen else None,
            amounts=(*((("human", human[at]),) if at in seen else ()), ("judge", judge[at])),
        )
        for at in range(len(judge))
    ]


def compared(drawn: Drawn) -> Iterator[Compared]:
    """Ask both sides for each number."""
    truescore, ppi_py = import_module("truescore"), import_module("ppi_py")
    samples = samples_of(drawn.judge, drawn.human, drawn.labelled)
    f = np.array([float(one) for one in drawn.judge])
    y = np.array([float(drawn.human[at]) for at in drawn.labelled])
    rest = [at for at in range(len(f)) if at not in set(drawn.labelled)]
    for correction, lambda_ in LAMBDAS.items():
        options = f"{THEIRS},correction={correction}"
        point = score(f"corrected_score({options})", samples)
        found = truescore.ppi_estimate(f, y, drawn.labelled, lambda_=lambda_)
        yield "truescore's ppi_estimate", found.point, point
        low = found.point - NORMAL * found.standard_error
        yield "truescore's error", low, score(f"corrected_limit({options},ddof=1)", samples)
        asked = y, f[drawn.labelled], f[rest]
        yield (
            "ppi-python's estimate",
            _one(ppi_py.ppi_mean_pointestimate(*asked, lam=lambda_)),
            point,
        )
        for side, end in zip(
            ("low", "high"), ppi_py.ppi_mean_ci(*asked, alpha=0.05, lam=lambda_), strict=True
        ):
            ours = score(f"corrected_limit({options},side={side})", samples)
            yield "ppi-python's interval", _one(end), ours
    yield from _paired(drawn)
    if all(one in {0, 1} for one in drawn.judge):
        yield from _of_labels(drawn, samples, f, y)


def _paired(drawn: Drawn) -> Iterator[Compared]:
    judge, human = (
        [one - two for one, two in zip(*sides, strict=True)]
        for sides in ((drawn.judge, drawn.other_judge), (drawn.human, drawn.other_human))
    )
    found = import_module("truescore").ppi_compare(
        *(np.array([float(one) for one in some]) for some in (drawn.judge, drawn.other_judge)),
        *(
            np.array([float(some[at]) for at in drawn.labelled])
            for some in (drawn.human, drawn.other_human)
        ),
        drawn.labelled,
    )
    ours = score(f"ppi({THEIRS},verdicts=difference[1])", samples_of(judge, human, drawn.labelled))
    yield "truescore's ppi_compare", found.difference, ours


def _of_labels(
    drawn: Drawn,
    samples: list[Sample],
    f: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    y: object,
) -> Iterator[Compared]:
    try:
        found = import_module("truescore").rogan_gladen_estimate(f, y, drawn.labelled)
        theirs = [found.point, found.low, found.high]
    except ValueError:
        theirs = [None, None, None]
    rates = "judge=judge,human=human,correction=error_rates"
    ours = [
        score(f"corrected_score({rates})", samples),
        *(score(f"corrected_limit({rates},side={side})", samples) for side in ("low", "high")),
    ]
    for one, two in zip(theirs, ours, strict=True):
        yield "truescore's rogan_gladen", one, None if two is None else min(1.0, max(0.0, two))
    said = f[drawn.labelled]
    positive = "class=item,only=class[1]"
    agreement = import_module("truescore.agreement")
    yield "truescore's kappa", agreement.cohen_kappa(said, y), score(f"kappa({positive})", samples)
    gwet = "gwet_ac1(raters=gold+predicted,over=declared[0,1])"
    yield "truescore's AC1", agreement.gwet_ac1(said, y), score(gwet, samples)
    try:
        weighted: float | None = agreement.quadratic_weighted_kappa(said, y)
    except ValueError:
        weighted = None
    yield "truescore's weighted kappa", weighted, score("weighted_kappa", samples)
    lengths = [float(at * at % 17) for at in drawn.labelled]
    off = [float(a - b) for a, b in zip(said, np.asarray(y), strict=True)]
    ours_of = bias_effects(off, {"length": lengths})
    try:
        errors = import_module("truescore.bias").judge_error_regression
        report = errors(said, y, {"length": np.array(lengths)})
        slope = report.effects[0].effect
    except (ValueError, np.linalg.LinAlgError):
        return
    if not isinstance(ours_of, Undefined):
        yield "truescore's regression", slope, ours_of[0].slope


def _one(number: object) -> float | None:
    found = float(np.ravel(np.asarray(number, dtype=np.float64))[0])
    return None if isnan(found) else found


def main() -> int:
    """Compare, print, and say whether all agree."""
    warnings.simplefilter("ignore")
    chance = random.Random(22)  # noqa: S311  # no secret is made of it
    largest: dict[str, float] = {}
    alone: dict[str, int] = {}
    asked: dict[str, int] = {}
    for _ in range(TIMES):
        for name, theirs, ours in compared(draw(chance)):
            asked[name] = asked.get(name, 0) + 1
            if theirs is None or ours is None:
                alone[name] = alone.get(name, 0) + ((theirs is None) != (ours is None))
            else:
                largest[name] = max(largest.get(name, 0.0), abs(theirs - ours))
    known = {name for name in alone if any(name.startswith(start) for start in SAID)}
    for name, number in asked.items():
        more = f", {alone[name]} on one side alone" if alone.get(name) else ""
        sys.stdout.write(f"{name}: {largest.get(name, 0.0):.1e} of {number:,}{more}\n")
    wrong = [name for name, far in largest.items() if far > WITHIN]
    wrong += [name for name, number in alone.items() if number and name not in known]
    sys.stdout.writelines(f"not alike: {name}\n" for name in dict.fromkeys(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
