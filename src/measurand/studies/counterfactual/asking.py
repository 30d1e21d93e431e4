"""Questions to a generator whose evidence was changed, and the replies: from whom, or why not.

A question shows the changed tokens and nothing else of the sample: what a generator is not shown it
cannot repeat. An answer names its question by sample, transform, seed and a digest of the tokens,
so that answers made elsewhere, in any order, can be joined; one to other tokens is a fault and
never a number.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from hashlib import sha256
from typing import Protocol

from attrs import evolve, field, frozen, validators

from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation
from measurand.values.grounded import Grounded, Token

NOBODY = "nobody was asked"
NO_ANSWER = "there is no answer"


class Generator(Protocol):
    """Whatever makes an answer of a sample's tokens, in this process."""

    def __call__(self, sample: Grounded, /) -> Generation:
        """Answer; what the answer may depend on is the sample alone."""
        ...


def canonical(tokens: Iterable[Token]) -> bytes:
    """Write tokens as the one JSON text that their digest is taken of.

    Objects with the keys of `cf-sample/1`, sorted, without spaces, and without an embedding where a
    token has none; every number but the id and the level is a float as Python writes it (the
    shortest text that reads back). Equal tokens have one text, so -0.0 is written as 0.0.

    >>> from measurand.values.cells import Cell
    >>> canonical([Token(id=3, cell=Cell(1, 0, 0, 1), score=1, uncertainty=-0.0, embedding=(0.5,))])
    b'[{"cell_id":"L1:0,0,1","embedding":[0.5],"level":1,"score":1.0,"token_id":3,\
"uncertainty":0.0}]'
    """
    written = [_record(token) for token in tokens]
    return json.dumps(written, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def _record(token: Token) -> dict[str, object]:
    written: dict[str, object] = {
        "cell_id": token.cell.id,
        "level": token.cell.level,
        "score": _plain(token.score),
        "token_id": token.id,
        "uncertainty": _plain(token.uncertainty),
    }
    if token.embedding is not None:
        written["embedding"] = [_plain(number) for number in token.embedding]
    return written


def _plain(number: float) -> float:
    return float(number) + 0.0


def digest(tokens: Iterable[Token]) -> str:
    """Give the SHA-256 of the canonical text of tokens, in their order.

    >>> digest([])[:16]
    '4f53cda18c2baa0c'
    """
    return sha256(canonical(tokens)).hexdigest()


@frozen(kw_only=True, order=True)
class Place:
    """What an answer must name to be joined to its question.

    >>> Place(sample_id="1", key="token_perm", seed=7, digest="4f53").called
    "sample '1', token_perm"
    """

    sample_id: str
    key: str
    seed: int = field(validator=validators.ge(0))
    digest: str

    @property
    def called(self) -> str:
        """Name the sample and the transform for a reader."""
        return f"sample {self.sample_id[:60]!r}, {self.key}"


@frozen(kw_only=True)
class Question:
    """The changed tokens of a sample, for a generator that has not seen anything else of it.

    `sample` holds no answer, no lesion and no truth: what a generator is not shown it cannot
    repeat. `place` is what the answer must name.

    >>> ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm", seed=7).place.seed
    7
    """

    place: Place
    sample: Grounded

    @property
    def key(self) -> str:
        """Name the transform."""
        return self.place.key


def ask(changed: Grounded, key: str, *, seed: int = 0) -> Question:
    """Ask about a sample after a transform (its name), whatever its answer was before.

    `seed`, from 0 on, is part of what an answer has to name.

    >>> one = Grounded(id="1", shape=(8, 8, 8), report="No nodule.")
    >>> ask(one, "evidence_drop").sample.report is None
    True

    Raises ValueError for a negative seed.
    """
    place = Place(sample_id=changed.id, key=key, seed=seed, digest=digest(changed.tokens))
    shown = evolve(
        changed, generation=Generation(), lesions=(), gold=None, report=None, regenerated=()
    )
    return Question(place=place, sample=shown)


class Origin(Enum):
    """Where an answer came from: asked now, kept by an earlier run, or in the sample itself."""

    ASKED = "asked"
    KEPT = "kept"
    SAMPLE = "sample"


@frozen(kw_only=True)
class Reply:
    """What came of a question: an answer and its origin, or none and why.

    `faults` say all that went wrong on the way; they may stand beside an answer, where a second try
    or an earlier line gave one.

    >>> Reply(question=ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")).why
    'there is no answer'
    """

    question: Question
    generation: Generation | None = None
    origin: Origin = Origin.ASKED
    faults: tuple[Fault, ...] = ()
    lacking: str = NO_ANSWER

    @property
    def why(self) -> str:
        """Say why there is no answer; empty where there is one."""
        if self.generation is not None:
            return ""
        return self.faults[-1].text() if self.faults else self.lacking


Asker = Callable[[Question], Reply]
"""Anything that replies: a callable, joined files, another program, kept answers before these."""


def reply_to(question: Question, sample: Grounded, asker: Asker | None = None) -> Reply:
    """Take the answer that stands in the sample under the name of the transform, or else ask.

    An answer in the sample is matched by its name only: from which tokens it was made is not known.

    >>> here = Grounded(id="1", shape=(8, 8, 8), regenerated=(("token_perm", Generation()),))
    >>> reply_to(ask(here, "token_perm"), here).origin.value
    'sample'
    >>> reply_to(ask(here, "evidence_drop"), here).why
    'nobody was asked'
    """
    stored = next((answer for key, answer in sample.regenerated if key == question.key), None)
    if stored is not None:
        return Reply(question=question, generation=stored, origin=Origin.SAMPLE)
    return Reply(question=question, lacking=NOBODY) if asker is None else asker(question)


_ASK_AGAIN = "the answer is one to other tokens: write the questions again and answer those"


@frozen(kw_only=True)
class GivenAnswer:
    """An answer as it was read: what it names, and where it stands (line 0: in no file).

    `by` names who made it, where that was noted.

    >>> GivenAnswer(place=Place(sample_id="1", key="token_perm", seed=7, digest="4f53"),
    ...       generation=Generation(), file="answers.jsonl", line=3).by
    ''
    """

    place: Place
    generation: Generation
    by: str = ""
    file: str = ""
    line: int = 0

    def fault(self, *, got: str, expected: str, path: str = "", hint: str = "") -> Fault:
        """Say what is wrong with it, and where it stands."""
        return Fault(
            file=self.file, line=self.line, path=path, got=got, expected=expected, hint=hint
        )


@frozen
class Answers:
    """All answers to one set of questions, in whatever order they came; make it with `of`.

    >>> from measurand.studies.counterfactual.asking import ask
    >>> from measurand.values.grounded import Grounded
    >>> question = ask(Grounded(id="1", shape=(8, 8, 8)), "token_perm")
    >>> found = Answers.of([GivenAnswer(place=question.place, generation=Generation(text="no"))])
    >>> found.reply(question).generation.text, found.unasked([question])
    ('no', ())
    """

    by_name: Mapping[tuple[str, str], tuple[GivenAnswer, ...]] = field(factory=dict)

    @classmethod
    def of(cls, given: Iterable[GivenAnswer]) -> "Answers":
        """Sort answers by sample and transform, and there by where they stand."""
        by_name: dict[tuple[str, str], list[GivenAnswer]] = {}
        for one in given:
            by_name.setdefault(_name(one.place), []).append(one)
        return cls(
            {
                name: tuple(sorted(several, key=lambda one: (one.file, one.line)))
                for name, several in by_name.items()
            }
        )

    def reply(self, question: Question) -> Reply:
        """Find the answer to a question; equal ones count as one.

        Answers that differ, and those that name another seed or other tokens, are faults: then
        there is no answer.
        """
        near = self.by_name.get(_name(question.place), ())
        right = [one for one in near if one.place == question.place]
        if not right:
            return Reply(question=question, faults=tuple(_misnamed(one, question) for one in near))
        first = right[0]
        other = next((one for one in right if one.generation != first.generation), None)
        if other is None:
            return Reply(question=question, generation=first.generation)
        return Reply(question=question, faults=(_second(other, first),))

    def unasked(self, questions: Iterable[Question]) -> tuple[Fault, ...]:
        """Name the answers that fit no question and that no reply has named already."""
        places: dict[tuple[str, str], set[Place]] = {}
        for question in questions:
            places.setdefault(_name(question.place), set()).add(question.place)
        return tuple(
            _to_nothing(one)
            for name, several in self.by_name.items()
            for one in several
            if one.place not in places.get(name, ())
            and (name not in places or places[name] & {other.place for other in several})
        )


def _name(place: Place) -> tuple[str, str]:
    return place.sample_id, place.key


def _misnamed(one: GivenAnswer, question: Question) -> Fault:
    return mismatch(one.place, question.place).at(file=one.file, line=one.line)


def mismatch(got: Place, wanted: Place) -> Fault:
    """Say in which of its names an answer differs from its question; the first one counts.

    >>> one = Place(sample_id="1", key="token_perm", seed=7, digest="4f53")
    >>> two = Place(sample_id="1", key="token_perm", seed=8, digest="4f53")
    >>> mismatch(two, one).text()
    "$.seed: expected 7 (sample '1', token_perm), got 8"
    """
    for name, value, right, most, hint in (
        ("sample_id", got.sample_id, wanted.sample_id, 60, ""),
        ("key", got.key, wanted.key, 60, ""),
        ("seed", got.seed, wanted.seed, 60, ""),
        ("digest", got.digest, wanted.digest, 13, _ASK_AGAIN),
    ):
        if value != right:
            return Fault(
                path=f"$.{name}",
                got=shown(value, most=most),
                expected=f"{shown(right, most=most)} ({wanted.called})",
                hint=hint,
            )
    message = "places that differ"
    raise ValueError(message)


def _second(other: GivenAnswer, first: GivenAnswer) -> Fault:
    before = f"line {first.line}" if first.line else "an earlier one"
    return other.fault(
        got=f"another one than in {before}",
        expected=f"one answer ({first.place.called})",
        hint="which one is right cannot be told: keep one",
    )


def _to_nothing(one: GivenAnswer) -> Fault:
    return one.fault(
        got=f"one to {one.place.called}, seed {one.place.seed}, digest {one.place.digest[:12]}",
        expected="an answer to a question that was asked",
    )
