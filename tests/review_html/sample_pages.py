"""Pages that the tests of the report page share, and a reader of what was written."""

from fractions import Fraction
from html.parser import HTMLParser

from attrs import define, field, frozen

from measurand.studies.review.page import (
    AspectConflicts,
    Flow,
    Line,
    Outcome,
    ReviewPage,
    SampleLine,
)
from measurand.values.score import Defined, Undefined

HOSTILE = (
    "<script>alert(1)</script>\"'`&{{ 7*7 }}\u202e\u200f\0\ud800\x1b[31m\r\n$x_{1}$ @@0@@ #010101"
)
SHOWN = "<script>alert(1)</script>\"'`&{{ 7*7 }}\\u202e\\u200f\\x00\\ud800\\x1b[31m\\r\\n$x_{1}$"
VOID = frozenset({"meta", "input", "wbr"})


def line(name: str, value: Fraction | int | None, denominator: str = "4 samples") -> Line:
    """Make a line; None is undefined."""
    score = Undefined("nothing to divide by") if value is None else Defined(Fraction(value))
    return Line(name, score, f"{name}(option=value)", denominator)


PAGE = ReviewPage(
    run="run-1",
    profile="documented",
    n=4,
    digest="sha256:00ff",
    outcome=(
        line("tuple_f1_s1", Fraction(1, 3)),
        line("tuple_f1_s2", Fraction(2, 3)),
        line("delta_f1", Fraction(1, 3)),
        line("fix_rate", Fraction(1, 8)),
        line("break_rate", None),
    ),
    process=(line("review_action_rate", 1),),
    counts=(line("n", 4), line("n_fix", 1)),
    flow=Flow(fixed=1, broken=1, kept=2, still=0, ungraded=1),
    stages=(("stage 1", Defined(Fraction(1, 3))), ("final", Undefined("no list"))),
    conflicts=tuple(AspectConflicts(f"aspect {n:02}", n, 20) for n in range(19)),
    causes=(("out_of_text", 3), ("own cause", 1)),
    edits=(
        ("remove_hit", Fraction(-1, 12)),
        ("remove_miss", Fraction(1, 4)),
        ("add_hit", Fraction(1, 4)),
        ("add_miss", Fraction(-1, 12)),
    ),
    samples=(
        SampleLine(
            "s1", ("맛 +",), ("맛 −", "값 +"), ("맛 +", "값 +"), Outcome.FIXED, changed=True
        ),
        SampleLine("s2", (), ("a", "a"), ("a",), Outcome.BROKEN, changed=True),
        SampleLine("s3", None, None, ("b",), Outcome.UNGRADED, changed=None),
        SampleLine("s4", ("c",), ("c",), ("c",), Outcome.KEPT, changed=False),
    ),
    samples_total=9,
)
EMPTY = ReviewPage(run="", profile="", n=0, digest="")
HOSTILE_PAGE = ReviewPage(
    run=HOSTILE,
    profile=HOSTILE,
    n=1,
    digest=HOSTILE,
    outcome=(
        Line("tuple_f1_s1", Undefined(HOSTILE), HOSTILE, HOSTILE),
        Line(HOSTILE, Defined(Fraction(1, 3)), HOSTILE, HOSTILE),
    ),
    process=(Line(HOSTILE, Undefined(HOSTILE), HOSTILE, HOSTILE),),
    counts=(Line(HOSTILE, Undefined(HOSTILE), HOSTILE, HOSTILE),),
    flow=Flow(fixed=1, broken=0, kept=0, still=0),
    stages=((HOSTILE, Undefined(HOSTILE)),),
    conflicts=(AspectConflicts(HOSTILE, 1, 1),),
    causes=((HOSTILE, 1),),
    edits=((HOSTILE, Fraction(-1, 3)),),
    samples=(
        SampleLine(HOSTILE, (HOSTILE,), (HOSTILE, "a"), (HOSTILE * 2,), Outcome.KEPT, changed=None),
    ),
    samples_total=1,
)


@frozen
class Element:
    """One element: its name, attributes, the names above it, and the text within it."""

    tag: str
    attributes: dict[str, str]
    above: tuple[str, ...]
    texts: list[str] = field(factory=list)

    @property
    def text(self) -> str:
        """Join the text."""
        return "".join(self.texts)


@define
class Reader(HTMLParser):
    """Read the elements of a page in order; ends must fit their starts."""

    elements: list[Element] = field(factory=list)
    open: list[Element] = field(factory=list)

    def __attrs_pre_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        above = tuple(one.tag for one in self.open)
        element = Element(tag, {key: value or "" for key, value in attrs}, above)
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.texts.append(data)


def elements(html: str) -> list[Element]:
    """Read a page."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader.elements
