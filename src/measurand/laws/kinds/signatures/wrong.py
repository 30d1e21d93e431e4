"""Signatures that are wrong on purpose, each with the claims that it breaks."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.kind import Wrong
from measurand.laws.kinds.signatures.cases import (
    CANONICAL,
    COMPLETE,
    DATA_FREE,
    EFFECTIVE,
    PARSED,
    VERSIONED,
    Lines,
    Options,
)
from measurand.laws.kinds.signatures.right import (
    SOUND,
    WORDS,
    Signing,
    canonical_words,
    read_words,
    words_score,
    words_signing,
    write_words,
)
from measurand.laws.kinds.subject import Subject

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
