"""What a rule says of some printed numbers, on what grounds, and what its findings come to.

A finding is of one question under one reading. Readings are alternatives: cells are possible if one
reading is, and not reproducible only if all are refuted. Every refutation carries a proof that can
be checked without us (a `Clash` of intervals, an `Exhausted` enumeration, a `Certified` program),
every possibility a `Witness`. `verify` decides the `claim` of a clash or an enumeration again.

What makes a verdict odd (`Question.outcome`): it is possible only under an unusual reading or in an
unusual world (`premises`), or its siblings show how the column was made and it does not fit
(`coincidence`). Odd is weaker than refuted: somebody has to say which reading was meant.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from attrs import field, frozen
from toolz import groupby

from measurand.algebra.interval import Interval
from measurand.algebra.program import Certificate, Program
from measurand.auditing.proofs.claim import Claim
from measurand.auditing.proofs.premises import Cause, World
from measurand.auditing.proofs.sheet import Sheet
from measurand.values.sample import Sample
from measurand.values.verdict import TableVerdict, Verdict


@frozen
class Clash:
    """A proof by intervals: what was printed and what is allowed share no point.

    >>> Clash("F1", Interval(Fraction(29), Fraction(30)), Interval(Fraction(0), Fraction(18))).holds
    True
    """

    what: str
    printed: Interval
    allowed: Interval
    claim: Claim | None = field(default=None, repr=False, eq=False)

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
    claim: Claim | None = field(default=None, repr=False, eq=False)


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


@frozen
class Sharp:
    """How much a formula without freedom says of a cell, on the scale of scores.

    `width` is of what prints as the cell, and of what the formula leaves open; `miss` is how far
    the two lie apart, 0 where they meet. `reach` is over what the number could range if another
    formula made it, None where the rows that miss show it; it is at most `most`, if that is known.
    `below` says that the number misses the formula from below.
    """

    width: Fraction
    miss: Fraction
    reach: Fraction | None = None
    most: Fraction | None = None
    below: bool = False


@frozen(kw_only=True)
class Finding:
    """One rule about some cells, under one reading of what they mean.

    Findings of one `question` are alternatives: the cells are possible if one reading is. A rule
    that holds under every reading asks a question of its own, and leaves `reading` empty. A reading
    that is `unusual` has to be stated to be meant. `assumes` lists what the verdict stands on;
    `because` is a sentence: of a refuted finding it reads "not reproducible under ...", never
    "wrong". What is undecided leaves the cells possible, unless a `cause` says what is missing. A
    `note` is worth telling of numbers that are possible.

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
    unusual: bool = False
    sharp: Sharp | None = None
    cause: Cause | None = None
    note: str = ""


@frozen
class Coincidence:
    """A reading that the siblings of some cells fit to the last digit, and these cells do not.

    `chance` is how likely so many siblings would fit if they were made otherwise.
    """

    reading: str
    siblings: tuple[str, ...]
    chance: Fraction
    finding: Finding


@frozen
class Question:
    """The findings of one question under the premises that are used, and what they come to.

    `freed` are worlds in which the cells are possible although no usual reading of what is used is:
    usual ones make them possible, unusual ones odd. `worlds` counts those that were asked, `settle`
    lists the options that close the premises that free it, and `repairs` what would fit.

    >>> Question("f1: ours", ()).outcome
    <TableVerdict.UNDECIDED: 'undecided'>
    """

    name: str
    findings: tuple[Finding, ...]
    freed: tuple[World, ...] = ()
    worlds: int = 1
    coincidence: Coincidence | None = None
    cause: Cause | None = None
    settle: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()

    @property
    def outcome(self) -> TableVerdict:
        """Say what the findings come to, in the worlds that were asked."""
        if self.cause is not None:
            return TableVerdict.UNDECIDED
        fits = [one for one in self.findings if one.verdict is not Verdict.REFUTED]
        if any(world.usual for world in self.freed) or any(not one.unusual for one in fits):
            usual = [one for one in fits if not one.unusual]
            if usual and all(one.cause is not None for one in usual):
                return TableVerdict.UNDECIDED
            return TableVerdict.ODD if self.coincidence else TableVerdict.POSSIBLE
        if fits or self.freed:
            return TableVerdict.ODD
        return TableVerdict.NOT_REPRODUCIBLE if self.findings else TableVerdict.UNDECIDED

    @property
    def verdict(self) -> Verdict:
        """Give the outcome as a verdict on a claim: what is odd is open."""
        return self.outcome.verdict

    @property
    def why_undecided(self) -> Cause | None:
        """Name what is missing, where the question is undecided."""
        if self.outcome is not TableVerdict.UNDECIDED:
            return None
        causes = (one.cause for one in self.findings if one.cause is not None)
        return self.cause or next(causes, Cause.DEFINITION)


def questions(findings: Iterable[Finding]) -> tuple[Question, ...]:
    """Gather findings by what they ask, in the order in which they came.

    >>> questions(())
    ()
    """
    by_question = groupby(lambda finding: finding.question, findings)
    return tuple(Question(name, tuple(same)) for name, same in by_question.items())


@frozen(kw_only=True)
class Rule:
    """A rule over printed tables; `id` never changes, and a reader finds the rule by it.

    `says` and `assumes` are one sentence each, and `source` names who proved it. `cheap` rules need
    no search; they are the ones that a quick look asks. What `local` rules say of some cells hangs
    on these, their columns and their row alone, so that no premise on others bears on it. Of what
    `slips` would explain it is asked which other digits would fit.

    >>> Rule(id="none", says="Nothing.", assumes="Nothing.", source="logic",
    ...      check=lambda sheet: iter(())).cheap
    True
    """

    id: str
    says: str
    assumes: str
    source: str
    check: Callable[[Sheet], Iterator[Finding]]
    cheap: bool = True
    local: bool = False
    slips: bool = True
