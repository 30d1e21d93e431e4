"""Scorecards as a format of samples: JSON Lines of review runs, read by their own rules.

Every file of JSON is looked at for scorecards, and few are some: so what reads them, which is most
of the study, is loaded when a source of theirs is read.
"""

from collections.abc import Iterator, Sequence

from measurand.edges.files.events import Event, ReadOptions
from measurand.edges.files.samples.format import Cut, OwnReader, PartCounter, SampleFormat
from measurand.edges.files.samples.guesses import Guess, parsed
from measurand.edges.files.samples.opening import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.formats import TEXT_LABELS, Records, Stance
from measurand.evidence.observation import Observing
from measurand.evidence.source import Source
from measurand.metrics.needs import Need


def sniff(head: Head) -> Guess | None:
    """Tell scorecards by the first: it keeps the parsed output of its run.

    >>> line = b'{"runtime": {"parsed_output": {}}}'
    >>> sniff(Head(name="a.jsonl", lines=(line,))).source.format
    'scorecards'
    """
    match next((parsed(line) for line in head.lines if line.strip()), None):
        case {"runtime": {"parsed_output": dict()}}:
            about = "records are scorecards of two-stage review runs: see `measurand review`"
            return Guess(
                source=Source(path=head.name, format=SCORECARDS.name), assumptions=(about,)
            )
        case _:
            return None


def _check(observed: Sequence[Observing]) -> object:
    from measurand.studies.review.quantities import Quantities

    return Quantities.of(observed)


def _read(part: Part, observed: Sequence[Observing]) -> Iterator[Event]:
    from measurand.studies.review.edge.files.cards import read_cards

    return read_cards(part, observed)


def _preview(part: Part) -> Iterator[Event]:
    from measurand.studies.review.edge.files.cards import preview_cards

    return preview_cards(part)


def _counter(source: Source, wanted: Sequence[Need], options: ReadOptions) -> PartCounter | None:
    from measurand.studies.review.edge.files.card_counts import card_counter

    return card_counter(source, wanted, options)


PLACES = {name: (name, f"meta.{name}") for name in ("profile", "run_id")}
"""Where the rows of a review have a field."""

SCORECARDS = SampleFormat(
    name="scorecards",
    about="scorecards of two-stage review runs",
    files="scorecards.jsonl",
    shape=('{"runtime": {"parsed_output": {...}}, ...}',),
    gold="lists by name, by rules of their own",
    pred="lists by name: see `measurand review`",
    records=Records.OWN_RULES,
    ids_unchecked=True,
    places=PLACES,
    stances={
        "ids": (Stance("fixes", "that of the line, by rules of reviews"),),
        "repeated ids": (Stance("assumes", "that there are none: they are not looked for"),),
        "label types": (TEXT_LABELS,),
        "span ends": (Stance("fixes", "exclusive; a review profile reads negative ones"),),
        "missing predictions": (Stance("fixes", "by the profile of the review"),),
    },
    read=_preview,
    sniff=sniff,
    cut=Cut.LINES,
    named_by_line=True,
    own_road=OwnReader(check=_check, read=_read, counter=_counter),
)
