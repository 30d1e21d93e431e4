"""What a reader reads without a word, and a first look tells: odd tags, and what is not scored."""

from io import BytesIO
from pathlib import Path

from attrs import evolve

from measurand.edges.files.samples.head import Head
from measurand.edges.files.samples.part import Part
from measurand.evidence.source import Source


def odd_things(source: Source, head: Head, root: Path | None, *, gold: bool) -> tuple[str, ...]:
    r"""Say in sentences what is odd about the beginning of a file, or a folder below the root.

    `gold` says that predictions stand elsewhere: then the last column of tags is gold.

    >>> head = Head(name="a.tsv", lines=(b"EU\tO\tI-ORG",))
    >>> [said] = odd_things(Source(path="a.tsv", format="conll"), head, None, gold=False)
    >>> said.partition(",")[0]
    'column -1: 1 tag continues no span'
    """
    part = Part(source=source, root=root or Path(), name=head.name, path=None)
    match source.format:
        case "conll":
            from measurand.edges.files.samples.conll import oddities

            second = evolve(source, predictions=head.name) if gold else source
            return oddities(BytesIO(b"\n".join(head.lines)), evolve(part, source=second))
        case "brat" if root is not None:
            from measurand.edges.files.samples.brat import left_out

            return left_out(evolve(part, path=root / source.path))
        case _:
            return ()
