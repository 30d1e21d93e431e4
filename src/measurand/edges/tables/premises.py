"""What a table leaves open, as premises: each guess with what a careful reader would admit instead.

A guess is a premise because a verdict rests on it: only what every alternative refutes is refuted.
One that may as well be another (MSE that is its root, numbers that may be bits) has a usual
alternative; one that is nearly always right (that an average is of the columns before it) has an
unusual one, which has to be named to be met. What was said is no premise any more.

What nobody speaks of is closed: one run, one threshold, all samples, percent. A word around the
table that speaks of it opens it, and only what was said closes it again.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.grain.cells import scaled, wholes
from measurand.auditing.proofs.premises import (
    MEAN_OF_SCORES,
    ROUNDING,
    SCORE,
    UNIT,
    Alternative,
    Change,
    Premise,
    Standing,
)
from measurand.auditing.proofs.sheet import COUNTS, RATES, SIGNED, Fact, Kind, Role, Sheet
from measurand.edges.tables.composed import guess_columns
from measurand.edges.tables.grid import (
    MOST_SEARCHED,
    Overrides,
    RawTable,
    override_text,
    surrounding_text,
)
from measurand.edges.tables.roles import IMPOSSIBLE, ITEMS, GuessedColumn
from measurand.edges.tables.row_words import row_word
from measurand.edges.tables.voided import voided_premises
from measurand.values.printed import Rounding, Unit

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
        alternatives=_either(
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


def _either(
    chosen: str, other: str, change: Change, *, usual: bool = True
) -> tuple[Alternative, Alternative]:
    """Name what is chosen and what else it may be, which changes the sheet."""
    return Alternative(name=chosen), Alternative(name=other, change=change, usual=usual)


def _nothing_held(*columns: str) -> Change:
    """Read columns as values, which nothing is held to."""
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
                alternatives=_either(
                    one.unit.value or "shares",
                    f"{one.name!r} is in thousandths or less",
                    _nothing_held(one.name),
                ),
                columns=(one.name,),
                because=f"the table says {word[0]!r}",
                settle=_settling(one, "unit=%"),
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
        counts = _nothing_held(*(column.name for column in sheet.having(Role.SAMPLES)))
        yield Premise(
            id="answered",
            alternatives=_either(
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
                alternatives=_either(
                    "p is of what stands beside it",
                    f"{column.name!r} is of another test",
                    _nothing_held(column.name),
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
    known = _made_known(overrides)
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
            alternatives=_either("one threshold", "of several thresholds", of_runs(sheet)),
            because=f"the table says {word[0]!r}",
        )


LETTERS, MADE_OF, CAPTION = "letters", "f-made-of", "-of-caption"
"""Kinds of premises; the last one ends the name of those on facts."""

_USUAL = frozenset(
    {
        Role.MSE,
        Role.PRECISION,
        Role.DIFFERENCE,
        Role.SHARE,
        *COUNTS,
        Role.HITS,
        Role.COEFFICIENT,
    }
) - {Role.SAMPLES}
"""Roles whose doubt is a usual alternative: many mean something else by the same head."""

_MADE_OF = frozenset({"average", "aggregate", "gold_empty", "pred_empty"})


def premises_of(
    table: RawTable, guesses: Sequence[GuessedColumn], sheet: Sheet, overrides: Overrides
) -> tuple[Premise, ...]:
    """List what a table leaves open; what was said is left out.

    >>> sheet = Sheet(columns=(), rows=())
    >>> [one.id for one in premises_of(RawTable(header=(), rows=()), (), sheet, Overrides())]
    ['rounding']
    """
    return (
        *_rounding(overrides),
        *premises_of_words(table, guesses, sheet, overrides),
        *voided_premises(table, guesses, sheet, overrides),
        *_reports(guesses, sheet),
        *_groups(table, guesses, overrides),
        *_roles(guesses),
        *_letters(guesses, overrides),
        *_counted(guesses, overrides),
        *_made_of(sheet, overrides),
        *_scores(guesses, overrides),
        *_units(guesses, sheet, overrides),
        *_rows(sheet, overrides),
        *_facts(sheet, overrides),
    )


def open_under_definition(premises: Iterable[Premise]) -> tuple[Premise, ...]:
    """Leave out what is closed where a definition of the scores is said.

    >>> open_under_definition(())
    ()
    """
    return tuple(one for one in premises if one.id not in {LETTERS, MADE_OF, SCORE, UNIT})


_REPORT = frozenset({Role.PRECISION, Role.RECALL, Role.F, Role.GOLD})
_AS_REPORT = "of each class by itself, as in reports by class"


def as_class_report(
    guesses: Sequence[GuessedColumn], labels: Iterable[str]
) -> tuple[GuessedColumn, ...]:
    """Read scores of one class each off a report: its support and its averages say that it is one.

    >>> as_class_report((), ("macro avg",))
    ()
    """
    if not _is_report(guesses, labels):
        return tuple(guesses)
    return tuple(
        evolve(one, head=evolve(one.head, averaged="micro")).noted(_AS_REPORT)
        if one.role in ITEMS and not one.head.averaged
        else one
        for one in guesses
    )


def _is_report(guesses: Sequence[GuessedColumn], labels: Iterable[str]) -> bool:
    """Tell a report of scores by class by its columns, support among them, and its last rows."""
    roles = [one.role for one in guesses]
    complete = {*roles} == _REPORT and len(roles) == len(_REPORT)
    support = any(one.column.head.strip().lower() == "support" for one in guesses)
    return complete and support and any(label.strip().lower() == "macro avg" for label in labels)


def _reports(guesses: Sequence[GuessedColumn], sheet: Sheet) -> Iterator[Premise]:
    """Open whether a report is of one run: its rows may be means of the reports of folds."""
    one_run = (Fact.RUNS, 1) in sheet.facts
    if not one_run and any(_AS_REPORT in one.notes for one in guesses):
        yield Premise(
            id="report",
            alternatives=_either(
                "scores of one class each",
                "means over several reports",
                of_runs(sheet),
                usual=False,
            ),
            because="it looks like a report by class",
            settle="--fact runs=1",
        )


def _rounding(overrides: Overrides) -> Iterator[Premise]:
    if overrides.rounding is None:
        yield Premise(
            id=ROUNDING,
            standing=Standing.DEFAULT,
            alternatives=_either(
                "rounded to the nearest",
                "numbers are cut off",
                Change(rounding=Rounding.TRUNCATE),
                usual=False,
            ),
            settle="--rounding decimal",
        )


def _groups(
    table: RawTable, guesses: Sequence[GuessedColumn], overrides: Overrides
) -> Iterator[Premise]:
    """Open over which columns a group head stands."""
    fixed = {one.name for one in overrides.columns if one.group is not None}
    others: dict[tuple[tuple[str, str], ...], None] = {}
    for groups in table.other_groups:
        columns = [evolve(one.column, above=groups[one.column.at]) for one in guesses]
        regrouped = guess_columns(columns, overrides.metrics)
        change = tuple(
            (mine.name, its.group)
            for mine, its in zip(guesses, regrouped, strict=True)
            if mine.name not in fixed and mine.group != its.group
        )
        if change:
            others[change] = None
    if others:
        name = guesses[0].name
        yield Premise(
            id="groups",
            alternatives=(
                Alternative(name="heads as read"),
                *(
                    Alternative(name=f"heads over other columns ({at})", change=Change(groups=one))
                    for at, one in enumerate(others, 1)
                ),
            ),
            because="nothing says over which columns a head stands",
            settle=f"--column {shlex.quote(f'{name}=ROLE:group=NAME')}",
        )


def _roles(guesses: Sequence[GuessedColumn]) -> Iterator[Premise]:
    """Open the roles that are in doubt."""
    for one in guesses:
        if one.doubt and (one.role is not Role.VALUE or one.metric is not None):
            chosen, other = _either(
                one.what,
                f"{one.name!r} is something else",
                _nothing_held(one.name),
                usual=one.role in _USUAL and one.doubt != IMPOSSIBLE,
            )
            yield Premise(
                id=f"role-of-{one.role.value}",
                alternatives=(chosen, *_parts(one), other),
                columns=(one.name,),
                because=one.doubt,
                settle=_settling(one, *_beta(one)),
            )


def _parts(one: GuessedColumn) -> Iterator[Alternative]:
    """Leave out of an average the first or the last of the columns before it."""
    if one.role is Role.AVERAGE and len(one.of) > _FEWEST:
        for name, of in (("all but the first", one.of[1:]), ("all but the last", one.of[:-1])):
            yield Alternative(name=name, change=Change(roles=((one.name, one.role, of),)))


_FEWEST = 2
SIDES = (Role.PRECISION, Role.RECALL)


def _letters(guesses: Sequence[GuessedColumn], overrides: Overrides) -> Iterator[Premise]:
    """Letters may stand for anything: P for Pearson, R for ROUGE, F for fluency.

    Where it was said how F was made, P and R beside it are what it was made of.
    """
    open_ones = [
        one
        for one in _unsaid(guesses, overrides)
        if one.head.letter and one.role in ITEMS | {Role.P}
    ]
    for group in dict.fromkeys(one.group for one in open_ones):
        letters = [one for one in open_ones if one.group == group]
        names = tuple(one.name for one in letters)
        yield Premise(
            id=LETTERS,
            alternatives=_either(
                ", ".join(one.role.value for one in letters),
                f"{', '.join(names)} are letters for other scores",
                _nothing_held(*names),
                usual=False,
            ),
            columns=names,
            because="a letter may stand for anything",
            settle=" ".join(
                f"--column {shlex.quote(f'{one.name}={one.role.value}')}" for one in letters
            ),
        )


def _unsaid(guesses: Sequence[GuessedColumn], overrides: Overrides) -> Iterator[GuessedColumn]:
    """Leave out the columns of which something was said, and what a known F beside was made of."""
    spoken = {one.name for one in overrides.columns}
    known = _made_known(overrides)
    made = {one.group for one in guesses if one.role is Role.F and one.name in known}
    for one in guesses:
        if one.name not in spoken and (one.group not in made or one.role not in SIDES):
            yield one


def _made_known(overrides: Overrides) -> frozenset[str]:
    """Name the columns of which it was said how they were made."""
    names = (one.name for one in overrides.columns if _MADE_OF & {name for name, _ in one.options})
    return frozenset(names)


def _made_of(sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """F may be of something else than the P and R beside it, unless its definition was said."""
    settled = _made_known(overrides)
    for column in sheet.having(Role.F):
        beside = (sheet.within(column.group, role) for role in SIDES)
        sides = [side.name for side in beside if side is not None]
        if column.name in settled or len(sides) < _FEWEST:
            continue
        harmonic = override_text(column.name, Role.F.value, (), "aggregate=harmonic")
        yield Premise(
            id=MADE_OF,
            alternatives=_either(
                "F of this P and R, or a mean of F",
                "F is of another average, threshold, run or statistic than P and R",
                _nothing_held(column.name),
                usual=False,
            ),
            columns=(column.name,),
            because="how F was made is not said",
            settle=f"--column {shlex.quote(harmonic)}",
        )


def _counted(guesses: Sequence[GuessedColumn], overrides: Overrides) -> Iterator[Premise]:
    """Open of which counts a rate is that was read as a quotient off the numbers of most rows."""
    spoken = {one.name for one in overrides.columns}
    for one in guesses:
        if one.role is Role.RATE and one.of and one.name not in spoken:
            role = Role.RATE if one.head.known else Role.VALUE
            count, total = one.of
            yield Premise(
                id="of-counts",
                alternatives=_either(
                    f"the share of {count!r} in {total!r}",
                    "of other counts in some rows",
                    Change(roles=((one.name, role, ()),)),
                    usual=False,
                ),
                columns=(one.name,),
                because="most rows fit",
                settle=_settling(one),
            )


_ALONE = frozenset({*RATES, *SIGNED, Role.MAE, Role.MSE, Role.RMSE, Role.R2}) - {Role.SCORE}
"""Roles of scores, of which each may be of other items, in another unit, or of another kind."""


def _scores(guesses: Sequence[GuessedColumn], overrides: Overrides) -> Iterator[Premise]:
    """Open, of each score whose role was not said, whether it is what its head alone says.

    Accuracy may be balanced, or of types where the rest is of tokens; MSE may be of scaled targets.
    What lies out of the range of all scores lies out of it still.
    """
    for one in _unsaid(guesses, overrides):
        doubtful = one.doubt or (one.head.letter and one.role in ITEMS | {Role.P})
        if doubtful or (one.role not in _ALONE and one.metric is None):
            continue
        role = Role.SCORE if one.role in RATES else Role.VALUE
        yield Premise(
            id=SCORE,
            alternatives=_either(
                "what its head says",
                "of another kind, set, unit or threshold than its neighbours",
                Change(roles=((one.name, role, ()),)),
                usual=False,
            ),
            columns=(one.name,),
            because="its head alone says it",
            settle=_settling(one, *_beta(one)),
        )


def _settling(one: GuessedColumn, *options: str) -> str:
    """Write what the user says to settle that a column is what it was guessed to be."""
    said = ",".join(f"{name}={text}" for name, text in one.definition)
    what = f"{one.what}({said})" if one.metric is not None and said else one.what
    return f"--column {shlex.quote(override_text(one.name, what, one.of, *options))}"


def _beta(one: GuessedColumn) -> tuple[str, ...]:
    return (f"beta={one.head.beta}",) if one.head.beta != 1 else ()


def _units(
    guesses: Sequence[GuessedColumn], sheet: Sheet, overrides: Overrides
) -> Iterator[Premise]:
    """Open whether rates up to 1 are shares or below one percent, where only their role was said.

    Of a score whose role was not said, the unit is open anyway. Beside percent both are usual. What
    speaks of a column (its error, its ends) is counted in the same unit.
    """
    silent = {one.name for one in overrides.columns if one.role is not None and one.unit is None}
    signed = {column.name for _, column, cell in sheet.cells(*Role) if cell.unit is not Unit.NONE}
    rates = [one for one in guesses if one.role in RATES]
    percent = any(one.name in signed for one in rates)
    for one in rates:
        small = any(one.values) and all(abs(value) <= 1 for value in one.values)
        if overrides.unit is not None or one.name not in silent - signed or not small:
            continue
        with_it = (column.name for column in sheet.columns if one.name in column.of)
        names = (one.name, *(name for name in with_it if name not in signed))
        yield Premise(
            id=UNIT,
            alternatives=_either(
                "shares",
                f"{one.name!r} is below one percent",
                Change(units=tuple((name, Unit.PERCENT) for name in names)),
                usual=percent,
            ),
            columns=(one.name,),
            because="numbers up to 1 without a sign",
            settle=_settling(one, *_beta(one), "unit=none"),
        )


_ROWS = {
    Kind.AVERAGE: ("the mean of the rows above", "is of more or other rows than are printed"),
    Kind.TOTAL: ("the sum of the rows above", "is of more, fewer or overlapping rows"),
}


def _rows(sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """Open what a row is whose label is all that says it."""
    chosen = {label for label, _ in overrides.rows} | overrides.systems
    for row in sheet.rows:
        word = row_word(row.label)
        if row.label in chosen or (row.kind in {Kind.BODY, Kind.RUNS} and not word):
            continue
        system = row.kind in {Kind.BODY, Kind.RUNS}
        amid = not system and _amid(sheet, row.kind)
        first, second = _ROWS.get(row.kind, ("all samples pooled", "is a mean over the other rows"))
        yield Premise(
            id="row-kind",
            alternatives=_either(
                first,
                f"row {row.label!r} {second}",
                Change(kinds=((row.label, Kind.RUNS if system else None),)),
                usual=system or amid,
            ),
            rows=(row.label,),
            because="its label is all that says it",
            settle=f"--row {shlex.quote(f'{row.label}={row.kind.value}')}",
        )


def _amid(sheet: Sheet, kind: Kind) -> bool:
    """Tell whether systems follow the last row of a kind: it may be one that is called so."""
    last = max(at for at, row in enumerate(sheet.rows) if row.kind is kind)
    return any(row.kind in {Kind.BODY, Kind.RUNS} for row in sheet.rows[last + 1 :])


def _facts(sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """Open the facts that were taken from a caption."""
    others = _of_others(sheet)
    for fact, number in sheet.facts:
        if (fact, number) not in overrides.facts:
            yield Premise(
                id=f"{fact.value}{CAPTION}",
                alternatives=_either(
                    f"{number} {fact.value} in every score",
                    f"the caption's {number} is of something else",
                    Change(without=frozenset({fact})),
                    usual=fact in _COUNTED_OF and others,
                ),
                because="the caption alone says it",
                settle=f"--fact {fact.value}={number}",
            )


_COUNTED_OF = {
    Fact.POSITIVES: (Role.RECALL, Role.TPR),
    Fact.NEGATIVES: (Role.SPECIFICITY,),
    Fact.SAMPLES: (Role.ACCURACY,),
}


def _of_others(sheet: Sheet) -> bool:
    """Tell whether rows have likely other positives and negatives than the caption says.

    So it is of groups of what it counts, and of lesions of its patients: half of the rates of some
    column or more are no whole number over its number.
    """
    facts = dict(sheet.facts)
    if Fact.POSITIVES not in facts:
        return False
    for fact, roles in _COUNTED_OF.items():
        spans = [scaled(hull(cell), facts.get(fact, 0)) for _, _, cell in sheet.cells(*roles)]
        if spans and 2 * sum(not wholes(span) for span in spans) >= len(spans):
            return True
    return False
