"""Verdicts on printed scores beside those of mlscorecheck, on its own kinds of problem.

Run as a program (`python -m tests.benchmarks.peer_tables`) it says, for every kind, how many
verdicts agree, which do not and why, and what one problem costs, both measured in turn. With the
name of a file it writes a part of the problems and both verdicts there: `tests/proofs/
peer_cases.json` was made so. Without the package installed it says that, and ends.
"""

import json
import logging
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from statistics import median

from attrs import frozen

from measurand.auditing.proofs.confusion.problem import decide_problem, from_problem
from measurand.auditing.proofs.confusion.scores import Matrix
from measurand.values.fault import Fault
from measurand.values.verdict import Verdict
from tests.benchmarks.measure import ratios
from tests.benchmarks.peer_cases import KINDS, Case, cases

NUMBER = 200
SECONDS = 10
"""How long its solver may take for one problem; without a limit some take very long."""

KEPT = 40
ALONE = "possible only if each class is taken by itself"
EDGE = "within its tolerance of 0.000001 of an edge"

MISSED = "its own matrix misses a score, and no matrix (all were tried) has them all"
LATE = f"its solver was stopped after {SECONDS} s, which it reports as consistent"
NONE = "it ended in an error"

Evidence = Mapping[str, object]
Checker = Callable[[Mapping[str, object]], Evidence]


@frozen
class Both:
    """One problem, what either says of it, and in how many seconds."""

    case: Case
    ours: Verdict
    theirs: bool | None
    seconds: tuple[float, float]
    why: str


def checkers() -> dict[str, Checker] | None:
    """Find the functions of mlscorecheck, by kind; None where it is not installed."""
    logging.disable(logging.CRITICAL)
    try:
        binary = import_module("mlscorecheck.check.binary")
        multiclass = import_module("mlscorecheck.check.multiclass")
    except ImportError:
        return None
    quiet = {"verbosity": 0, "timeout": SECONDS}

    def found(
        function: Callable[..., Evidence], places: tuple[str, ...], **more: object
    ) -> Checker:
        def check(tree: Mapping[str, object]) -> Evidence:
            asked = {place: tree[place] for place in (*places, "scores", "eps")}
            return function(**asked, **more)

        return check

    return {
        "test set": found(binary.check_1_testset_no_kfold, ("testset",)),
        "mean over folds": found(
            binary.check_1_dataset_known_folds_mos, ("dataset", "folding"), **quiet
        ),
        "pooled folds": found(binary.check_1_dataset_kfold_som, ("dataset", "folding")),
        "classes, micro": found(multiclass.check_1_testset_no_kfold_micro, ("testset",)),
        "classes, macro": found(multiclass.check_1_testset_no_kfold_macro, ("testset",), **quiet),
    }


def ask(tree: Mapping[str, object]) -> Verdict:
    """Decide a problem ourselves, from its tree.

    Raises ValueError where it cannot be read.
    """
    match from_problem(tree):
        case Fault() as fault:
            raise ValueError(fault.text())
        case problem:
            return decide_problem(problem).verdict


def theirs_of(tree: Mapping[str, object]) -> dict[str, object]:
    """Write a problem as mlscorecheck reads it: numbers, not text."""
    scores, decimals = tree["scores"], tree["decimals"]
    if not isinstance(scores, Mapping) or not isinstance(decimals, int):
        raise TypeError(f"scores and decimals: got {tree}")
    numbers = {name: float(text) for name, text in scores.items()}
    return {**tree, "scores": numbers, "eps": 0.5 * 10**-decimals}


def alone(tree: Mapping[str, object]) -> dict[str, object] | None:
    """Pose a problem of classes as mlscorecheck does: each class against the rest, by itself."""
    if "average" not in tree or not isinstance(tree["testset"], Mapping):
        return None
    sizes = list(tree["testset"].values())
    folds = [{"p": size, "n": sum(sizes) - size} for size in sizes]
    whole = {"p": sum(sizes), "n": sum(sizes) * (len(sizes) - 1)}
    aggregation = {"micro": "som", "macro": "mos"}[str(tree["average"])]
    rest = {name: tree[name] for name in ("scores", "decimals")}
    return {**rest, "dataset": whole, "folding": {"folds": folds}, "aggregation": aggregation}


def wider(tree: Mapping[str, object]) -> dict[str, object]:
    """Let every score be off by a millionth more, as mlscorecheck does."""
    numbers = theirs_of(tree)
    eps = f"{0.5 * 10 ** -int(str(tree['decimals'])) + 1e-6:.7f}"
    kept = {name: value for name, value in numbers.items() if name not in {"decimals", "eps"}}
    return {**kept, "eps": float(eps)}


def reason(tree: Mapping[str, object], theirs: Evidence | None) -> str:
    """Say why verdicts differ: what else would have to be asked to get theirs."""
    if theirs is None:
        return NONE
    if theirs.get("lp_status") == "timeout":
        return LATE
    posed = alone(tree)
    wanted = Verdict.REFUTED if theirs["inconsistency"] else Verdict.HOLDS
    if posed is not None and ask(posed) is wanted:
        return ALONE
    if ask(wider(tree)) is wanted:
        return EDGE
    if posed is not None and ask(wider(posed)) is wanted:
        return f"{ALONE}, {EDGE}"
    return MISSED if missed(posed or tree, theirs) else "unexplained"


def missed(tree: Mapping[str, object], theirs: Evidence) -> bool:
    """Tell whether the matrix that was said to be possible is not, and no other is."""
    problem, shown = from_problem(wider(tree)), theirs.get("evidence")
    if isinstance(problem, Fault) or not isinstance(shown, Mapping):
        return False
    p, n = (sum(fold[at] for fold in problem.folds) for at in (0, 1))

    def fits(tp: int, tn: int) -> bool:
        matrix = Matrix(tp=tp, tn=tn, p=p, n=n)
        return all(one.score.within(matrix, one.span, one.beta) for one in problem.scores)

    return not fits(shown["tp"], shown["tn"]) and not any(
        fits(tp, tn) for tp in range(p + 1) for tn in range(n + 1)
    )


def compared(kind: str, check: Checker, number: int = NUMBER) -> Iterator[Both]:
    """Ask both about random problems, in turn; the first once more, to load what it needs."""
    drawn = cases(kind, number)
    ask(drawn[0].tree)
    answer(check, theirs_of(drawn[0].tree))
    for case in drawn:
        asked = theirs_of(case.tree)
        start = time.perf_counter()
        ours = ask(case.tree)
        between = time.perf_counter()
        theirs = answer(check, asked)
        end = time.perf_counter()
        said = None if theirs is None else bool(theirs["inconsistency"])
        agree = theirs is not None and ours is (Verdict.REFUTED if said else Verdict.HOLDS)
        why = "" if agree else reason(case.tree, theirs)
        yield Both(case, ours, said, (between - start, end - between), why)


def answer(check: Checker, tree: Mapping[str, object]) -> Evidence | None:
    """Ask mlscorecheck; None where it ends in an error, as it does on some problems."""
    try:
        return check(tree)
    except (AttributeError, TypeError, UnboundLocalError, ValueError, ZeroDivisionError):
        return None


def lines(kind: str, found: list[Both]) -> Iterator[str]:
    """Say what came out for one kind."""
    agreed = sum(not one.why for one in found)
    ours, theirs = ([one.seconds[at] for one in found] for at in (0, 1))
    refuted = sum(one.ours is Verdict.REFUTED for one in found)
    undecided = sum(one.ours is Verdict.UNDECIDED for one in found)
    false = sum(one.ours is Verdict.REFUTED and not one.case.perturbed for one in found)
    yield f"{kind}: {agreed} of {len(found)} verdicts agree"
    yield f"  ours refuted {refuted}, undecided {undecided}, refuted unperturbed {false}"
    yield f"  median {1000 * median(ours):.2f} ms, theirs {1000 * median(theirs):.2f} ms"
    yield f"  ours / theirs: {ratios(ours, theirs)}"
    for (why, verdict), times in sorted(
        Counter((one.why, one.ours.value) for one in found).items()
    ):
        if why:
            yield f"  {times} times {verdict} here and not there: {why}"
    for one in [one for one in found if one.why == "unexplained"][:5]:
        yield f"    {json.dumps(dict(one.case.tree))}: {one.ours.value}, {one.theirs}"


def kept(found: list[Both]) -> list[dict[str, object]]:
    """Keep the first problems, and both verdicts."""
    return [
        {
            "kind": one.case.kind,
            **one.case.tree,
            "ours": one.ours.value,
            "theirs": {True: "refuted", False: "holds", None: "error"}[one.theirs],
            **({"why": one.why} if one.why else {}),
        }
        for one in found[:KEPT]
    ]


def main(path: str | None) -> None:
    """Compare, say what came out, and keep a part of it."""
    found = checkers()
    if found is None:
        sys.stdout.write("mlscorecheck is not installed: nothing to compare with\n")
        return
    warnings.simplefilter("ignore")
    rows: list[dict[str, object]] = []
    for kind in KINDS:
        both = list(compared(kind, found[kind]))
        for line in lines(kind, both):
            sys.stdout.write(f"{line}\n")
        rows += kept(both)
    if path is not None:
        text = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
        Path(path).write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
