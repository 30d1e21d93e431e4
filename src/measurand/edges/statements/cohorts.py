r"""Groups in a table of a study: `34 (45.3)` in a row, under a head as `Group A (n = 75)`.

The table itself has to show that percentages are of the n in its heads: one of three has to fit it,
and two of three it or a smaller total, or none is asked about. Then what stands in a row is doubted
as a whole: where more of its shares miss n than fit it, something else is counted in this row
(eyes, lesions, events), and no number of it is at fault. A share that stands alone in its row has
nothing that would vouch for it: in a table of one group none is refuted. A share that would fit a
larger total as well tells nothing: so a row of which all is over totals that are larger by a fifth
or more is always doubted. Words around say the same, and speak of missing values, weights and
estimates. Of what a share may be beside n and fewer is read off the table: all of the row, or a row
above.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter

from attrs import evolve, frozen

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.grain.shares_of_counts import fewer_total
from measurand.auditing.proofs.sheet import Role
from measurand.edges.statements.statement import (
    WHOLE,
    Part,
    Statement,
    number,
    options,
    span_text,
    speaks_of_estimates,
)
from measurand.edges.tables.grid import RawTable
from measurand.values.printed import Printed, Unit

_SHARE = r"[0-9]{1,3}(?:[.,·][0-9]{1,4})?"
_MARKS = r"(?:\s?(?:\^\{?[^{}\s]{1,6}\}?|[*†‡§¶a-e]{1,3}))?"
_COUNT_FIRST = re.compile(
    rf"(?P<count>{WHOLE})(?:\s?/\s?(?P<own>{WHOLE}))?\s?[,;]?\s?[(\[]\s?(?P<share>{_SHARE})\s?(?P<sign>%?)"
    rf"\s?[)\]]\s?%?{_MARKS}"
)
_SHARE_FIRST = re.compile(
    rf"(?P<share>{_SHARE})\s?(?P<sign>%?)\s?[(\[]\s?(?:n\s?=\s?)?(?P<count>{WHOLE})"
    rf"(?:\s?/\s?(?P<own>{WHOLE}))?\s?[)\]]{_MARKS}"
)
_N = re.compile(rf"(?<![A-Za-z0-9_])[nN]\s?[=:]\s?(?P<n>{WHOLE})(?![.,%]?[0-9%])")
_N_ROW = re.compile(
    r"(?:n|no\.?|number|sample size|(?:no\.|number|n) of (?:patients|participants|subjects|persons)"
    r"|patients|participants|subjects|인원|대상자 ?수|人数|例数)(?:,? ?\(?n\)?)?",
    re.IGNORECASE,
)
_OTHER_ROW = re.compile(
    r"\bmean\b|median|\bs\.?d\b|\biqr\b|±|\brange\b|\bse\b|\bsem\b|\bci\b|quartile|mittelwert"
    r"|moyenne|media\b|평균|중앙값|均值|平均",
    re.IGNORECASE,
)
_SHARE_LAST = re.compile(r"%[^%]{0,12}\(\s?(?:n|no\.?)\b", re.IGNORECASE)
_OTHER_UNIT = re.compile(
    r"\b(?:eyes?|lesions?|tum(?:ou)?rs?|events?|episodes?|visits?|procedures?|samples?|specimens?"
    r"|doses?|cycles?|infections?|isolates?|teeth|tooth|knees?|hips?|limbs?|vessels?|stents?"
    r"|fractures?|admissions?|pregnanc\w+|births?|items?|responses?|person-years?|weighted|imput\w+"
    r"|standardi[sz]ed|(?:age|sex)-adjusted|propensity|kaplan|cumulative|incidence|estimat\w+"
    r"|surviv\w+|rates?|as[- ]treated|cross(?:ed)?[- ]?over|per 100|row percent\w*|gewichtet"
    r"|pond[eé]r\w+|가중|加权)\b|行百分比",
    re.IGNORECASE,
)
_MISSING = re.compile(
    r"missing|unknown|available|not (?:reported|recorded|known|assessed)|complete[- ]case|n/n\b"
    r"|excluded|did not (?:answer|respond|report)|no\./total|no\. ?of .{0,20}\bwith\b|fehlend"
    r"|manquant|perdid|faltante|결측|누락|무응답|缺失|欠測|subset|among|of those|of whom",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"(?:total|overall|all|whole|entire|합계|전체|全体|总|합|計|gesamt|ensemble|todos)",
    re.IGNORECASE,
)
_BEFORE, _AFTER = 600, 1500
_FEWEST, _FIT, _OF = 3, 2, 3
_FITS = attrgetter("fits")
_LARGER = Fraction(6, 5)
_HUNDRED, _SEVERAL = 100, 2


@frozen
class _Group:
    """A column of a group: its head, how many are in it, where it stands; its percent beside."""

    head: str
    n: Printed
    at: int
    share_at: int | None = None

    @property
    def places(self) -> tuple[int, ...]:
        """Say in which columns its count and its percent are."""
        return (self.at,) if self.share_at is None else (self.at, self.share_at)

    @property
    def every(self) -> bool:
        """Tell whether its head says that all groups are in it."""
        return _ALL.match(self.head.strip()) is not None


@frozen(kw_only=True)
class _Cell:
    """A count and its percent in a group; what else n may be; `sure` where a sign says percent."""

    group: _Group
    text: str
    count: Printed
    share: Printed
    n: Printed
    sure: bool
    others: tuple[int, ...] = ()
    stated: bool = False

    @property
    def fits(self) -> bool:
        """Tell whether the count over n prints so."""
        return self.fits_of(int(self.n.value))

    @property
    def fits_fewer(self) -> bool:
        """Tell whether the count over a smaller total prints so."""
        counts = int(self.count.value), int(self.n.value)
        return fewer_total(hull(self.share), *counts) is not None

    @property
    def tells(self) -> bool:
        """Tell whether it would not fit a total that is a fifth larger."""
        return self.count.value > 0 and not self.fits_of(int(self.n.value * _LARGER) + 1)

    def fits_of(self, total: int) -> bool:
        """Tell whether the count over a total prints so."""
        return total > 0 and hull(self.share).holds(Fraction(int(self.count.value), total))


@frozen(kw_only=True)
class _Row:
    """A row of counts: its label with what stands above, its line, and its cells."""

    label: str
    line: int
    cells: tuple[_Cell, ...]

    @property
    def doubted(self) -> bool:
        """Tell whether more of its shares miss n than tell that they are of it.

        So a share that stands alone in its row has nothing beside it that says what is counted.
        """
        misses = sum(not one.fits for one in self.cells)
        return misses > sum(one.fits and one.tells for one in self.cells)


def reported_groups(table: RawTable, text: str = "") -> Iterator[Statement]:
    """Find the counts of groups of a table, and their sums; words near it in its text are heard.

    >>> table = RawTable(
    ...     header=("", "A (n = 75)", "B (n = 74)"),
    ...     rows=(
    ...         ("Female, n (%)", "34 (45.3)", "36 (48.6)"),
    ...         ("Ill, n (%)", "9 (12.0)", "9 (12.2)"),
    ...     ),
    ... )
    >>> [one.text for one in reported_groups(table)][:2]
    ['Female, n (%), A (n = 75): 34 (45.3)', 'Female, n (%), B (n = 74): 36 (48.6)']
    """
    groups = tuple(_groups(table))
    if not groups:
        return
    rows = [row for row in _rows(table, groups) if row.cells]
    cells = [one for row in rows for one in row.cells if one.tells]
    fitting = sum(one.fits for one in cells)
    within = sum(one.fits or one.fits_fewer for one in cells)
    if fitting < _FEWEST or _OF * fitting < len(cells) or _OF * within < _FIT * len(cells):
        return
    around = f"{table.title}\n{table.caption}\n{_near(table, text)}"
    estimated = speaks_of_estimates(around)
    for row in rows:
        doubted = row.doubted or _OTHER_UNIT.search(f"{around}\n{row.label}")
        missing = _MISSING.search(f"{around}\n{row.label}")
        for one in row.cells if not estimated else filter(_FITS, row.cells):
            yield _shared(row, one, doubted=bool(doubted), missing=bool(missing))
    persons = [row for row in rows if not row.doubted and not _OTHER_UNIT.search(row.label)]
    yield from _sums(persons, groups)


def _near(table: RawTable, text: str) -> str:
    """Give the text before and after a table, its rows left out."""
    if not text or not table.line:
        return ""
    lines = text.split("\n")
    last = max((table.line, *table.lines))
    before, after = "\n".join(lines[: table.line - 1]), "\n".join(lines[last:])
    return f"{before[-_BEFORE:]}\n{after[:_AFTER]}"


def _groups(table: RawTable) -> Iterator[_Group]:
    """Find the columns of groups: one n in the head, or one above a count and its percent."""
    for at, (above, head) in enumerate(zip(table.groups, table.header, strict=True)):
        found = [*_N.finditer(head)] or [*_N.finditer(above)]
        n = number(found[0]["n"]) if len(found) == 1 else None
        if at == 0 or n is None or not n.value:
            continue
        following = table.header[at + 1] if at + 1 < len(table.header) else ""
        beside = following.strip() in {"%", "(%)"} and table.groups[at + 1] == above
        if _N_ROW.fullmatch(head.strip()) and not beside:
            continue
        if head.strip() not in {"%", "(%)"}:
            name = above if beside and above else head
            yield _Group(name, n, at, at + 1 if beside else None)


def _rows(table: RawTable, groups: Sequence[_Group]) -> Iterator[_Row]:
    """Read the rows of counts, under the section that the last row without numbers opens."""
    first = min(one.at for one in groups)
    section, ends = "", 0
    numbers = {one.at: one.n for one in groups}
    caption = "%" in f"{table.title} {table.caption}"
    above: list[_Row] = []
    for line, texts in zip(table.lines, table.rows, strict=True):
        label = " / ".join(filter(None, texts[:first]))
        values = [texts[one.at].strip() for one in groups]
        if not any(values):
            section, ends = label, 0
            continue
        whole = [number(one) if re.fullmatch(WHOLE, one) else None for one in values]
        if _N_ROW.fullmatch(label.strip()) and all(whole):
            numbers = {g.at: n for g, n in zip(groups, whole, strict=True) if n is not None}
            continue
        ends += 1
        said = f"{section} {label}"
        if _OTHER_ROW.search(label) or (_OTHER_ROW.search(section) and "%" not in label):
            continue
        row = _Row(
            label=f"{section} / {label}" if section else label,
            line=line,
            cells=tuple(_cells(texts, groups, numbers, said)),
        )
        row = _told(row, certain="%" in said, caption=caption)
        above = [*above[-20:], row] if row.cells else above
        yield evolve(row, cells=tuple(_with_others(row, above[:-1])))


def _cells(
    texts: Sequence[str], groups: Sequence[_Group], numbers: dict[int, Printed], said: str
) -> Iterator[_Cell]:
    for group in groups:
        text, own_percent = texts[group.at].strip(), "%" in group.head
        if group.share_at is not None:
            text = f"{text} ({texts[group.share_at].strip().strip('()%').strip()})"
        last = _SHARE_LAST.search(said) or _SHARE_LAST.search(group.head)
        found = (_SHARE_FIRST if last else _COUNT_FIRST).fullmatch(text)
        found = found or _SHARE_FIRST.fullmatch(text)
        if found is None or (found.re is _SHARE_FIRST and not last and not found["sign"]):
            continue
        count, share = number(found["count"]), number(re.sub("[,·]", ".", found["share"]))
        own = number(found["own"]) if found["own"] else None
        if count is None or share is None or share.value > _HUNDRED:
            continue
        sure = bool(found["sign"]) or own_percent or group.share_at is not None
        n = own or numbers[group.at]
        if not n.value:
            continue
        yield _Cell(
            group=group,
            text=text,
            count=count,
            share=evolve(share, unit=Unit.PERCENT),
            n=n,
            sure=sure,
            others=() if own else (int(group.n.value),),
            stated=own is not None,
        )


def _told(row: _Row, *, certain: bool, caption: bool) -> _Row:
    """Keep what is said to be a count and its percent; what only a caption says has to fit."""
    if certain or all(one.sure for one in row.cells):
        return row
    fitting = caption and any(one.fits for one in row.cells)
    return evolve(row, cells=row.cells if fitting else tuple(one for one in row.cells if one.sure))


def _with_others(row: _Row, above: Sequence[_Row]) -> Iterator[_Cell]:
    """Add to each cell the totals that all cells of its row fit: of the row, or of one above."""
    parts = [one for one in row.cells if not one.group.every]
    totals = [one for one in row.cells if one.group.every]
    row_sum = sum(int(one.count.value) for one in (totals[:1] or parts))
    people = sum(int(one.n.value) for one in (totals[:1] or parts))
    found = [one for one in (row_sum, people) if one and all(cell.fits_of(one) for cell in parts)]
    parents = [
        counts
        for other in above
        if (counts := {one.group.at: int(one.count.value) for one in other.cells})
        and all(cell.fits_of(counts.get(cell.group.at, 0)) for cell in row.cells)
    ]
    for cell in row.cells:
        more = (*found, *(counts[cell.group.at] for counts in parents))
        yield evolve(cell, others=tuple(dict.fromkeys((*cell.others, *more))))


def _shared(row: _Row, cell: _Cell, *, doubted: bool, missing: bool) -> Statement:
    known = options(
        of="group",
        others=" ".join(map(str, cell.others)),
        fewer="open" if missing else "",
        counts="open" if doubted else "",
    )
    return Statement(
        start=0,
        line=row.line,
        at=cell.group.places,
        text=_shown(row, f"{cell.group.head}: {cell.text}"),
        parts=(
            Part(name="count", role=Role.VALUE, printed=cell.count),
            Part(name="of", role=Role.VALUE, printed=cell.n),
            Part(name="%", role=Role.RATE, printed=cell.share, of=("count", "of"), options=known),
        ),
    )


def _shown(row: _Row, what: str) -> str:
    text = f"{row.label}, {what}"
    return span_text(text, 0, len(text))


def _sums(rows: Iterable[_Row], groups: Sequence[_Group]) -> Iterator[Statement]:
    """Hold the counts of groups to that of all, where their n are all, and most rows add up."""
    wholes = [one for one in groups if one.every]
    parts = [one for one in groups if not one.every]
    if (
        len(wholes) != 1
        or len(parts) < _SEVERAL
        or sum(p.n.value for p in parts) != wholes[0].n.value
    ):
        return
    counted = [(row, {one.group.at: one.count for one in row.cells}) for row in rows]
    known = [(row, counts) for row, counts in counted if len(counts) == len(groups)]
    adding = [
        sum(counts[one.at].value for one in parts) == counts[wholes[0].at].value
        for _, counts in known
    ]
    if len(known) < _FEWEST or _OF * sum(adding) < _FIT * len(known):
        return
    for row, counts in known:
        names = tuple(f"part {at}" for at in range(1, len(parts) + 1))
        some = (
            Part(name=name, role=Role.VALUE, printed=counts[one.at])
            for name, one in zip(names, parts, strict=True)
        )
        whole = Part(
            name="N",
            role=Role.TOTAL,
            printed=counts[wholes[0].at],
            of=names,
            options=options(parts="all"),
        )
        text = _shown(row, f"{wholes[0].head}: {counts[wholes[0].at].text}")
        yield Statement(start=0, line=row.line, text=text, parts=(*some, whole))
