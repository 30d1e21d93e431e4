"""What tables of models keep: statistics of coefficients, and intervals around them.

Sides are made free of scale, so that rows of a table compare: how far one misses tells of others.
"""

from measurand.auditing.proofs.closed.relations.relation import DEFINED, Relation

_OTHER_INTERVAL = "the interval is one by profile likelihood, exact, resampled or credible"
_NORMAL = "an interval by t or by the normal law reaches as far on both sides"

MODELS = (
    *(
        Relation(
            id=f"{name.replace('_', '-')}-of-coefficient",
            says=says,
            claim=claim,
            source=DEFINED,
        )
        for name, says, claim in (
            ("t", "A t statistic is the coefficient over its error.", "coefficient/se == t"),
            ("z", "A z statistic is the coefficient over its error.", "coefficient/se == z"),
            (
                "wald",
                "Wald's chi-square is the square of the coefficient over its error.",
                "(coefficient/se)**2 == chi2",
            ),
            (
                "ratio",
                "The logarithm of an odds, hazard or rate ratio is the coefficient.",
                "log(effect_ratio) == coefficient",
            ),
        )
    ),
    Relation(
        id="interval-of-coefficient",
        says="The interval of a coefficient reaches as far below it as above.",
        claim="(coefficient - low)/(high - coefficient) == 1",
        source=_NORMAL,
        apart=_OTHER_INTERVAL,
        common=True,
    ),
    Relation(
        id="interval-of-ratio",
        says="The interval of an odds, hazard or rate ratio reaches as far both ways, as factors.",
        claim="effect_ratio**2/(low*high) == 1",
        source=f"{_NORMAL}, here of the logarithm",
        apart=_OTHER_INTERVAL,
        common=True,
    ),
)
