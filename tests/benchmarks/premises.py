"""How often `lint` accuses: of true tables, and of the same tables with one digit changed.

`python -m tests.benchmarks.premises [TABLES]` draws the tables of `properties/premises` and prints,
for each threshold of `--odd-at`, what share of them is refuted, odd or undecided: with nothing
said, with a part of what is true said, with all of it. Of slips a part cannot be seen: some cells
stand in no relation, and some other digits would print so too.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from time import process_time

from properties.premises.asking import quickly, read, told
from properties.premises.families import seeded, true_table
from properties.premises.layouts import Option, TrueTable, slip, some_of
from properties.premises.score_tables import f_above_both

TABLES = 3000
PLANTED = 200
CURVE = 1000
THRESHOLDS = (0, 1, 2, 3, 4, 6, 8)
SHOWN = 8
Said = Callable[[Random, TrueTable], Sequence[Option]]
SAID: dict[str, Said] = {
    "nothing said": lambda _rng, _table: (),
    "a part of what is true said": lambda rng, table: some_of(rng, table.said),
    "all that is true said": lambda _rng, table: table.said,
}


def outcome(table: TrueTable, said: Sequence[Option], odd_at: int) -> str:
    """Name what `lint` says of a table; a text that it cannot read is a word of its own."""
    try:
        found = quickly(table, said, odd_at=odd_at)
    except ValueError:
        return "unread"
    bad = told(found)
    if bad.refuted:
        return "refuted"
    return "odd" if bad.odd else "undecided" if bad.undecided else "possible"


def true_tables(number: int, first: int = 0) -> Iterator[tuple[Random, TrueTable]]:
    """Draw tables whose numbers are true."""
    for seed in range(first, first + number):
        yield seeded(seed), true_table(seed)


def slips(number: int) -> Iterator[tuple[Random, TrueTable]]:
    """Draw the same tables with one digit changed."""
    for rng, table in true_tables(number):
        changed = slip(rng, table)
        if changed is not None:
            yield rng, changed


def pairs(number: int) -> Iterator[tuple[TrueTable, TrueTable]]:
    """Draw true tables beside what a slip makes of them."""
    for (_, table), (_, changed) in zip(true_tables(number), slips(number), strict=True):
        yield table, changed


_ALONE = frozenset({"range", "samples", "order"})


def related(table: TrueTable, changed: TrueTable) -> bool:
    """Tell whether a question ties the cell that was changed to others of the true table."""
    before, after = cells_of(table), cells_of(changed)
    places = {place for place, text in before.items() if after.get(place) != text}
    return any(
        row in finding.rows and column in finding.columns
        for question in quickly(table).questions
        if question.name.partition(":")[0] not in _ALONE
        for finding in question.findings
        for row, column in places
    )


def cells_of(table: TrueTable) -> dict[tuple[str, str], str]:
    """List the numbers that are read."""
    return {
        (row.label, name): cell.text for row in read(table).sheet.rows for name, cell in row.cells
    }


def planted(number: int) -> Iterator[tuple[Random, TrueTable]]:
    """Draw tables in one row of which F1 is above both P and R."""
    for seed in range(number):
        yield seeded(seed), f_above_both(seeded(seed))


def tallied(
    tables: Iterable[tuple[Random, TrueTable]], said: Said, odd_at: int
) -> tuple[Counter[str], Counter[str]]:
    """Count outcomes, and the families of what is refuted or odd."""
    outcomes: Counter[str] = Counter()
    families: Counter[str] = Counter()
    for rng, table in tables:
        found = outcome(table, said(rng, table), odd_at)
        outcomes[found] += 1
        if found in {"refuted", "odd", "unread"}:
            families[f"{found}: {table.family}"] += 1
    return outcomes, families


def shares(found: Counter[str]) -> str:
    """Write counts as shares."""
    whole = found.total()
    words = ("refuted", "odd", "undecided", "possible", "unread")
    return ", ".join(f"{word} {found[word]} ({found[word] / whole:.2%})" for word in words)


def accusations(number: int = TABLES) -> Iterator[str]:
    """Tell every share, and the curve over the thresholds."""
    for name, said in SAID.items():
        start = process_time()
        found, families = tallied(true_tables(number), said, 3)
        each = (process_time() - start) / number
        yield (f"{number} true tables, {name}: {shares(found)}; {each:.4f} s each")
        for family, many in families.most_common(SHOWN):
            yield (f"    {family}: {many}")
        found, families = tallied(slips(number), said, 3)
        yield (f"  one digit changed, {name}: {shares(found)}")
    touched = sum(related(table, changed) for table, changed in pairs(number))
    yield (f"of the changed cells {touched / number:.1%} stand in a relation to others")
    found, _ = tallied(planted(PLANTED), SAID["nothing said"], 3)
    yield (f"F1 above both P and R, planted in {PLANTED}: {shares(found)}")
    some = min(number, CURVE)
    yield (f"--odd-at, of {some} tables: one-digit slips flagged : true tables odd")
    for odd_at in THRESHOLDS:
        right, _ = tallied(true_tables(some), SAID["nothing said"], odd_at)
        wrong, _ = tallied(slips(some), SAID["nothing said"], odd_at)
        flagged = (wrong["refuted"] + wrong["odd"]) / wrong.total()
        odd = right["odd"] / right.total()
        yield (f"  {odd_at}  {flagged:.1%} : {odd:.2%} (true tables refuted: {right['refuted']})")


if __name__ == "__main__":
    for line in accusations(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
