"""Words around a table that say that a premise does not hold: what rests on it is not asked.

A total is of parts, a mean of the rows that are printed, kappa counts matches against agreement,
F is of the P and R beside it, and the scores of a row are of one unit. A caption or a head that
says otherwise opens that premise with a usual alternative: what is not so is nothing that a number
could be odd by. What a user says of a row or a column closes it again.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from re import Pattern

from attrs import frozen

from measurand.auditing.proofs.premises import Alternative, Change, Premise
from measurand.auditing.proofs.sheet import RATES, Kind, Role, Sheet
from measurand.edges.tables.grid import MOST_SEARCHED, Overrides, RawTable, surrounding_text
from measurand.edges.tables.roles import GuessedColumn

_WEIGHTED = re.compile(
    r"\b(?:quadratic|linear)(?:al)?(?:ly)?[- ]weight\w*|\bweighted (?:cohen['’]?s )?(?:kappa|κ)"
    r"|\b[ql]wk\b",
    re.IGNORECASE,
)
_OVERLAPPING = re.compile(
    r"\b(?:several|multiple|more than one) (?:\w+ ){0,4}(?:possible|allowed|permitted|answers?"
    r"|responses?|sites?|categories|groups?|choices?|selections?|mentions?|labels?)\b"
    r"|\bcheck all\b|\bnot (?:mutually )?(?:exclusive|add up|sum)\b|\boverlap(?:s|ping)?\b"
    r"|\b(?:counted|in) more than (?:once|one)\b"
    r"|\b(?:can|may|could|might) (?:\w+ ){1,4}?(?:several|multiple|more than one|two or more)\b",
    re.IGNORECASE,
)
_SELECTED = re.compile(
    r"\b(?:selected|excerpt|subset of|not (?:all )?shown|(?:are|is) shown)\b", re.IGNORECASE
)
_OF_NUMBER = re.compile(
    r"\b(?:over|of|across) (?:all )?(?:the )?(?P<number>[0-9]{1,5}) (?:\w+ )?"
    r"(?:class|categor|task|data ?set|language|organ|subject|domain|item|label|type|intent|relation"
    r"|entit|aspect|topic|benchmark|corpor|corpus|emotion|slot|split|fold|site|cent(?:er|re)|setting"
    r"|experiment)"
    r"|\b(?:over|across) all (?P<all>[0-9]{1,5})\b"
    r"|\b(?:[0-9]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten) (?:out )?of "
    r"(?:the |all |our )?(?P<whole>[0-9]{1,5})\b",
    re.IGNORECASE,
)
_SEVERAL_AVERAGES = re.compile(
    r"\b(?P<way>micro|macro|weighted)\b.{0,200}?\b(?!(?P=way)\b)(?:micro|macro|weighted)\b",
    re.IGNORECASE | re.DOTALL,
)
_BETA = re.compile(
    r"\bF[-_ ({]{0,2}(?:0[.,]5|2|beta|β)\b|(?:\bbeta|β)[ ]?=[ ]?[0-9.]", re.IGNORECASE
)
_OTHER_STATISTIC = re.compile(
    r"\bmedians? (?:of|over|across|scores?|values?|results?|performances?)\b"
    r"|\b(?:report|show|give|are|is)(?:s|n|ed|ing)? (?:the )?medians?\b|^medians?\b"
    r"|\b(?:max(?:imum|imal|imi[sz]e[sd]?)?|best|optimal|optimi[sz]ed|highest|tuned)\b[^.]{0,60}"
    r"\bthresholds?\b|\bthresholds?\b[^.]{0,60}"
    r"\b(?:max(?:imum|imal|imi[sz]e[sd]?|imi[sz]ing)?|best|optimal|optimi[sz]ed|highest|tuned)\b",
    re.IGNORECASE | re.MULTILINE,
)
_INTERVAL_OF_ANOTHER = re.compile(
    r"\b(?:CIs?|intervals?)\b[^.;|\n]{0,40}\b(?P<of>(?:un)?adjusted|crude|differences?|changes?"
    r"|improvements?|gains?|ratios?|logs?|medians?|geometric|least[- ]squares|LS|weighted"
    r"|standardi[sz]ed|effects?|transformed|cross-validation|training|validation|predictive)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"(?:\bper[- ]|\bover (?:all )?|\bacross (?:all )?)(?:the )?(?P<unit>lesion|patient|image|pixel"
    r"|voxel|scan|slice|volume|case|exam|eye|tooth|segment|vessel|nodule|polyp|frame|video|token"
    r"|entit|sentence|document|utterance|subject|word|span|node|graph|object)",
    re.IGNORECASE,
)


def voided_premises(
    table: RawTable, guesses: Sequence[GuessedColumn], sheet: Sheet, overrides: Overrides
) -> Iterator[Premise]:
    """List the premises that the words of a table void.

    >>> table = RawTable(header=("", "n"), rows=(), caption="Symptoms (several possible)")
    >>> list(voided_premises(table, (), Sheet(columns=(), rows=()), Overrides()))
    []
    """
    around = surrounding_text(table)[:MOST_SEARCHED]
    heads = "\n".join((*table.header, *table.groups))
    words = f"{around}\n{heads}"[:MOST_SEARCHED]
    spoken = {one.name for one in overrides.columns}
    open_ones = [one for one in guesses if one.name not in spoken]
    settled = {label for label, _ in overrides.rows}
    rows = tuple((row.label, row.kind) for row in sheet.rows if row.label not in settled)
    for void in _VOIDS:
        word = void.says(around if void.around else words, sheet)
        columns = tuple(one.name for one in open_ones if one.role in void.roles) if word else ()
        labels = tuple(label for label, kind in rows if kind is void.kind) if word else ()
        if columns or labels:
            yield void.premise(columns, labels, word)


@frozen(kw_only=True)
class _Void:
    """Words that void a premise: which, and the columns and rows that rest on it."""

    id: str
    premise_holds: str
    otherwise: str
    says: Callable[[str, Sheet], str]
    around: bool = False
    """Whether heads do not count: they say it of their own column alone."""
    roles: frozenset[Role] = frozenset()
    becomes: Role = Role.VALUE
    kind: Kind | None = None

    def premise(self, columns: tuple[str, ...], rows: tuple[str, ...], word: str) -> Premise:
        """Open it where it bears."""
        change = Change(
            roles=tuple((name, self.becomes, ()) for name in columns),
            kinds=tuple((label, None) for label in rows),
        )
        return Premise(
            id=self.id,
            alternatives=(
                Alternative(name=self.premise_holds),
                Alternative(name=self.otherwise, change=change),
            ),
            columns=columns,
            rows=rows,
            because=f"the table says {word!r}",
        )


def _found(pattern: Pattern[str]) -> Callable[[str, Sheet], str]:
    def says(words: str, _sheet: Sheet) -> str:
        found = pattern.search(words)
        return found[0] if found else ""

    return says


def _of_more(words: str, sheet: Sheet) -> str:
    """Find that means are of more than is printed: of a number that the table has not."""
    printed = {len(sheet.columns), sum(row.kind is Kind.BODY for row in sheet.rows)}
    more = (one for one in _OF_NUMBER.finditer(words) if int(_number(one)) > max(printed))
    return next((one[0] for one in more), "") or _found(_SELECTED)(words, sheet)


def _number(found: re.Match[str]) -> str:
    return found["number"] or found["all"] or found["whole"]


def _of_another_estimate(words: str, sheet: Sheet) -> str:
    """Find what intervals are said to be of, where no column beside them is that."""
    columns = [one for one in sheet.columns if one.role not in {Role.LOW, Role.HIGH}]
    for found in _INTERVAL_OF_ANOTHER.finditer(words):
        word = found["of"].lower().removesuffix("s")
        known = _ROLES_OF.get(word)
        if not any(word in one.name.lower() or one.role is known for one in columns):
            return found[0]
    return ""


_ROLES_OF = {
    "ratio": Role.EFFECT_RATIO,
    **dict.fromkeys(("difference", "change", "improvement", "gain"), Role.DIFFERENCE),
}


def _of_units(words: str, _sheet: Sheet) -> str:
    """Find two units that scores are of."""
    units = {one["unit"].lower(): one[0].strip() for one in _UNIT.finditer(words)}
    return ", ".join([*units.values()][:_TWO]) if len(units) >= _TWO else ""


_TWO = 2
_VOIDS = (
    _Void(
        id="parts-of-a-whole",
        premise_holds="rows exclude each other",
        otherwise="rows overlap",
        says=_found(_OVERLAPPING),
        kind=Kind.TOTAL,
    ),
    _Void(
        id="all-printed",
        premise_holds="means are of what is printed",
        otherwise="means are of more than is printed",
        says=_of_more,
        roles=frozenset({Role.AVERAGE}),
        kind=Kind.AVERAGE,
    ),
    _Void(
        id="f-of-p-and-r",
        premise_holds="F is of the P and R beside it",
        otherwise="F is of another average than P and R",
        says=_found(_SEVERAL_AVERAGES),
        around=True,
        roles=frozenset({Role.F}),
        becomes=Role.SCORE,
    ),
    _Void(
        id="balanced-f",
        premise_holds="F weighs P and R alike",
        otherwise="F is F of another beta",
        says=_found(_BETA),
        around=True,
        roles=frozenset({Role.F}),
        becomes=Role.SCORE,
    ),
    _Void(
        id="one-statistic",
        premise_holds="the scores of a row are of one confusion matrix",
        otherwise="the scores of a row are of several",
        says=_found(_OTHER_STATISTIC),
        around=True,
        roles=frozenset(RATES),
        becomes=Role.SCORE,
    ),
    _Void(
        id="interval-of-estimate",
        premise_holds="an interval is of the estimate beside it",
        otherwise="it is of another estimate",
        says=_of_another_estimate,
        roles=frozenset({Role.LOW, Role.HIGH}),
    ),
    _Void(
        id="unweighted-kappa",
        premise_holds="kappa counts matches alone",
        otherwise="kappa weighs how far ratings differ",
        says=_found(_WEIGHTED),
        roles=frozenset({Role.KAPPA}),
    ),
    _Void(
        id="one-unit",
        premise_holds="the scores of a row are of one unit",
        otherwise="scores of a row are of several units",
        says=_of_units,
        roles=frozenset(RATES),
        becomes=Role.SCORE,
    ),
)
