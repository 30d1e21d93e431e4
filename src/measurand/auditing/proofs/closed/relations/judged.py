"""What a judge's rate, its error rates, the humans' rate and a corrected score keep together."""

from measurand.auditing.proofs.closed.relations.relation import DEFINED, Relation

_JUDGE = "corrected_score[correction=none]"
_HUMANS = "corrected_score[correction=humans]"
# A rate that is put to an end of [0, 1] is put there on both sides, and others stay what they are.
_UNDONE = "(judge + specificity - 1)/(recall + specificity - 1)"
_REST = "of the unlabelled samples, or the labels are no part of them"

JUDGED = (
    *(
        Relation(
            id=name,
            says=f"{says} (q + sp - 1) / (se + sp - 1), or the end of [0, 1] that is next to it.",
            claim=f"clip(corrected) == clip({_UNDONE})",
            source="Rogan and Gladen 1978",
            of={"corrected": what, "judge": _JUDGE},
            apart=apart,
        )
        for name, what, apart, says in (
            ("rates-undone", "rogan_gladen", "", "A rate with error rates undone is"),
            (
                "rates-undone-said",
                "corrected_score[correction=error_rates]",
                "",
                "A score that is corrected by error rates is",
            ),
            (
                "corrected-by-rates",
                "corrected_score[correction=]",
                "corrected in another way",
                "A corrected score beside a judge's rate and its error rates is mostly",
            ),
        )
    ),
    *(
        Relation(
            id=name,
            says="A score that is corrected by prediction-powered inference lies between that of "
            "humans and the judge's less what it is off.",
            claim="(corrected - humans)*(corrected - judge + judge_bias) <= 0",
            source=f"{DEFINED}: lambda is from 0 to 1",
            of={"corrected": what, "humans": _HUMANS, "judge": _JUDGE},
            apart=_REST,
            settled=("drawn=random", "judged=all"),
        )
        for name, what in (
            ("ppi-between", "ppi"),
            ("corrected-between", "corrected_score[correction=ppi_tuned]"),
        )
    ),
)
