"""SQuAD: a data set of questions with their answers, and a document of predictions by id.

A prediction is compared with every answer to its question, so its length times their number is
bounded. A question without a prediction is wrong in version 1.1 and left out in 2.0, as in
the official scripts; the version is the one that the data set names.
"""

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event
from measurand.edges.files.json.value import FaultError, Json, encode, expected, wrong
from measurand.edges.files.lines import BOM
from measurand.edges.files.samples.format import Extent, SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.ids import repeated
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, telling, undecided
from measurand.edges.files.samples.tool_logs import (
    decode_lenient,
    read_second,
    scalar_id,
    within_second,
)
from measurand.evidence.formats import TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.paths import Path
from measurand.evidence.source import Source
from measurand.metrics.compat.squad import ANSWER_TEXT, samples_of_squad
from measurand.values.fault import Fault, shown
from measurand.values.sample import PREDICTED, Sample

_VERSIONS = {"1.1": "1.1", "v1.1": "1.1", "2.0": "2.0", "v2.0": "2.0"}
MOST_COMPARED = 2**24
"""A prediction is compared with the answers to a question over at most so many characters."""
_ID = (Path.parse("id"),)


@telling
def read_squad(part: Part) -> Iterator[Event]:
    """Give a sample for every question: normalised tokens, and the whole texts beside them.

    Its groups are the title of its article and whether it has an answer. Questions without a
    prediction are wrong in version 1.1, and left out of the average in 2.0.
    """
    document = decode_lenient(part.whole().removeprefix(BOM), part.options)
    version = _version(document, part)
    predictions = read_second(part, once=True)
    if not isinstance(predictions, dict):
        raise within_second(part, expected("predictions: an object of texts by id", predictions))
    ids: set[str] = set()
    for number, question in enumerate(_questions(document), 1):
        event = _event(question, predictions, version, number, part)
        name = question.value.get("id")
        ids |= {str(name)} if isinstance(name, str | int) else set()
        yield event
    for name, text in predictions.items():
        if name not in ids:
            fault = Fault(
                file=part.source.predictions,
                got=f"a prediction for {shown(name)}, which is not asked",
                expected=f"only ids of {part.source.path}",
            )
            yield Bad((fault,), encode({"id": name, "prediction": text}) + b"\n")


@frozen(kw_only=True)
class Question:
    """A question: where it stands, the texts of its answers, and the title of its article."""

    place: str
    value: dict[str, Json]
    title: str


def _event(
    question: Question, predictions: Mapping[str, Json], version: str, number: int, part: Part
) -> Sample | Bad:
    try:
        sample = _sample(question, predictions, version)
    except FaultError as error:
        return _bad(error.fault, question, part)
    before = part.ids.earlier(sample.id, number, "element")
    return sample if before is None else _bad(repeated(sample.id, before, _ID), question, part)


def _bad(fault: Fault, question: Question, part: Part) -> Bad:
    path = question.place + fault.path.removeprefix("$")
    return Bad((evolve(fault, path=path, file=part.name),), encode(question.value) + b"\n")


def _version(document: Json, part: Part) -> str:
    """Take the version that was said, else the one that the data set names."""
    said = part.source.said("version")
    if said:
        return said
    held = document.get("version") if isinstance(document, dict) else None
    version = _VERSIONS.get(held) if isinstance(held, str) else None
    if version is None:
        raise undecided(part, "version", got=f"the version {shown(held)}" if held else "")
    return version


def _questions(document: Json) -> Iterator[Question]:
    for article, place in _list(document, "data", "$"):
        named = article.get("title") if isinstance(article, dict) else None
        title = named if isinstance(named, str) else ""
        for paragraph, inside in _list(article, "paragraphs", place):
            for value, at in _list(paragraph, "qas", inside):
                if not isinstance(value, dict):
                    raise expected("a question", value, path=at)
                yield Question(place=at, value=value, title=title)


def _list(value: Json, key: str, place: str) -> Iterator[tuple[Json, str]]:
    """Give the elements of the list under a key, and where they stand."""
    held = value.get(key) if isinstance(value, dict) else None
    if not isinstance(held, list):
        raise expected(f"the list {key!r} of SQuAD", held, path=f"{place}.{key}")
    return ((one, f"{place}.{key}[{at}]") for at, one in enumerate(held))


def _sample(question: Question, predictions: Mapping[str, Json], version: str) -> Sample:
    value = question.value
    name = scalar_id(value.get("id"), "$.id")
    answers = tuple(_answer(one, at) for one, at in _list(value, "answers", "$"))
    prediction = predictions.get(name)
    if name in predictions and not isinstance(prediction, str):
        hint = "leave the id out where there is no prediction"
        what = "a text as the prediction for this id"
        raise expected(what, prediction, path="$.id", hint=hint)
    given = {name: prediction} if isinstance(prediction, str) else {}
    if len(answers) * len(given.get(name, "")) > MOST_COMPARED:
        got = f"{len(answers)} answers beside a prediction of {len(given[name])} characters"
        raise wrong(got, f"at most {MOST_COMPARED} characters to compare", path="$.answers")
    try:
        [sample] = samples_of_squad(given, {name: answers}, version)
    except ValueError as error:
        wanted, _, got = str(error).partition(": got ")
        hint = "questions without an answer are of version 2.0: say --input version=2.0"
        raise wrong(got, wanted, hint, path="$.answers") from None
    groups = [("answerable", "yes" if answers else "no")] if version == "2.0" else []
    groups += [("title", question.title)] if question.title else []
    lost = (PREDICTED, ANSWER_TEXT) if sample.predicted is None else ()
    reasons = tuple((name, "no prediction") for name in lost)
    return evolve(sample, groups=tuple(sorted([*groups, *sample.groups])), reasons=reasons)


def _answer(value: Json, place: str) -> str:
    text = value.get("text") if isinstance(value, dict) else None
    if not isinstance(text, str):
        raise expected("an answer with its text", value, path=place)
    return text


def sniff(head: Head) -> Guess | None:
    """Tell a data set of SQuAD by its keys.

    >>> sniff(Head(name="dev.json", document={"version": "1.1", "data": [
    ...     {"title": "t", "paragraphs": []}]})).source.format
    'squad'
    """
    start = head.raw[:2000]
    match head.document:
        case {"data": [{"paragraphs": list()}, *_]}:
            pass
        case None if b'"data"' in start and b'"paragraphs"' in start and head.more:
            pass
        case _:
            return None
    said = (
        "this is a data set of SQuAD: name the predictions by id with predictions = PATH",
        "texts are normalised and compared as the version of the data set says",
    )
    return Guess(source=Source(path=head.name, format="squad"), assumptions=said)


FORMAT = SampleFormat(
    name="squad",
    about="SQuAD: questions with answers, and predictions by id",
    files=".json",
    shape=('{"version": "1.1", "data": [{"paragraphs": [{"qas": [...]}]}]}',),
    gold=("the answers of a question, normalised as the official script does"),
    pred='the text under its id in a second file: {"q1": "in Oslo"}',
    traps=("A lost prediction is wrong in 1.1 and left out in 2.0: the file or version says it.",),
    predictions=Predictions.SECOND,
    own_choices=(
        Choice(
            "version",
            "missing predictions",
            "whose rules for empty answers and lost predictions",
            among=("1.1", "2.0"),
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the id of the question"),),
        "label types": (TEXT_LABELS,),
        "missing predictions": (Stance("fixes", "by version: wrong (1.1), or excluded (2.0)"),),
        "texts": (Stance("fixes", "UTF-8; answers normalised and split as the official scripts"),),
    },
    read=read_squad,
    sniff=sniff,
    extent=Extent.DOCUMENT,
)
