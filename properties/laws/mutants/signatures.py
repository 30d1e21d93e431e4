"""Signatures that are right: a small score of texts with options, and our own definitions.

Signatures that are wrong on purpose, each with the claims that it breaks."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.signatures import (
    CANONICAL,
    COMPLETE,
    DATA_FREE,
    DEFAULTS,
    EFFECTIVE,
    PARSED,
    SIGNATURE,
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
from properties.laws.adequacy import Mutants, Wrong

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


Asking = Options | str | None
_turns = count()
TOLD = SOUND - {PARSED}


def _without(*names: str) -> Signing:
    return words_signing(
        lambda options: write_words({k: v for k, v in options.items() if k not in names})
    )


def _as_given(options: Options) -> str:
    return f"words/1{json.dumps(dict(options))}"


def _lenient(options: Options) -> dict[str, object]:
    return canonical_words({name: value for name, value in options.items() if name in WORDS})


def _in_given_order(options: Options) -> dict[str, object]:
    full = canonical_words(options)
    return {**{name: full[name] for name in options}, **full}


def _as_spelled(options: Options) -> dict[str, object]:
    full = canonical_words(options)
    return {name: options.get(name, value) for name, value in full.items()}


def _other_default(options: Options) -> dict[str, object]:
    return canonical_words({"lower": True, **options})


def _digest(options: Options) -> str:
    return f"words/1 {sum(write_words(options).encode()) % 8}"


def _truthy(options: Options) -> str:
    told = {name: value for name, value in options.items() if value not in (0, 1, "")}
    return write_words(told)


def _rounded(options: Options) -> str:
    return write_words({**options, "beta": round(float(str(options["beta"])), 1)})


def _spent(options: Asking, references: Lines, hypotheses: Lines) -> object:
    answer = words_signing()(options, references, hypotheses)
    if isinstance(options, dict):
        options.pop("beta", None)
    return answer


def _counted(options: Asking, references: Lines, hypotheses: Lines) -> object:
    if options is None:
        return WORDS
    known = canonical_words(read_words(options) if isinstance(options, str) else options)
    told = {**known, "texts": len(" ".join(references))}
    return write_words(told), words_score(known, references, hypotheses)


def _seeded(options: Asking, references: Lines, hypotheses: Lines) -> object:
    if options is None:
        return {**WORDS, "seed": [12345, 0]}
    known = dict(read_words(options) if isinstance(options, str) else options)
    seed = int(str(known.pop("seed", 12345))) or next(_turns)
    full = canonical_words(known)
    score = words_score(full, references, hypotheses) + Fraction(seed % 97, 1000)
    told = {**full, "seed": known.get("seed", 0)}
    return write_words(told), score


def _addressed(options: Options) -> str:
    return f"{write_words(options)} at {next(_turns):x}"


def _bare(options: Asking, references: Lines, hypotheses: Lines) -> object:
    answer = words_signing()(options, references, hypotheses)
    return answer[0] if isinstance(answer, tuple) else answer


def _unlisted(options: Asking, references: Lines, hypotheses: Lines) -> object:
    return words_signing()(options or {}, references, hypotheses)


def _half(options: Options, references: Lines, hypotheses: Lines) -> Fraction:
    if options["order"] == 1:
        return words_score(options, references, hypotheses)
    raise NotImplementedError("runs of two words")


def _forgets(text: str) -> dict[str, object]:
    return {**read_words(text), "order": 1}


def _ignored(options: Options) -> Mapping[str, object]:
    return {**canonical_words(options), "drop": ""}


def _written(write: Callable[[str], str]) -> Signing:
    return words_signing(lambda options: write(write_words(options)))


def _lines(options: Options) -> str:
    return "\n".join(f"{name}: {value}" for name, value in options.items())


def _wrong(name: str, says: str, function: Signing, *claims: str) -> Wrong[[Asking, Lines, Lines]]:
    return Wrong(name, says, Subject(name, function, frozenset(claims)))


WRONG_SIGNATURES: tuple[Wrong[[Asking, Lines, Lines]], ...] = (
    _wrong("no-order", "one option is not told", _without("order"), VERSIONED, DATA_FREE),
    _wrong("name-only", "no option is told", _without(*WORDS), VERSIONED, DATA_FREE),
    _wrong("no-drop", "an option that rarely matters is not told", _without("drop"), COMPLETE),
    _wrong("truthy", "what looks like a default is not told", words_signing(_truthy), COMPLETE),
    _wrong("digest", "three bits stand for the options", words_signing(_digest), COMPLETE),
    _wrong("rounded", "numbers are rounded", words_signing(_rounded), COMPLETE, VERSIONED),
    _wrong("lower", "words lose their case", _written(str.lower), COMPLETE, VERSIONED),
    _wrong("cut", "it is cut at 60 characters", _written(lambda text: text[:60]), COMPLETE),
    _wrong("as-given", "options stand as given", words_signing(_as_given, full=_in_given_order)),
    _wrong("as-spelled", "1 and 1.0 differ", words_signing(full=_as_spelled), CANONICAL, VERSIONED),
    _wrong("defaults", "another value than the first", words_signing(full=_other_default), *SOUND),
    _wrong("counted", "it tells of the texts", _counted, *TOLD),
    _wrong("unversioned", "it names no version", _written(lambda text: text[7:]), *TOLD),
    _wrong("two-lines", "every option has its line", words_signing(_lines), DATA_FREE),
    _wrong("silent", "the signature is empty", _written(lambda _: ""), DATA_FREE),
    _wrong("forgets", "reading drops an option", words_signing(read=_forgets), *SOUND),
    _wrong("unread", "it does not read what it writes", _written(str.upper), PARSED, DATA_FREE),
    _wrong("lenient", "what it does not know passes", words_signing(full=_lenient), *SOUND),
    _wrong("ignored", "an option is taken and dropped", words_signing(full=_ignored), EFFECTIVE),
    _wrong("seed-0", "a seed of 0 is no seed", _seeded, VERSIONED),
    _wrong("addressed", "it tells where it lies in memory", words_signing(_addressed), VERSIONED),
    _wrong("spends", "it takes options out of the dict", _spent, *SOUND),
    _wrong("bare", "a signature without a score", _bare, VERSIONED),
    _wrong("unlisted", "it lists no options", _unlisted, VERSIONED, DATA_FREE),
    _wrong("half-done", "an option that it lists raises", words_signing(score=_half), *SOUND),
)

SIGNATURE_MUTANTS = Mutants(kind=SIGNATURE.name, right=RIGHT_SIGNATURES, wrong=WRONG_SIGNATURES)
