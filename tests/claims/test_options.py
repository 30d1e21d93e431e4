"""Which options a cell is computed under: the most special knowledge wins."""

import pytest

from measurand.auditing.claims.cells import (
    amended,
    cell_definition,
    cell_definitions,
    written_options,
)
from measurand.auditing.claims.model import MOST_DEFINITIONS, Choice, Row, Space, Table
from measurand.auditing.claims.space import (
    Candidate,
    candidate_places,
    candidates,
    space_needs,
    values_considered,
)
from measurand.metrics.grammar import SignatureError, read_value, write_value
from measurand.metrics.signature import option_values
from measurand.values.items import Span
from measurand.values.printed import Unit
from measurand.values.sample import Sample
from tests.claims.small import alive, audited, column, options, printed, row, space, table, texts

HITS = column("hits", "total(of=hits)", unit=Unit.NONE)


def beta(made: Table, at: Row, extra: str = "") -> str:
    """Read the beta under which the one column of a table is computed."""
    more = options({"beta": extra}) if extra else ()
    definition = cell_definition(made, made.columns[0], at, more)
    return write_value(option_values(definition)["beta"])


def test_the_options_of_a_table_are_known_of_its_columns() -> None:
    made = table([column("F1", "f")], [row("ours", {})], known={"beta": "2"})

    assert beta(made, made.rows[0]) == "2"


def test_a_column_knows_better_than_its_table() -> None:
    made = table([column("F1", "f(beta=3)")], [row("ours", {})], known={"beta": "2"})

    assert beta(made, made.rows[0]) == "3"


def test_a_row_knows_better_than_its_column() -> None:
    made = table(
        [column("F1", "f(beta=3)")], [row("ours", {}, known={"beta": "4"})], known={"beta": "2"}
    )

    assert beta(made, made.rows[0]) == "4"


def test_what_the_space_tries_wins_over_all() -> None:
    made = table(
        [column("F1", "f(beta=3)")], [row("ours", {}, known={"beta": "4"})], known={"beta": "2"}
    )

    assert beta(made, made.rows[0], "5") == "5"


def test_a_row_does_not_change_its_neighbour() -> None:
    made = table([column("F1", "f")], [row("one", {}, known={"beta": "4"}), row("two", {})])

    assert [beta(made, at) for at in made.rows] == ["4", "1"]


def test_options_that_a_metric_does_not_have_speak_of_other_columns() -> None:
    made = table([HITS], [row("ours", {})], known={"aggregate": "harmonic", "match": "multiset"})

    assert set(written_options(made, HITS, made.rows[0])) == {"of", "match"}


def test_a_dotted_option_changes_one_argument_of_what_was_known() -> None:
    made = table([HITS], [row("ours", {})], known={"match": "spans[mode=type,scope=joint]"})

    found = written_options(made, HITS, made.rows[0], options({"match.scope": "by_type"}))

    assert write_value(found["match"]) == "spans[mode=type,scope=by_type]"


def test_a_whole_option_after_a_dotted_one_wins_whole() -> None:
    known = {"match": "spans[mode=type]", "match.scope": "by_type"}
    made = table([column("hits", "total(match=set)")], [row("ours", {})], known=known)

    assert write_value(written_options(made, made.columns[0], made.rows[0])["match"]) == "set"


def test_a_dotted_option_of_nothing_known_is_taken_as_the_whole() -> None:
    assert write_value(amended((), "scope", read_value("by_type"))) == "by_type"


def test_a_dotted_option_that_does_not_fit_makes_no_definition() -> None:
    made = table([HITS], [row("ours", {})], known={"match": "set"})
    extras = [options({"match.scope": "by_type"}), options({"match": "multiset"})]

    wrong, right = cell_definitions(made, HITS, made.rows[0], extras)

    assert isinstance(wrong, SignatureError)
    assert not isinstance(right, SignatureError)


def test_a_dotted_option_is_audited_as_any_other() -> None:
    # LOC [0, 3) is met first and takes PER [0, 5): jointly PER [1, 4) is left with nothing.
    sample = Sample(
        id="1", gold=(Span(0, 5, "PER"),), predicted=(Span(0, 3, "LOC"), Span(1, 4, "PER"))
    )
    tried = space(["hits"], {"match.scope": ["joint", "by_type"]})
    columns = [column("hits", "total(match=spans[mode=type])", unit=Unit.NONE)]
    for text, scope in (("0", "joint"), ("1", "by_type")):
        cells = {"hits": printed(text, Unit.NONE)}

        found = audited(table(columns, [row("ours", cells)], tried), [sample])

        assert alive(found) == [f"match.scope={scope}"]


def test_candidates_are_the_products_of_the_choices_in_order() -> None:
    tried = space(["F1"], {"average": ["micro"]}, {"beta": ["1", "2"], "credit": ["binary"]})

    assert texts(candidates(tried)) == [
        "average=micro",
        "beta=1, credit=binary",
        "beta=2, credit=binary",
    ]


def test_a_candidate_of_two_products_is_tried_once() -> None:
    tried = space(["F1"], {"beta": ["1", "2"]}, {"beta": ["2", "3"]})

    assert texts(candidates(tried)) == ["beta=1", "beta=2", "beta=3"]
    assert values_considered(tried) == {"beta": ("1", "2", "3")}


def test_a_product_without_choices_is_what_is_declared() -> None:
    assert candidates(space(["F1"], {})) == (Candidate(),)


def test_a_space_counts_its_definitions_before_equal_ones_are_seen() -> None:
    assert space(["F1"], {"beta": ["1", "2"]}, {"beta": ["2"], "average": ["micro"]}).size == 3


def test_a_space_has_a_bound() -> None:
    many = tuple(str(number) for number in range(1, 400))
    choices = (Choice(option="beta", values=many), Choice(option="only", values=many))

    with pytest.raises(ValueError, match="at most 100000 definitions: got 159201"):
        Space(columns=("F1",), products=(choices,))

    assert MOST_DEFINITIONS < 399 * 399


def test_a_source_that_a_candidate_names_wins_over_row_and_table() -> None:
    tried = space(["hits"], {"data": ["first", "second"]}, {"of": ["gold"]})
    made = table([HITS], [row("ours", {}, data="rows")], tried)

    found = candidate_places(made, made.rows[0], HITS)

    assert [part.data for part, _ in found] == ["first", "second", "rows"]


def test_an_impossible_candidate_needs_no_evidence() -> None:
    tried = space(["F1"], {"aggregate": ["harmonic"]})
    columns = [column("F1", "f(statistic=population_stdev)")]

    assert space_needs(table(columns, [row("ours", {"F1": printed("1")})], tried)) == ()


def test_candidates_that_observe_alike_need_one_pass() -> None:
    tried = space(["F1"], {"average": ["micro", "macro[sample]"], "aggregate": ["mean"]})
    made = table([column("F1", "f")], [row("ours", {"F1": printed("1")})], tried)

    assert len(space_needs(made)) == 1


def test_means_over_groups_need_a_pool_with_these_groups() -> None:
    tried = space(["F1"], {"average": ["micro", "macro[run]", "macro[document,sample]"]})
    made = table([column("F1", "f")], [row("ours", {"F1": printed("1")})], tried)

    [need] = space_needs(made)

    assert need.names == ("document", "run")
