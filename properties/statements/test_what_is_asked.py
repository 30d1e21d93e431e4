"""What a question to authors says of numbers of a text is so: of printed ones, and of computed."""

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint_apart
from measurand.edges.report.issue import issue, told_of_tables
from measurand.edges.report.prove_view import ProvedTable
from measurand.edges.statements.sheets import statements_of
from measurand.edges.statements.statement import span_text
from measurand.values.printed import Rounding
from properties.statements.printing import Made, Style, digits, made_tests, written

_SAID = re.compile(
    r"(?P<cell>[\d.-]+)%? is printed, so it lies from (?P<low>[\d.-]+) to (?P<high>[\d.-]+)"
)


@given(
    made=made_tests(),
    claim=st.tuples(st.integers(0, 1000), st.sampled_from(["=", "<", ">"])),
    share=st.tuples(st.integers(1, 60), st.integers(0, 1000)),
    low=st.integers(0, 99),
)
def test_only_what_prints_as_a_cell_is_said_to_be_printed_as_it(
    made: Made, claim: tuple[int, str], share: tuple[int, int], low: int
) -> None:
    """Bounds around a printed number are at most a unit of its last digit away from it.

    A side of 0.05, a bound, the tail of an interval are computed of it, and said of another thing.
    """
    statistic = digits(made.statistic, 2, Rounding.HALF_UP)
    test = written(made, Style(), claim[1], f"{claim[0] / 1000:.3f}", statistic)
    of = f"{share[0]} of 60 ({share[1] / 10:.1f}%, 95% CI {low}.0 to {low + 5}.0)"
    moments = f"(M = 5.21, SD = 1.34, n = 33, 95% CI [4.{low:02}, 5.99])"
    read = statements_of(f"It was {test}. We saw {of}. It rose {moments}.").unwrap()
    proved = ProvedTable(proved=lint_apart(read.sheet, read.parts))

    for said in _SAID.finditer(issue(told_of_tables([proved], tool="measurand"))):
        cell, below, above = (Fraction(said[name]) for name in ("cell", "low", "high"))
        unit = Fraction(1, 10 ** len(said["cell"].partition(".")[2]))
        assert cell - unit <= below <= cell <= above <= cell + unit


@given(
    text=st.text("([{)]} 1", max_size=30), span=st.tuples(st.integers(0, 30), st.integers(0, 30))
)
def test_no_part_of_a_text_ends_within_its_brackets(text: str, span: tuple[int, int]) -> None:
    """What is opened in a part is closed in it, if the part has no other faults of brackets."""
    shown = span_text(text, *sorted(span))

    rest = re.sub(r"[^()\[\]{}]", "", shown)
    while (shorter := re.sub(r"\(\)|\[\]|\{\}", "", rest)) != rest:
        rest = shorter
    assert not re.fullmatch(r"[(\[{]+", rest)
