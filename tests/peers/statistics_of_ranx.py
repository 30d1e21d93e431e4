"""ranx: tests of paired scores."""

from collections.abc import Mapping

from measurand.edges.trials.suites import PAIRED_TEST
from measurand.laws.kinds.paired import Scores
from measurand.laws.kinds.subject import Subject, written
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = (
    "import numpy as np",
    "from ranx.statistical_tests import fisher_randomization_test, paired_student_t_test",
)

THREADS = (
    "random_seed seeds the calling thread; the loop runs in threads that have generators of their "
    "own, so that equal calls give different p-values."
)
FISHER: Mapping[str, Note] = {
    "repeatable": Note(Tone.DEFECT, THREADS, known="D15"),
    "every-seed": Note(Tone.DEFECT, THREADS, known="D15"),
    "history": Note(Tone.DEFECT, THREADS, known="D15"),
    "never-zero": Note(
        Tone.DEFECT,
        "The share of permutations is given without the observed one, so that it can be 0.",
        known="D15",
    ),
}
STUDENT: Mapping[str, Note] = {
    "never-zero": Note(
        Tone.TRAP,
        "Where all differences are equal t is infinite, and two items won by as much give a "
        "p-value of 0, as in scipy's test, which it calls.",
        known="new",
    ),
}


def _fisher() -> Peer:
    def test(first: Scores, second: Scores, seed: int) -> object:
        import numpy as np
        from ranx.statistical_tests import fisher_randomization_test

        rows = [np.array(row, dtype=np.float64) for row in (first, second)]
        found: object = fisher_randomization_test(*rows, random_seed=seed)[0]
        return found

    def write(first: Scores, second: Scores, seed: int) -> str:
        rows = ", ".join(f"np.array({written([float(x) for x in row])})" for row in (first, second))
        return f"fisher_randomization_test({rows}, random_seed={seed})[0]"

    claims = frozenset({"seeded", "two-sided", "sign-flip", "paired", "shift", "scale"})
    more = frozenset({"ties-out", "calibrated"})
    subject: Subject[...] = Subject(
        "fisher_randomization_test", test, claims | more, None, write, IMPORTS
    )
    return Peer(suite=PAIRED_TEST, subject=subject, notes=FISHER)


def _student() -> Peer:
    def test(first: Scores, second: Scores) -> object:
        from ranx.statistical_tests import paired_student_t_test

        found: object = paired_student_t_test(first, second)[0]
        return found

    def write(first: Scores, second: Scores) -> str:
        return f"paired_student_t_test({written(first)}, {written(second)})[0]"

    claims = frozenset({"two-sided", "paired", "shift", "scale", "deterministic", "undefined"})
    subject = Subject("paired_student_t_test", test, claims | {"calibrated"}, None, write, IMPORTS)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=STUDENT)


def _peers() -> tuple[Peer, ...]:
    return (_fisher(), _student())


LIBRARY = Library(name="ranx", package="ranx", peers=_peers)
