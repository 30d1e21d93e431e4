"""What an audit finds does not depend on how a space is written; a wider one loses nothing."""

from collections.abc import Sequence

from attrs import evolve
from hypothesis import assume, event, example, given
from hypothesis import strategies as st

from measurand.auditing.claims.model import Choice, Column, Row, Table
from measurand.auditing.claims.space import Candidate
from measurand.edges.trials.strategies.samples import Shape
from measurand.values.printed import Printed
from measurand.values.sample import Sample
from properties.audits.tables import TOLD, Audited, Product, products, tables
from properties.strategies.effort import half


def written(made: Audited) -> Sequence[Product]:
    assert made.table.space is not None
    return made.table.space.products


def choices(candidates: set[Candidate]) -> set[frozenset[tuple[str, str]]]:
    """Forget the order in which choices were written."""
    return {frozenset(one.texts.items()) for one in candidates}


# Of classes that occur nowhere `both_empty` decides: not for definitions that do not say it.
NOWHERE = Audited(
    Table(
        name="1",
        data="runs",
        columns=(Column(name="c0", metric="precision"),),
        rows=(Row(label="r0", cells=(("c0", Printed.parse("1")),)),),
        options=TOLD[Shape.SPANS],
    ),
    {"runs": (Sample(id="0", predicted=()),), "others": ()},
).spaced(
    (
        Choice(option="over", values=("union", "declared[A,C]")),
        Choice(option="average", values=("micro", "macro[class]")),
    )
)


@half
@given(tables, products())
@example(NOWHERE, (Choice(option="both_empty", values=("1+1",)),))
def test_adding_definitions_to_the_space_never_removes_a_survivor(
    made: Audited, more: Product
) -> None:
    assume(made.spots())
    wider = made.spaced(*written(made), more)

    before, after = made.alive(), wider.alive()

    event(f"{len(before)} before, {len(after)} after")
    assert before == after & set(made.tried)


@half
@given(tables)
def test_adding_values_to_a_choice_never_removes_a_survivor(made: Audited) -> None:
    assume(made.spots())
    first, *rest = written(made)
    narrow = made.spaced(tuple(evolve(one, values=one.values[:1]) for one in first), *rest)

    assert narrow.alive() == made.alive() & set(narrow.tried)


@half
@given(tables)
def test_the_survivors_of_a_union_are_those_of_its_products(made: Audited) -> None:
    assume(made.spots())

    parts = [made.spaced(product).alive() for product in written(made)]

    assert made.alive() == {one for part in parts for one in part}


@half
@given(tables, st.data())
def test_the_order_of_products_choices_values_rows_and_cells_does_not_matter(
    made: Audited, data: st.DataObject
) -> None:
    assume(made.spots())
    shuffled = [
        tuple(
            Choice(option=one.option, values=tuple(data.draw(st.permutations(one.values))))
            for one in data.draw(st.permutations(product))
        )
        for product in data.draw(st.permutations(written(made)))
    ]
    rows = [
        evolve(row, cells=tuple(data.draw(st.permutations(row.cells))))
        for row in data.draw(st.permutations(made.table.rows))
    ]

    other = made.spaced(*shuffled).printed(rows)

    assert choices(other.alive()) == choices(made.alive())


@half
@given(tables)
def test_the_findings_are_the_choices_of_the_survivors(made: Audited) -> None:
    assume(made.spots())
    alive = [one.texts for one in made.alive()]

    found = made.audit().findings

    assert bool(found) == bool(alive and any(written(made)))
    for finding in found:
        made_choices = {one.get(finding.option) for one in alive}
        assert set(finding.survive) == made_choices - {None}
        assert finding.open == (None in made_choices)
        one_left = len(made_choices) == 1 and None not in made_choices
        assert finding.identified == (one_left and len(finding.considered) > 1)
