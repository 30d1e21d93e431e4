"""Estimates from a judge and a labelled part, written from their sources on plain lists.

A sample of weight 2 stands twice in the list, and all weights are made whole first. A sample is the
judge's verdict and a human's, or None.
"""

from fractions import Fraction
from math import lcm

from measurand.values.sample import Sample

Seen = list[tuple[Fraction, Fraction | None]]


def listed(corpus: tuple[Sample, ...]) -> Seen:
    rows = [(s.amount("judge"), s.amount("human"), s.weight) for s in corpus]
    times = lcm(*(weight.denominator for _, _, weight in rows))
    return [
        (judge, human)
        for judge, human, weight in rows
        if judge is not None
        for _ in range(int(weight * times))
    ]


def mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def base(seen: Seen, judged: str) -> Fraction:
    """Take the judge's mean on the large part; without a sample there, on all."""
    unlabelled = [judge for judge, human in seen if human is None]
    every = [judge for judge, _ in seen]
    return mean(unlabelled if judged == "unlabelled" and unlabelled else every)


def tuned(seen: Seen, judged: str, spread: str) -> Fraction:
    """Take lambda from PPI++, example 6.1: cov(Y, f) / ((1 + n / N) var(f)), cut to [0, 1]."""
    both = [(judge, human) for judge, human in seen if human is not None]
    of = [judge for judge, _ in both] if spread == "labelled" else [judge for judge, _ in seen]
    centre = mean(of)
    variance = mean([(one - centre) ** 2 for one in of])
    if not variance:
        return Fraction(0)
    f, y = mean([judge for judge, _ in both]), mean([human for _, human in both])
    covariance = mean([(judge - f) * (human - y) for judge, human in both])
    large = len(seen) - len(both)
    if judged == "unlabelled":
        if not large:
            return Fraction(0)
        covariance /= 1 + Fraction(len(both), large)
    return min(max(covariance / variance, Fraction(0)), Fraction(1))


def ppi(seen: Seen, lambda_: str, judged: str, spread: str) -> Fraction | None:
    """Add what the judge is off to lambda times its mean (Angelopoulos, Duchi and Zrnic 2023)."""
    both = [(judge, human) for judge, human in seen if human is not None]
    if not both:
        return None
    share = tuned(seen, judged, spread) if lambda_ == "tuned" else Fraction(lambda_)
    rectifier = mean([human - share * judge for judge, human in both])
    return share * base(seen, judged) + rectifier


def judge_bias(seen: Seen) -> Fraction | None:
    """Turn the sign of the rectifier: the mean of judge less human where there are both."""
    off = [judge - human for judge, human in seen if human is not None]
    return mean(off) if off else None


def rogan_gladen(seen: Seen, judged: str, clip: str) -> Fraction | None:
    """Solve q = p se + (1 - p) (1 - sp) for p."""
    so = [judge for judge, human in seen if human == 1]
    not_so = [judge for judge, human in seen if human == 0]
    if not so or not not_so:
        return None
    se, sp = mean(so), 1 - mean(not_so)
    if se + sp <= 1:
        return None
    p = (base(seen, judged) + sp - 1) / (se + sp - 1)
    return min(max(p, Fraction(0)), Fraction(1)) if clip == "unit" else p


Counted = list[tuple[dict[str, Fraction], dict[str, Fraction] | None]]
"""Of each sample, counts against the judge's gold, and against a human's."""


def counts(gold: tuple[str, ...], answer: tuple[str, ...], only: str | None) -> dict[str, Fraction]:
    kept, said = ({one for one in some if only in {None, one}} for some in (gold, answer))
    numbers = {"hits": len(kept & said), "gold": len(kept), "predicted": len(said), "judged": 1}
    return {name: Fraction(number) for name, number in numbers.items()}


def counted(corpus: tuple[Sample, ...], only: str | None) -> Counted:
    found: Counted = []
    times = lcm(*(one.weight.denominator for one in corpus))
    for one in corpus:
        judge, human = (
            None if one.items(name) is None else tuple(map(str, one.items(name) or ()))
            for name in ("judge", "human")
        )
        if judge is None or one.predicted is None:
            continue
        answer = tuple(map(str, one.predicted))
        seen = None if human is None else counts(human, answer, only)
        found += [(counts(judge, answer, only), seen)] * int(one.weight * times)
    return found


def of_classes(corpus: tuple[Sample, ...]) -> list[str]:
    kept = [one for one in corpus if one.items("judge") is not None and one.predicted is not None]
    some = {
        str(item)
        for one in kept
        for items in (one.predicted, one.items("judge"), one.items("human"))
        for item in items or ()
    }
    return sorted(some)


def told_of(corpus: tuple[Sample, ...]) -> bool:
    """Tell whether labels tell of each class: two labelled samples a class, and each in some."""
    labelled = [
        (one.predicted, one.items("human"))
        for one in corpus
        if None not in {one.predicted, one.items("judge"), one.items("human")}
    ]
    told = {str(item) for both in labelled for items in both for item in items or ()}
    classes = of_classes(corpus)
    return set(classes) <= told and len(labelled) >= len(classes) + len(classes)


def f_of_estimates(
    corpus: tuple[Sample, ...], only: str | None, lambda_: str, judged: str
) -> Fraction | None:
    """Take 2 hits / (gold + predicted) of what `ppi` gives for each count."""
    rows = counted(corpus, only)
    sums: dict[str, Fraction] = {}
    for name in ("hits", "gold", "predicted"):
        seen = [(judge[name], None if human is None else human[name]) for judge, human in rows]
        estimate = ppi(seen, lambda_, judged, "all")
        if estimate is None:
            return None
        sums[name] = estimate
    bottom = sums["gold"] + sums["predicted"]
    return 2 * sums["hits"] / bottom if bottom else None


COUNTED = {"half": Fraction(1, 2), "win": Fraction(1), "loss": Fraction(0)}
"""What a tie counts, where it is not dropped."""


def win_rate(corpus: tuple[Sample, ...], ties: str) -> Fraction | None:
    """Take the mean of wins; a tie is a number of its own, or is no comparison."""
    kept = []
    for one in corpus:
        won = one.amount("won")
        if won == Fraction(1, 2):
            won = COUNTED.get(ties)
        if won is not None:
            kept.append((won, one.weight))
    heavy = sum((weight for _, weight in kept), Fraction(0))
    return sum((won * weight for won, weight in kept), Fraction(0)) / heavy if heavy else None


Grouped = list[tuple[Fraction, Fraction | None, str]]
"""Of each sample the judge's verdict, a human's or None, and the cluster that it is in."""


def scattered(values: list[tuple[Fraction, str]], ddof: int) -> Fraction | None:
    """Take the squared error of a mean, by clusters: squares of the sums of what is off in each."""
    if not values:
        return None
    centre = mean([one for one, _ in values])
    off: dict[str, Fraction] = {}
    for one, cluster in values:
        off[cluster] = off.get(cluster, Fraction(0)) + one - centre
    if len(off) <= ddof:
        return None
    squares = sum((one**2 for one in off.values()), Fraction(0))
    return squares / len(values) ** 2 * Fraction(len(off), len(off) - ddof)


def squared_error(
    rows: Grouped, correction: str, judged: str, ddof: int
) -> tuple[Fraction, Fraction] | None:
    """Take a corrected score and its squared error; that of PPI over all as one mean of moves."""
    seen = [(judge, human) for judge, human, _ in rows]
    labelled = [(judge, human, name) for judge, human, name in rows if human is not None]
    rest = [(judge, name) for judge, human, name in rows if human is None]
    every = [(judge, name) for judge, _, name in rows]
    if correction == "none":
        found = scattered(every, ddof) if every else None
        return None if found is None else (mean([one for one, _ in every]), found)
    if not labelled:
        return None
    large = rest if judged == "unlabelled" and rest else every
    if correction == "error_rates":
        return _of_rates(seen, labelled, large, ddof, judged)
    lambda_ = {"humans": "0", "ppi_full": "1", "ppi_tuned": "tuned"}[correction]
    score = ppi(seen, lambda_, judged, "all")
    share = tuned(seen, judged, "all") if lambda_ == "tuned" else Fraction(lambda_)
    if score is None:
        return None
    off = [(human - share * judge, name) for judge, human, name in labelled]
    if judged == "unlabelled" or correction == "humans":
        parts = [scattered(off, ddof)]
        if correction != "humans":
            parts.append(scattered([(share * one, name) for one, name in rest], ddof))
        squares = [one for one in parts if one is not None]
        return (score, sum(squares, Fraction(0))) if len(squares) == len(parts) else None
    # One mean of moves: N / n times what is off where it is labelled, and the judge's verdict.
    times, centre = Fraction(len(rows), len(labelled)), mean([one for one, _ in off])
    moves = [
        (
            share * judge
            + (times * (human - share * judge - centre) if human is not None else Fraction(0)),
            name,
        )
        for judge, human, name in rows
    ]
    found = scattered(moves, ddof)
    return None if found is None else (score, found)


def _of_rates(
    seen: Seen,
    labelled: list[tuple[Fraction, Fraction, str]],
    large: list[tuple[Fraction, str]],
    ddof: int,
    judged: str,
) -> tuple[Fraction, Fraction] | None:
    """Weigh the squared errors of three rates by squared derivatives (Rogan and Gladen 1978)."""
    p = rogan_gladen(seen, judged, "none")
    if p is None:
        return None
    so = [(judge, name) for judge, human, name in labelled if human == 1]
    not_so = [(judge, name) for judge, human, name in labelled if human == 0]
    youden = mean([one for one, _ in so]) - mean([one for one, _ in not_so])
    parts = [scattered(some, ddof) for some in (large, so, not_so)]
    weights = (Fraction(1), p**2, (1 - p) ** 2)
    squares = [
        w * one / youden**2 for w, one in zip(weights, parts, strict=True) if one is not None
    ]
    return (p, sum(squares, Fraction(0))) if len(squares) == len(parts) else None
