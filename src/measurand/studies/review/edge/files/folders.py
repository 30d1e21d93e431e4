"""Where the files of a two-stage review lie: by run and seed below one folder."""

import re
from pathlib import Path

from attrs import field, frozen

_NAME = re.compile(r"(?P<run>.+)__seed(?P<seed>0|[1-9][0-9]*)_proposed")
_EXPECTED = "expected <run>__seed<number>_proposed"
_STAGES = {"outputs", "scorecards"}
_NO_NAME = re.compile(r"[\x00-\x1f\x7f/\\]")


def _is_name(_: object, __: object, run: str) -> None:
    if not run or run in {".", ".."} or _NO_NAME.search(run):
        msg = f"a run is named as a folder can be: got {run!r}"
        raise ValueError(msg)


def _is_seed(_: object, __: object, seed: int) -> None:
    if seed < 0:
        msg = f"a seed is not negative: got {seed}"
        raise ValueError(msg)


@frozen
class SeededRun:
    """One run with one seed.

    >>> SeededRun("demo", 42).folder
    'demo__seed42_proposed'
    """

    run: str = field(validator=_is_name)
    seed: int = field(validator=_is_seed)

    @property
    def folder(self) -> str:
        """Name the folder of the run."""
        return f"{self.run}__seed{self.seed}_proposed"


@frozen(kw_only=True)
class RunFiles:
    """The files of one run with one seed."""

    outputs: Path
    scorecards: Path
    metrics: Path
    table: Path
    detail: Path
    report: Path


@frozen(kw_only=True)
class AggregatedFiles:
    """The files of one run over its seeds."""

    metrics: Path
    table: Path
    detail: Path


def seeded_run(name: str) -> SeededRun:
    """Take run and seed from the name of a folder.

    >>> seeded_run("cr_n50_m0__seed42_proposed")
    SeededRun(run='cr_n50_m0', seed=42)

    Raises ValueError for a name of another form.
    """
    found = _NAME.fullmatch(name)
    if not found:
        msg = f"no run and seed in the name {name!r}: {_EXPECTED}"
        raise ValueError(msg)
    return SeededRun(found["run"], int(found["seed"]))


def seeded_run_of(path: Path) -> SeededRun:
    """Take run and seed from the nearest folder of a path that names them, or from the file.

    >>> seeded_run_of(Path("results/demo__seed7_proposed/derived/metrics"))
    SeededRun(run='demo', seed=7)
    >>> seeded_run_of(Path("demo__seed8_proposed.jsonl")).seed
    8

    Raises ValueError where no part of the path names them.
    """
    names = (path.stem, *reversed(path.parts))
    for name in names:
        if _NAME.fullmatch(name):
            return seeded_run(name)
    msg = f"no run and seed in the path {str(path)!r}: {_EXPECTED} somewhere in it"
    raise ValueError(msg)


def folder_of(path: Path) -> str:
    """Name the folder of a run after its file: by run and seed, else after the file or its folder.

    >>> folder_of(Path("a/demo__seed8_proposed.jsonl")), folder_of(Path("a/mine.jsonl"))
    ('demo__seed8_proposed', 'mine')
    >>> folder_of(Path("a/scorecards.jsonl"))
    'a'

    Raises ValueError where that cannot be the name of a folder.
    """
    try:
        return seeded_run_of(path).folder
    except ValueError:
        name = path.resolve().parent.name if path.stem in _STAGES else path.stem
        return SeededRun(name, 0).run


def run_files(root: Path, folder: str) -> RunFiles:
    """Say where the files of a run lie below a folder.

    >>> run_files(Path("."), SeededRun("demo", 1).folder).metrics.as_posix()
    'results/demo__seed1_proposed/derived/metrics/structural_metrics.csv'
    """
    results = root / "results" / folder
    metrics = results / "derived" / "metrics"
    return RunFiles(
        outputs=results / "outputs.jsonl",
        scorecards=results / "scorecards.jsonl",
        metrics=metrics / "structural_metrics.csv",
        table=metrics / "structural_metrics_table.md",
        detail=metrics / "structural_metrics.json",
        report=root / "reports" / folder / "metric_report.html",
    )


def aggregated_files(root: Path, run: str) -> AggregatedFiles:
    """Say where the files of a run over its seeds lie below a folder.

    >>> aggregated_files(Path("."), "demo").metrics.as_posix()
    'results/demo_aggregated/aggregated_mean_std.csv'

    Raises ValueError where the run cannot be the name of a folder.
    """
    folder = root / "results" / f"{SeededRun(run, 0).run}_aggregated"
    return AggregatedFiles(
        metrics=folder / "aggregated_mean_std.csv",
        table=folder / "aggregated_mean_std.md",
        detail=folder / "aggregated_mean_std.json",
    )
