"""Tables of studies that were counted from persons are never refuted; another digit is found."""

from fractions import Fraction
from random import Random

from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import lint_apart
from measurand.edges.statements.sheets import statements_of
from measurand.edges.tables.markup.reader import Markup, tables_of
from measurand.values.printed import Rounding
from measurand.values.verdict import TableVerdict
from properties.statements.printing import NEAREST, digits, modes
from properties.strategies.effort import half

POSSIBLE, ODD, NOT = TableVerdict.POSSIBLE, TableVerdict.ODD, TableVerdict.NOT_REPRODUCIBLE
VARIABLES = (
    "Female",
    "Smoker",
    "Diabetes",
    "Hypertension",
    "Prior stroke",
    "Statin use",
    "Married",
)
seeds = st.integers(0, 2**32 - 1)
groups_of_study = st.lists(st.integers(12, 900), min_size=2, max_size=3)


@frozen(kw_only=True)
class Study:
    """How a table is made: group sizes, decimals, rounding, whose values are known, its markup."""

    sizes: tuple[int, ...]
    places: int
    mode: Rounding
    missing: bool
    total: bool
    markup: Markup


studies = st.builds(
    Study,
    sizes=groups_of_study.map(tuple),
    places=st.integers(0, 2),
    mode=modes,
    missing=st.booleans(),
    total=st.booleans(),
    markup=st.sampled_from(["markdown", "csv", "text"]),
)


def written(rows: list[list[str]], markup: Markup) -> str:
    """Write rows as a table under a caption."""
    if markup == "csv":
        return "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
    if markup == "text":
        widths = [max(len(row[at]) for row in rows) + 3 for at in range(len(rows[0]))]
        lines = (
            "".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )
        return "Table 1. Characteristics of the groups\n\n" + "\n".join(lines)
    bars = [" | ".join(row) for row in rows]
    return "\n".join(
        f"| {bar} |" for bar in (bars[0], " | ".join(["---"] * len(rows[0])), *bars[1:])
    )


def share(count: int, total: int, study: Study) -> str:
    """Print a count and its percent."""
    return f"{count} ({digits(Fraction(100 * count, total), study.places, study.mode)})"


def counted(study: Study, chance: Random) -> list[list[str]]:
    """Count variables of simulated persons, of whom some have no value."""
    sizes = [*study.sizes, *([sum(study.sizes)] if study.total else [])]
    names = [f"Group {'ABC'[at]}" for at in range(len(study.sizes))]
    names += ["All patients"] if study.total else []
    rows = [["Variable", *(f"{name} (n = {n})" for name, n in zip(names, sizes, strict=True))]]
    for name in VARIABLES:
        known = [n - (chance.randrange(n // 4 + 1) if study.missing else 0) for n in study.sizes]
        counts = [chance.randrange(n + 1) for n in known]
        known += [sum(known)] if study.total else []
        counts += [sum(counts)] if study.total else []
        cells = (share(k, n, study) for k, n in zip(counts, known, strict=True) if n)
        rows.append([f"{name}, n (%)", *cells])
    return rows


def plainly(study: Study) -> Study:
    """Leave out what makes numbers odd."""
    return evolve(study, mode=Rounding.HALF_EVEN, missing=False, total=False)


def judged(text: str, markup: Markup) -> TableVerdict | None:
    """Judge what is read of the groups of a table; None where nothing is."""
    tables = tables_of(text.encode(), markup).unwrap()
    read = statements_of("", tables=tables).unwrap()
    return lint_apart(read.sheet, read.parts).outcome if read.parts else None


@half
@given(study=studies, seed=seeds)
def test_a_table_of_counted_persons_is_never_refuted(study: Study, seed: int) -> None:
    """Possible where all values are known, and at most odd where some are missing, or cut off."""
    text = written(counted(study, Random(seed)), study.markup)  # noqa: S311

    verdict = judged(text, study.markup)

    if study.missing or study.mode not in NEAREST:
        assert verdict in {None, POSSIBLE, ODD}
    else:
        assert verdict is POSSIBLE


@half
@given(study=studies, seed=seeds)
def test_other_totals_are_no_accusation(study: Study, seed: int) -> None:
    """Percentages of a row, of a row above, and of eyes, of which there are more than persons."""
    chance = Random(seed)  # noqa: S311
    study = plainly(study)
    rows = counted(study, chance)
    counts = [chance.randrange(1, n) for n in study.sizes]
    below = [chance.randrange(k + 1) for k in counts]
    rows.append(
        ["Working, n (%)", *(share(k, n, study) for k, n in zip(counts, study.sizes, strict=True))]
    )
    rows.append(
        ["Part time, n (%)", *(share(k, n, study) for k, n in zip(below, counts, strict=True))]
    )
    rows.append(["Of the row, n (%)", *(share(k, sum(counts), study) for k in counts)])
    many = [n + n // 4 + 1 + chance.randrange(n) for n in study.sizes]
    cells = (share(chance.randrange(n + 1), n, study) for n in many)
    rows.append(["Right side, n (%)", *cells])

    verdict = judged(written(rows, study.markup), study.markup)

    assert verdict in {None, POSSIBLE, ODD}


@half
@given(study=studies, seed=seeds)
def test_what_one_group_has_several_of_is_no_accusation(study: Study, seed: int) -> None:
    """Places of tumours, germs found, answers: of more than all persons, and nothing says so."""
    chance = Random(seed)  # noqa: S311
    size = study.sizes[0]
    study = evolve(plainly(study), sizes=(size,))
    rows = counted(study, chance)
    places = [chance.randrange(1, size + 1) for _ in range(chance.randrange(3, 6))]
    everything = sum(places)
    rows += [
        [f"Place {at}, n (%)", share(k, everything, study)] for at, k in enumerate(places, start=1)
    ]

    assert judged(written(rows, study.markup), study.markup) is not NOT


@half
@given(study=studies, seed=seeds)
def test_units_that_several_groups_share_need_not_add_up(study: Study, seed: int) -> None:
    """Centres take part in all groups: those of all groups are fewer than their sum."""
    chance = Random(seed)  # noqa: S311
    study = evolve(plainly(study), total=True)
    rows = counted(study, chance)
    centres = chance.randrange(4, 12)
    parts = [chance.randrange(1, centres) for _ in study.sizes]
    rows.append(["Centres, n (%)", *(share(k, centres, study) for k in (*parts, centres))])

    assert judged(written(rows, study.markup), study.markup) is not NOT


@half
@given(study=studies, seed=seeds)
def test_a_count_above_all_that_n_and_fewer_give_is_refuted(study: Study, seed: int) -> None:
    """The percent of one cell is lowered: no smaller total gives less."""
    chance = Random(seed)  # noqa: S311
    study = plainly(study)
    rows = counted(study, chance)
    n = study.sizes[-1]
    k = chance.randrange(n // 2, n + 1)
    low = digits(Fraction(100 * k, n) - 3, study.places, study.mode)
    first = chance.randrange(study.sizes[0] + 1)
    cells = [share(k, size, study) for size in study.sizes[1:-1] for k in (0,)]
    rows.append(["Retired, n (%)", share(first, study.sizes[0], study), *cells, f"{k} ({low})"])

    assert judged(written(rows, study.markup), study.markup) is NOT
