"""sacrebleu: corpus scores of texts, and the signatures of their options."""

import os
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from importlib import import_module

from measurand.edges.trials.suites import SIGNATURE, TEXT_SCORE
from measurand.laws.kinds.signatures import DEFAULTS, EFFECTIVE, STRICT, VERSIONED, Listing, Options
from measurand.laws.kinds.subject import Subject, written
from measurand.laws.kinds.texts import (
    ERROR,
    LENGTHS,
    OVERLAP,
    PERCENT,
    REPLICATED,
    SHORT,
    UNCASED,
    UNICODE,
    WORDS,
    Texts,
)
from tests.peers.peer import Library, Note, Peer, Tone

METRICS = "from sacrebleu.metrics import BLEU, CHRF, TER"
Asked = Options | str | None

CUT = Note(
    Tone.TRAP,
    "References and hypotheses are zipped: what has no partner is left out without a word. The "
    "command line checks the lengths; the Python calls leave it to the caller.",
    "new",
)
ABOVE = Note(
    Tone.DEFECT,
    "A perfect corpus scores 100.00000000000004: the geometric mean goes through logarithms and "
    "back, and is not cut at 100. It matters to whoever checks that a score lies in its range.",
    "new",
)
SMOOTHED = Note(
    Tone.DESIGN,
    "Where a length of runs has no match the smoothing puts in a share of the total, which is "
    "smaller in a larger corpus: smoothed BLEU of few texts depends on how many they are.",
    "new",
)
NO_ORDER = Note(
    Tone.DEFECT,
    "The longest run that is counted, max_ngram_order, is neither in the name of the score nor in "
    "the signature, so scores that are far apart carry the same line.",
    "D11",
)
ROUNDED = Note(
    Tone.DEFECT,
    "The signature rounds the smoothing value to two digits, so 0.1 and 0.104 carry the same one.",
    "new",
)
IDLE = Note(
    Tone.DESIGN,
    "smooth_value is read by the methods floor and add-k, as its documentation says; exp and none "
    "take it without a word.",
    "new",
)
OVERWRITTEN = Note(
    Tone.TRAP,
    "n_ar_confidence belongs to the other test. Passed from Python with a paired bootstrap, the "
    "signature tells it as bs, and not the number of resamples that gave the p-value.",
    "new",
)


def _texts(metric: str) -> tuple[Callable[[Texts, Texts], object], Callable[[Texts, Texts], str]]:
    def score(references: Texts, hypotheses: Texts) -> object:
        made = getattr(import_module("sacrebleu.metrics"), metric)()
        return made.corpus_score(list(hypotheses), [list(references)]).score

    def write(references: Texts, hypotheses: Texts) -> str:
        return f"{metric}().corpus_score({written(hypotheses)}, [{written(references)}]).score"

    return score, write


def _text_peer(metric: str, claims: frozenset[str], notes: Mapping[str, Note]) -> Peer:
    score, write = _texts(metric)
    subject = Subject(metric, score, claims, None, write, (METRICS,))
    return Peer(suite=TEXT_SCORE, subject=subject, notes=notes)


def _signed(
    metric: str, listing: Listing
) -> tuple[Callable[[Asked, Texts, Texts], object], Callable[[Asked, Texts, Texts], str]]:
    def score(options: Asked, references: Texts, hypotheses: Texts) -> object:
        if options is None or isinstance(options, str):
            return listing
        made = getattr(import_module("sacrebleu.metrics"), metric)(**options)
        found = made.corpus_score(list(hypotheses), [list(references)])
        return f"{found.name}|{made.get_signature().format()}", found.score

    def changes(name: str, value: object) -> bool:
        values = listing.get(name, [None])
        return len(values) == 1 or value != values[0]

    def write(options: Asked, references: Texts, hypotheses: Texts) -> str:
        pairs = options.items() if isinstance(options, Mapping) else ()
        changed = [f"{name}={written(value)}" for name, value in pairs if changes(name, value)]
        call = f"corpus_score({written(hypotheses)}, [{written(references)}])"
        made = f"{metric}({', '.join(changed)})"
        told = "f'{s.name}|{m.get_signature().format()}', s.score"
        return f"(m := {made}, s := m.{call}, {told})[2:]"

    return score, write


def _signature_peer(
    metric: str,
    listing: Listing,
    notes: Mapping[str, Note],
    which: str = "",
    claims: AbstractSet[str] = frozenset({DEFAULTS, VERSIONED, STRICT, EFFECTIVE}),
) -> Peer:
    score, write = _signed(metric, listing)
    subject = Subject(f"{metric} signature{which}", score, claims, None, write, (METRICS,))
    return Peer(suite=SIGNATURE, subject=subject, notes=notes)


SEEDS: Listing = {"seed": [12345, 1, 0]}
SAMPLES: Listing = {"n_samples": [30, 60], "n_ar_confidence": [-1, 20]}
PAIRED = (
    "import os",
    "from sacrebleu.metrics import BLEU",
    "from sacrebleu.significance import PairedTest",
)
DEFAULT_TEST = {"seed": 12345, "n_samples": 30, "n_ar_confidence": -1}
Systems = list[tuple[str, list[str]]]


def _systems(references: Texts, hypotheses: Texts) -> Systems:
    first, second = list(hypotheses) * 2, list(hypotheses[::-1]) * 2
    return [("A", first), ("B", [*second[1:], *list(references)[:1]])]


def _paired(listing: Listing) -> Callable[[Asked, Texts, Texts], object]:
    def score(options: Asked, references: Texts, hypotheses: Texts) -> object:
        if options is None or isinstance(options, str):
            return listing
        bleu = import_module("sacrebleu.metrics").BLEU
        paired = import_module("sacrebleu.significance").PairedTest
        known = {**DEFAULT_TEST, **options}
        before = os.environ.get("SACREBLEU_SEED")
        os.environ["SACREBLEU_SEED"] = str(known.pop("seed"))
        try:
            metrics = {"BLEU": bleu(references=[list(references) * 2], effective_order=True)}
            test = paired(_systems(references, hypotheses), metrics, None, "bs", **known)
            signatures, scores = test()
        finally:
            os.environ.pop("SACREBLEU_SEED")
            if before is not None:
                os.environ["SACREBLEU_SEED"] = before
        return signatures["BLEU"].format(), scores["BLEU"][1].p_value

    return score


def _write_paired(options: Asked, references: Texts, hypotheses: Texts) -> str:
    given = options if isinstance(options, Mapping) else {}
    known = {**DEFAULT_TEST, **given}
    gold = written(list(references) * 2)
    counts = f"{known['n_samples']}, {known['n_ar_confidence']}"
    metrics = f"{{'BLEU': BLEU(references=[{gold}], effective_order=True)}}"
    systems = written(_systems(references, hypotheses))
    test = f"PairedTest({systems}, {metrics}, None, 'bs', {counts})()"
    return (
        f"os.environ['SACREBLEU_SEED'] = '{known['seed']}'; "
        f"(r := {test}, r[0]['BLEU'].format(), r[1]['BLEU'][1].p_value)[1:]"
    )


def _paired_peer(name: str, listing: Listing, notes: Mapping[str, Note]) -> Peer:
    subject = Subject(name, _paired(listing), {VERSIONED}, None, _write_paired, PAIRED)
    return Peer(suite=SIGNATURE, subject=subject, notes=notes)


SEED_0 = Note(
    Tone.DEFECT,
    "A seed of 0 is taken for no seed: the same call gives another p-value each time, while the "
    "signature says seed:0.",
    "D10",
)
SMOOTH_OPTIONS: Listing = {"smooth_method": ["floor"], "smooth_value": [0.1, 0.104, 0.2]}
BLEU_OPTIONS: Listing = {
    "max_ngram_order": [4, 1, 2, 3],
    "lowercase": [False, True],
    "tokenize": ["13a", "none", "char"],
    "smooth_method": ["exp", "floor", "add-k", "none"],
    "smooth_value": [None, 0.1, 0.104, 1.0],
    "effective_order": [False, True],
}
CHRF_OPTIONS: Listing = {
    "char_order": [6, 1, 2],
    "word_order": [0, 1],
    "beta": [2, 1, 3],
    "lowercase": [False, True],
    "whitespace": [False, True],
    "eps_smoothing": [False, True],
}
TER_OPTIONS: Listing = {
    "normalized": [False, True],
    "no_punct": [False, True],
    "asian_support": [False, True],
    "case_sensitive": [False, True],
}


def _peers() -> tuple[Peer, ...]:
    shared = frozenset({UNICODE, REPLICATED, LENGTHS})
    return (
        _text_peer(
            "BLEU",
            shared | {PERCENT, OVERLAP, WORDS},
            {"range": ABOVE, "lengths": CUT, "replication": SMOOTHED},
        ),
        _text_peer("CHRF", shared | {PERCENT, OVERLAP, WORDS, SHORT}, {"lengths": CUT}),
        _text_peer("TER", shared | {ERROR, UNCASED, WORDS, SHORT}, {"lengths": CUT}),
        _signature_peer("BLEU", BLEU_OPTIONS, {"injective": NO_ORDER, "effective": IDLE}),
        _signature_peer("BLEU", SMOOTH_OPTIONS, {"injective": ROUNDED}, ", floor", {VERSIONED}),
        _signature_peer("CHRF", CHRF_OPTIONS, {}),
        _signature_peer("TER", TER_OPTIONS, {}),
        _paired_peer("PairedTest seed", SEEDS, {"repeatable": SEED_0, "option-order": SEED_0}),
        _paired_peer("PairedTest samples", SAMPLES, {"injective": OVERWRITTEN}),
    )


LIBRARY = Library(name="sacrebleu", package="sacrebleu", peers=_peers)
