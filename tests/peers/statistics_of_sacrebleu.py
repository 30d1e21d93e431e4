"""sacrebleu: paired tests of two systems, on a metric that is the mean of the scores.

A score of k is written as a sentence of four words of which k are those of the reference; BLEU of
single words without smoothing is then the mean of the scores, and the tests are asked of that.
"""

from collections.abc import Mapping, Sequence

from measurand.edges.trials.suites import PAIRED_TEST
from measurand.laws.kinds.paired import Scores
from measurand.laws.kinds.subject import Subject
from tests.peers.peer import Library, Note, Peer, Tone

IMPORTS = (
    "import os",
    "from sacrebleu.metrics import BLEU",
    "from sacrebleu.significance import PairedTest",
)
WORDS = ("a", "b", "c", "d")
DRAWS = 999


def sentence(score: float) -> str:
    """Write a sentence of which so many words are right."""
    return " ".join(word if place < score else "x" for place, word in enumerate(WORDS))


SELF = Note(
    Tone.DEFECT,
    "Only resamples whose difference is larger than the observed one count, so that a system "
    "differs from itself with the smallest p-value there is. The comment in the source says that "
    "this is meant.",
    known="D8",
)
SEED_ZERO = Note(
    Tone.DEFECT,
    "SACREBLEU_SEED=0 is taken for no seed: each call draws anew, while the signature says seed:0.",
    known="D10",
)
CENTRED = Note(
    Tone.DEFECT,
    "The absolute differences are centred by their own mean, as Moses did; the test then finds "
    "a difference between equal systems more often than its level says.",
    known="D9",
)
RESAMPLING: Mapping[str, Note] = {
    "order-of-pairs": Note(
        Tone.TRAP,
        "On few segments many resamples lie exactly on the edge, and the drawn mean that they are "
        "centred by decides for all of them at once: another order of segments moves a p-value "
        "from 0.26 to 0.001.",
        known="new",
    ),
    "self": SELF,
    "every-seed": SEED_ZERO,
    "calibrated": CENTRED,
}
RANDOMISATION: Mapping[str, Note] = {
    "self": SELF,
    "every-seed": SEED_ZERO,
    "sign-flip": Note(
        Tone.DEFECT,
        "Exchanges that come as far apart as the systems do are not counted; on few items they "
        "are most of them.",
        known="D8",
    ),
}


def _test(kind: str, claims: frozenset[str], notes: Mapping[str, Note]) -> Peer:
    def p_value(first: Scores, second: Scores, seed: int) -> object:
        import os

        from sacrebleu.metrics.bleu import BLEU
        from sacrebleu.significance import PairedTest, Result

        systems: list[tuple[str, Sequence[str]]] = [
            ("A", [*map(sentence, first)]),
            ("B", [*map(sentence, second)]),
        ]
        metrics = {"BLEU": BLEU(max_ngram_order=1, smooth_method="none")}
        before = os.environ.get("SACREBLEU_SEED")
        os.environ["SACREBLEU_SEED"] = str(seed)
        try:
            test = PairedTest(systems, metrics, [[sentence(4)] * len(first)], kind, DRAWS)
            found = test()[1]["BLEU"][1]
            return found.p_value if isinstance(found, Result) else found
        finally:
            if before is None:
                del os.environ["SACREBLEU_SEED"]
            else:
                os.environ["SACREBLEU_SEED"] = before

    def write(first: Scores, second: Scores, seed: int) -> str:
        systems = [("A", [*map(sentence, first)]), ("B", [*map(sentence, second)])]
        metrics = "{'BLEU': BLEU(max_ngram_order=1, smooth_method='none')}"
        asked = f"{systems}, {metrics}, [['a b c d'] * {len(first)}], {kind!r}, {DRAWS}"
        set_seed = f"os.environ['SACREBLEU_SEED'] = '{seed}'"
        return f"{set_seed}; PairedTest({asked})()[1]['BLEU'][1].p_value"

    subject: Subject[...] = Subject(f"PairedTest {kind}", p_value, claims, None, write, IMPORTS)
    return Peer(suite=PAIRED_TEST, subject=subject, notes=notes, cases=30)


def _peers() -> tuple[Peer, ...]:
    claims = frozenset({"two-sided", "seeded", "ties-out", "calibrated"})
    return (
        _test("bs", claims - {"ties-out"}, RESAMPLING),
        _test("ar", claims | {"sign-flip"}, RANDOMISATION),
    )


LIBRARY = Library(name="sacrebleu", package="sacrebleu", peers=_peers)
