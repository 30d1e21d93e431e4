"""Signatures that are right: a small score of texts with options, and our own definitions."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from measurand.laws.kinds.signatures.cases import (
    CANONICAL,
    COMPLETE,
    DATA_FREE,
    DEFAULTS,
    EFFECTIVE,
    PARSED,
    STRICT,
    UNDEFINED,
    VERSIONED,
    Lines,
    Listing,
    Options,
    SignatureScore,
)
from measurand.laws.kinds.subject import EXACT, Subject
from measurand.metrics.finalise import evaluate
from measurand.metrics.grammar import read_value
from measurand.metrics.signature import define, parse, signature
from measurand.values.sample import Sample
from measurand.values.score import Defined, Score

Write = Callable[[Options], str]
Read = Callable[[str], Options]
Signing = Callable[[Options | str | None, Lines, Lines], object]

WORDS: Listing = {
    "order": [1, 2],
    "beta": [1, 2, 1.04],
    "lower": [False, True],
    "empty": [0, 1],
    "skip": ["", "a", "b", "B"],
    "drop": ["", "a"],
}
"""The options of a score of runs of words; the first value of each is its default."""


def canonical_words(options: Options) -> dict[str, object]:
    """Give all options, defaults too, each value in one spelling.

    >>> canonical_words({"order": 2.0})["order"]
    2

    Raises ValueError for an option that is not known.
    """
    if strange := [name for name in options if name not in WORDS]:
        raise ValueError(f"unknown option {strange[0]!r}: known are {', '.join(WORDS)}")
    full = {name: options.get(name, values[0]) for name, values in WORDS.items()}
    return {name: _value(name, value) for name, value in full.items()}


def _value(name: str, value: object) -> object:
    if name in {"skip", "drop"}:
        return str(value)
    if name == "lower":
        return bool(value)
    return float(str(value)) if name == "beta" else int(float(str(value)))


def write_words(options: Options) -> str:
    """Write options as a signature, in the order of their names.

    >>> write_words({"beta": 2.0})
    'words/1{"beta": 2.0}'
    """
    return f"words/1{json.dumps(dict(options), sort_keys=True)}"


def read_words(text: str) -> dict[str, object]:
    """Read a signature.

    >>> read_words('words/1{"beta": 2}')
    {'beta': 2}

    Raises ValueError where it is none.
    """
    head, brace, rest = text.partition("{")
    if head != "words/1":
        raise ValueError(f"a signature starts with words/1: got {text[:80]!r}")
    found: dict[str, object] = json.loads(brace + rest)
    return found


def runs(text: str, options: Options) -> Counter[tuple[str, ...]]:
    """Count the runs of words of a text.

    >>> runs("a a b", {"order": 2})
    Counter({('a', 'a'): 1, ('a', 'b'): 1})
    """
    lowered = text.lower() if options.get("lower") else text
    words = [word for word in lowered.split() if word != options.get("skip")]
    kept = [word for word in words if not options.get("drop") or word[:1] != options["drop"]]
    size = int(float(str(options.get("order", 1))))
    return Counter(tuple(kept[i : i + size]) for i in range(len(kept) - size + 1))


def words_score(options: Options, references: Lines, hypotheses: Lines) -> Fraction:
    """Give F of runs of words, pooled.

    >>> words_score({"empty": 1}, [""], [""])
    Fraction(1, 1)
    """
    weight = Fraction(str(options.get("beta", 1))) ** 2
    hits, gold, found = 0, 0, 0
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        one, other = runs(reference, options), runs(hypothesis, options)
        hits, gold = hits + (one & other).total(), gold + one.total()
        found += other.total()
    if not gold and not found:
        return Fraction(str(options.get("empty", 0)))
    return (1 + weight) * hits / (weight * gold + found)


def words_signing(
    write: Write = write_words,
    *,
    read: Read = read_words,
    full: Callable[[Options], Mapping[str, object]] = canonical_words,
    score: Callable[[Options, Lines, Lines], object] = words_score,
    listing: Listing = WORDS,
) -> Signing:
    """Make a function that gives a signature and a score; its parts can be exchanged.

    >>> words_signing()({"beta": 2}, ["a"], ["b"])[1]
    Fraction(0, 1)
    """

    def asked(options: Options | str | None, references: Lines, hypotheses: Lines) -> object:
        if options is None:
            return listing
        known = full(read(options) if isinstance(options, str) else options)
        return write(known), score(known, references, hypotheses)

    return asked


OWN: Listing = {
    "beta": ["1", "2", "1/2"],
    "unit": ["whole"],
    "average": ["macro[sample]", "micro"],
    "normalise": ["none", "lower", "punctuation+lower"],
    "match": ["set", "multiset"],
    "both_empty": ["1+1", "0+0", "skip+skip", "drop"],
    "undefined": ["propagate", "zero"],
}
"""Some options of the definition `f`."""


def own_signing(options: Options | str | None, references: Lines, hypotheses: Lines) -> object:
    """Score the words of texts as items by the definition `f` of measurand, and give its signature.

    >>> own_signing("f(beta=2)", ["a"], ["a"])[1]
    Fraction(1, 1)
    """
    if options is None:
        return OWN
    texts = {} if isinstance(options, str) else options
    values = {name: read_value(_plain(value)) for name, value in texts.items()}
    definition = parse(options) if isinstance(options, str) else define("f", values)
    pairs = zip(references, hypotheses, strict=True)
    samples = [
        Sample(id=str(i), gold=tuple(a.split()), predicted=tuple(b.split()))
        for i, (a, b) in enumerate(pairs)
    ]
    return signature(definition), _number(evaluate(definition, samples))


def _plain(value: object) -> str:
    return str(Fraction(value)) if isinstance(value, int | float) else str(value)


def _number(score: Score) -> object:
    return score.value if isinstance(score, Defined) else None


SOUND = frozenset(
    {COMPLETE, DEFAULTS, DATA_FREE, VERSIONED, PARSED, STRICT, CANONICAL, EFFECTIVE, EXACT}
)

RIGHT_SIGNATURES: tuple[SignatureScore, ...] = (
    Subject("words", words_signing(), SOUND),
    Subject("own", own_signing, SOUND | {UNDEFINED}),
)
