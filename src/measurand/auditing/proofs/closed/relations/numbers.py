"""What errors, limits of agreement, correlations and error rates of words keep together."""

from measurand.auditing.proofs.closed.relations.relation import DEFINED, JENSEN, Relation

ERRORS = (
    Relation(
        id="bias-against-mae",
        says="A bias is no larger than the MAE, either way.",
        claim="abs(bias) <= mae",
        source="the triangle inequality",
        means=True,
        scaled=True,
    ),
    Relation(
        id="bias-against-rmse",
        says="A bias is no larger than the RMSE, either way.",
        claim="abs(bias) <= rmse",
        source=JENSEN,
        means=True,
        scaled=True,
    ),
    Relation(
        id="bias-against-mse",
        says="The square of a bias is at most the MSE.",
        claim="bias**2 <= mse",
        source=JENSEN,
        means=True,
        scaled=True,
    ),
    Relation(
        id="medae-against-mae",
        says="Half of all errors are at least the median, so it is at most twice the MAE.",
        claim="medae <= 2*mae",
        source="Markov's inequality",
        means=True,
        scaled=True,
    ),
    Relation(
        id="medae-against-rmse",
        says="The median error is at most the RMSE times the root of 2.",
        claim="medae <= sqrt(2)*rmse",
        source="Markov's inequality for squares",
        means=True,
        scaled=True,
    ),
    Relation(
        id="r2-against-explained-variance",
        says="R2 is at most the explained variance, which leaves a constant bias out.",
        claim="r2 <= explained_variance",
        source=f"{DEFINED}: their difference is bias^2 / variance",
        means=True,
        apart="R2 is the square of a correlation",
    ),
    Relation(
        id="explained-variance-against-pearson",
        says="The explained variance is at most the square of the correlation.",
        claim="explained_variance <= pearson**2",
        source="least squares: no line explains more than the best one",
    ),
    Relation(
        id="r2-against-pearson",
        says="R2 is at most the square of the correlation of the same predictions.",
        claim="r2 <= pearson**2",
        source="least squares: no line explains more than the best one",
    ),
    Relation(
        id="limits-around-bias",
        says="The bias is in the middle of the limits of agreement.",
        claim="lower + upper == 2*bias",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986",
        means=True,
        scaled=True,
    ),
    Relation(
        id="limits-in-order",
        says="The lower limit of agreement is at most the upper one.",
        claim="lower <= upper",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986",
        means=True,
        scaled=True,
    ),
    Relation(
        id="rmse-within-limits",
        says="RMSE^2 is at most bias^2 and the variance that limits of agreement of 1.96 or more "
        "deviations show.",
        claim="rmse**2 <= bias**2 + ((upper - lower)/3.92)**2",
        of={
            "lower": "limit_of_agreement[side=lower]",
            "upper": "limit_of_agreement[side=upper]",
        },
        source="Bland and Altman 1986; the mean square is bias^2 and variance",
        scaled=True,
    ),
)

CORRELATIONS = (
    Relation(
        id="concordance-against-pearson",
        says="Lin's concordance is no larger than the correlation, either way.",
        claim="abs(concordance) <= abs(pearson)",
        source="Lin 1989: concordance is the correlation times a bias correction in (0, 1]",
    ),
    Relation(
        id="concordance-sign",
        says="Lin's concordance has the sign of the correlation.",
        claim="0 <= concordance*pearson",
        source="Lin 1989: concordance is the correlation times a bias correction in (0, 1]",
    ),
    *(
        Relation(
            id=f"kendall-against-spearman-{side}",
            says=f"3 n tau - 2 (n + 1) rho is at {side} {sign}(n - 2), without ties.",
            claim=claim,
            # Often copied with n + 2 in the place of the first n, which tau = rho = 1 breaks.
            source="Daniels 1950, Rank correlation and population models, Journal of the Royal "
            "Statistical Society B 12; all orders of up to 6 numbers were tried",
            apart="some numbers are equal",
        )
        for side, sign, claim in (
            ("least", "-", "2 - n <= 3*n*kendall - 2*(n + 1)*spearman"),
            ("most", "", "3*n*kendall - 2*(n + 1)*spearman <= n - 2"),
        )
    ),
)

WORD_ERRORS = (
    *(
        Relation(
            id=name,
            says=says,
            claim=claim,
            source=source,
            means=True,
            apart="of other texts or pooled or normalised otherwise",
            settled=("level=corpus", "normalise"),
        )
        for name, says, claim, source in (
            (
                "mer-against-wer",
                "MER is at most WER, which is not divided by insertions.",
                "mer <= wer",
                "Morris, Maier and Green 2004",
            ),
            (
                "mer-against-wil",
                "MER is at most WIL.",
                "mer <= wil",
                "this library: hits times all that was aligned are at most n m, the words of both",
            ),
        )
    ),
)
