"""Scorecards as a format of samples: JSON Lines of review runs, read by their own rules."""

from collections.abc import Iterator

from measurand.edges.files.samples.events import Event
from measurand.edges.files.samples.format import Cut, SampleFormat
from measurand.edges.files.samples.guesses import Guess, parsed
from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.formats import TEXT_LABELS, Records, Stance
from measurand.evidence.source import Source
from measurand.studies.review.edge.files.cards import card_events


def read(part: Part) -> Iterator[Event]:
    """Give gold, first and final tuples of every line, as the default options read them."""
    with part.open() as file:
        yield from card_events(file, part)


def sniff(head: Head) -> Guess | None:
    """Tell scorecards by the first: it keeps the parsed output of its run.

    >>> line = b'{"runtime": {"parsed_output": {}}}'
    >>> sniff(Head(name="a.jsonl", lines=(line,))).source.format
    'scorecards'
    """
    match next((parsed(line) for line in head.lines if line.strip()), None):
        case {"runtime": {"parsed_output": dict()}}:
            about = "records are scorecards of two-stage review runs: see `measurand review`"
            return Guess(source=Source(path=head.name, format=FORMAT.name), assumptions=(about,))
        case _:
            return None


FORMAT = SampleFormat(
    name="scorecards",
    about="scorecards of two-stage review runs",
    files="scorecards.jsonl",
    shape=('{"runtime": {"parsed_output": {...}}, ...}',),
    gold="lists by name, by rules of their own",
    pred="lists by name: see `measurand review`",
    records=Records.OWN_RULES,
    stances={
        "ids": (Stance("fixes", "that of the line, by rules of reviews"),),
        "repeated ids": (Stance("assumes", "that there are none: they are not looked for"),),
        "label types": (TEXT_LABELS,),
        "span ends": (Stance("fixes", "exclusive; a review profile reads negative ones"),),
        "missing predictions": (Stance("fixes", "by the profile of the review"),),
    },
    read=read,
    sniff=sniff,
    cut=Cut.LINES,
)
