"""Four runs of inspect_ai on sixty items: the figures of the comparison, computed elsewhere."""

from fractions import Fraction
from pathlib import Path

from measurand.auditing.runs.systems import System, clusters_of, systems_of
from measurand.edges.files.events import ReadOptions
from measurand.edges.files.runs import logs_at, runs_of
from measurand.evidence.runs import Run
from measurand.inference.leaderboards import Difference, Leaderboard, certified, leaderboard
from measurand.inference.plan import Plan
from measurand.inference.pvalue import PValue
from measurand.inference.rank_certificate import RankCertificate, faults, taken

# McNemar's exact p-values, and Holm's over the six pairs.
P_VALUES = {
    ("north", "south"): (0.17956543, 0.35913086),
    ("north", "west"): (0.00148964, 0.00744820),
    ("north", "east"): (0.00040245, 0.00241470),
    ("south", "west"): (0.07835388, 0.25565863),
    ("south", "east"): (0.06391466, 0.25565863),
    ("west", "east"): (1.0, 1.0),
}


def systems(data: Path) -> tuple[System, ...]:
    runs: dict[str, Run] = {}
    for name in ("east", "north", "south", "west"):
        found = logs_at(str(data / f"logs/inspect/pair/{name}.eval"))
        assert found is not None
        [runs[name]] = runs_of(found.logs[0], ReadOptions())
    return systems_of(runs, "includes")


def board(every: tuple[System, ...], clusters: dict[str, str] | None = None) -> Leaderboard:
    return leaderboard({one.name: one.scores for one in every}, Plan(), clusters=clusters)


def pair(found: Leaderboard, one: str, other: str) -> Difference:
    return next(d for d in found.differences if (d.first, d.second) == (one, other))


def test_p_values_ranks_and_errors_are_those_computed_elsewhere(data: Path) -> None:
    found = board(systems(data))

    for names, (p, adjusted) in P_VALUES.items():
        judged = pair(found, *names).judged
        exact = judged.hypothesis.found.p_value
        assert isinstance(exact, PValue)
        assert round(float(exact.value), 8) == p
        assert isinstance(judged.adjusted, Fraction)
        assert round(float(judged.adjusted), 8) == adjusted
    ranks = {one.name: one.ranks.text for one in found.standings}
    assert ranks == {"north": "1-2", "south": "1-4", "west": "2-4", "east": "2-4"}
    widest = pair(found, "north", "east")
    assert isinstance(widest.error, float)
    assert isinstance(widest.unpaired, float)
    assert (round(widest.error, 6), round(widest.unpaired, 6)) == (0.066667, 0.069434)


def test_the_clustered_error_is_that_computed_elsewhere(data: Path) -> None:
    every = systems(data)
    found = board(every, clusters_of(every, "topic"))

    error = pair(found, "north", "east").error
    assert isinstance(error, float)
    assert round(error, 6) == 0.086834


def test_its_certificate_holds(data: Path) -> None:
    certificate = certified(board(systems(data)))

    assert isinstance(certificate, RankCertificate)
    assert (faults(certificate), taken(certificate)) == ((), 0)
