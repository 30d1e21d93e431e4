"""A claims file that `init` writes of a table without data ends, under `check`, as `lint` does."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.auditing.proofs.sheet import Fact, Kind
from measurand.edges.claims.draft import Draft, draft_lines
from measurand.edges.claims.load import IncludeContext, located_of
from measurand.edges.cli.checking import checked
from measurand.edges.cli.faults import StopError
from measurand.edges.cli.init import NewClaims
from measurand.edges.cli.init import Request as InitRequest
from measurand.edges.cli.init import run as run_init
from measurand.edges.cli.prove import LintRequest, linted
from measurand.edges.tables.grid import Overrides, column_override
from measurand.values.printed import Rounding, Unit

HEADS = st.sampled_from(
    (
        *("P", "R", "F1", "Precision", "Recall", "Accuracy", "Kappa", "Agreement (%)", "IoU"),
        *("Dice", "B", "SE", "t", "p", "n", "%", "Avg", "support", "SD", "95% CI", "AUC"),
        *("Drug (n = 155)", "Placebo (n = 130)", "Sensitivity", "Specificity", "Δ"),
    )
)
LABELS = st.sampled_from(
    (
        *("A", "B", "ours", "Total", "Mean", "macro avg", "weighted avg", "accuracy", "All"),
        *("Female, n (%)", "Age, mean (SD)", "Age, median [IQR]", "1"),
    )
)
SHARES = st.integers(0, 999).map(lambda n: f"{n / 10:.1f}")
SMALL = st.integers(0, 99).map(lambda n: f"0.{n:02}")
COUNTS = st.integers(0, 155).map(str)
CELLS = st.one_of(
    SHARES,
    SMALL,
    COUNTS,
    st.builds("{} ({})".format, COUNTS, SHARES),
    st.builds("{} ± {}".format, SHARES, SMALL),
    st.builds("{} [{}, {}]".format, SMALL, SMALL, SMALL),
    st.sampled_from(("", "–", "<.001", "< .05", "63,3")),
)
AROUND = st.sampled_from(
    (
        "",
        "Means over 5 folds.",
        "Table 1. N = 120.",
        "The groups differed, t(46) = 2.41, p = .046.",
        "In all, 34 of 106 patients (35.1%) came.",
    )
)


@st.composite
def papers(draw: st.DrawFn) -> str:
    heads = draw(st.lists(HEADS, min_size=1, max_size=5))
    body = st.tuples(LABELS, *(CELLS for _ in heads))
    rows = [
        ("", *heads),
        ("---",) * (len(heads) + 1),
        *draw(st.lists(body, min_size=1, max_size=5)),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{draw(AROUND)}\n\n{table}\n\n{draw(AROUND)}\n"


WRONG_T = """\
| Predictor | B | SE | t | p |
|---|---|---|---|---|
| A | 0.310 | 0.100 | 3.10 | .002 |
| B | 0.200 | 0.100 | 4.00 | <.001 |
| C | 0.150 | 0.100 | 1.50 | .136 |
| D | 0.250 | 0.100 | 2.50 | .013 |
"""
WRONG_COUNT = """\
| Characteristic | Drug (n = 155) | Placebo (n = 130) |
|---|---|---|
| Female, n (%) | 60 (38.7) | 52 (40.0) |
| Hypertension, n (%) | 63 (46.6) | 50 (38.5) |
"""
WRONG_MEAN = """\
| | IoU | F1 |
|---|---|---|
| Road | 0.97 | 0.98 |
| Car | 0.93 | 0.96 |
| Mean | 0.71 | 0.97 |
"""
UNUSUAL = """\
| Item | Agreement (%) | Kappa |
|---|---|---|
| Fluency | 61.0 | 0.78 |
| Coherence | 58.5 | 0.74 |
"""
ODD, REFUTED = 3, 1


def ends(folder: Path, text: str, name: str = "t.md") -> tuple[int, int, int]:
    """Give what `lint` of a table ends with, `check` of its claims file, and `lint` of that."""
    (folder / name).write_text(text)
    table, claims = folder / name, folder / "claims.toml"
    asked = linted(LintRequest(table=(table,)))
    assert run_init(InitRequest(table=table, output=NewClaims(file=claims, force=True))) == 0
    return asked.code, checked(claims).unwrap().code, linted(LintRequest(table=(claims,))).code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("papers")


@given(papers())
@example(WRONG_T)
@example(WRONG_COUNT)
@example(WRONG_MEAN)
@example(UNUSUAL)
def test_a_check_of_what_init_writes_ends_as_lint_does(folder: Path, text: str) -> None:
    try:
        found = ends(folder, text)
    except StopError:
        return
    assert len({*found}) == 1, found


@pytest.mark.parametrize(
    ("text", "code"),
    [(WRONG_T, ODD), (WRONG_COUNT, REFUTED), (WRONG_MEAN, ODD), (UNUSUAL, ODD)],
    ids=["wrong t", "wrong count", "wrong mean", "unusual"],
)
def test_what_lint_refutes_or_calls_odd_does_not_hold(folder: Path, text: str, code: int) -> None:
    assert ends(folder, text) == (code, code, code)


TABLES = sorted(Path("docs/examples/tables").iterdir())


@pytest.mark.parametrize("path", TABLES, ids=[path.name for path in TABLES])
def test_a_table_of_the_documents_ends_as_lint_does(folder: Path, path: Path) -> None:
    assert len({*ends(folder, path.read_text(), path.name)}) == 1


SAID = st.builds(
    Overrides,
    columns=st.lists(
        st.sampled_from(
            (
                "F1=f:beta=1/2,unit=%,average=micro",
                'Avg=average[P,"R, all"]:group=x',
                "nDCG=ndcg(k=10):rounding=half_even",
                "Year=skip",
                "t=t:tails=one",
                '"=se[B]',
            )
        ).map(column_override),
        max_size=3,
    ).map(tuple),
    rows=st.lists(
        st.tuples(st.sampled_from(("All", "a=b", '"')), st.sampled_from((*Kind, None))), max_size=2
    ).map(tuple),
    facts=st.lists(st.tuples(st.sampled_from(Fact), st.integers(0, 999)), max_size=2).map(tuple),
    row_facts=st.lists(
        st.tuples(st.sampled_from(("a", "b: c")), st.sampled_from(Fact), st.integers(0, 9)),
        max_size=2,
    ).map(tuple),
    rounding=st.sampled_from((None, *Rounding)),
    unit=st.sampled_from((None, *Unit)),
    transpose=st.sampled_from((None, True, False)),
    decimal_comma=st.booleans(),
)
DRAFTS = st.one_of(
    st.builds(
        Draft,
        file=st.sampled_from(("t.md", 'a "b".tex')),
        tables=st.lists(st.text("ab1", min_size=1), max_size=2).map(tuple),
        said=SAID,
    ),
    st.builds(Draft, text=st.text(min_size=1), markup=st.just("markdown"), said=SAID),
)


@given(DRAFTS)
def test_what_is_not_confirmed_reads_back_as_it_was_said(draft: Draft) -> None:
    text = "\n".join(("schema = 1", *draft_lines(draft)))
    inside = IncludeContext(file="claims.toml", folder=None)
    [read] = located_of(text.encode(), inside).unwrap().drafts
    assert read.draft == draft
