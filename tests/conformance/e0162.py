"""The published table of experiment E0162 as a sheet: seven metrics by five transforms."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from measurand.auditing.proofs.sheet import Column, Fact, Role, Row, Sheet
from measurand.values.printed import Printed, Rounding

Table = Mapping[str, Mapping[str, Sequence[float]]]

ROLES = {
    "mean_diff": Role.MEAN,
    "ci_low": Role.LOW,
    "ci_high": Role.HIGH,
    "p_value": Role.P,
    "p_value_holm": Role.P_HOLM,
}
WHOLE = ("unsupported_rate_cf_minus_orig", "overclaim_rate_cf_minus_orig")
"""Flags on frames are counted, so their rates are whole numbers over samples times frames."""


class Published(msgspec.Struct, frozen=True):
    """The file, as far as it is read."""

    n_samples: int
    n_frames_per_sample: int
    n_bootstrap: int
    cols: list[str]
    paired_bootstrap: dict[str, dict[str, list[float]]]


def published(data: Path) -> Published:
    """Read the file."""
    return msgspec.json.decode((data / "published" / "e0162.json").read_bytes(), type=Published)


def table(data: Path) -> Table:
    """Read the rows by metric and transform."""
    return published(data).paired_bootstrap


def options(metric: str, role: Role) -> tuple[tuple[str, str], ...]:
    """Say what the experiment states of a column: every difference is expected above 0."""
    if role is Role.P:
        return (("test", "resampling"),)
    if role is not Role.MEAN:
        return ()
    whole = (("whole", "true"),) if metric in WHOLE else ()
    return (("direction", "positive"), *whole)


def sheet(found: Published) -> Sheet:
    """Write the numbers as a sheet, each the full representation of a float."""
    metrics = found.paired_bootstrap
    columns = tuple(
        Column(
            name=f"{metric}/{name}",
            role=ROLES[name],
            group=metric,
            options=options(metric, ROLES[name]),
        )
        for metric in metrics
        for name in found.cols
    )
    transforms = tuple(next(iter(metrics.values())))
    rows = tuple(
        Row(
            label=transform,
            cells=tuple(
                (f"{metric}/{name}", number(value))
                for metric, family in metrics.items()
                for name, value in zip(found.cols, family[transform], strict=True)
            ),
        )
        for transform in transforms
    )
    facts = (
        (Fact.SAMPLES, found.n_samples),
        (Fact.ITEMS, found.n_frames_per_sample),
        (Fact.REPLICATES, found.n_bootstrap),
    )
    return Sheet(columns=columns, rows=rows, name="E0162", facts=facts)


def number(value: float) -> Printed:
    """Read a float as it was written in full."""
    return Printed.parse(json.dumps(value), rounding=Rounding.FLOAT64)
