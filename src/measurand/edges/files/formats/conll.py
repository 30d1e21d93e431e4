"""CoNLL columns: a token a line, a blank line between samples, tags in one file or in two.

How tags make spans is a convention of its own (`values.tagging`): a scheme says which prefixes
there are, and read strictly it drops what it does not allow, where lenient reading opens a span.
Gold and predictions may be written by different schemes. Two files are matched sentence by
sentence, in order, and the tokens of each have to be the same: a difference is a fault of that
sentence, never a shift.

Two columns whose labels have nothing in common are likely two annotations, not gold and its
prediction; where nobody said which columns are meant, that is asked at the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import get_args

from attrs import evolve, frozen

from measurand.edges.files.events import Bad, Event, Rest
from measurand.edges.files.formats.conll_sentences import Sentence, Tags, Wanted, fits, sentences
from measurand.edges.files.lines import Lines
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.edges.files.samples.items import spans_of_tags
from measurand.edges.files.samples.joined import numbered
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part, undecided
from measurand.evidence.conll import columns_of, schemes_of, token_of
from measurand.evidence.formats import NUMBERED, TEXT_LABELS, Choice, Predictions, Stance
from measurand.evidence.source import Named, Separator, Source, TagScheme
from measurand.values.fault import Fault, shown
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tagging import Odd, Scheme, beyond_iob, read_tags

_SPANS = 10
"""So many spans in either column may share no label by accident."""

_NAMED = 3


def read_conll(part: Part) -> Iterator[Event]:
    """Give an event for every sample of a CoNLL file; ids count them from 0.

    Of two files the sentences are matched in order, and each one's tokens have to be the same: a
    sentence that differs is a fault. A sample is then gold of the first, predicted of the second.
    """
    with part.open() as file:
        if part.beside is None:
            yield from conll_events(file, part)
            return
        with part.opened(part.beside) as second:
            yield from paired_events(file, second, part)


def conll_events(file: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every sample of an open file with gold and predicted tags."""
    try:
        wanted = Wanted(columns=columns_of(part.source), tags=_tags(part.source))
    except ValueError as error:
        yield _unusable(error, part)
        return
    columns_said = {"gold", "pred"} & dict(part.source.input).keys()
    labels: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for found in sentences(file, part.name, wanted, max_bytes=part.options.max_line_bytes):
        event = found if isinstance(found, Rest) else _event(found, found.tags, (), part)
        if not columns_said and isinstance(event, Sample):
            for seen, spans in zip(labels, (event.gold, event.predicted or ()), strict=True):
                seen.update(span.label for span in spans if isinstance(span, Span))
        yield event
    if _strangers(*labels):
        got = f"a column of {_few(labels[0])} and one of {_few(labels[1])}"
        yield Bad((undecided(part, "gold", got=got).fault,))


def _tags(source: Source) -> tuple[Tags, Tags]:
    """Name the columns of tags of gold and of the predictions.

    Raises ValueError as `columns_of` and `schemes_of` do.
    """
    columns, (gold, pred) = columns_of(source), schemes_of(source)
    return (
        Tags(columns.gold, "gold", Scheme(gold)),
        Tags(columns.pred, "pred", Scheme(pred)),
    )


def _strangers(mine: Counter[str], other: Counter[str]) -> bool:
    """Tell whether two columns tag different things, such as chunks and names."""
    few = min(mine.total(), other.total()) < _SPANS or min(len(mine), len(other)) <= 1
    return not few and not mine.keys() & other.keys()


def _few(labels: Iterable[str]) -> str:
    names = sorted(labels)
    return ", ".join(map(shown, names[:_NAMED])) + (", ..." if len(names) > _NAMED else "")


def paired_events(file: Lines, second: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every sentence of two open files: gold in one, predicted in the other."""
    try:
        columns, token = columns_of(part.source), token_of(part.source)
        first, answered = _tags(part.source)
    except ValueError as error:
        yield _unusable(error, part)
        return
    most, other = part.options.max_line_bytes, part.source.predictions
    gold = Wanted(columns=columns, tags=(first,), token=token)
    pred = Wanted(columns=columns, tags=(answered,), token=token)
    ones = sentences(file, part.name, gold, max_bytes=most)
    others = sentences(second, other, pred, max_bytes=most)
    answers = (found for found in others if isinstance(found, Sentence))
    for one in ones:
        if isinstance(one, Rest):
            yield one
            continue
        answer = next(answers, None)
        if answer is None:
            yield Bad((*one.faults, _without(one, part.name, other)), one.raw)
            continue
        wrong = answer.faults or (() if one.faults else _unlike(one, answer, part, token))
        yield _event(one, one.tags + answer.tags, wrong, part)
    for answer in answers:
        yield Bad((*answer.faults, _without(answer, other, part.name)), answer.raw)


def _unusable(error: ValueError, part: Part) -> Bad:
    text = str(error)
    name, _, rest = text.partition(": ")
    expected, _, got = rest.rpartition(": got ")
    return Bad((Fault(file=part.name, path=f"input.{name}", got=got, expected=expected),))


def _event(
    found: Sentence,
    tags: Sequence[Sequence[str]],
    wrong: Sequence[Fault],
    part: Part,
) -> Sample | Bad:
    if found.faults or wrong:
        return Bad((*found.faults, *wrong), found.raw)
    gold, predicted = (
        spans_of_tags(column, Scheme(scheme))
        for column, scheme in zip(tags, schemes_of(part.source), strict=True)
    )
    return Sample(
        id=numbered(part, found.number),
        gold=gold,
        predicted=predicted,
        groups=(("document", str(found.document)),) if found.document else (),
        beyond_iob=beyond_iob(chain.from_iterable(tags)),
    )


def _without(found: Sentence, file: str, other: str) -> Fault:
    got = f"sentence {found.number + 1}, which {other} does not have"
    return Fault(file=file, line=found.line, got=got, expected="as many sentences in both files")


def _unlike(one: Sentence, answer: Sentence, part: Part, token: int | None) -> tuple[Fault, ...]:
    """Say where two sentences that should be one first differ, with both places."""
    other = part.source.predictions
    if one.document != answer.document:
        got = f"document {one.document} here, {answer.document} at {other}:{answer.line}"
        fault = Fault(got=got, expected="sentences of the same document in both files")
        return (fault.at(file=part.name, line=one.line),)
    if token is not None:
        pairs = zip_longest(one.tokens, answer.tokens)
        for at, (mine, its) in enumerate(pairs):
            if mine != its:
                here = f"{shown(mine)} here" if mine is not None else "the end of the sentence here"
                there = shown(its) if its is not None else "the end of the sentence"
                line = _line(answer, at)
                got = f"{here}, {there} at {other}:{line}"
                fault = Fault(got=got, expected="the same token in both files")
                return (fault.at(file=part.name, line=_line(one, at)),)
    if len(one.lines) != len(answer.lines):
        got = f"{len(one.lines)} here, {len(answer.lines)} at {other}:{answer.line}"
        fault = Fault(got=got, expected="as many tags in both files")
        return (fault.at(file=part.name, line=one.line),)
    return ()


def _line(found: Sentence, at: int) -> int:
    """Name the line of a token, or the one behind the last."""
    return found.lines[at] if at < len(found.lines) else found.lines[-1] + 1


def oddities(file: Lines, part: Part) -> tuple[str, ...]:
    r"""Say in sentences how many tags of an open file are odd: no reader would notice.

    A strict scheme leaves out what it does not allow; read leniently, a tag that continues no span
    opens one. What hyphens make of a label differs between the two.

    >>> from io import BytesIO
    >>> from pathlib import Path
    >>> from measurand.evidence.source import Source
    >>> strict = Source(path="a.tsv", format="conll", input=(("scheme", "iob2"),))
    >>> part = Part(source=strict, root=Path(), name="a.tsv", path=None)
    >>> oddities(BytesIO(b"EU\tB-ORG\tI-ORG\n"), part)
    ('column -1: 1 tag is in no span, for iob2 does not allow it there (first in line 1)',)
    """
    try:
        columns, (gold, pred) = columns_of(part.source), _tags(part.source)
    except ValueError:
        return ()
    wanted = Wanted(columns=columns, tags=(gold,) if part.source.predictions else (gold, pred))
    lines: dict[tuple[Tags, bool], list[int]] = {
        (column, placed): [] for column in wanted.tags for placed in (True, False)
    }
    for found in sentences(file, part.name, wanted, max_bytes=part.options.max_line_bytes):
        # A sentence that cannot be read has no tags; reading it says what is wrong.
        if isinstance(found, Sentence) and found.tags:
            for column, tags in zip(wanted.tags, found.tags, strict=True):
                for one in read_tags(tags, column.scheme, unnamed="").odd:
                    if one.why in _NOTICED:
                        lines[column, one.why is not Odd.HYPHENS].append(found.lines[one.at])
    return tuple(
        f"column {column.column}: {len(odd)} {'tag' if len(odd) == 1 else 'tags'} "
        f"{_said_of_tags(column.scheme, placed=placed, one=len(odd) == 1)} (first in line {odd[0]})"
        for (column, placed), odd in lines.items()
        if odd
    )


_NOTICED = frozenset({Odd.LOST, Odd.OPENS, Odd.HYPHENS})


def _said_of_tags(scheme: Scheme, *, placed: bool, one: bool) -> str:
    match scheme is Scheme.LENIENT, placed:
        case True, True:
            verb = "continues" if one else "continue"
            return (
                f"{verb} no span, so that one is opened there; strict schemes read this otherwise"
            )
        case False, True:
            they, it = ("is", "it") if one else ("are", "them")
            return f"{they} in no span, for {scheme.value} does not allow {it} there"
        case lenient, _:
            verb, their = ("has", "its") if one else ("have", "their")
            other = "strict schemes" if lenient else "lenient reading"
            return f"{verb} another label in {other}, for {their} hyphens"


_USUAL = Scheme.LENIENT.value
_TAB: Separator = "tab"
_MARKS: Mapping[Separator, str] = {"tab": "\t", "space": " "}


def tag_oddities(part: Part) -> tuple[str, ...]:
    """Say in sentences which tags of a part are odd, as `oddities` does."""
    with part.open() as file:
        return oddities(file, part)


def read_gold(part: Part) -> Iterator[Event]:
    """Give an event for every sentence of a file of gold, whose tags are its last column."""
    said = (*part.source.input, ("gold", "-1"))
    for event in read_conll(evolve(part, source=evolve(part.source, input=said))):
        yield evolve(event, predicted=None) if isinstance(event, Sample) else event


def sniff(head: Head) -> Guess | None:
    r"""Say whether the first lines are columns of tags, in one column or in two.

    >>> sniff(Head(name="a.tsv", lines=(b"EU\tB-ORG\tU-ORG",))).source.input
    (('pred_scheme', 'bilou'),)
    """
    for separator, mark in _MARKS.items():
        rows = [
            line.rstrip(b"\r").decode(errors="replace").split(mark)
            for line in head.lines
            if not line.startswith(b"-DOCSTART-")
        ]
        filled = [row for row in rows if any(cell.strip() for cell in row)]
        last = sum(len(row) > 1 and _tagged(row[-1]) for row in filled)
        both = sum(len(row) > 1 and _tagged(row[-1]) and _tagged(row[-2]) for row in filled)
        if 2 * last <= len(filled):
            continue
        two = 2 * both > len(filled)
        place = (
            ("the last column but one is gold, the last is predicted",)
            if two
            else (
                "the last column holds the tags",
                "predictions stand in a second file: say --predictions FILE",
            )
        )
        schemes, said = _schemes_of([_column(rows, at) for at in ((-2, -1) if two else (-1,))])
        apart = (("separator", separator),) if separator != _TAB else ()
        source = Source(path=head.name, format="conll", input=(*apart, *schemes))
        about = f"columns are separated by one {separator}"
        return Guess(source=source, assumptions=(about, *place, *said))
    return None


def settled(gold: Mapping[str, str], pred: Mapping[str, str]) -> Mapping[str, str]:
    """Name the schemes of two files of tags, each by its own last column; separators are alike.

    >>> settled({"scheme": "bilou"}, {})
    {'scheme': 'lenient', 'gold_scheme': 'bilou', 'pred_scheme': 'lenient'}
    """
    one, other = (side.get("scheme", _USUAL) for side in (gold, pred))
    return {} if one == other else {"scheme": _USUAL, "gold_scheme": one, "pred_scheme": other}


def _column(rows: Sequence[Sequence[str]], at: int) -> list[list[str]]:
    """Give the tags of a column, sentence by sentence; what is no tag is left out."""
    tag_lists: list[list[str]] = [[]]
    for row in rows:
        if not any(cell.strip() for cell in row):
            tag_lists.append([])
        elif len(row) >= -at and _tagged(row[at]):
            tag_lists[-1].append(row[at])
    return tag_lists


def _tagged(text: str) -> bool:
    return fits(text, Scheme.LENIENT) or fits(text, Scheme.BILOU)


@frozen
class _Written:
    """How a column of tags is written: its prefixes, how it is read, and the best strict scheme."""

    prefixes: str
    scheme: Scheme
    strict: tuple[Scheme, ...]

    def said(self) -> str:
        read = "leniently" if self.scheme is Scheme.LENIENT else f"as {self.scheme.value}"
        return f"the prefixes {self.prefixes}: read {read}"

    def strictly(self, name: str) -> str:
        """Say how a column is read strictly, if a strict scheme keeps any of it."""
        if self.scheme is not Scheme.LENIENT or not self.strict:
            return ""
        return f"; say --input {name}={self.strict[0].value} to be strict"


def _schemes_of(columns: Sequence[Sequence[Sequence[str]]]) -> tuple[Named, tuple[str, ...]]:
    """Guess the schemes of columns: what was guessed, as choices, and what is said of it.

    Columns that one scheme can hold are read by that; else each by its own.
    """
    written = [_written(column) for column in columns]
    alike = {one.scheme for one in written}
    shared = tuple(name for name in written[0].strict if all(name in one.strict for one in written))
    if len(alike) == 1 and (shared or not any(one.strict for one in written)):
        [scheme] = alike
        tags = sorted({tag[0] for column in columns for line in column for tag in line} - {"O"})
        one = _Written(_listed(tags), scheme, shared)
        return _chosen([("scheme", scheme)]), (f"tags have {one.said()}{one.strictly('scheme')}",)
    named = list(
        zip(
            ("gold_scheme", "pred_scheme"), ("tags of gold", "predicted tags"), written, strict=True
        )
    )
    told = (f"{what} have {one.said()}{one.strictly(name)}" for name, what, one in named)
    apart = "the columns are written by different schemes"
    return _chosen([(name, one.scheme) for name, _, one in named]), (apart, *told)


def _chosen(schemes: Sequence[tuple[str, Scheme]]) -> Named:
    return tuple((name, one.value) for name, one in schemes if one is not Scheme.LENIENT)


def _written(column: Sequence[Sequence[str]]) -> _Written:
    """Guess how a column is written: L and U tell bilou, and else the scheme that keeps most."""
    there = sorted({tag[0] for line in column for tag in line} - {"O"})
    lost = {scheme: _lost(column, scheme) for scheme in _STRICT}
    tags = sum(tag != "O" for line in column for tag in line)
    kept = [
        number for number in lost.values() if number is not None and (number < tags or not tags)
    ]
    best = tuple(scheme for scheme, number in lost.items() if kept and number == min(kept))
    bilou = {"L", "U"} & set(there) and Scheme.BILOU in best
    scheme = Scheme.BILOU if bilou else Scheme.LENIENT
    return _Written(_listed(there), scheme, best)


def _lost(column: Sequence[Sequence[str]], scheme: Scheme) -> int | None:
    """Count the tags that a scheme leaves out of spans; None where it has not their prefixes."""
    if not all(fits(tag, scheme) for line in column for tag in line):
        return None
    reasons = [one.why for line in column for one in read_tags(line, scheme, unnamed="").odd]
    return reasons.count(Odd.LOST)


_STRICT = (Scheme.IOB2, Scheme.IOBES, Scheme.IOE2, Scheme.BILOU, Scheme.IOB1, Scheme.IOE1)
"""The strict schemes, the usual ones first."""


def _listed(there: Sequence[str]) -> str:
    return " and ".join([", ".join(there[:-1]), there[-1]] if there[1:] else there) or "none"


FORMAT = SampleFormat(
    name="conll",
    about="columns of tags, a token a line, a blank line between sentences",
    files=".conll, .iob, .txt",
    shape=("Ada B-PER B-PER", "sings O O"),
    gold="the last column but one; of two files the last",
    pred="the last column, in the same file or in a second",
    traps=(
        "An I- that continues nothing opens a span (lenient), or does not: scheme says which.",
        "Two files are matched token by token, and a difference is a fault.",
    ),
    predictions=Predictions.EITHER,
    tagged=True,
    own_choices=(
        Choice(
            "gold",
            "header and fields",
            "which column holds gold, from 0 or negative from the end; of two files the last",
            default="-2",
        ),
        Choice("pred", "header and fields", "which column holds the predicted tags", default="-1"),
        Choice(
            "separator",
            "header and fields",
            "what separates columns: one tab, or blanks",
            among=("tab", "space"),
            default="tab",
        ),
        Choice(
            "scheme",
            "tag scheme",
            "how tags make spans, in both columns",
            among=get_args(TagScheme),
            default=_USUAL,
        ),
        Choice(
            "gold_scheme",
            "tag scheme",
            "how tags of gold make spans, where they do otherwise",
            among=get_args(TagScheme),
            default="scheme",
        ),
        Choice(
            "pred_scheme",
            "tag scheme",
            "how predicted tags make spans, where they do otherwise",
            among=get_args(TagScheme),
            default="scheme",
        ),
        Choice(
            "document",
            "header and fields",
            "what the line of a new document begins",
            default="-DOCSTART-",
        ),
        Choice(
            "comment",
            "header and fields",
            "what a comment begins with, where there are comments",
            absent=True,
        ),
        Choice(
            "token", "header and fields", "which column of two files holds the token", default="0"
        ),
        Choice(
            "aligned",
            "missing predictions",
            "by what the lines of two files are matched: by tokens, or by counts alone",
            among=("tokens", "counts"),
            default="tokens",
        ),
    ),
    stances={
        "ids": (Stance("fixes", "the number of the sentence, from 0"),),
        "repeated ids": (NUMBERED,),
        "label types": (TEXT_LABELS,),
        "span ends": (Stance("fixes", "spans are made of tags"),),
        "missing predictions": (
            Stance("refuses", "a sentence or a token that one file alone has"),
        ),
    },
    read=read_conll,
    sniff=sniff,
    read_gold=read_gold,
    oddities=tag_oddities,
    structure=frozenset(("separator", "scheme", "gold_scheme", "pred_scheme")),
    settled=settled,
)
