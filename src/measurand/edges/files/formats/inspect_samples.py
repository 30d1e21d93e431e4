"""One sample of an inspect_ai log: the canonical keys, and the reasons for what it lacks.

A letter for a score (C, I, P, N) is a number by convention alone: C and I are 1 and 0, the other
two are asked about. Long texts stand once in a log, as attachments that samples point to; they are
put back by counting characters, for a sample may point to one a thousand times.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from measurand.edges.files.json.value import FaultError, Json, Number, expected, wrong
from measurand.edges.files.json.walk import find
from measurand.edges.files.samples.items import is_numeral
from measurand.edges.files.samples.part import Part, undecided
from measurand.edges.files.samples.tool_logs import (
    RefusedError,
    holding,
    joined,
    reason,
    refused,
    scalar_id,
    wants,
)
from measurand.evidence.paths import Key, Path
from measurand.values.fault import Fault, shown

MOST_ATTACHED = 2**26
"""The attachments that a sample refers to have at most so many characters, each time counted."""
_ATTACHED = re.compile(r"(?:attachment|tc)://(.+)", re.DOTALL)
_POOLED = frozenset(("attachments", "events", "events_data"))


def attach(value: dict[str, Json]) -> None:
    """Put the texts of attachments where they are referred to, but for the events of the run.

    >>> sample = {"target": "attachment://1f", "attachments": {"1f": "a long text"}}
    >>> attach(sample)
    >>> sample["target"]
    'a long text'

    Raises FaultError where they are too long together.
    """
    pool = value.get("attachments")
    if not isinstance(pool, dict) or not pool:
        return
    kept: dict[str, Json] = {name: held for name, held in value.items() if name not in _POOLED}
    left: list[Json] = [kept]
    room = MOST_ATTACHED

    def resolved(held: Json) -> Json:
        nonlocal room
        attachment = _ATTACHED.fullmatch(held) if isinstance(held, str) else None
        text = pool.get(attachment[1]) if attachment else None
        if not isinstance(text, str):
            return held
        room -= len(text)
        if room < 0:
            got = f"more than {MOST_ATTACHED} characters"
            raise wrong(got, "shorter attachments", path="$.attachments")
        return text

    while left:
        inside = left.pop()
        if isinstance(inside, dict):
            inside.update([(name, resolved(held)) for name, held in inside.items()])
            left.extend(inside.values())
        elif isinstance(inside, list):
            inside[:] = [resolved(held) for held in inside]
            left.extend(inside)
    value.update(kept)


def attached(texts: Sequence[str], path: str) -> None:
    """Refuse texts that are references to attachments that are not there.

    >>> attached(["a"], "$.gold")

    Raises FaultError at the first.
    """
    for text in texts:
        if _ATTACHED.fullmatch(text):
            raise expected("the text of an attachment", text, path=path)


def completion_of(output: Json) -> str | None:
    """Take the text of a model's output; none where it has no choice.

    >>> completion_of({"choices": [{"message": {"content": [{"type": "text", "text": "4"}]}}]})
    '4'

    Raises FaultError where it is an attachment that is not there.
    """
    if not isinstance(output, dict):
        return None
    said = output.get("completion")
    if isinstance(said, str) and said:
        attached([said], "$.output.completion")
        return said
    match output.get("choices"):
        case [{"message": {"content": str(text)}}, *_]:
            attached([text], "$.output.choices[0].message.content")
            return text
        case [{"message": {"content": list(pieces)}}, *_]:
            texts = [_text(piece) for piece in pieces]
            attached(texts, "$.output.choices[0].message.content")
            return "".join(texts)
        case [_, *_]:
            return ""
        case _:
            return None


def _text(piece: Json) -> str:
    text = piece.get("text") if isinstance(piece, dict) and piece.get("type") == "text" else ""
    return text if isinstance(text, str) else ""


ALL = "all"
_WORDS: Mapping[str, int] = {"C": 1, "I": 0}
_OPEN: Mapping[str, str] = {"P": "partial", "N": "noanswer"}
_SAMPLE = "a sample of inspect_ai"
_UNSCORED = "not scored"
_MOST_DIGITS = 9


@frozen(kw_only=True)
class Reading:
    """How the samples of a log are read.

    >>> from pathlib import Path as At
    >>> from measurand.evidence.source import Source
    >>> source = Source(path="a.eval", format="inspect", input=(("partial", "0.5"),))
    >>> reading_of(Part(source=source, root=At(), name="a.eval", path=None)).words["P"]
    Number('0.5')
    """

    part: Part
    epoch: str
    scorer: str
    answer: str
    targets: str
    words: Mapping[str, Json]
    gold: bool
    pred: bool


def reading_of(part: Part) -> Reading:
    """Take what was said of a source.

    Raises RefusedError where a choice is none.
    """
    said = part.source.said
    words: dict[str, Json] = dict(_WORDS)
    for word, name in _OPEN.items():
        text = said(name)
        if text and text != "none" and not is_numeral(text):
            got = f"{name}={text}"
            raise RefusedError(Fault(file=part.name, got=got, expected=f"{name}=NUMBER or none"))
        if text:
            words[word] = None if text == "none" else Number(text)
    epoch = said("epoch")
    number = epoch.isdecimal() and len(epoch) <= _MOST_DIGITS
    if epoch and epoch != ALL and not number:
        got = f"epoch={epoch}"
        raise RefusedError(Fault(file=part.name, got=got, expected="epoch=NUMBER or epoch=all"))
    return Reading(
        part=part,
        epoch=epoch,
        scorer=said("scorer"),
        answer=said("answer"),
        targets=said("targets"),
        words=words,
        gold=wants(part, "gold"),
        pred=wants(part, "pred") and not part.source.fields.rater,
    )


def epoch_of(value: Json) -> int:
    """Take the epoch of a sample.

    >>> epoch_of({"id": "a", "epoch": 2})
    2

    Raises FaultError where it has none.
    """
    epoch = holding(value, ("id", "epoch"), _SAMPLE)["epoch"]
    if isinstance(epoch, bool) or not isinstance(epoch, int):
        raise expected("an integer", epoch, path="$.epoch")
    return epoch


def prepare(value: dict[str, Json], reading: Reading) -> str:
    """Put the canonical keys into a sample; give the reason for what it lacks, or nothing.

    `id` is joined with the epoch where all epochs are read, each as a sample; `numbers` holds the
    scores by the name of their scorer: C is 1, I is 0, what was not scored is null.

    Raises FaultError for a sample that cannot be read, RefusedError where the log is ambiguous.
    """
    name = scalar_id(value["id"], "$.id")
    if reading.epoch == ALL and not reading.part.source.fields.rater:
        epoch = str(epoch_of(value))
        value["id"] = joined(name, epoch)
        value.setdefault("groups", {"epoch": epoch})
    else:
        value["id"] = name
    attach(value)
    scores = value.get("scores") or {}
    if not isinstance(scores, dict):
        raise expected("an object of scores by scorer", scores, path="$.scores")
    why = _halted(value)
    numbers = {} if why else {one: _number(score, reading) for one, score in scores.items()}
    value["numbers"] = dict(numbers)
    if reading.pred:
        value["pred"] = None if why else _answer(value, scores, reading)
    if reading.gold:
        value["gold"] = _target(value, reading)
    return why or ("" if scores and _all_there(numbers.values()) else _UNSCORED)


def _halted(value: Mapping[str, Json]) -> str:
    """Say why a sample counts for nothing: it ended in an error, or was declared invalid."""
    error = value.get("error")
    if error is not None:
        text = error.get("message") if isinstance(error, dict) else error
        return f"error: {reason(text, 'no message')}"
    return "" if value.get("invalidation") is None else "invalidated"


def _all_there(numbers: Iterable[Json]) -> bool:
    """Tell whether no number is null, alone or among those of one scorer."""
    for value in numbers:
        inside = list(value.values()) if isinstance(value, dict) else value
        if value is None or (isinstance(inside, list) and None in inside):
            return False
    return True


def _number(score: Json, reading: Reading) -> Json:
    """Give what a score counts; a word that was not decided on stays."""
    if not isinstance(score, dict):
        raise expected("a score with its value", score, path="$.scores")
    return _counted(score.get("value"), reading)


def _counted(value: Json, reading: Reading) -> Json:
    match value:
        case list():
            return [_word(one, reading) for one in value]
        case dict():
            return {name: _word(one, reading) for name, one in value.items()}
        case _:
            return _word(value, reading)


def _word(value: Json, reading: Reading) -> Json:
    return reading.words.get(value, value) if isinstance(value, str) else value


def undecided_words(value: Json, paths: Sequence[Path], reading: Reading) -> None:
    """Refuse a number that is asked for where a scorer wrote P or N and nobody said what it counts.

    Raises RefusedError naming the choice.
    """
    for path in paths:
        if path.steps[:1] != (Key("numbers"),):
            continue
        try:
            found = find(value, path)
        except FaultError:
            continue
        if isinstance(found, str) and found in _OPEN:
            raise refused(undecided(reading.part, _OPEN[found], got=f"{found!r} at {path.place}"))


def _target(value: Mapping[str, Json], reading: Reading) -> Json:
    target = value["target"]
    if isinstance(target, str):
        attached([target], "$.target")
        return target
    texts = [one for one in target if isinstance(one, str)] if isinstance(target, list) else []
    if not isinstance(target, list) or len(texts) < len(target):
        raise expected("a text or a list of texts", target, path="$.target")
    attached(texts, "$.target")
    if len(texts) == 1:
        return texts[0]
    if not reading.targets:
        raise refused(undecided(reading.part, "targets", texts))
    if reading.targets == ALL:
        return list(texts)
    pred = value.get("pred")
    return pred if pred in texts else (texts or [""])[0]


def _answer(value: Mapping[str, Json], scores: Mapping[str, Json], reading: Reading) -> Json:
    completion = completion_of(value.get("output"))
    if reading.answer == "completion":
        return completion
    answers = {name: _taken(score) for name, score in scores.items()}
    if reading.answer == "scorer":
        return answers[_scorer(answers, reading)] if answers else None
    other = next((one for one in answers.values() if one not in {None, completion}), None)
    if other is not None:
        got = f"the completion {shown(completion)} and the answer {shown(other)}"
        raise refused(undecided(reading.part, "answer", got=got))
    return completion


def _scorer(answers: Mapping[str, str | None], reading: Reading) -> str:
    if reading.scorer:
        if reading.scorer not in answers:
            raise refused(undecided(reading.part, "scorer", list(answers)))
        return reading.scorer
    if len(answers) > 1:
        raise refused(undecided(reading.part, "scorer", list(answers)))
    return next(iter(answers))


def _taken(score: Json) -> str | None:
    answer = score.get("answer") if isinstance(score, dict) else None
    if answer is None:
        return None
    if not isinstance(answer, str):
        raise expected("an answer that is a text", answer, path="$.scores")
    attached([answer], "$.scores")
    return answer
