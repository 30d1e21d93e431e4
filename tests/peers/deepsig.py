"""deepsig: a correction of p-values, and two tests of paired scores."""

from collections.abc import Callable, Mapping

from measurand.edges.trials.suites import P_ADJUST, PAIRED_TEST
from measurand.laws.kinds.adjust import PValues
from measurand.laws.kinds.paired import Scores
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

PERMUTED = Note(
    Tone.DEFECT,
    "The sorted adjusted p-values are put back by the permutation that sorted them, not by its "
    "inverse, so that they come out beside other tests than their own.",
    known="D1",
)
FALLING = Note(
    Tone.DEFECT,
    "The multiplier falls from rank to rank as in Holm's procedure, without its running maximum, "
    "and what comes out is not in the order of the p-values.",
    known="D1",
)
CORRECTION: Mapping[str, Note] = {
    "order-of-tests": PERMUTED,
    "not-below-raw": PERMUTED,
    "at-most-bonferroni": PERMUTED,
    "order-kept": FALLING,
    "rising": FALLING,
    "bonferroni": Note(
        Tone.DEFECT,
        "Named and documented as Bonferroni's method, it multiplies by m only the smallest "
        "p-value, by m - 1 the next, and so on, as Holm does.",
        known="D1",
    ),
}


def _corrected(p_values: PValues) -> object:
    from deepsig import bonferroni_correction

    found: object = bonferroni_correction(p_values)
    return found


def _written_correction(p_values: PValues) -> str:
    return f"bonferroni_correction({written(p_values)})"


def _correction() -> Peer:
    subject = Subject(
        "bonferroni_correction",
        _corrected,
        frozenset({"fixed", "bonferroni", "at-most-bonferroni", "checked", "nan-raises"}),
        None,
        _written_correction,
        ("from deepsig import bonferroni_correction",),
    )
    return Peer(suite=P_ADJUST, subject=subject, notes=CORRECTION)


def _bootstrapped(first: Scores, second: Scores, seed: int) -> object:
    from deepsig import bootstrap_test

    found: object = bootstrap_test(first, second, seed=seed)
    return found


def _permuted(first: Scores, second: Scores, seed: int) -> object:
    from deepsig import permutation_test

    found: object = permutation_test(first, second, seed=seed)
    return found


UNPAIRED: Mapping[str, Note] = {
    "pair-shift": Note(
        Tone.DEFECT,
        "Documented as a paired bootstrap, it resamples the two systems apart from each other; "
        "how hard an item is for both then counts as noise.",
        known="D2",
    ),
    "never-zero": Note(
        Tone.DEFECT,
        "The share of resamples is given without the observed one, so that it can be 0.",
        known="D2",
    ),
}


def _test(
    name: str,
    function: Callable[[Scores, Scores, int], object],
    claims: frozenset[str],
    notes: Mapping[str, Note],
) -> Peer:
    def write(first: Scores, second: Scores, seed: int) -> str:
        return f"{name}({written(first)}, {written(second)}, seed={seed})"

    imports = (f"from deepsig import {name}",)
    subject: Subject[...] = Subject(name, function, claims, None, write, imports)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes, cases=30)


def _peers() -> tuple[Peer, ...]:
    pairs = frozenset({"seeded", "greater", "paired", "shift", "scale"})
    return (
        _correction(),
        _test("bootstrap_test", _bootstrapped, pairs, UNPAIRED),
        _test("permutation_test", _permuted, pairs | {"calibrated"}, {}),
    )


LIBRARY = Library(name="deepsig", package="deepsig", peers=_peers)
