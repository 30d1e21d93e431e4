"""CoNLL columns: a token a line, a blank line between samples, tags in one file or in two."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from measurand.claims.conll import columns_of, token_of
from measurand.claims.source import ConllColumns, Separator, Source, TagScheme
from measurand.edges.formats.conll_sentences import Sentence, Wanted, fits, sentences
from measurand.edges.formats.events import Bad, Event, Rest
from measurand.edges.formats.guess import Guess
from measurand.edges.formats.inputs.asked import undecided
from measurand.edges.formats.inputs.beside import numbered
from measurand.edges.formats.inputs.head import Head
from measurand.edges.formats.inputs.opened import opened
from measurand.edges.formats.inputs.part import Part
from measurand.edges.formats.items import spans_of_tags
from measurand.edges.formats.lines import Lines
from measurand.values.fault import Fault, shown
from measurand.values.items import Span
from measurand.values.sample import Sample
from measurand.values.tagging import Odd, Scheme, read_tags

_SPANS = 10
"""So many spans in either column may share no label by accident."""

_NAMED = 3

_MARKS: Mapping[Separator, str] = {"tab": "\t", "space": " "}


def read_conll(part: Part) -> Iterator[Event]:
    """Give an event for every sample of a CoNLL file; ids count them from 0.

    Of two files the sentences are matched in order, and each one's tokens have to be the same: a
    sentence that differs is a fault. A sample is then gold of the first, predicted of the second.
    """
    with part.open() as file:
        if part.beside is None:
            yield from conll_events(file, part)
            return
        with opened(part.beside, expansion=part.options.max_expansion) as second:
            yield from paired_events(file, second, part)


def conll_events(file: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every sample of an open file with gold and predicted tags."""
    try:
        columns = columns_of(part.source)
    except ValueError as error:
        yield _unusable(error, part)
        return
    wanted = Wanted(columns=columns, tags=(columns.gold, columns.pred))
    told = {"gold", "pred"} & dict(part.source.input).keys()
    labels: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for found in sentences(file, part.name, wanted, max_bytes=part.options.max_line_bytes):
        event = found if isinstance(found, Rest) else _event(found, found.tags, (), wanted, part)
        if not told and isinstance(event, Sample):
            for seen, spans in zip(labels, (event.gold, event.predicted or ()), strict=True):
                seen.update(span.label for span in spans if isinstance(span, Span))
        yield event
    if _strangers(*labels):
        got = f"a column of {_few(labels[0])} and one of {_few(labels[1])}"
        yield Bad((undecided(part, "gold", got=got).fault,))


def _strangers(mine: Counter[str], other: Counter[str]) -> bool:
    """Tell whether two columns tag different things, such as chunks and names."""
    few = min(mine.total(), other.total()) < _SPANS or min(len(mine), len(other)) <= 1
    return not few and not mine.keys() & other.keys()


def _few(labels: Iterable[str]) -> str:
    found = sorted(labels)
    return ", ".join(map(shown, found[:_NAMED])) + (", ..." if len(found) > _NAMED else "")


def paired_events(file: Lines, second: Lines, part: Part) -> Iterator[Event]:
    """Give an event for every sentence of two open files: gold in one, predicted in the other."""
    try:
        columns, token = columns_of(part.source), token_of(part.source)
    except ValueError as error:
        yield _unusable(error, part)
        return
    most, other = part.options.max_line_bytes, part.source.predictions
    gold = Wanted(columns=columns, tags=(columns.gold,), token=token)
    pred = Wanted(columns=columns, tags=(columns.pred,), token=token)
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
        yield _event(one, one.tags + answer.tags, wrong, gold, part)
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
    wanted: Wanted,
    part: Part,
) -> Sample | Bad:
    if found.faults or wrong:
        return Bad((*found.faults, *wrong), found.raw)
    gold, predicted = tags
    return Sample(
        id=numbered(part, found.number),
        gold=spans_of_tags(gold, wanted.scheme),
        predicted=spans_of_tags(predicted, wanted.scheme),
        groups=(("document", str(found.document)),) if found.document else (),
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
    opens one.

    >>> from io import BytesIO
    >>> from pathlib import Path
    >>> from measurand.claims.source import Source
    >>> strict = Source(path="a.tsv", format="conll", input=(("scheme", "iob2"),))
    >>> part = Part(source=strict, root=Path(), name="a.tsv", path=None)
    >>> oddities(BytesIO(b"EU\tB-ORG\tI-ORG\n"), part)
    ('column -1: 1 tag is in no span, for iob2 does not allow it there (first in line 1)',)
    """
    try:
        columns = columns_of(part.source)
    except ValueError:
        return ()
    own = () if part.source.predictions else (columns.pred,)
    wanted = Wanted(columns=columns, tags=(columns.gold, *own))
    counts = [0] * len(wanted.tags)
    first = [0] * len(wanted.tags)
    for found in sentences(file, part.name, wanted, max_bytes=part.options.max_line_bytes):
        if isinstance(found, Sentence):
            for at, tags in enumerate(found.tags):
                odd = [
                    one.at
                    for one in read_tags(tags, wanted.scheme, unnamed="").odd
                    if one.why in {Odd.LOST, Odd.OPENS}
                ]
                counts[at] += len(odd)
                first[at] = first[at] or (found.lines[odd[0]] if odd else 0)
    return tuple(
        _told(column, count, line, wanted)
        for column, count, line in zip(wanted.tags, counts, first, strict=True)
        if count
    )


def _told(column: int, count: int, line: int, wanted: Wanted) -> str:
    tags, they = ("tag", "is") if count == 1 else ("tags", "are")
    if wanted.columns.scheme == "lenient":
        verb = "continues" if count == 1 else "continue"
        said = f"{verb} no span, so that one is opened there; strict schemes read this otherwise"
    else:
        it = "it" if count == 1 else "them"
        said = f"{they} in no span, for {wanted.columns.scheme} does not allow {it} there"
    return f"column {column}: {count} {tags} {said} (first in line {line})"


def seems(head: Head) -> Guess | None:
    r"""Say whether the first lines are columns of tags, in one column or in two.

    >>> seems(Head(name="a.tsv", lines=(b"EU\tB-ORG\tS-ORG",))).assumptions[-1]
    'tags have the prefixes B and S: read leniently; say --input scheme=iobes to be strict'
    """
    lines = [line for line in head.lines if line.strip() and not line.startswith(b"-DOCSTART-")]
    for separator, mark in _MARKS.items():
        rows = [line.rstrip(b"\r").decode(errors="replace").split(mark) for line in lines]
        both = sum(len(row) > 1 and _tagged(row[-1]) and _tagged(row[-2]) for row in rows)
        last = sum(len(row) > 1 and _tagged(row[-1]) for row in rows)
        if 2 * last <= len(rows):
            continue
        tags = [row[-1] for row in rows] + [row[-2] for row in rows if len(row) > 1]
        scheme, said = _scheme_of([tag for tag in tags if _tagged(tag)])
        place = (
            ("the last column but one is gold, the last is predicted",)
            if 2 * both > len(rows)
            else (
                "the last column holds the tags",
                "predictions stand in a second file: say --predictions FILE",
            )
        )
        columns = ConllColumns(separator=separator, scheme=scheme)
        source = Source(path=head.name, format="conll", conll=columns)
        about = f"columns are separated by one {separator}"
        return Guess(source=source, assumptions=(about, *place, said))
    return None


def _tagged(text: str) -> bool:
    return fits(text, Scheme.LENIENT) or fits(text, Scheme.BILOU)


def _scheme_of(tags: Sequence[str]) -> tuple[TagScheme, str]:
    """Guess a scheme by the prefixes that are there: only that of L and U is told by them."""
    there = sorted({tag[0] for tag in tags} - {"O"})
    listed = " and ".join([", ".join(there[:-1]), there[-1]] if there[1:] else there) or "none"
    if {"L", "U"} & set(there):
        return "bilou", f"tags have the prefixes {listed}: read as bilou"
    strict = "iobes" if "S" in there else "ioe2" if "E" in there else "iob2"
    said = f"tags have the prefixes {listed}: read leniently"
    return "lenient", f"{said}; say --input scheme={strict} to be strict"
