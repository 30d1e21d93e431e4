"""Corpus BLEU and word error rates with a paired test, beside sacrebleu, jiwer and evaluatio.

sacrebleu runs its own paired bootstrap of 1,000 resamples; jiwer has no test, so its WER is drawn
as users do, by jiwer's function of each resample; evaluatio has a permutation test of its own. Both
sides begin with texts, and count all from these.
"""

import logging
import random
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from statistics import median

from measurand.evidence.pairs import pairs
from measurand.inference.comparison import Comparison, compare
from measurand.inference.plan import Plan
from measurand.metrics.definitions import observing
from measurand.metrics.signature import parse
from measurand.values.sample import Sample
from tests.benchmarks.measure import ratios

REPLICATES, REPEATED = 1_000, 3
WORDS = [
    f"{start}{end}" for start in "bdfgklmnprst" for end in ("a", "en", "il", "oru", "at", "es")
]
WANTED = 0.1
Texts = Sequence[str]


def texts(number: int, seed: int = 11) -> tuple[list[str], list[str], list[str]]:
    """Draw references, and what two systems made of them, one of which errs more often."""
    draw = random.Random(seed)  # noqa: S311 # no secret is made of it
    references = [[draw.choice(WORDS) for _ in range(draw.randint(8, 40))] for _ in range(number)]

    def said(error: float) -> list[str]:
        return [
            " ".join(word if draw.random() > error else draw.choice(WORDS) for word in one)
            for one in references
        ]

    return [" ".join(one) for one in references], said(0.25), said(0.30)


def compared(name: str, references: Texts, first: Texts, second: Texts) -> Comparison:
    """Compare two systems, from their texts on."""
    definition = parse(name)
    sides = (
        [
            Sample(id=str(at), gold=(one,), predicted=(text,))
            for at, (one, text) in enumerate(zip(references, some, strict=True))
        ]
        for some in (first, second)
    )
    both = pairs(observing(definition), *sides)
    return compare(definition, both, Plan(replicates=REPLICATES))


def by_sacrebleu(references: Texts, first: Texts, second: Texts) -> None:
    """Compare by sacrebleu's paired bootstrap."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    systems: list[tuple[str, Texts]] = [("first", first), ("second", second)]
    PairedTest(systems, {"BLEU": BLEU()}, [list(references)], "bs", REPLICATES)()


def by_jiwer(references: Texts, first: Texts, second: Texts) -> None:
    """Compare by jiwer's WER of each resample: of a twentieth of them, whose cost is scaled up."""
    import jiwer

    draw = random.Random(1)  # noqa: S311 # no secret is made of it
    for _ in range(REPLICATES // _PART):
        drawn = [draw.randrange(len(references)) for _ in references]
        for some in (first, second):
            jiwer.wer([references[at] for at in drawn], [some[at] for at in drawn])


_PART = 20


def by_evaluatio(references: Texts, first: Texts, second: Texts) -> None:
    """Compare by evaluatio's permutation test of the errors of each pair."""
    from evaluatio.inference.hypothesis import paired_permutation_test
    from evaluatio.metrics.wer import word_error_rate, word_error_rate_per_pair

    for some in (first, second):
        word_error_rate(references, some)
    one, other = (word_error_rate_per_pair(references, some) for some in (first, second))
    paired_permutation_test(one, other, REPLICATES)


def spent(run: Callable[[], object]) -> float:
    """Measure the CPU that a run takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def generated_ratios(number: int = 2_000) -> list[str]:
    """Say what ours costs beside each of the others, as ratios with their spread."""
    drawn = texts(number)
    others: list[tuple[str, str, Callable[[Texts, Texts, Texts], None], int]] = [
        ("bleu", "sacrebleu, paired bootstrap", by_sacrebleu, 1),
        ("wer", f"jiwer of each resample (1 in {_PART}, scaled)", by_jiwer, _PART),
    ]
    if find_spec("evaluatio") is not None:
        others.append(("wer", "evaluatio, paired permutations", by_evaluatio, 1))
    lines = []
    for name, peer, run, times in others:
        ours, theirs = [], []
        for _ in range(REPEATED):
            ours.append(spent(lambda: compared(name, *drawn)))  # noqa: B023 # run at once
            theirs.append(spent(lambda: run(*drawn)) * times)  # noqa: B023
        lines.append(
            f"{name} of {number:,} texts, two systems, {REPLICATES:,} resamples / {peer}: "
            f"{ratios(ours, theirs)} ({median(ours):.2f} s to {median(theirs):.2f} s)"
        )
    return lines
