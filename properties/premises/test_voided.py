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
        ),
    ),
    "mean": (
        RawTable(
            header=("Class", "IoU"), rows=(("Road", "97.1"), ("Car", "93.2"), ("Mean", "71.3"))
        ),
        ("Mean over all 20 classes", "Selected classes", "average of 19 categories"),
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


@given(st.sampled_from(TABLES["total"][1]))
def test_what_is_said_of_a_row_closes_what_its_caption_opens(caption: str) -> None:
    said = Overrides(rows=(row_override("Total=total"),))
    outcome = linted("total", caption, said).outcome
    assert outcome in {TableVerdict.ODD, TableVerdict.NOT_REPRODUCIBLE}


@given(st.integers(1, 40))
def test_a_mean_of_as_many_as_are_printed_is_of_these(number: int) -> None:
    outcome = linted("mean", f"Mean over {number} classes", Overrides()).outcome
    assert outcome is (TableVerdict.POSSIBLE if number > len(TWO) else TableVerdict.ODD)
