"""What numbers of probabilities keep together: Brier and its parts, calibration, log loss."""

from measurand.auditing.proofs.closed.relations.relation import JENSEN, Relation

_BINS = ("bins", "binning", "closed")
_OTHER_BINS = "bins of one are not those of the other"
PROBABILITIES = (
    Relation(
        id="brier-decomposed",
        says="Brier is reliability - resolution + uncertainty.",
        claim="brier == brier_reliability - brier_resolution + brier_uncertainty",
        source="Murphy 1973, A New Vector Partition of the Probability Score",
        means=True,
        apart="different probabilities stand in one bin",
        settled=("binning=distinct",),
    ),
    Relation(
        id="brier-reliability-against-brier",
        says="Reliability is at most Brier, whatever the bins.",
        claim="brier_reliability <= brier",
        source=f"{JENSEN}, bin by bin",
        means=True,
    ),
    Relation(
        id="brier-resolution-against-uncertainty",
        says="Resolution is at most uncertainty.",
        claim="brier_resolution <= brier_uncertainty",
        source="the variance of means is at most that of all",
        means=True,
    ),
    *(
        Relation(
            id=f"{name.replace('_', '-')}-most",
            says=f"{name} is at most 1/4.",
            claim=f"{name} <= 1/4",
            source="x (1 - x) is at most 1/4",
            means=True,
        )
        for name in ("brier_uncertainty", "brier_resolution")
    ),
    Relation(
        id="brier-skill",
        says="Brier skill is 1 - Brier / uncertainty.",
        claim="brier_skill == 1 - brier/brier_uncertainty",
        source="Murphy 1973, Hedging and Skill Scores for Probability Forecasts",
        apart="the reference is the climate of other samples",
    ),
    Relation(
        id="ece-against-mce",
        says="ECE is at most MCE, over the same bins.",
        claim="ece <= mce",
        source="a mean is at most the largest",
        means=True,
        apart=_OTHER_BINS,
        settled=_BINS,
    ),
    Relation(
        id="ece-norms",
        says="ECE in the mean is at most ECE in the root mean square, over the same bins.",
        claim="first <= second",
        of={"first": "ece[norm=l1]", "second": "ece[norm=l2]"},
        source=JENSEN,
        means=True,
        apart=_OTHER_BINS,
        settled=_BINS,
    ),
    Relation(
        id="ece-against-brier",
        says="The square of ECE is at most Brier, whatever the bins.",
        claim="ece**2 <= brier",
        source=f"{JENSEN}, bin by bin",
        means=True,
    ),
    Relation(
        id="brier-against-log-loss",
        says="Log loss is at least Brier, and twice that of one class.",
        claim="2*brier <= log_loss",
        source="Pinsker's inequality: -log(1 - d) - 2 d^2 is 0 at 0, and its slope "
        "(1 - 2 d)^2 / (1 - d) is never below 0",
        means=True,
        apart="Brier is the sum over all classes",
    ),
    Relation(
        id="brier-of-classes-against-log-loss",
        says="Log loss is at least Brier, even if that is the sum over all classes.",
        claim="brier <= log_loss",
        source="Pinsker's inequality; others get at most 1 - p, so their squares add up to at most "
        "its square",
        means=True,
    ),
)
