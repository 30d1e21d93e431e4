"""What `init --fit` finds is what was printed, and a file that holds it is green."""

import tomllib
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from io import StringIO
from os import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.cli import main
from properties.strategies.effort import third

Pairs = Sequence[tuple[str, str]]
PAIRS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=3, max_size=12)


def accuracy(pairs: Pairs) -> Fraction:
    return Fraction(sum(gold == said for gold, said in pairs), len(pairs))


def f_of(pairs: Pairs, label: str) -> Fraction:
    hits = sum(gold == said == label for gold, said in pairs)
    wrong = sum((gold == label) != (said == label) for gold, said in pairs)
    return Fraction(2 * hits, 2 * hits + wrong)


def macro(pairs: Pairs) -> Fraction:
    labels = {label for pair in pairs for label in pair}
    return sum((f_of(pairs, one) for one in labels), start=Fraction(0)) / len(labels)


def weighted(pairs: Pairs) -> Fraction:
    golds = [gold for gold, _ in pairs]
    return sum((f_of(pairs, one) for one in golds), start=Fraction(0)) / len(golds)


MEANS: dict[str, Callable[[Pairs], Fraction]] = {
    "f(average=macro[class],class=item)": macro,
    "f(average=weighted[class],class=item)": weighted,
    "f(average=micro)": accuracy,
}
"""Of one label each, micro F1 is accuracy."""


def printed(score: Fraction) -> str:
    return f"{float(100 * score):.2f}"


@given(st.lists(PAIRS, min_size=2, max_size=3), st.sampled_from([*MEANS]))
@example(
    [[("a", "a"), ("a", "b"), ("b", "b")], [("a", "b"), ("b", "b"), ("c", "a")]], next(iter(MEANS))
)
@third
def test_a_file_that_init_fitted_is_green(systems: list[Pairs], meant: str) -> None:
    rows = [(f"s{at}", one) for at, one in enumerate(systems)]
    lines = "".join(
        f"{at},{gold},{name},{said}\n" for name, one in rows for at, (gold, said) in enumerate(one)
    )
    cells = "".join(
        f"| {name} | {printed(accuracy(one))}% | {printed(MEANS[meant](one))}% |\n"
        for name, one in rows
    )
    home = Path.cwd()
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        chdir(folder)
        try:
            Path("a.csv").write_text(f"id,gold,system,pred\n{lines}", encoding="utf-8")
            Path("a.md").write_text(
                f"| system | Accuracy | F1 |\n|---|---|---|\n{cells}", encoding="utf-8"
            )
            words = (
                "init",
                "a.md",
                "--data",
                "a.csv",
                "--where",
                "system",
                "--fit",
                "-o",
                "a.toml",
            )
            assert main(words) == 0
            found = tomllib.loads(Path("a.toml").read_text(encoding="utf-8"))["table"][0]["columns"]
            code = main(("check", "a.toml"))
        finally:
            chdir(home)
    same = [
        text
        for text, mean in MEANS.items()
        if all(printed(mean(one)) == printed(MEANS[meant](one)) for _, one in rows)
    ]
    assert found["Accuracy"]["definition"] == "accuracy(average=macro[sample])"
    assert found["F1"]["definition"] == (meant if len(same) == 1 else "unknown")
    assert code == (0 if len(same) == 1 else 3)
