"""What a table leaves open, as premises: each guess with what a careful reader would admit instead.

A guess is a premise because a verdict rests on it: only what every alternative refutes is refuted.
One that may as well be another (MSE that is its root, numbers that may be bits) has a usual
alternative; one that is nearly always right (that an average is of the columns before it) has an
unusual one, which has to be named to be met. What was said is no premise any more.

What only words around the table open is in `word_premises`, what they make untrue in `voided`.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from measurand.algebra.rounding import hull
from measurand.auditing.proofs.grain.cells import scaled, wholes
from measurand.auditing.proofs.premises import (
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
    Overrides,
    RawTable,
    override_text,
)
from measurand.edges.tables.roles import IMPOSSIBLE, ITEMS, GuessedColumn
from measurand.edges.tables.row_words import row_word
from measurand.edges.tables.voided import voided_premises
from measurand.edges.tables.word_premises import (
    either,
    made_known,
    nothing_held,
    of_runs,
    premises_of_words,
    settling,
)
from measurand.values.printed import Rounding, Unit

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
            alternatives=either(
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
            alternatives=either(
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
            chosen, other = either(
                one.what,
                f"{one.name!r} is something else",
                nothing_held(one.name),
                usual=one.role in _USUAL and one.doubt != IMPOSSIBLE,
            )
            yield Premise(
                id=f"role-of-{one.role.value}",
                alternatives=(chosen, *_parts(one), other),
                columns=(one.name,),
                because=one.doubt,
                settle=settling(one, *_beta(one)),
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
            alternatives=either(
                ", ".join(one.role.value for one in letters),
                f"{', '.join(names)} are letters for other scores",
                nothing_held(*names),
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
    known = made_known(overrides)
    made = {one.group for one in guesses if one.role is Role.F and one.name in known}
    for one in guesses:
        if one.name not in spoken and (one.group not in made or one.role not in SIDES):
            yield one


def _made_of(sheet: Sheet, overrides: Overrides) -> Iterator[Premise]:
    """F may be of something else than the P and R beside it, unless its definition was said."""
    settled = made_known(overrides)
    for column in sheet.having(Role.F):
        beside = (sheet.within(column.group, role) for role in SIDES)
        sides = [side.name for side in beside if side is not None]
        if column.name in settled or len(sides) < _FEWEST:
            continue
        harmonic = override_text(column.name, Role.F.value, (), "aggregate=harmonic")
        yield Premise(
            id=MADE_OF,
            alternatives=either(
                "F of this P and R, or a mean of F",
                "F is of another average, threshold, run or statistic than P and R",
                nothing_held(column.name),
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
                alternatives=either(
                    f"the share of {count!r} in {total!r}",
                    "of other counts in some rows",
                    Change(roles=((one.name, role, ()),)),
                    usual=False,
                ),
                columns=(one.name,),
                because="most rows fit",
                settle=settling(one),
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
            alternatives=either(
                "what its head says",
                "of another kind, set, unit or threshold than its neighbours",
                Change(roles=((one.name, role, ()),)),
                usual=False,
            ),
            columns=(one.name,),
            because="its head alone says it",
            settle=settling(one, *_beta(one)),
        )


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
            alternatives=either(
                "shares",
                f"{one.name!r} is below one percent",
                Change(units=tuple((name, Unit.PERCENT) for name in names)),
                usual=percent,
            ),
            columns=(one.name,),
            because="numbers up to 1 without a sign",
            settle=settling(one, *_beta(one), "unit=none"),
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
            alternatives=either(
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
                alternatives=either(
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
