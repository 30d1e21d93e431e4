"""Tables to be printed, small enough to be worked by hand."""

from collections.abc import Sequence
from fractions import Fraction

from measurand.auditing.claims.paper import PaperCell, PaperTable, Way, printed_as
from measurand.inference.comparison import Comparison
from measurand.inference.family import Hypothesis, Judged, Verdict
from measurand.inference.interval import LEVEL, Interval
from measurand.metrics.signature import parse
from measurand.values.printed import Printed
from measurand.values.score import Defined, Undefined

NOBODY = Undefined("not paired: no sample is in both rows")


def tested(name: str, adjusted: Fraction | Undefined) -> Judged:
    found = Comparison(
        first=NOBODY,
        second=NOBODY,
        difference=NOBODY,
        interval=NOBODY,
        p_value=NOBODY,
        effects=NOBODY,
        units=0,
        left_out=0,
    )
    significant = isinstance(adjusted, Fraction) and adjusted <= Fraction(1, 20)
    return Judged(
        hypothesis=Hypothesis(name=name, found=found),
        adjusted=adjusted,
        tests=3,
        verdict=Verdict.DIFFERENT if significant else Verdict.NOT_SIGNIFICANT,
    )


def cell(
    row: str,
    text: str,
    *,
    best: bool = False,
    adjusted: Fraction | Undefined | None = None,
    ends: tuple[float, float] | None = None,
) -> PaperCell:
    like = Printed.parse(text)
    low, high = (printed_as(Fraction(end), like) for end in ends or (0.0, 0.0))
    assert isinstance(low, Printed)
    assert isinstance(high, Printed)
    why = "one sample" if ends is not None and ends[0] == ends[1] else None
    return PaperCell(
        row=row,
        column="F1",
        definition=parse("f"),
        score=Defined(like.value * like.unit.scale),
        printed=like,
        best=best,
        interval=None if ends is None else Interval(*ends, LEVEL, why),
        ends=None if ends is None else (low, high),
        test=None if adjusted is None else tested(f"{row} / F1", adjusted),
    )


def paper(cells: Sequence[PaperCell], *, against: str = "") -> PaperTable:
    return PaperTable(
        name="2",
        source="",
        columns=(("F1", Way.HIGHER),),
        rows=tuple((one.row, (one,)) for one in cells),
        against=against,
    )
