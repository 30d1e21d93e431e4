"""What the words of a table leave open: runs, units, thresholds, answers, and of which test p is.

What nobody speaks of is closed: one run, one threshold, all samples, percent. A word around the
table that speaks of it opens it, and only what was said closes it again. What words make untrue
stands beside this, in `voided`.
"""

import re
import shlex
from collections.abc import Iterator, Sequence

from attrs import evolve

from measurand.auditing.proofs.premises import (
    MEAN_OF_SCORES,
    Alternative,
    Change,
    Premise,
    Standing,
)
from measurand.auditing.proofs.sheet import RATES, Fact, Kind, Role, Sheet
from measurand.edges.tables.grid import (
    MOST_SEARCHED,
    Overrides,
    RawTable,
    override_text,
    surrounding_text,
)
from measurand.edges.tables.roles import GuessedColumn

_REPEATED = re.compile(
    r"\b(?:runs?|seeds?|(?:[0-9a-z]+-)?folds?|averag\w*|mean(?! sq)|median|cross[- ]?valid\w*"
    r"|trials?|repetitions?|repeat(?:s|ed)?|replicat\w*|bootstrap\w*|std|s\.?d|stdev|std\.? ?dev"
    r"|standard (?:deviation|error)|stderr|random (?:splits?|initiali[sz]ations?))\b|±|\+/-"
    r"|平均|种子|折|标准差|평균|시드|폴드|교차|표준편차",
    re.IGNORECASE,
)
_PARTED = re.compile(r"\b(?:[0-9a-z]+-)?folds?\b|cross[- ]?valid|折|폴드|교차", re.IGNORECASE)


def premises_of_words(
    table: RawTable, guesses: Sequence[GuessedColumn], sheet: Sheet, overrides: Overrides
) -> Iterator[Premise]:
    """List what the words of a table leave open.

    >>> sheet = Sheet(columns=(), rows=())
    >>> table = RawTable(header=("", "F1"), rows=(), caption="Means over 5 folds")
    >>> [one.id for one in premises_of_words(table, (), sheet, Overrides())]
    ['one-run']
    """
    yield from _runs(table, sheet, overrides)
    yield from _other_units(table, guesses, overrides)
    yield from _thresholds(table, sheet)
    yield from _answered(table, sheet)
    yield from _other_tests(table, sheet, overrides)
    yield from _means_of_f(table, guesses, overrides)


def _runs(table: RawTable, sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """Open whether numbers are of one run: by words, by numbers with a spread, by their columns."""
    facts = dict(overrides.facts)
    words = _words(table)
    repeated = _REPEATED.search(words)
    spread = any(column.role is Role.SD for column in sheet.columns)
    parted = _PARTED.search(words)
    runs = facts.get(Fact.RUNS)
    if Fact.FOLDS in facts or runs == 1:
        return
    if not (parted if runs is not None else repeated or spread):
        return
    yield Premise(
        id="one-run",
        alternatives=either(
            "one run" if runs is None else f"means over {runs} runs of the whole test set",
            "means over runs, seeds or folds",
            of_runs(sheet),
        ),
        because=f"the table says {repeated[0]!r}" if repeated else "a column of deviations",
        settle="--fact runs=1" if runs is None else "--fact folds=...",
    )


def of_runs(sheet: Sheet) -> Change:
    """Read rows as means over runs or folds, in which classes may weigh otherwise each time.

    >>> of_runs(Sheet(columns=(), rows=())) == Change(body=Kind.RUNS)
    True
    """
    weighted = tuple((row.label, None) for row in sheet.rows if row.weights)
    return Change(body=Kind.RUNS, kinds=weighted)


def either(
    chosen: str, other: str, change: Change, *, usual: bool = True
) -> tuple[Alternative, Alternative]:
    """Name what is chosen and what else it may be, which changes the sheet.

    >>> [one.usual for one in either("one run", "several", Change(), usual=False)]
    [True, False]
    """
    return Alternative(name=chosen), Alternative(name=other, change=change, usual=usual)


def nothing_held(*columns: str) -> Change:
    """Read columns as values, which nothing is held to.

    >>> [(name, role.value) for name, role, _ in nothing_held("n").roles]
    [('n', 'value')]
    """
    return Change(roles=tuple((name, Role.VALUE, ()) for name in columns))


def _words(table: RawTable) -> str:
    """List the words of a table that may open something: around it, its heads, then its rows."""
    words = (surrounding_text(table), *table.header, *table.groups, *map(" ".join, table.rows))
    return "\n".join(words)[:MOST_SEARCHED]


_THOUSANDTHS = re.compile(
    r"‰|\b(?:per ?mill?e|promille|basis points?|bps?|per (?:1[, ]?0|10[, ]?0|100[, ]?0)00)\b",
    re.IGNORECASE,
)


def _other_units(
    table: RawTable, guesses: Sequence[GuessedColumn], overrides: Overrides
) -> Iterator[Premise]:
    """Open the unit of rates where the words speak of per mille or so: that is no percent."""
    settled = {one.name for one in overrides.columns if one.unit is not None}
    everywhere = _THOUSANDTHS.search(surrounding_text(table))
    for one in guesses:
        word = _THOUSANDTHS.search(f"{one.column.head}\n{one.column.above}") or everywhere
        if word and one.role in RATES and one.name not in settled and overrides.unit is None:
            yield Premise(
                id="thousandths",
                alternatives=either(
                    one.unit.value or "shares",
                    f"{one.name!r} is in thousandths or less",
                    nothing_held(one.name),
                ),
                columns=(one.name,),
                because=f"the table says {word[0]!r}",
                settle=settling(one, "unit=%"),
            )


_ANSWERED = re.compile(
    r"\b(?:coverage|answered|attempted|abstain\w*|abstention|refus\w*|unparsable|unparseable)\b"
    r"|回答率",
    re.IGNORECASE,
)


def _answered(table: RawTable, sheet: Sheet) -> Iterator[Premise]:
    """Open of which samples scores are, where the words say that some were not answered."""
    word = _ANSWERED.search(_words(table))
    if word:
        counts = nothing_held(*(column.name for column in sheet.having(Role.SAMPLES)))
        yield Premise(
            id="answered",
            alternatives=either(
                "scores are of all samples",
                "scores are of what was answered",
                evolve(counts, without=frozenset({Fact.SAMPLES})),
            ),
            because=f"the table says {word[0]!r}",
        )


_NEAR = r"(?:[^.;\n]|\.[0-9]){0,60}?"
_P = r"\bp(?:[- ]?values?)?\b"
_TESTED = (
    r"\b(?:interactions?|heterogeneity|trends?|log-?rank|likelihood[- ]ratio|lrt"
    r"|permutations?|fisher)\b"
)
_P_OF_OTHERS, _OTHER_TEST = (
    re.compile(rf"{what}{_NEAR}{_TESTED}|{_TESTED}{_NEAR}{what}", re.IGNORECASE)
    for what in (_P, rf"(?:{_P}|\btests?\b)")
)
_SEVERAL_TESTS = re.compile(
    r"\b(?:bonferroni|holm|fdr|false discovery|benjamini|hochberg|[sš]id[aá]k|multiplicity"
    r"|family-?wise|multiple (?:comparisons?|testing|tests))\b"
    rf"|{_P}{_NEAR}\b(?:adjusted|corrected)\b|\b(?:adjusted|corrected) p\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no|not|nor|none|never|without)\b|\bun(?:adjusted|corrected)\b", re.IGNORECASE
)


def _other_tests(table: RawTable, sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """Open whether p is of the statistic or ratio in its row, where the words say another test.

    Statistics may be of that test too, if they do not say that p is. A p that is adjusted for
    several tests is not that of a ratio; of statistics it is a reading.
    """
    spoken = {one.name for one in overrides.columns}
    around = surrounding_text(table)
    of_ratio = _affirmed(_OTHER_TEST, around) or _affirmed(_SEVERAL_TESTS, around)
    of_statistic = _affirmed(_P_OF_OTHERS, around)
    for column in sheet.having(Role.P, Role.P_BELOW, Role.P_ABOVE):
        ratio = sheet.within(column.group, Role.EFFECT_RATIO)
        word = of_statistic if ratio is None else of_ratio
        if word and column.name not in spoken:
            yield Premise(
                id="test-of-p",
                alternatives=either(
                    "p is of what stands beside it",
                    f"{column.name!r} is of another test",
                    nothing_held(column.name),
                ),
                columns=(column.name,),
                because=f"the table says {word!r}",
                settle=f"--column {shlex.quote(f'{column.name}={column.role.value}')}",
            )


_MEANS = re.compile(
    r"macro|宏|マクロ|매크로|平均|种子|折|평균|시드|폴드|교차"
    r"|\b(?:(?<!geometric )(?<!harmonic )means?|(?<!micro[- ])averag\w*"
    r"|seeds?|(?:[0-9a-z]+-)?folds?|runs|cross[- ]?valid\w*)\b",
    re.IGNORECASE,
)


def _means_of_f(
    table: RawTable, guesses: Sequence[GuessedColumn], overrides: Overrides
) -> Iterator[Premise]:
    """Read that F is a mean over classes, runs or folds, where its head or the words say so."""
    around = "" if (Fact.RUNS, 1) in overrides.facts else surrounding_text(table)
    known = made_known(overrides)
    for one in guesses:
        words = f"{around}\n{one.column.above}\n{one.column.head}"
        word = _MEANS.search(words)
        settled = one.name in known or one.head.averaged == "micro"
        if word and one.role is Role.F and not settled:
            yield Premise(
                id=MEAN_OF_SCORES,
                standing=Standing.READ,
                alternatives=(Alternative(name="a mean of F, which may be below F of the means"),),
                columns=(one.name,),
                because=f"the table says {word[0]!r}",
            )


def _affirmed(pattern: re.Pattern[str], text: str) -> str:
    """Find words whose part of a sentence does not deny them."""
    for found in pattern.finditer(text):
        before = re.split(r"[.;\n]", text[: found.start()][-_BESIDE:])[-1]
        if not _DENIED.search(f"{before}{found[0]}"):
            return found[0]
    return ""


_BESIDE = 60
_THRESHOLDS = re.compile(
    r"\b(?:thresholds?|operating points?|cut-?offs?|prevalence[- ]adjusted|adjusted (?:for|to))\b"
    r"|阈值|임계값",
    re.IGNORECASE,
)


def _thresholds(table: RawTable, sheet: Sheet) -> Iterator[Premise]:
    """Open whether the scores of a row are of one set of decisions, where the words speak of it."""
    word = _THRESHOLDS.search(_words(table))
    if word:
        yield Premise(
            id="one-threshold",
            alternatives=either("one threshold", "of several thresholds", of_runs(sheet)),
            because=f"the table says {word[0]!r}",
        )


def settling(one: GuessedColumn, *options: str) -> str:
    """Write what the user says to settle that a column is what it was guessed to be."""
    said = ",".join(f"{name}={text}" for name, text in one.definition)
    what = f"{one.what}({said})" if one.metric is not None and said else one.what
    return f"--column {shlex.quote(override_text(one.name, what, one.of, *options))}"


_MADE_OF = frozenset({"average", "aggregate", "gold_empty", "pred_empty"})


def made_known(overrides: Overrides) -> frozenset[str]:
    """Name the columns of which it was said how they were made.

    >>> made_known(Overrides())
    frozenset()
    """
    names = (one.name for one in overrides.columns if _MADE_OF & {name for name, _ in one.options})
    return frozenset(names)
