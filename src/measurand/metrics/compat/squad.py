"""The scores of answers of SQuAD: F1 of tokens and exact match, in three versions.

The scripts normalise texts, split them into tokens and score a bag of tokens against the likest
reference. F is made of rounded precision and recall and is added from left to right, so the order
of answers has a say in the last bit; one port does every step in single precision, which is
repeated by rounding through the bytes of a float of 32 bits.

Samples are whole texts and their references, as answers come, or tokens of the likest reference,
as a data set of SQuAD is read (`samples_of_squad`). Each is a definition of its own with one score;
where no definition of texts has a rule of a version, the texts are refused.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from struct import pack, unpack

from attrs import frozen

from measurand.evidence.evidence import Facts
from measurand.evidence.matching import MultisetMatch
from measurand.evidence.normalise import Step, squad_text
from measurand.evidence.observation import Missing, Observation
from measurand.evidence.observe import observe
from measurand.evidence.sides import Sides
from measurand.evidence.texts import SQUAD
from measurand.metrics.compat.count_arithmetic import observed
from measurand.metrics.compat.tool import Compatible, Refusal
from measurand.metrics.components import component
from measurand.metrics.definitions import Averaged, Definition, ExactMatch, F, name_of
from measurand.metrics.empty_rules import EmptyRules
from measurand.metrics.families.overlap import TextMatch, TokenF1, tallies_of
from measurand.metrics.options import ONES, ZEROES, EmptyValue, Parts
from measurand.metrics.units import case_of, row_tally
from measurand.values.items import item_text
from measurand.values.sample import Sample
from measurand.values.suggest import did_you_mean
from measurand.values.tally import Tally

GOLD_TEXT, ANSWER_TEXT = "gold_text", "predicted_text"
"""The lists of a sample that hold the whole normalised text."""


class Version(Enum):
    """Whose rules: the two scripts of the data set, or the port that adds in single precision."""

    ONE = "1.1"
    TWO = "2.0"
    TORCHMETRICS = "torchmetrics"


_SCORES = ("f1", "exact_match")
_CALLED = {
    Version.ONE: ("SQuAD", "evaluate-v1.1.py", ("1.1",)),
    Version.TWO: ("SQuAD", "evaluate-v2.0.py", ("2.0",)),
    Version.TORCHMETRICS: ("torchmetrics", "squad(preds, target)", ("1.9.0",)),
}


@frozen
class Percent:
    """F of rounded precision and recall, added from left to right, times 100, by how many.

    >>> Percent(single=True).says
    'F of rounded precision and recall, added from left to right, in single precision; percent'
    """

    single: bool = False

    @property
    def says(self) -> str:
        """Say the operations in words."""
        how = "single" if self.single else "double"
        return (
            "F of rounded precision and recall, added from left to right, "
            f"in {how} precision; percent"
        )

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number, in percent.

        Raises ValueError where no sample is scored, TypeError for another definition.
        """
        match definition:
            case F() | ExactMatch():
                rows = observed(definition, samples)
                values = [self.value(definition, row_tally(row)) for row in rows]
            case TokenF1() | TextMatch():
                values = self._of_texts(definition, samples)
            case _:
                message = f"an F or an exact match: got {name_of(definition)}"
                raise TypeError(message)
        if not values:
            message = "at least one answer that is scored: got none"
            raise ValueError(message)
        found = 0.0
        for value in values:
            found = self._rounded(found + value)
        return self._rounded(self._rounded(100.0 * found) / len(values))

    def _of_texts(self, of: TokenF1 | TextMatch, samples: Sequence[Sample]) -> list[float]:
        """Score each answer, by floats against its likest reference."""
        seen = (observe(of.reading, sample) for sample in samples)
        rows = [row for row in seen if isinstance(row, Facts)]
        if isinstance(of, TextMatch):
            return [float(of.of_sample(row) or 0) for row in rows]
        f1 = _f1(ZEROES if of.both_empty is EmptyValue.ZERO else ONES)
        return [max(self.value(f1, tally) for tally in tallies_of(row)) for row in rows]

    def value(self, definition: Averaged, tally: Tally) -> float:
        """Score one answer.

        >>> Percent().value(F(), Tally(1, 2, 1))
        0.6666666666666666
        """
        rules, case = component(definition).constants, case_of(tally)
        if case in rules:
            return float(rules[case] or 0)
        if isinstance(definition, ExactMatch):
            return float(tally.right)
        if not tally.hits:
            return 0.0
        precision = self._rounded(float(tally.hits) / float(tally.predicted))
        recall = self._rounded(float(tally.hits) / float(tally.gold))
        above = self._rounded(2 * precision * recall)
        return self._rounded(above / self._rounded(precision + recall))

    def _rounded(self, value: float) -> float:
        if not self.single:
            return value
        (single,) = unpack("<f", pack("<f", value))
        return float(single)


class Answers(Enum):
    """What samples have: the tokens of an answer and its likest reference, or whole texts."""

    TOKENS = "tokens"
    TEXTS = "texts"


def as_squad(metric: str, version: str = "2.0", *, of: str = "tokens") -> Compatible:
    """Say a score of SQuAD as a definition of ours: `f1` or `exact_match`.

    `version` is 1.1, 2.0 or torchmetrics. They differ where an answer and its gold are both
    empty once normalised: F1 is 0 in 1.1, and 1 in the others. `of` says what samples have:
    `tokens` as `samples_of_squad` makes them, or `texts`, an answer and one or several references.
    The tools print percent, so the number is in percent; the score is a share.

    >>> as_squad("f1").says
    "SQuAD's default: evaluate-v2.0.py, f1 of normalised tokens"
    >>> texts = as_squad("f1", of="texts")
    >>> texts.number([Sample(id="1", gold=("a dog", "the cat"), predicted=("Cat!",))])
    100.0

    Raises ValueError for another score or version, or other samples.
    """
    which, answers = _version(version), _answers(of)
    if metric not in _SCORES:
        message = f"f1 or exact_match: got {metric!r}{did_you_mean(metric, _SCORES)}"
        raise ValueError(message)
    tool, call, versions = _CALLED[which]
    what = "f1 of normalised tokens" if metric == "f1" else "exact match of normalised texts"
    definition, refuses = (_tokens if answers is Answers.TOKENS else _texts)(metric, which)
    return Compatible(
        tool=tool,
        call=f"{call}, {what}",
        versions=versions,
        definition=definition,
        arithmetic=Percent(single=which is Version.TORCHMETRICS),
        default=True,
        refuses=refuses,
    )


def _tokens(metric: str, which: Version) -> tuple[Definition, Refusal]:
    if metric == "f1":
        return _of_tokens(which), Presupposed(which, _no_tokens)
    texts = Observation(sides=Sides(gold=GOLD_TEXT, answer=ANSWER_TEXT))
    return ExactMatch(observation=texts), Presupposed(which, _no_texts)


def _texts(metric: str, which: Version) -> tuple[Definition, Refusal]:
    missing = Missing.SKIP if which is Version.TWO else Missing.EMPTY
    if metric != "f1":
        return TextMatch(normalise=(Step.SQUAD,), missing=missing), WholeTexts(which, lost=1)
    empty = EmptyValue.ZERO if which is Version.ONE else EmptyValue.ONE
    definition = TokenF1(normalise=(Step.SQUAD,), missing=missing, both_empty=empty)
    return definition, WholeTexts(which, lost=0 if which is Version.ONE else 1)


@frozen
class WholeTexts:
    """What a version presupposes of texts; `lost` is what a lost answer to nothing would score.

    The script of 2.0 leaves out references that are empty once normalised, where others are there.
    A lost answer is wrong in the others, where it is no answer that is empty.

    >>> WholeTexts(Version.TWO, lost=1)(Sample(id="7", gold=("the", "cat"), predicted=("A",)))
    "references of which none, or all, are empty once normalised, as those of an answer that is \
empty: got some in '7'; the script leaves them out: do so"
    """

    version: Version
    lost: int

    def __call__(self, sample: Sample) -> str:
        """Say why a sample is none of the version; empty where it is."""
        if sample.group(SQUAD) is not None:
            return f"whole texts, not the tokens of samples_of_squad: got these in {sample.id!r}"
        if not sample.gold:
            got = f"got none to {sample.id!r}; write an empty one where there is no answer"
            return f"a reference to every question: {got}"
        empty = [not squad_text(item_text(item)) for item in sample.gold]
        if sample.predicted is None:
            if self.version is Version.TWO or not self.lost or not any(empty):
                return ""
            got = (
                f"got a lost one to {sample.id!r}, whose reference is empty; write an empty answer"
            )
            return f"an answer, as {self.version.value} counts a lost one as wrong: {got}"
        said = any(squad_text(item_text(item)) for item in sample.predicted)
        if self.version is Version.TWO and not said and any(empty) and not all(empty):
            got = f"got some in {sample.id!r}; the script leaves them out: do so"
            return (
                "references of which none, or all, are empty once normalised, as those of an "
                f"answer that is empty: {got}"
            )
        return ""


@frozen
class Presupposed:
    """What a version presupposes: samples made in it, with an answer where a lost one is wrong.

    >>> from measurand.metrics.compat.tool import nothing_refused
    >>> Presupposed(Version.ONE, nothing_refused)(Sample(id="7", predicted=None))
    "an answer to every question in 1.1, which counts a lost one as wrong: got none to '7'; \
make samples with samples_of_squad, or write an empty answer"
    """

    version: Version
    shaped: Refusal

    def __call__(self, sample: Sample) -> str:
        """Say why a sample is none of the version; empty where it is."""
        made, version = sample.group(SQUAD), self.version.value
        if made not in {None, version}:
            return f"a sample of samples_of_squad(..., {version!r}): got {made} in {sample.id!r}"
        if sample.counts is not None:
            return f"answers, not ready-made tallies: got these in {sample.id!r}"
        if sample.predicted is None and self.version is not Version.TWO:
            return (
                f"an answer to every question in {version}, which counts a lost one as wrong: got "
                f"none to {sample.id!r}; make samples with samples_of_squad, "
                "or write an empty answer"
            )
        return self.shaped(sample)


_MAKING = (
    "give the data set and its predictions as --input-format squad, make samples with "
    "measurand.compat.samples_of_squad, or ask for as_squad(..., of='texts')"
)


def _no_tokens(sample: Sample) -> str:
    """Say why items are not the tokens of normalised texts; empty where they are."""
    for item in (*sample.gold, *(sample.predicted or ())):
        if not isinstance(item, str) or item.split() != [item] or squad_text(item) != item:
            got = f"got {item_text(item)!r} in {sample.id!r}"
            return f"texts split into normalised tokens: {got}; {_MAKING}"
    return ""


def _no_texts(sample: Sample) -> str:
    """Say why a sample has no normalised texts beside its tokens; empty where it has."""
    for name in (GOLD_TEXT, ANSWER_TEXT):
        texts = dict(sample.lists).get(name, ("?",))
        for item in texts or ():
            if not isinstance(item, str) or squad_text(item) != item:
                got = f"got {item_text(item)!r} in {sample.id!r}"
                return f"a normalised text as {name}: {got}; {_MAKING}"
    return ""


def _of_tokens(which: Version) -> F:
    return _f1(ZEROES if which is Version.ONE else ONES)


def _f1(both: Parts) -> F:
    return F(observation=Observation(match=MultisetMatch()), empty=EmptyRules(both_empty=both))


def _answers(text: str) -> Answers:
    known = tuple(one.value for one in Answers)
    if text not in known:
        message = f"samples of {' or '.join(known)}: got {text!r}"
        raise ValueError(message)
    return Answers(text)


def _version(text: str) -> Version:
    known = tuple(version.value for version in Version)
    if text not in known:
        message = f"a version among {', '.join(known)}: got {text!r}"
        raise ValueError(message)
    return Version(text)


def samples_of_squad(
    predictions: Mapping[str, str], answers: Mapping[str, Sequence[str]], version: str = "2.0"
) -> tuple[Sample, ...]:
    """Make a sample of each question, in the order of `answers`: tokens, and whole texts beside.

    `version` is one of `as_squad`. Of several gold answers the one with the best F1 gives the
    tokens, and an equal one, else the first, gives the text: that is the maximum that the tools
    take, before the samples are made. In 2.0 a question whose answers are all empty has the empty
    answer, and one without a prediction is left out; in the others it counts as wrong.

    >>> [sample] = samples_of_squad({"q": "The big cat"}, {"q": ["dog", "a cat!"]})
    >>> sample.gold, sample.predicted, sample.items("gold_text")
    (('cat',), ('big', 'cat'), ('dog',))

    Raises ValueError for another version, for a question without answers where the version has no
    rule for it, and in torchmetrics for one without a prediction that has empty answers alone: the
    tool gives it 0 there, but 1 to an empty prediction.
    """
    which = _version(version)
    return tuple(
        _sample(number, text, _references(number, given, which, lost=text is None), which)
        for number, given in answers.items()
        for text in [predictions.get(number)]
    )


def _references(
    number: str, given: Sequence[str], which: Version, *, lost: bool
) -> tuple[str, ...]:
    found = tuple(squad_text(text) for text in given)
    filled = tuple(text for text in found if text)
    if which is Version.TWO:
        return filled or ("",)
    # A lost prediction is wrong; as the empty answer it would be right where that is gold.
    kept = filled if lost and which is Version.TORCHMETRICS else found
    if not kept:
        what = "an answer that is not empty" if found else "at least one answer"
        message = f"{what} to a question in {which.value}: got none to {number!r}"
        raise ValueError(message)
    return kept


def _sample(
    number: str, prediction: str | None, references: tuple[str, ...], which: Version
) -> Sample:
    text = None if prediction is None else squad_text(prediction)
    tokens = () if text is None else tuple(text.split())
    how = Percent(single=which is Version.TORCHMETRICS)

    def f1(reference: str) -> float:
        gold = reference.split()
        hits = (Counter(gold) & Counter(tokens)).total()
        return how.value(_of_tokens(which), Tally(hits, len(tokens), len(gold)))

    lost = None if which is Version.TWO else ()
    return Sample(
        id=number,
        gold=tuple(max(references, key=f1).split()),
        predicted=lost if text is None else tokens,
        groups=((SQUAD, which.value),),
        lists=(
            (GOLD_TEXT, (text if text is not None and text in references else references[0],)),
            (ANSWER_TEXT, lost if text is None else (text,)),
        ),
    )


def known_of_squad() -> tuple[Compatible, ...]:
    """List the calls that the auditor knows.

    >>> len(known_of_squad())
    12
    """
    return tuple(
        as_squad(score, version.value, of=answers.value)
        for answers in Answers
        for version in Version
        for score in _SCORES
    )
