"""What takes the text of a definition takes the same texts, wherever it stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from returns.pipeline import is_successful

from measurand import lint, parse, score, signature
from measurand.edges.claims.load import load_claims
from measurand.edges.tables.grid import column_override

TEXTS = {
    "f1": "f(beta=1)",
    "f2": "f(beta=2)",
    "f/1": "f",
    "f1/1(average=micro)": "f(beta=1,average=micro)",
    "f2(average=macro[class],class=item)": "f(beta=2,average=macro[class],class=item)",
    "precision/1(average=micro)": "precision(average=micro)",
    "ndcg/1(k=10)": "ndcg(k=10)",
}
WRONG = ("f1/2", "f/7(average=micro)", "ndcg/99(k=10)")
CLAIMS = """schema = 1
[data.d]
path = "d.jsonl"
[[table]]
name = "1"
data = "d"
[table.columns.X]
{}
[[table.rows]]
label = "a"
cells = {{ X = 0.5 }}
"""


def of_claims(said: str, text: str, folder: Path) -> object:
    """Read a column of a claims file, of which something is said."""
    path = folder / "claims.toml"
    path.write_text(CLAIMS.format(f"{said} = '{text}'"))
    found = load_claims(path)
    if not is_successful(found):
        raise ValueError(found.failure()[0].text())
    return found.unwrap().tables[0].columns


DOORS: dict[str, Callable[[str, Path], object]] = {
    "parse": lambda text, _: signature(parse(text)),
    "definition in a claims file": lambda text, folder: of_claims("definition", text, folder),
    "metric in a claims file": lambda text, folder: of_claims(
        "definition = 'unknown'\nmetric", text, folder
    ),
    "--column": lambda text, _: column_override(f"X={text}"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", TEXTS)
def test_a_usual_name_and_a_revision_mean_what_a_signature_means(
    door: str, text: str, tmp_path: Path
) -> None:
    read = DOORS[door]

    assert read(text, tmp_path) == read(TEXTS[text], tmp_path)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("text", WRONG)
def test_a_revision_that_there_is_not_is_refused(door: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="has revision 1"):
        DOORS[door](text, tmp_path)


def test_the_verbs_read_them_too() -> None:
    table = [{"precision": "0.5", "recall": "0.5", "X": "0.5"}]

    assert str(score(["a"], ["a"], "f1/1(average=micro)")) == "1"
    assert str(lint(table, columns={"X": "f1"})) == str(lint(table, columns={"X": "f"}))
