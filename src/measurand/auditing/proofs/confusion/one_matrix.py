"""The rule of one confusion matrix: the scores of a row need one matrix that has them all.

Each score alone may be possible and all together not: that is what this rule adds to those in
closed form. Sizes of the test set have to be known, or its number of positives be tried one by one.
Precision, recall and F may be of the positive class or averaged over both: five readings.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from measurand.algebra.preimage import preimage
from measurand.auditing.proofs.claim import Claim
from measurand.auditing.proofs.confusion.matrices import ROLES
from measurand.auditing.proofs.confusion.matrix_claims import NamedScore, matrix_claim
from measurand.auditing.proofs.confusion.scores import OF_RATES, SCORES, Matrix
from measurand.auditing.proofs.confusion.search import BUDGET, PrintedScore, SearchOptions, search
from measurand.auditing.proofs.finding import Exhausted, Finding, Rule, Witness
from measurand.auditing.proofs.sheet import Column, Fact, Kind, Role, Row, Sheet
from measurand.values.verdict import Verdict

_BINARY = 2

_CLASSES: Mapping[Role, tuple[str, str, str, str]] = {
    Role.PRECISION: ("ppv_macro", "ppv_weighted", "ppv_macro", "ppv_weighted"),
    Role.RECALL: ("sens_macro", "acc", "sens_macro", "acc"),
    Role.F: ("fb_macro", "fb_weighted", "fb_of_macro", "fb_of_weighted"),
}
"""What precision, recall and F are as averages over the two classes, reading by reading."""

_READINGS = (
    "precision, recall and F are those of the positive class",
    "precision, recall and F are means over the two classes",
    "precision, recall and F are means over the two classes, weighted by their sizes",
    "precision and recall are means over the two classes, and F is that of the means",
    "precision and recall are means over the two classes, weighted, and F is that of the means",
)


@frozen
class _Cells:
    """The cells of one row and one group of columns, and what is known of the test set."""

    row: Row
    columns: tuple[Column, ...]
    sizes: range
    samples: int | None

    @property
    def question(self) -> str:
        names = ", ".join(column.name for column in self.columns)
        return f"confusion matrix: {self.row.label} / {names}"

    @property
    def where(self) -> str:
        if len(self.sizes) == 1:
            return f"{self.sizes[0]} positives and {self._negatives(self.sizes[0])} negatives"
        return f"{self.samples} samples with any number of positives"

    def _negatives(self, p: int) -> int:
        return (self.samples or 0) - p

    def named(self, reading: int) -> list[NamedScore]:
        """List the cells, and of which score each is under a reading."""
        scores = []
        for column in self.columns:
            name = ROLES[column.role]
            if reading and not _of_one_class(column):
                name = _CLASSES.get(column.role, (name,) * 4)[reading - 1]
            cell = self.row.cell(column.name)
            if cell is not None:
                scores.append(NamedScore(column.name, cell, SCORES[name], column.beta))
        return scores

    def asked(self, reading: int) -> list[PrintedScore]:
        return [
            PrintedScore(one.score, preimage(one.cell, OF_RATES), one.beta)
            for one in self.named(reading)
        ]


def one_matrix(sheet: Sheet) -> Iterator[Finding]:
    """Ask of each row of cells whether some confusion matrix prints them all.

    Asked where the number of positives is known, or the samples are of two classes; and only of
    rows that stand for one run. A mean over runs is not a matrix, nor is one over samples or folds:
    where an option `average` of a score says so, its row is not asked about.
    """
    for row in sheet.rows:
        if row.kind is not Kind.BODY or (sheet.fact(row, Fact.RUNS) or 1) > 1:
            continue
        known = _known(sheet, row)
        if known is None:
            continue
        for group in sheet.groups():
            printed = dict(row.cells)
            columns = tuple(
                column
                for column in sheet.having(*ROLES)
                if column.group == group and column.name in printed
            )
            if columns and all(map(_of_matrix, columns)):
                yield from _judged(_Cells(row, columns, *known))


def _of_matrix(column: Column) -> bool:
    """Tell whether a score is one of the matrix: pooled or over its classes, as far as is said."""
    options = dict(column.options)
    average = options.get("average", "micro")
    return (
        options.get("statistic", "mean") == "mean"
        and (average == "micro" or average.endswith("[class]"))
        and not column.pools_classes
    )


def _of_one_class(column: Column) -> bool:
    """Tell whether a score is said to be that of the positive class, and averaged over none."""
    options = dict(column.options)
    return options.get("class") == "positive" or options.get("average") == "micro"


def _known(sheet: Sheet, row: Row) -> tuple[range, int] | None:
    """Say how many positives there may be, and of how many samples; None where it is not known."""
    samples, p, n = (
        sheet.fact(row, fact) for fact in (Fact.SAMPLES, Fact.POSITIVES, Fact.NEGATIVES)
    )
    classes = sheet.fact(row, Fact.CLASSES)
    if p is not None and n is not None:
        samples = p + n if samples in {None, p + n} else None
    elif samples is not None and (p is not None or n is not None):
        p = samples - n if n is not None else p
    if samples is None or classes not in {None, _BINARY} or (p is None and classes is None):
        return None
    if p is None:
        return range(samples + 1), samples
    return (range(p, p + 1), samples) if 0 <= p <= samples else None


def _judged(cells: _Cells) -> Iterator[Finding]:
    roles = {column.role for column in cells.columns if not _of_one_class(column)}
    averaged = not roles.isdisjoint(_CLASSES)
    many = len(_READINGS) if Role.F in roles else len(_READINGS) - 2
    for reading, says in enumerate(_READINGS[: many if averaged else 1]):
        matrix, tried, complete = _first(cells, reading)
        verdict, because = _verdict(matrix, tried, cells.where, complete=complete)
        yield Finding(
            rule=RULE_ID,
            question=cells.question,
            verdict=verdict,
            rows=(cells.row.label,),
            columns=tuple(column.name for column in cells.columns),
            because=because,
            reading=says if averaged else "",
            assumes=(
                f"one confusion matrix of {cells.where}, and no mean over samples or folds",
                "an undefined score is printed as 0 or 1",
            ),
            grounds=(
                (_grounds(matrix, tried, cells.where, _claim(cells, reading)),)
                if complete or matrix
                else ()
            ),
        )


def _first(cells: _Cells, reading: int) -> tuple[Matrix | None, int, bool]:
    wanted, tried = cells.asked(reading), 0
    for p in cells.sizes:
        n = (cells.samples or 0) - p
        searched = search(wanted, p, n, SearchOptions(budget=BUDGET - tried, first=True))
        tried += searched.tried
        if searched.boxes:
            tp, _, tn, _ = searched.boxes[0]
            return Matrix(tp=tp, tn=tn, p=p, n=n), tried, True
        if not searched.complete:
            return None, tried, False
    return None, tried, True


def _verdict(
    matrix: Matrix | None, tried: int, where: str, *, complete: bool
) -> tuple[Verdict, str]:
    if matrix is not None:
        counts = f"TP {matrix.tp}, FP {matrix.fp}, FN {matrix.fn}, TN {matrix.tn}"
        return Verdict.HOLDS, f"{counts} print all of them, an undefined one as 0 or 1"
    if not complete:
        return Verdict.UNDECIDED, f"not decided within {tried} boxes of matrices"
    return Verdict.REFUTED, f"not reproducible under any confusion matrix of {where}"


def _claim(cells: _Cells, reading: int) -> Claim | None:
    return matrix_claim(cells.named(reading), cells.sizes, cells.samples or 0)


def _grounds(
    matrix: Matrix | None, tried: int, where: str, claim: Claim | None
) -> Witness | Exhausted:
    if matrix is None:
        cases = f"every confusion matrix of {where}, in boxes that each miss one of the cells"
        return Exhausted(cases, tried, claim)
    counts = (("TP", matrix.tp), ("FP", matrix.fp), ("FN", matrix.fn), ("TN", matrix.tn))
    return Witness(tuple((name, Fraction(count)) for name, count in counts))


RULE_ID = "confusion-matrix"

CONFUSION_RULES = (
    Rule(
        id=RULE_ID,
        says="Some confusion matrix of the known size prints all scores of the row.",
        assumes="One matrix per row, and no means over samples or folds (say average=macro[fold]); "
        "P, R and F of the positive class or averaged over both.",
        source="Fazekas and Kovacs 2023, arXiv:2310.12527 (exhaustive enumeration)",
        check=one_matrix,
        cheap=False,
    ),
)
