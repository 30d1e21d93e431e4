"""Where the words around a table void a premise, no number is odd by it."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from measurand.auditing.proofs.prove import Proved, lint
from measurand.edges.tables.grid import Overrides, RawTable, row_override
from measurand.edges.tables.sheet import sheet_of
from measurand.values.verdict import TableVerdict

TWO = ("A", "B")
TABLES: dict[str, tuple[RawTable, tuple[str, ...]]] = {
    "total": (
        RawTable(
            header=("Site", "Patients"), rows=(("Liver", "22"), ("Lung", "20"), ("Total", "38"))
        ),
        (
            "several possible",
            "Multiple answers",
            "Sites are not mutually exclusive",
            "a patient may have lesions in several sites",
            "overlapping groups",
            "An answer can have several errors",
            "Multiple errors per answer were possible",
            "patients may be counted under more than one site",
        ),
    ),
    "mean": (
        RawTable(
            header=("Class", "IoU"), rows=(("Road", "97.1"), ("Car", "93.2"), ("Mean", "71.3"))
        ),
        (
            "Mean over all 20 classes",
            "Selected classes",
            "average of 19 categories",
            "Two of the 12 intents; the mean is over all 12",
            "2 of 19",
        ),
    ),
    "kappa": (
        RawTable(header=("Item", "Agreement (%)", "Kappa"), rows=(("A", "61.0", "0.78"),)),
        ("quadratically weighted kappa", "Linear weights", "weighted kappa"),
    ),
    "accuracy": (
        RawTable(
            header=("Model", "Sensitivity", "Specificity", "Accuracy"),
            rows=(("A", "71.2", "88.0", "90.1"),),
        ),
        ("Sensitivity per lesion, the rest per patient", "per-image and over all pixels"),
    ),
    "f": (
        RawTable(header=("System", "P", "R", "F1"), rows=(("A", "60.1", "58.2", "71.3"),)),
        (
            "P and R are macro averages; F1 is micro-averaged",
            "Micro F1 beside macro P and R",
            "Macro precision and recall, weighted F1",
            "F is F0.5",
            "F with beta = 0.5",
            "Medians of bootstrap replicates",
            "we report medians",
            "F1 is the maximum over thresholds",
            "at the threshold that is best for F1",
        ),
    ),
    "interval": (
        RawTable(
            header=("Group", "Mean", "95% CI"),
            rows=(
                ("A", "4.4", "5.1 to 6.2"),
                ("B", "5.5", "5.1 to 6.2"),
                ("C", "5.9", "5.1 to 6.2"),
                ("D", "5.4", "5.0 to 6.1"),
                ("E", "5.4", "5.0 to 6.1"),
            ),
        ),
        (
            "the 95% CI is that of the adjusted mean",
            "95% CI of the geometric mean",
            "CI from cross-validation",
        ),
    ),
    "overlap": (
        RawTable(header=("Method", "Dice", "IoU"), rows=(("A", "0.712", "0.741"),)),
        ("Dice per image, IoU over all pixels",),
    ),
}
CASES = [(name, word) for name, (_, words) in sorted(TABLES.items()) for word in words]


def linted(name: str, caption: str, said: Overrides) -> Proved:
    table, _ = TABLES[name]
    shown = RawTable(header=table.header, rows=table.rows, caption=caption)
    read = sheet_of(shown, said).unwrap()
    return lint(read.sheet, read.premises)


@given(
    st.sampled_from(CASES),
    st.sampled_from(("", "Table 2. ", "Results on the test set; ")),
    st.sampled_from(("", ".", "; see the text.")),
    st.sampled_from((str.upper, str)),
)
def test_no_premise_is_used_that_the_caption_voids(
    case: tuple[str, str], before: str, after: str, as_written: Callable[[str], str]
) -> None:
    name, word = case
    caption = before + as_written(word) + after
    assert linted(name, caption, Overrides()).outcome is TableVerdict.POSSIBLE


@given(st.sampled_from(sorted(TABLES)), st.sampled_from(("", "Table 2.", "Results by model.")))
def test_without_such_words_the_same_tables_are_odd(name: str, caption: str) -> None:
    assert linted(name, caption, Overrides()).outcome is TableVerdict.ODD


@given(
    st.sampled_from(("Difference", "Median change", "Adjusted score")),
    st.sampled_from(
        ("95% CI of the {}", "intervals are for the {}", "confidence intervals of means")
    ),
)
def test_an_interval_that_is_said_to_be_of_its_estimate_is(head: str, caption: str) -> None:
    shown, _ = TABLES["interval"]
    header = ("Group", head, "95% CI")
    said = caption.format(head.lower())
    read = sheet_of(RawTable(header=header, rows=shown.rows, caption=said)).unwrap()

    assert lint(read.sheet, read.premises).outcome is TableVerdict.ODD


@given(st.sampled_from(TABLES["total"][1]))
def test_what_is_said_of_a_row_closes_what_its_caption_opens(caption: str) -> None:
    said = Overrides(rows=(row_override("Total=total"),))
    outcome = linted("total", caption, said).outcome
    assert outcome in {TableVerdict.ODD, TableVerdict.NOT_REPRODUCIBLE}


@given(st.integers(1, 40))
def test_a_mean_of_as_many_as_are_printed_is_of_these(number: int) -> None:
    outcome = linted("mean", f"Mean over {number} classes", Overrides()).outcome
    assert outcome is (TableVerdict.POSSIBLE if number > len(TWO) else TableVerdict.ODD)


@given(
    st.sampled_from(("Mean", "Average", "Total", "Sum")),
    st.lists(st.tuples(st.integers(0, 999), st.integers(0, 999)), min_size=1, max_size=4),
)
def test_no_mean_and_no_total_is_of_one_row(name: str, columns: list[tuple[int, int]]) -> None:
    header = ("", *(f"group {at}" for at in range(len(columns))))
    rows = [
        (label, *(f"{pair[at] / 10}" for pair in columns)) for at, label in enumerate(("A", name))
    ]
    read = sheet_of(RawTable(header=header, rows=tuple(rows))).unwrap()

    assert lint(read.sheet, read.premises).outcome is not TableVerdict.ODD


NAMES = ("Mean", "Avg", "Average", "Total", "Sum", "Overall")


@given(
    st.sampled_from(NAMES),
    st.lists(st.integers(100, 990), min_size=3, max_size=6),
    st.integers(1, 4),
)
def test_a_system_amid_others_may_be_called_as_an_average_is(
    name: str, scores: list[int], place: int
) -> None:
    labels = [f"system {at}" for at in range(len(scores))]
    labels[min(place, len(labels) - 2)] = name
    rows = tuple((label, f"{n / 10}") for label, n in zip(labels, scores, strict=True))
    read = sheet_of(RawTable(header=("Pooling", "Accuracy"), rows=rows)).unwrap()

    assert lint(read.sheet, read.premises).outcome is not TableVerdict.ODD


@given(
    st.sampled_from(("n", "N", "count", "# ", "Obs.")),
    st.sampled_from(("missing", "")),
    st.sampled_from(("Mean", "Average", "mean")),
    st.lists(st.tuples(st.integers(2, 500), st.integers(0, 9999)), min_size=1, max_size=5),
)
def test_no_mean_is_of_counts(
    count: str, second: str, mean: str, columns: list[tuple[int, int]]
) -> None:
    header = ("", *(f"group {at}" for at in range(len(columns))))
    rows = [(count, *(str(n) for n, _ in columns))]
    rows += [(second, *("1" for _ in columns))] if second else []
    rows += [(mean, *(f"{value / 100}" for _, value in columns))]
    rows += [("SD", *("1.5" for _ in columns))]
    read = sheet_of(RawTable(header=header, rows=tuple(rows))).unwrap()

    assert lint(read.sheet, read.premises).outcome is not TableVerdict.ODD
