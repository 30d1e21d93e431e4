"""Columns of tags as they seem to be meant: what separates them, and how each is written."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from measurand.edges.files.samples.conll_sentences import fits
from measurand.edges.files.samples.guess import Guess
from measurand.edges.files.samples.head import Head
from measurand.evidence.inputs import choice
from measurand.evidence.source import Named, Separator, Source
from measurand.values.tagging import Odd, Scheme, read_tags

_MARKS: Mapping[Separator, str] = {"tab": "\t", "space": " "}


def seems(head: Head) -> Guess | None:
    r"""Say whether the first lines are columns of tags, in one column or in two.

    >>> seems(Head(name="a.tsv", lines=(b"EU\tB-ORG\tU-ORG",))).source.input
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
        apart = (
            (("separator", separator),) if separator != choice("conll", "separator").default else ()
        )
        source = Source(path=head.name, format="conll", input=(*apart, *schemes))
        about = f"columns are separated by one {separator}"
        return Guess(source=source, assumptions=(about, *place, *said))
    return None


def _column(rows: Sequence[Sequence[str]], at: int) -> list[list[str]]:
    """Give the tags of a column, sentence by sentence; what is no tag is left out."""
    found: list[list[str]] = [[]]
    for row in rows:
        if not any(cell.strip() for cell in row):
            found.append([])
        elif len(row) >= -at and _tagged(row[at]):
            found[-1].append(row[at])
    return found


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
    found = [_written(column) for column in columns]
    alike = {one.scheme for one in found}
    shared = tuple(name for name in found[0].strict if all(name in one.strict for one in found))
    if len(alike) == 1 and (shared or not any(one.strict for one in found)):
        [scheme] = alike
        tags = sorted({tag[0] for column in columns for line in column for tag in line} - {"O"})
        one = _Written(_listed(tags), scheme, shared)
        return _chosen([("scheme", scheme)]), (f"tags have {one.said()}{one.strictly('scheme')}",)
    named = list(
        zip(("gold_scheme", "pred_scheme"), ("tags of gold", "predicted tags"), found, strict=True)
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
    odd = [one.why for line in column for one in read_tags(line, scheme, unnamed="").odd]
    return odd.count(Odd.LOST)


_STRICT = (Scheme.IOB2, Scheme.IOBES, Scheme.IOE2, Scheme.BILOU, Scheme.IOB1, Scheme.IOE1)
"""The strict schemes, the usual ones first."""


def _listed(there: Sequence[str]) -> str:
    return " and ".join([", ".join(there[:-1]), there[-1]] if there[1:] else there) or "none"
