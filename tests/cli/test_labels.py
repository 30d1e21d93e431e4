"""`measurand labels`: intervals while labels come in, and how many are needed."""

import json
import re
from fractions import Fraction

import pytest

from measurand.inference.labels import plan_by_rates
from measurand.inference.sequences import confidence_sequence, corrected_sequence
from tests.cli.running import Shell

LABELS = [1, 0, 1, 1] * 50


def written(shell: Shell, *, none: bool = False) -> None:
    rows = [f"r{at},{one}" for at, one in enumerate(LABELS)]
    shell.write("labels.csv", "\n".join(["id,says", *(["x,"] if none else []), *rows, ""]))


def tree(shell: Shell, *words: str) -> dict[str, object]:
    ran = shell("labels", *words, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return ran.json


@pytest.mark.parametrize("none", [False, True])
def test_moments_are_those_of_the_sequence(shell: Shell, *, none: bool) -> None:
    written(shell, none=none)

    moments = tree(shell, "labels.csv", "--human", "says")["moments"]

    assert isinstance(moments, list)
    sequence = confidence_sequence(LABELS)
    assert [one["labels"] for one in moments] == [1, 2, 5, 10, 20, 50, 100, 200]
    for one in moments:
        known = sequence[one["labels"] - 1]
        assert (one["interval"]["low"], one["interval"]["high"]) == (known.low, known.high)
        mean = Fraction(sum(LABELS[: one["labels"]]), one["labels"])
        assert Fraction(one["mean"]["value"]) == mean


def test_ties_of_raters_are_told(shell: Shell) -> None:
    shell.write("runs.csv", "id,judge\na,1\nb,0\nc,1\n")
    shell.write("labels.csv", "id,says\na,1\na,0\nb,0\n")
    asked = ("labels", "runs.csv", "--human", "labels.csv:says", "--raters", "majority")

    ran = shell(*asked)

    assert "of what is left of a draw without 1 sample on which" in ran.out
    assert "each drawn at random" not in ran.out


RATED = "id,rater,says\na,ann,1\nb,ann,0\na,bob,0\nc,ann,1\nc,bob,1\n"


def test_rater_rows_are_no_samples(shell: Shell) -> None:
    shell.write("labels.csv", RATED)

    ran = shell("labels", "labels.csv", "--human", "says")

    assert ran.code == 2
    assert "--raters majority or mean" in ran.err
    assert "--field id=" not in ran.err


@pytest.mark.parametrize(
    ("raters", "means"), [("mean", ["0", "1/4", "1/2"]), ("majority", ["0", "1/2"])]
)
def test_rater_rows_are_joined(shell: Shell, raters: str, means: list[str]) -> None:
    # An item comes where its last label does: b is 0; a is 1/2, or tied; c is 1.
    shell.write("labels.csv", RATED)

    found = tree(shell, "labels.csv", "--human", "says", "--raters", raters)

    moments, sources = found["moments"], found["sources"]
    assert isinstance(moments, list)
    assert isinstance(sources, dict)
    assert [one["mean"]["value"] for one in moments] == means
    assert sources["labels.csv"].get("labels_tied", 0) == (raters == "majority")


def test_labels_of_a_file_of_their_own_are_in_its_order(shell: Shell) -> None:
    judged = [at % 3 > 0 for at in range(len(LABELS))]
    order = [*range(100, 0, -2)]
    runs = [json.dumps({"id": f"r{at}", "judge": one}) for at, one in enumerate(judged)]
    shell.write("runs.jsonl", "\n".join([*runs, ""]))
    labels = [f"r{at},{LABELS[at]}" for at in order]
    shell.write("labels.csv", "\n".join(["key,says", *labels, ""]))

    said = ("runs.jsonl", "--judge", "judge", "--human", "labels.csv:says", "--human-id", "key")
    moments = tree(shell, *said)["moments"]

    others = [judged[at] for at in range(len(LABELS)) if at not in order]
    known = corrected_sequence([(judged[at], LABELS[at]) for at in order], others)
    assert isinstance(moments, list)
    for one in moments:
        mean = known[one["labels"] - 1]
        ends = (one["corrected"]["interval"]["low"], one["corrected"]["interval"]["high"])
        assert ends == (mean.interval.low, mean.interval.high)


def test_an_item_of_several_raters_counts_where_the_last_has_spoken(shell: Shell) -> None:
    shell.write("runs.jsonl", "".join(f'{{"id": "{one}", "judge": 1}}\n' for one in "abc"))
    shell.write("labels.csv", "id,says\na,0\nb,1\nc,1\na,0\n")

    said = ("runs.jsonl", "--human", "labels.csv:says", "--raters", "mean")
    moments = tree(shell, *said)["moments"]

    assert isinstance(moments, list)
    assert [one["mean"]["value"] for one in moments] == ["1", "1", "2/3"]


def test_widths_are_reached_at_the_first_label_that_has_them(shell: Shell) -> None:
    written(shell)

    reached = tree(shell, "labels.csv", "--human", "says", "--within", ".2", "--within", ".01")

    widths = [(one.high - one.low) / 2 for one in confidence_sequence(LABELS)]
    first = next(at for at, one in enumerate(widths, 1) if one <= 0.2)
    assert [one["labels"] for one in reached["reached"]] == [first, None]  # type: ignore[attr-defined]


def test_a_plan_needs_no_file(shell: Shell) -> None:
    rates = ("--rate", ".64", "--sensitivity", ".95", "--specificity", ".57")

    planned = tree(shell, *rates, "--samples", "4000", "--within", ".03")["planned"]

    known = plan_by_rates(
        Fraction(16, 25), sensitivity=Fraction(19, 20), specificity=Fraction(57, 100)
    )
    assert isinstance(planned, list)
    assert (
        [one["labels"] for one in planned]
        == [known.labels_for(0.03, 4000, Fraction(19, 20))]
        == [705]
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "FILE: expected a file of labels, or --rate, --sensitivity and --specificity"),
        (("--rate", ".5"), "--rate: expected all of --rate, --sensitivity and --specificity"),
        (("labels.csv", "--human", "other"), "other"),
        (("labels.csv", "--samples", "4"), "--samples: expected --rate too"),
        (("grades.csv", "--human", "says"), "grades.csv:2: $.says: expected a number from 0 to 1"),
        (("none.csv", "--human", "says"), "--human: expected some labels"),
        (("twice.csv", "--human", "says"), "twice.csv:3: $.id: expected ids that differ"),
    ],
)
def test_what_cannot_be_is_refused(shell: Shell, words: tuple[str, ...], says: str) -> None:
    written(shell)
    shell.write("grades.csv", "id,says\na,5\n")
    shell.write("none.csv", "id,says\na,\n")
    shell.write("twice.csv", "id,says\na,1\na,1\n")

    ran = shell("labels", *words)

    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err


def test_the_page_draws_the_sequence(shell: Shell) -> None:
    written(shell)

    ran = shell("labels", "labels.csv", "--human", "says", "--html", "page.html", "--sentence")

    assert ran.code == 0
    assert ran.out.startswith("The mean of 200 labels is 0.750 (95% confidence sequence ")
    page = shell.read("page.html").decode()
    # In the contents, over the picture and its table, and as the name of the picture.
    assert re.findall(">(The mean so far)</(a|h[1-6]|caption)>", page) == [
        ("The mean so far", "a"),
        ("The mean so far", "h2"),
    ]
    # Where rows become blocks, the number that heads one says of what it is.
    assert '<th role="rowheader" scope="row" class="counted-by" data-label="labels">' in page
    # The last of 200 labels stands at the edge, where the middle of its tick would be cut off.
    assert re.search('<text class="small end" x="340.00" y="[0-9.]+">200</text>', page)


def test_json_fits_its_schema(shell: Shell) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    written(shell)

    found = tree(shell, "labels.csv", "--human", "says")
    schema = json.loads(shell("schema", "labels").out)

    jsonschema.validate(found, schema)


def judged(shell: Shell) -> list[tuple[int, int]]:
    both = [(judge, human) for judge, human in zip([1, 0, 1, 1, 1] * 40, LABELS, strict=True)]
    rows = [f"r{at},{judge},{human}" for at, (judge, human) in enumerate(both)]
    rest = [f"o{at},{at % 2}," for at in range(400)]
    # Samples without a label stand anywhere: only labels have an order.
    mixed = [*rest[:100], *rows[:90], *rest[100:], *rows[90:]]
    shell.write("judged.csv", "\n".join(["id,judge,says", *mixed, ""]))
    return both


def test_a_judge_is_corrected_at_every_moment(shell: Shell) -> None:
    both = judged(shell)

    found = tree(shell, "judged.csv", "--human", "says", "--judge", "judge")["moments"]

    known = corrected_sequence(both, [at % 2 for at in range(400)])
    plain = confidence_sequence([human for _, human in both])
    assert isinstance(found, list)
    for one in found:
        at = one["labels"] - 1
        corrected = one["corrected"]["interval"]
        assert (corrected["low"], corrected["high"]) == (
            known[at].interval.low,
            known[at].interval.high,
        )
        assert one["corrected"]["mean"] == known[at].mean
        assert one["interval"]["low"] == plain[at].low


def test_the_sentence_says_of_how_many_the_judge_knows(shell: Shell) -> None:
    judged(shell)

    ran = shell("labels", "judged.csv", "--human", "says", "--judge", "judge", "--sentence")

    assert ran.out.startswith("By 200 labels, the mean of human verdicts on all 600 judged samples")


def test_a_sample_that_the_judge_has_not_seen_is_named(shell: Shell) -> None:
    shell.write("some.csv", "id,judge,says\na,1,1\nb,,0\n")

    ran = shell("labels", "some.csv", "--human", "says", "--judge", "judge")

    assert (ran.code, ran.out) == (2, "")
    assert "some.csv:3: $.judge: expected a verdict of the judge on every sample" in ran.err


def test_the_page_draws_the_corrected_interval(shell: Shell) -> None:
    judged(shell)

    ran = shell(
        "labels", "judged.csv", "--human", "says", "--judge", "judge", "--html", "page.html"
    )

    page = (shell.folder / "page.html").read_text()
    assert ran.code == 0
    assert "all 600 judged samples" in page


def test_grades_are_told_no_option_that_the_command_lacks(shell: Shell) -> None:
    shell.write("labels.csv", "id,says\na,4\n")

    ran = shell("labels", "labels.csv", "--human", "says")

    assert ran.code == 2
    assert "--scale" not in ran.err
    assert "write grades as shares of their scale" in ran.err
