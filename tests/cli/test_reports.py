"""What the texts of check and audit say: facts that a referee looks for."""

import pytest

from tests.cli.running import RUNS, Shell, claims, with_row

# Hits, predictions, gold items: (1, 1, 2), (0, 0, 0), (0, 2, 1), (1, 1, 1).
FOUR = (
    '{"id": 1, "gold": ["a", "b"], "pred": ["a"]}\n'
    '{"id": 2, "gold": [], "pred": []}\n'
    '{"id": 3, "gold": ["a"], "pred": ["b", "c"]}\n'
    '{"id": 4, "gold": ["a"], "pred": ["a"]}\n'
)
# Of the samples F is 2/3, empty, 0 and 1. Pooled it is 2 * 2 / (4 + 4) = 50%; the mean is 66.7%,
# 41.7% and 55.6% where the empty sample counts as 1, as 0 and not at all.
SPACE = """\
[table.space]
columns = ["F1"]
[[table.space.any]]
average = ["micro"]
[[table.space.any]]
average = ["macro[sample]"]
both_empty = ["1+1", "0+0", "drop"]
"""


@pytest.fixture
def four(shell: Shell) -> Shell:
    shell.write("runs.jsonl", FOUR)
    return shell


def audit(shell: Shell, text: str) -> str:
    shell.write("claims.toml", text)
    return shell("audit", "claims.toml").out


def check(shell: Shell, text: str) -> str:
    shell.write("claims.toml", text)
    return shell("check", "claims.toml").out


def test_a_cell_that_is_not_reproduced_is_shown_with_what_was_computed(four: Shell) -> None:
    text = check(four, claims("66.8"))

    assert "66.8% != 66.667%" in text
    assert "-0.133" in text


def test_a_tie_is_named(shell: Shell) -> None:
    # One of two samples is right: 1/2, half way between 0 and 1.
    shell.write("runs.jsonl", RUNS)
    text = claims("0").replace('"%"', '"none"')

    out = check(shell, text)
    tree = shell("check", "claims.toml", "--format", "json")

    assert "0 ok (tie)" in out
    assert "1 cell: 1 reproduced (1 at a tie)." in out
    assert tree.cells()[0]["tie"] is True


def test_an_undecided_cell_is_shown_with_the_reason(four: Shell) -> None:
    out = check(four, claims(row='where = { run = "x" }'))

    assert "50.0% ?" in out
    assert "undefined: no sample of runs has run=x" in out


def test_a_cell_of_unknown_definition_points_to_the_audit(four: Shell) -> None:
    out = check(four, claims(definition='unknown", metric = "f'))

    assert "its definition is unknown: see the audit" in out


def test_two_rows_of_one_label_are_both_shown(four: Shell) -> None:
    out = check(four, with_row(claims("66.7"), '{ label = "ours", cells = { F1 = 66.8 } }'))

    assert "66.7% ok" in out
    assert "66.8% != 66.667%" in out


def test_every_number_has_its_signature_and_denominators(four: Shell) -> None:
    four.write("claims.toml", claims("66.7"))

    [cell] = four("check", "claims.toml", "--format", "json").cells()

    assert cell["definition"] == (
        "f/1(beta=1,unit=whole,normalise=none,passes=settle,match=set,wildcard=off,"
        "credit=similarity,charge=gold,class=none,missing=skip,gold=gold,answer=predicted,"
        "answer_unit=same,gold_keep=all,answer_keep=all,dropped_hits=count,average=macro[sample],only=all,over=union,undefined=propagate,statistic=mean,"
        "both_empty=1+1,gold_empty=0+0,pred_empty=0+0,aggregate=mean)"
    )
    assert cell["denominators"] == {
        "read": 4,
        "dropped": 0,
        "skipped": 0,
        "scored": 4,
        "excluded": {},
        "units": 4,
        "left_out": 0,
    }


def test_units_that_a_rule_drops_are_counted(four: Shell) -> None:
    four.write("claims.toml", claims("55.6", definition="f(both_empty=drop)"))

    ran = four("check", "claims.toml", "--format", "json")

    [cell] = ran.cells()
    numbers = cell["denominators"]
    assert isinstance(numbers, dict)
    assert (ran.code, numbers["units"], numbers["left_out"]) == (0, 3, 1)


def test_an_audit_names_what_the_table_identifies(four: Shell) -> None:
    out = audit(four, claims("66.7", table=SPACE))

    assert "Verdict: holds." in out
    assert "1 of 4 admissible definitions fits the one cell" in out
    assert "Identified by the table: average, both_empty." in out
    assert "Not identified" not in out


def test_an_audit_names_what_the_table_does_not_identify(shell: Shell) -> None:
    # No sample is empty, so the rule for empty samples does not show.
    shell.write("runs.jsonl", FOUR.replace('"gold": [], "pred": []', '"gold": ["a"], "pred": []'))

    out = audit(shell, claims("41.7", table=SPACE))

    assert "3 of 4 admissible definitions fit the one cell" in out
    assert "1 outcome among them" in out
    assert "Identified by the table: average." in out
    assert "Not identified by the table: both_empty." in out


def test_an_audit_shows_a_sample_that_tells_survivors_apart(shell: Shell) -> None:
    shell.write("runs.jsonl", FOUR.replace('"gold": [], "pred": []', '"gold": ["a"], "pred": []'))

    out = audit(shell, claims("41.7", table=SPACE))

    assert "A sample that tells the survivors apart (made up):" in out
    assert "gold [], predicted []" in out
    # Of five samples with F 2/3, 0, 0, 1 and an empty one: 8/15, 5/15, and 5/12 without it.
    assert "53.333% under average=macro[sample], both_empty=1+1" in out
    assert "33.333% under average=macro[sample], both_empty=0+0" in out
    assert "41.667% under average=macro[sample], both_empty=drop" in out


def test_an_audit_shows_the_nearest_definition_of_a_cell_that_none_prints(four: Shell) -> None:
    out = audit(four, claims("60.0", table=SPACE))

    assert "Verdict: refuted." in out
    assert "1 cell printed by none of them." in out
    assert "Rows that no single definition fits: ours." in out
    assert "0 of 4; nearest 55.556% (off by -4.444)" in out
    assert "Nearest definitions" in out


def test_an_audit_shows_how_far_a_number_moves_and_under_what(four: Shell) -> None:
    out = audit(four, claims("66.7", table=SPACE))

    [line] = [line.split() for line in out.splitlines() if "1 of 4 " in line and "%" in line]
    assert line[-5:] == ["41.667%", "d1", "66.667%", "d2", "12.5%"]
    assert "average=macro[sample], both_empty=0+0" in out.partition("Definitions at the ends")[2]
    assert "average=macro[sample], both_empty=1+1" in out.partition("Definitions at the ends")[2]


def test_an_audit_says_which_cells_tell_nothing(four: Shell) -> None:
    hits = '\ncolumns.hits = { definition = "total" }\n'
    text = claims("66.7", table=hits + SPACE.replace('["F1"]', '["F1", "hits"]'))

    out = audit(four, text.replace("F1 = 66.7", "F1 = 66.7, hits = 2"))

    assert "1 cell printed by every definition: not informative." in out


def test_json_of_an_audit_has_the_ends_of_a_spread(four: Shell) -> None:
    four.write("claims.toml", claims("66.7", table=SPACE))

    [cell] = four("audit", "claims.toml", "--format", "json").cells()

    spread = cell["definitional_uncertainty"]
    assert isinstance(spread, dict)
    assert spread["low"]["score"]["value"] == "5/12"
    assert spread["low"]["definitions"] == [{"average": "macro[sample]", "both_empty": "0+0"}]
    assert spread["high"]["score"]["value"] == "2/3"
    assert (cell["printed_by"], cell["tried"], cell["informative"]) == (1, 4, True)


def test_cells_outside_the_space_are_held_against_their_own_definitions(four: Shell) -> None:
    hits = '\ncolumns.hits = { definition = "total" }\n'

    out = audit(
        four, claims("66.7", table=hits + SPACE).replace("F1 = 66.7", "F1 = 66.7, hits = 3")
    )

    assert "Verdict: refuted." in out
    assert "Outside the space: 1 cell: 1 not reproduced." in out


def test_an_average_over_groups_that_samples_lack_does_not_spoil_the_others(four: Shell) -> None:
    space = 'space = { columns = ["F1"], average = ["macro[sample]", "macro[document]"] }'

    out = audit(four, claims("66.7", table=space))

    assert "Verdict: holds." in out
    assert "1 of 2 admissible definitions fits the one cell" in out


def test_an_audit_with_nothing_but_such_averages_is_undecided(four: Shell) -> None:
    space = 'space = { columns = ["F1"], average = ["macro[document]"] }'
    four.write("claims.toml", claims("66.7", definition='unknown", metric = "f', table=space))

    ran = four("audit", "claims.toml", "--format", "json")

    assert (ran.code, ran.table["verdict"]) == (3, "undecided")
