"""Every command that a first look prints runs on the file, whatever comes behind its beginning."""

import shlex
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from json import dumps
from os import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.cli import main
from measurand.edges.cli.sniff import recognised
from properties.strategies.effort import third

_LOOKED = 1010
"""More records than a table is looked at for its columns."""

Row = dict[str, str]
IDS = st.sampled_from(["id", "question_id", "qid", "name"])
GOLD = st.sampled_from(["gold", "label", "y_true", "target", "human"])
PRED = st.sampled_from(["pred", "prediction", "y_pred", "answer", "judge", "llm_judge"])
OTHERS = st.lists(st.sampled_from(["system", "seed", "score", "pred_b"]), unique=True, max_size=2)
CELLS = st.sampled_from(
    [("a", "b"), ("0", "1"), ("0.25", "0.75"), ("yes", "no"), ("1", "2", "3"), ("a b c d e", "f")]
)
LATE = st.sampled_from(["", "x", "0.5", "null", "7", "a", "true"])


@st.composite
def tables(draw: st.DrawFn) -> list[Row]:
    """Draw a table whose last rows may be unlike all others: an id again, another kind of cell."""
    key, gold, pred = draw(IDS), draw(GOLD), draw(PRED)
    cells = {name: draw(CELLS) for name in (gold, pred, *draw(OTHERS))}
    size = draw(st.sampled_from([3, _LOOKED]))
    rows = [
        {key: f"q{at}", **{name: some[at % len(some)] for name, some in cells.items()}}
        for at in range(size)
    ]
    match draw(st.sampled_from(["", "again", "again elsewhere", "late"])):
        case "again":
            rows.append(dict(rows[0]))
        case "again elsewhere":
            rows += [{**row, "system": "other"} if "system" in row else row for row in rows[:2]]
        case "late":
            name = draw(st.sampled_from([*rows[0]]))
            rows.append({**rows[0], key: "last", name: draw(LATE)})
        case _:
            pass
    return rows


def written(rows: Sequence[Row], suffix: str) -> str:
    if suffix == "csv":
        lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    else:
        lines = [dumps({name: _value(cell) for name, cell in row.items()}) for row in rows]
    return "\n".join([*lines, ""])


def _value(cell: str) -> object:
    try:
        return float(cell) if "." in cell else int(cell)
    except ValueError:
        return None if cell == "null" else cell


def ends(words: Sequence[str]) -> tuple[int, str]:
    told = StringIO()
    with redirect_stdout(StringIO()), redirect_stderr(told):
        try:
            code = main(words)
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, told.getvalue()


LABELS = [{"id": f"q{at % 1005}", "gold": "a", "pred": "a"} for at in range(_LOOKED)]
JUDGED = [{"id": f"q{at}", "judge": "1", "human": "1"} for at in range(_LOOKED)]


@given(tables(), st.sampled_from(["csv", "jsonl"]))
@example(LABELS, "csv")
@example([*JUDGED, {"id": "last", "judge": "x", "human": "1"}], "csv")
@third
def test_what_is_offered_runs(rows: list[Row], suffix: str) -> None:
    home = Path.cwd()
    with TemporaryDirectory() as folder:
        chdir(folder)
        try:
            Path(f"a.{suffix}").write_text(written(rows, suffix), encoding="utf-8")
            for step in recognised(Path(f"a.{suffix}")).supports:
                words = shlex.split(step.command)[1:]
                few = ("--replicates", "20") if {"--interval", "judge"} & {*words} else ()
                code, told = ends([*words, *few])
                assert code in {0, 1, 3}, (step.command, told)
        finally:
            chdir(home)


PARTS = st.sampled_from(["system", "model_name", "seed", "split", "fold_of_mine"])


@given(
    st.integers(2, 4),
    st.integers(2, 5),
    PARTS,
    st.sampled_from(["csv", "jsonl"]),
    st.sampled_from(["", "s{}"]),
)
@example(3, 4, "system", "jsonl", "")
@third
def test_what_several_systems_answered_is_never_pooled_unsaid(
    systems: int, items: int, name: str, suffix: str, ids: str
) -> None:
    rows = [
        {
            "id": f"{ids.format(one)}q{at}",
            "gold": "ab"[at % 2],
            "pred": "ab"[one % 2],
            name: f"s{one}",
        }
        for one in range(systems)
        for at in range(items)
    ]
    home = Path.cwd()
    with TemporaryDirectory() as folder:
        chdir(folder)
        try:
            Path(f"a.{suffix}").write_text(written(rows, suffix), encoding="utf-8")
            steps = recognised(Path(f"a.{suffix}")).supports
            known = name != "fold_of_mine" or not ids
            for step in steps if known else ():
                said = {"--by", "--where", "--system"} & {*shlex.split(step.command)}
                assert said or "pooled over" in step.does, step
                assert ends(shlex.split(step.command)[1:])[0] in {0, 3}, step
            if known:
                assert any(" --by " in step.command for step in steps)
                assert any(" compare " in step.command for step in steps)
        finally:
            chdir(home)
