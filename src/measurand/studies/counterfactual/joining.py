"""Answers that were made elsewhere, joined to the questions that they answer."""

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from measurand.studies.counterfactual.asking import Place, Question, Reply
from measurand.values.fault import Fault, shown
from measurand.values.frames import Generation

_ASK_AGAIN = "the answer is one to other tokens: write the questions again and answer those"


@frozen(kw_only=True)
class Given:
    """An answer as it was read: what it names, and where it stands (line 0: in no file).

    `by` names who made it, where that was noted.

    >>> Given(place=Place(sample_id="1", key="token_perm", seed=7, digest="4f53"),
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
    >>> found = Answers.of([Given(place=question.place, generation=Generation(text="no"))])
    >>> found.reply(question).generation.text, found.unasked([question])
    ('no', ())
    """

    by_name: Mapping[tuple[str, str], tuple[Given, ...]] = field(factory=dict)

    @classmethod
    def of(cls, given: Iterable[Given]) -> "Answers":
        """Sort answers by sample and transform, and there by where they stand."""
        found: dict[tuple[str, str], list[Given]] = {}
        for one in given:
            found.setdefault(_name(one.place), []).append(one)
        return cls(
            {
                name: tuple(sorted(several, key=lambda one: (one.file, one.line)))
                for name, several in found.items()
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
        asked: dict[tuple[str, str], set[Place]] = {}
        for question in questions:
            asked.setdefault(_name(question.place), set()).add(question.place)
        return tuple(
            _to_nothing(one)
            for name, several in self.by_name.items()
            for one in several
            if one.place not in asked.get(name, ())
            and (name not in asked or asked[name] & {other.place for other in several})
        )


def _name(place: Place) -> tuple[str, str]:
    return place.sample_id, place.key


def _misnamed(one: Given, question: Question) -> Fault:
    return mismatch(one.place, question.place).at(file=one.file, line=one.line)


def mismatch(got: Place, wanted: Place) -> Fault:
    """Say in which of its names an answer differs from its question; the first one counts.

    >>> one = Place(sample_id="1", key="token_perm", seed=7, digest="4f53")
    >>> two = Place(sample_id="1", key="token_perm", seed=8, digest="4f53")
    >>> mismatch(two, one).text()
    "$.seed: expected 7 (sample '1', token_perm), got 8"
    """
    for name, found, right, most, hint in (
        ("sample_id", got.sample_id, wanted.sample_id, 60, ""),
        ("key", got.key, wanted.key, 60, ""),
        ("seed", got.seed, wanted.seed, 60, ""),
        ("digest", got.digest, wanted.digest, 13, _ASK_AGAIN),
    ):
        if found != right:
            return Fault(
                path=f"$.{name}",
                got=shown(found, most=most),
                expected=f"{shown(right, most=most)} ({wanted.called})",
                hint=hint,
            )
    message = "places that differ"
    raise ValueError(message)


def _second(other: Given, first: Given) -> Fault:
    before = f"line {first.line}" if first.line else "an earlier one"
    return other.fault(
        got=f"another one than in {before}",
        expected=f"one answer ({first.place.called})",
        hint="which one is right cannot be told: keep one",
    )


def _to_nothing(one: Given) -> Fault:
    return one.fault(
        got=f"one to {one.place.called}, seed {one.place.seed}, digest {one.place.digest[:12]}",
        expected="an answer to a question that was asked",
    )
