"""The kind `paired-test`: p-values of two systems scored on the same items."""

from fractions import Fraction
from math import erfc, sqrt

from measurand.inference.plan import Plan
from measurand.inference.ranks import mcnemar
from measurand.inference.sign_flip import flip
from measurand.laws.kinds.compare import NEAR
from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.paired.cases import (
    BINARY,
    DETERMINISTIC,
    GREATER,
    PAIRED_LAWS,
    SEEDED,
    TWO_SIDED,
    UNDEFINED,
    PairedCase,
    Scores,
)
from measurand.laws.kinds.paired.claims import (
    CALIBRATED,
    CLAIMED_PAIRED_LAWS,
    PAIRED,
    SCALE,
    SHIFT,
    SIGN_FLIP,
    TIES_OUT,
)
from measurand.laws.kinds.paired.wrong import WRONG_PAIRED, flip_up, ranked
from measurand.laws.kinds.subject import EXACT, Subject

_DIFFERENCES = frozenset({SHIFT, PAIRED, SCALE, TIES_OUT, CALIBRATED})
_FLIP = _DIFFERENCES | {TWO_SIDED, SIGN_FLIP}


def _apart(first: Scores, second: Scores) -> list[tuple[Fraction, int]]:
    return [(Fraction(a) - Fraction(b), 1) for a, b in zip(first, second, strict=True)]


def _exact(first: Scores, second: Scores) -> Fraction:
    return flip(_apart(first, second), Plan(), ()).value


def _drawn(first: Scores, second: Scores, seed: int) -> Fraction:
    plan = Plan(patterns=1, replicates=999, seed=seed)
    return flip(_apart(first, second), plan, (seed, "laws")).value


def _discordant(first: Scores, second: Scores) -> Fraction:
    pairs = [*zip(first, second, strict=True)]
    return mcnemar(sum(a > b for a, b in pairs), sum(a < b for a, b in pairs))


def _normal(first: Scores, second: Scores) -> float | None:
    apart = [float(difference) for difference, _ in _apart(first, second)]
    mean = sum(apart) / len(apart)
    square = sum((one - mean) ** 2 for one in apart)
    return erfc(abs(mean) * len(apart) / sqrt(2 * square)) if square > NEAR else None


PAIRED_TEST: Kind[..., PairedCase] = Kind(
    name="paired-test",
    takes="two equally long lists of scores (and a seed, where it is claimed), and gives a "
    "p-value; a test that draws makes 999 draws or more",
    claims={
        DETERMINISTIC: "nothing is drawn",
        SEEDED: "the third argument is a seed, which settles the p-value",
        BINARY: "scores are 0 or 1",
        UNDEFINED: "some scores may have no p-value: None or NaN",
        TWO_SIDED: "small where either system is better, 1 (or undefined) for one against itself",
        GREATER: "small where the first scores are higher, and what is as extreme counts",
        SHIFT: "adding the same to all scores changes nothing",
        PAIRED: "a pair counts by its difference alone",
        SCALE: "multiplying all scores by a number changes nothing",
        TIES_OUT: "items on which both score the same play no part",
        SIGN_FLIP: "the test of all exchanges of signs, two-sided, or draws of them",
        CALIBRATED: "a p-value of at most a level is as rare as the level where no one is better",
    },
    laws=(*PAIRED_LAWS, *CLAIMED_PAIRED_LAWS),
    apart=(
        frozenset({TWO_SIDED, GREATER}),
        frozenset({SIGN_FLIP, GREATER}),
        frozenset({DETERMINISTIC, SEEDED}),
        *(frozenset({BINARY, other}) for other in (SHIFT, PAIRED, SCALE)),
    ),
    right=(
        Subject("sign_flip", _exact, _FLIP | {DETERMINISTIC, EXACT}),
        Subject("sign_flip_drawn", _drawn, _FLIP | {SEEDED}),
        Subject("signed_ranks", ranked, _DIFFERENCES | {TWO_SIDED, DETERMINISTIC}),
        Subject("normal", _normal, {TWO_SIDED, SHIFT, PAIRED, SCALE, DETERMINISTIC, UNDEFINED}),
        Subject("one_sided", flip_up, _DIFFERENCES | {GREATER, DETERMINISTIC}),
        Subject(
            "mcnemar",
            _discordant,
            {BINARY, DETERMINISTIC, TWO_SIDED, SIGN_FLIP, TIES_OUT, CALIBRATED, EXACT},
        ),
    ),
    wrong=WRONG_PAIRED,
)
