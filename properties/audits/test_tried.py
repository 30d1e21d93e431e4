"""What an audit tries without a space: all of an option, or it says that there is more."""

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.auditing.claims.default_space import tried_space
from measurand.auditing.claims.model import Column, Row, Table
from measurand.auditing.claims.space import candidate_places, untried_options
from measurand.metrics import families
from measurand.metrics.definitions import Definition
from measurand.metrics.grammar import read, write_value
from measurand.metrics.signature import option_values, options, parse
from measurand.values.printed import Printed

ALL = sorted(families.ours())
TEXTS = ["bleu", "chrf", "chrf_pp", "rouge_l", "rouge_n", "ter", "token_f1", "wer"]


def written(name: str) -> str:
    return f"{name}({families.ours()[name].about.example})"


def tried(*names: str) -> tuple[Table, list[tuple[Definition, ...]]]:
    """Make a table of metrics with what they leave open, and the definitions that are tried."""
    columns = tuple(
        Column(name=name, metric=name, options=read(written(name)).options, known=False)
        for name in names
    )
    row = Row(label="a", cells=tuple((name, Printed.parse("0.1")) for name in names))
    plain = Table(name="1", data="d", columns=columns, rows=(row,))
    table = evolve(plain, space=tried_space(plain))
    every = (candidate_places(table, row, column) for column in columns)
    return table, [tuple(one for _, one in places) for places in every]


@pytest.mark.parametrize("name", ALL)
def test_each_value_of_an_option_is_said_or_tried_or_told_as_not_tried(name: str) -> None:
    table, [definitions] = tried(name)

    said = {option for option, _ in table.columns[0].options}
    every = [option_values(one) for one in definitions]
    for option in options(name).keys() - said - {*untried_options(table)}:
        values = {write_value(one[option]) for one in every}
        assert values == {*options(name)[option].codec.values}
        assert values


@given(names=st.lists(st.sampled_from(TEXTS), min_size=2, max_size=3, unique=True))
@example(names=["bleu", "rouge_l"])
@example(names=["bleu", "ter"])
def test_all_columns_may_be_as_their_tools_have_them(names: list[str]) -> None:
    _, definitions = tried(*names)

    plain = tuple(parse(written(name)) for name in names)
    assert plain in set(zip(*definitions, strict=True))


@given(names=st.lists(st.sampled_from(TEXTS), min_size=2, max_size=3, unique=True))
def test_a_column_is_tried_beside_others_with_all_that_it_is_tried_with_alone(
    names: list[str],
) -> None:
    _, together = tried(*names)

    for name, definitions in zip(names, together, strict=True):
        _, [alone] = tried(name)
        assert set(alone) == set(definitions)
