"""Score rows of a few samples: some undefined, some not evaluated, some not there at all."""

from fractions import Fraction

from attrs import evolve
from hypothesis import strategies as st

from measurand.inference.adjustment import Correction
from measurand.inference.interval import Ends
from measurand.inference.plan import Plan, Stream, Test
from measurand.studies.counterfactual.evaluate import ORIGINAL, ScoreRow, Status
from measurand.studies.counterfactual.options import (
    PROFILES,
    RATES,
    TESTED,
    Nulls,
    Options,
    Pooling,
)
from measurand.studies.counterfactual.study import GROUP
from measurand.values.score import Undefined
from measurand.values.share import Measured, Share, share
from properties.oracles.cf_transforms import KEYS

Rows = list[ScoreRow]

numbers = st.builds(share, st.integers(0, 4), st.integers(1, 4))
measured: st.SearchStrategy[Measured] = st.one_of(
    numbers, numbers, numbers, st.just(Undefined("no frame"))
)
metrics = st.sampled_from(TESTED)


@st.composite
def scored(
    draw: st.DrawFn, metric: str, *, most: int = 6, least: int = 0, whole: bool = False
) -> Rows:
    """Draw the rows of samples in three groups; `whole` ones have a number under every key."""
    rows: Rows = []
    for at in range(draw(st.integers(least, most))):
        group = draw(st.sampled_from("abc"))
        for key in (ORIGINAL, *KEYS):
            row = ScoreRow(sample=str(at), group=group, key=key)
            fate = 9 if whole else draw(st.integers(0, 9))
            if fate == 0 and key != ORIGINAL:
                continue
            if fate == 1 and key != ORIGINAL:
                rows.append(evolve(row, status=Status.NOT_EVALUATED, note="nobody was asked"))
                continue
            found = draw(numbers if whole else measured)
            rows.append(evolve(row, metrics=((metric, found),)))
    return rows


plans = st.builds(
    Plan,
    ends=st.sampled_from(Ends),
    test=st.sampled_from(Test),
    correction=st.sampled_from(Correction),
    alpha=st.sampled_from((Fraction(1, 20), Fraction(1, 3), Fraction(9, 10))),
    replicates=st.integers(1, 20),
    patterns=st.sampled_from((1, 200_000)),
    seed=st.integers(0, 3),
    stream=st.sampled_from((Stream.NUMPY, Stream.RAW)),
    cluster=st.sampled_from((None, GROUP)),
)


@st.composite
def studied(draw: st.DrawFn) -> Options:
    """Draw a study of one metric that resamples in no order."""
    return evolve(
        draw(st.sampled_from([*PROFILES.values()])),
        plan=draw(plans),
        tested=(draw(metrics),),
        pooling=draw(st.sampled_from(Pooling)),
        nulls=draw(st.sampled_from(Nulls)),
    )


def differences(rows: Rows, metric: str) -> dict[str, list[tuple[str, Fraction]]]:
    """List, by key, the differences of the samples that have both numbers; faithful is above 0."""
    values: dict[tuple[str, str], Fraction] = {}
    groups: dict[str, str] = {}
    for row in rows:
        groups[row.sample] = row.group or ""
        found = dict(row.metrics).get(metric)
        if isinstance(found, Share):
            values[row.sample, row.key] = found.value
    sign = -1 if metric in RATES else 1
    return {
        key: [
            (groups[name], sign * (value - values[name, key]))
            for (name, which), value in values.items()
            if which == ORIGINAL and (name, key) in values
        ]
        for key in KEYS
    }
