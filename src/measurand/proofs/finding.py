"""What a rule says of some printed numbers: possible, refuted or undecided, and on what grounds."""

from collections.abc import Iterable
from fractions import Fraction

from attrs import field, frozen
from toolz import groupby

from measurand.algebra.interval import Interval
from measurand.algebra.program import Certificate, Program
from measurand.values.sample import Sample
from measurand.values.verdict import Verdict, overall


@frozen
class Clash:
    """A proof by intervals: what was printed and what is allowed share no point.

    >>> Clash("F1", Interval(Fraction(29), Fraction(30)), Interval(Fraction(0), Fraction(18))).holds
    True
    """

    what: str
    printed: Interval
    allowed: Interval

    @property
    def holds(self) -> bool:
        """Verify the proof: the intervals are disjoint."""
        return not self.printed.meets(self.allowed)


@frozen
class Exhausted:
    """A proof by enumeration: none of the cases that are there gives the numbers.

    `cases` says what was tried, in words that let a reader try it again; `tried` how many.

    >>> Exhausted("k/374 for k = 327..328", 2).tried
    2
    """

    cases: str
    tried: int


@frozen
class Certified:
    """A proof by linear programming: no point meets the program, and the certificate says why.

    `assumed` names the case that the program is about, where there are several.
    """

    programs: tuple[tuple[str, Program, Certificate], ...]


@frozen
class Witness:
    """Exact values that print as the numbers do; `samples` are a synthetic data set that does.

    >>> Witness((("hits", Fraction(327)),)).samples
    ()
    """

    values: tuple[tuple[str, Fraction], ...] = ()
    samples: tuple[tuple[str, tuple[Sample, ...]], ...] = ()


Grounds = Clash | Exhausted | Certified | Witness


@frozen(kw_only=True)
class Finding:
    """One rule about some cells, under one reading of what they mean.

    Findings of one `question` are alternatives: the cells are possible if one reading is. A rule
    that holds under every reading asks a question of its own, and leaves `reading` empty. `assumes`
    lists what the verdict stands on; `because` is a sentence: of a refuted finding it reads
    "not reproducible under ...", never "wrong".

    >>> Finding(rule="grim", question="grim: ours / acc", verdict=Verdict.HOLDS, rows=("ours",),
    ...         columns=("acc",), because="28/125 prints as 22.4%").reading
    ''
    """

    rule: str
    question: str
    verdict: Verdict
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    because: str
    reading: str = ""
    assumes: tuple[str, ...] = ()
    grounds: tuple[Grounds, ...] = field(default=())


@frozen
class Question:
    """The findings of one question, and what they come to.

    >>> Question("f1: ours", ()).verdict
    <Verdict.UNDECIDED: 'undecided'>
    """

    name: str
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """Possible where one reading is, refuted where every reading is, else undecided."""
        seen = {finding.verdict for finding in self.findings}
        if Verdict.HOLDS in seen:
            return Verdict.HOLDS
        return Verdict.REFUTED if seen == {Verdict.REFUTED} else Verdict.UNDECIDED


def questions(findings: Iterable[Finding]) -> tuple[Question, ...]:
    """Gather findings by what they ask, in the order in which they came.

    >>> questions(())
    ()
    """
    found = groupby(lambda finding: finding.question, findings)
    return tuple(Question(name, tuple(same)) for name, same in found.items())


def verdict(findings: Iterable[Finding]) -> Verdict:
    """Join all questions: one that is refuted refutes the table; none at all decides nothing.

    >>> verdict(())
    <Verdict.UNDECIDED: 'undecided'>
    """
    return overall(question.verdict for question in questions(findings))
