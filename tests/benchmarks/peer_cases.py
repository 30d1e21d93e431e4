"""Random problems of the kinds that mlscorecheck knows: printed scores, as they are or perturbed.

The right answers are drawn first, so a problem that was not perturbed is possible. No fold and no
class is empty. The same seed gives the same problems.
"""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from measurand.auditing.proofs.confusion.scores import SCORES, Matrix, enclosed
from measurand.values.printed import fixed

BINARY = [
    "acc",
    "sens",
    "spec",
    "ppv",
    "npv",
    "bacc",
    "f1p",
    "f1n",
    "fbp",
    "fbn",
    "fm",
    "upm",
    "gm",
    "lrp",
    "lrn",
    "mcc",
    "bm",
    "mk",
    "pt",
    "dor",
    "ji",
    "kappa",
]
LINEAR = ("acc", "sens", "spec", "bacc")
KINDS = ("test set", "mean over folds", "pooled folds", "classes, micro", "classes, macro")
BETA = 2

Tree = dict[str, object]


@frozen
class Case:
    """A problem as `from_problem` reads it; `eps` and the scores are text, exactly as printed."""

    kind: str
    tree: Mapping[str, object]
    perturbed: bool


def cases(kind: str, number: int, seed: int = 20261121) -> list[Case]:
    """Draw problems of a kind, every other one perturbed."""
    chance = random.Random(f"{seed} {kind}")  # noqa: S311 - cases, no secrets
    found: list[Case] = []
    while len(found) < number:
        case = _case(kind, chance, perturbed=bool(len(found) % 2))
        if case is not None:
            found.append(case)
    return found


def _case(kind: str, chance: random.Random, *, perturbed: bool) -> Case | None:
    tree: Tree
    if kind.startswith("classes"):
        tree, means = _of_classes(kind, chance)
    elif kind == "test set":
        p, n = chance.randint(10, 1000), chance.randint(10, 1000)
        tree, means = {"testset": {"p": p, "n": n}}, [_matrix(p, n, chance)]
    else:
        tree, means = _of_folds(kind, chance)
    linear = kind in {"mean over folds", "classes, macro"}
    names = chance.sample(LINEAR if linear else BINARY, chance.randint(2, 4))
    decimals = chance.choice((2, 3, 4))
    unit = Fraction(1, 10**decimals)
    scores = {name: _mean(name, means) for name in names}
    shifted = chance.choice(names) if perturbed else ""
    shift = chance.choice((-1, 1)) * chance.randint(2, 60) * unit
    printed: Tree = {}
    for name, value in scores.items():
        if value is None:
            return None
        moved = round((value + (shift if name == shifted else 0)) / unit) * unit
        if name not in {"lrp", "lrn", "dor"} and not (moved <= 1 and (value < 0 or moved >= 0)):
            return None
        printed[name] = ("-" if moved < 0 else "") + fixed(abs(moved), decimals)
    betas = {"fbp": "beta_positive", "fbn": "beta_negative"}
    printed |= {betas[name]: BETA for name in names if name in betas}
    return Case(kind, {**tree, "decimals": decimals, "scores": printed}, perturbed)


def _matrix(p: int, n: int, chance: random.Random) -> Matrix:
    low = chance.choice((0.2, 0.5, 0.8))
    tp, tn = round(p * chance.uniform(low, 1)), round(n * chance.uniform(low, 1))
    return Matrix(tp=tp, tn=tn, p=p, n=n)


def _of_folds(kind: str, chance: random.Random) -> tuple[Tree, list[Matrix]]:
    many = chance.choice((2, 3, 5, 5, 10))
    if chance.random() < 1 / 2:
        p, n = chance.randint(5 * many, 400), chance.randint(5 * many, 400)
        sizes = [(p // many + (at < p % many), n // many + (at < n % many)) for at in range(many)]
    else:
        sizes = [(chance.randint(5, 60), chance.randint(5, 60)) for _ in range(many)]
    folds = [_matrix(p, n, chance) for p, n in sizes]
    pooled = Matrix(
        tp=sum(one.tp for one in folds),
        tn=sum(one.tn for one in folds),
        p=sum(one.p for one in folds),
        n=sum(one.n for one in folds),
    )
    tree: Tree = {
        "dataset": {"p": pooled.p, "n": pooled.n},
        "folding": {"folds": [{"p": p, "n": n} for p, n in sizes]},
        "aggregation": "som" if kind == "pooled folds" else "mos",
    }
    return tree, [pooled] if kind == "pooled folds" else folds


def _of_classes(kind: str, chance: random.Random) -> tuple[Tree, list[Matrix]]:
    sizes = [chance.randint(10, 150) for _ in range(chance.choice((3, 4, 5)))]
    rate = chance.choice((0.3, 0.6, 0.9))
    table = [[0] * len(sizes) for _ in sizes]
    for at, size in enumerate(sizes):
        for _ in range(size):
            called = at if chance.random() < rate else chance.randrange(len(sizes))
            table[at][called] += 1
    total = sum(sizes)
    classes = [_against_the_rest(table, at, total) for at in range(len(sizes))]
    pooled = Matrix(
        tp=sum(one.tp for one in classes),
        tn=sum(one.tn for one in classes),
        p=total,
        n=total * (len(sizes) - 1),
    )
    average = kind.removeprefix("classes, ")
    tree: Tree = {
        "testset": {str(at): size for at, size in enumerate(sizes)},
        "average": average,
    }
    return tree, [pooled] if average == "micro" else classes


def _against_the_rest(table: Sequence[Sequence[int]], at: int, total: int) -> Matrix:
    right, size = table[at][at], sum(table[at])
    wrong = sum(row[at] for row in table) - right
    return Matrix(tp=right, tn=total - size - wrong, p=size, n=total - size)


def _mean(name: str, matrices: Sequence[Matrix]) -> Fraction | None:
    beta = Fraction(BETA) if name in {"fbp", "fbn"} else Fraction(1)
    values = [enclosed(SCORES[name], one, beta, digits=20) for one in matrices]
    known = [value.low for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if len(known) == len(values) else None
