"""What numbers of raters and of classes keep together: agreement beyond chance, rates, top k."""

from measurand.auditing.proofs.closed.relations.relation import (
    DEFINED,
    JENSEN,
    OTHER_CLASSES,
    Relation,
)

_OTHER_RATINGS = "units have different numbers of ratings or distances are no nominal ones"
_OTHER_MEANS = "averaged otherwise, of mean precision and recall, or empty samples count otherwise"
_CHANCE = ("kappa", "fleiss_kappa", "scott_pi", "gwet_ac1")
_CORRECTED = "the definition, (p_o - p_e) / (1 - p_e) with p_e from 0"
_RIGHT = "the definitions: what is right has an F1 of 1"
AGREEMENTS = (
    *(
        Relation(
            id=f"{name.replace('_', '-')}-against-agreement",
            says=f"{name} is at most the percent agreement.",
            claim=f"{name} <= percent_agreement",
            source=_CORRECTED,
            means=True,
        )
        for name in _CHANCE
    ),
    Relation(
        id="alpha-against-agreement",
        says="Nominal alpha is at most the percent agreement.",
        claim="krippendorff_alpha <= percent_agreement",
        source="the definition, 1 - D_o / D_e with D_e up to 1",
        means=True,
        apart=_OTHER_RATINGS,
    ),
    *(
        Relation(
            id=f"{name.replace('_', '-')}-least",
            says=f"{name} is at least -(1 - p) / (1 + p), with p the percent agreement.",
            claim=f"(percent_agreement - 1)/(percent_agreement + 1) <= {name}",
            source="this library: who disagrees is shared by at least two categories, so that "
            "chance agreement is at most (1 + p^2) / 2",
            apart="" if name == "kappa" else _OTHER_RATINGS,
        )
        for name in ("kappa", "fleiss_kappa", "scott_pi")
    ),
    Relation(
        id="gwet-ac1-least",
        says="AC1 is at least 2 p - 1, with p the percent agreement.",
        claim="2*percent_agreement - 1 <= gwet_ac1",
        source="Gwet 2008: chance agreement is at most 1/2",
        means=True,
    ),
    *(
        Relation(
            id=f"{low.replace('_', '-')}-against-{high.replace('_', '-')}",
            says=f"{low} is at most {high}.",
            claim=f"{low} <= {high}",
            source=source,
            means=True,
            apart=_OTHER_RATINGS,
        )
        for low, high, source in (
            ("scott_pi", "kappa", "the inequality of means: (r + c)^2 / 4 is at least r c"),
            ("fleiss_kappa", "gwet_ac1", "Gwet 2008: its chance is at most 1/q, theirs at least"),
            ("scott_pi", "gwet_ac1", "Gwet 2008: its chance is at most 1/q, theirs at least"),
            ("fleiss_kappa", "krippendorff_alpha", "Krippendorff 2004: n - 1 in the place of n"),
            ("scott_pi", "krippendorff_alpha", "Krippendorff 2004: n - 1 in the place of n"),
        )
    ),
)

_UNLIKE = "(gold*(n - predicted) + predicted*(n - gold))"
"""The pairs that chance makes unlike, of two classes, times the square of n."""

RATES = (
    *(
        Relation(id=name, says=says, claim=claim, source=DEFINED, means=means, apart=OTHER_CLASSES)
        for name, says, claim, means in (
            (
                "balanced-accuracy",
                "Balanced accuracy of two classes is the mean of sensitivity and specificity.",
                "balanced_accuracy == (recall + specificity)/2",
                True,
            ),
            (
                "informedness",
                "Informedness is sensitivity + specificity - 1.",
                "informedness == recall + specificity - 1",
                True,
            ),
            (
                "markedness",
                "Markedness is precision + NPV - 1.",
                "markedness == precision + npv - 1",
                True,
            ),
            (
                "mcc-square",
                "The square of MCC of two classes is informedness times markedness.",
                "mcc**2 == informedness*markedness",
                False,
            ),
            (
                "g-mean-square",
                "The square of the G-mean is sensitivity times specificity.",
                "g_mean**2 == recall*specificity",
                False,
            ),
            (
                "fowlkes-mallows-square",
                "The square of Fowlkes-Mallows is precision times recall.",
                "fowlkes_mallows**2 == precision*recall",
                False,
            ),
            (
                "p4-from-rates",
                "P4 is the harmonic mean of precision, sensitivity, specificity and NPV.",
                "p4 == 4/(1/precision + 1/recall + 1/specificity + 1/npv)",
                False,
            ),
            (
                "ppv-from-rates",
                "PPV is what sensitivity and specificity make of the prevalence (Bayes).",
                "precision == 1/(1 + (1 - specificity)/recall*(1/prevalence - 1))",
                False,
            ),
            (
                "npv-from-rates",
                "NPV is what sensitivity and specificity make of the prevalence (Bayes).",
                "npv == 1/(1 + (1 - recall)/specificity/(1/prevalence - 1))",
                False,
            ),
            (
                "positive-likelihood-ratio",
                "LR+ times 1 - specificity is sensitivity.",
                "lr_positive*(1 - specificity) == recall",
                False,
            ),
            (
                "negative-likelihood-ratio",
                "LR- times specificity is 1 - sensitivity.",
                "lr_negative*specificity == 1 - recall",
                False,
            ),
            (
                "odds-ratio",
                "The odds ratio times LR- is LR+.",
                "odds_ratio*lr_negative == lr_positive",
                False,
            ),
        )
    ),
    Relation(
        id="mcc-from-rates",
        says="MCC of two classes follows from precision, sensitivity and specificity, up to sign.",
        claim="mcc**2 == (recall + specificity - 1)*(precision - 1 + 1/(1 + precision/"
        "(1 - precision)*(1 - specificity)/specificity*(1 - recall)/recall))",
        source=f"{DEFINED}: precision, sensitivity and specificity say the prevalence, and so NPV",
        apart=OTHER_CLASSES,
        common=True,
    ),
    Relation(
        id="mcc-sign",
        says="MCC of two classes has the sign of sensitivity + specificity - 1.",
        claim="0 <= mcc*(recall + specificity - 1)",
        source="the definitions: both have the sign of TP TN - FP FN",
        apart=OTHER_CLASSES,
    ),
    Relation(
        id="g-mean-against-balanced-accuracy",
        says="The G-mean is at most balanced accuracy.",
        claim="g_mean <= balanced_accuracy",
        source="the inequality of means",
        means=True,
    ),
    Relation(
        id="f-against-fowlkes-mallows",
        says="F1 is at most Fowlkes-Mallows.",
        claim="f <= fowlkes_mallows",
        source="the inequality of means",
        means=True,
        apart=OTHER_CLASSES,
    ),
    Relation(
        id="jaccard-against-f",
        says="Jaccard (IoU) is at most F1 (Dice).",
        claim="jaccard <= f",
        source=DEFINED,
        means=True,
        apart=_OTHER_MEANS,
    ),
    Relation(
        id="f-against-jaccard",
        says="F1 / (2 - F1) is at most Jaccard, for means over the same samples or classes too.",
        claim="f/(2 - f) <= jaccard",
        source=JENSEN,
        means=True,
        apart=_OTHER_MEANS,
    ),
    Relation(
        id="kappa-against-mcc",
        says="Kappa is no larger than MCC, either way.",
        claim="abs(kappa) <= abs(mcc)",
        source="the inequality of means: 1 - p_e is at least the root that MCC divides by",
    ),
    Relation(
        id="kappa-sign",
        says="Kappa has the sign of MCC.",
        claim="0 <= kappa*mcc",
        source=DEFINED,
    ),
    *(
        Relation(
            id=f"kappa-{side}-of-margins",
            says=f"Kappa of two raters is at {side} what so many positives of each allow.",
            claim=claim,
            source="the definition; as many ratings are alike as both can share, or must",
            apart="gold and predicted items are no class of two",
        )
        for side, claim in (
            (
                "most",
                f"kappa <= 1 - n*abs(gold - predicted)/{_UNLIKE}",
            ),
            (
                "least",
                f"1 - n*(n - abs(gold + predicted - n))/{_UNLIKE} <= kappa",
            ),
        )
    ),
    Relation(
        id="hamming-against-exact-match",
        says="The hamming loss is at most the share of samples with something wrong.",
        claim="hamming_loss <= 1 - exact_match",
        source="the definitions: a sample that is right has no wrong label",
        means=True,
    ),
    Relation(
        id="exact-match-against-f",
        says="The share of samples that are right is at most the mean F1 of samples.",
        claim="exact_match <= f",
        source=_RIGHT,
        means=True,
        apart="F1 is pooled over items, or 0 for samples with nothing to find",
        settled=("average=macro[sample]", "both_empty=1+1"),
    ),
    Relation(
        id="text-match-against-token-f1",
        says="The share of texts that are right is at most their mean F1 of tokens.",
        claim="text_match <= token_f1",
        source=_RIGHT,
        means=True,
        apart="normalised otherwise, over several references, or 0 for empty texts",
        settled=("normalise", "missing", "references=best", "both_empty=1"),
    ),
    Relation(
        id="top-k-rises",
        says="Top-k accuracy does not fall with k.",
        claim="few <= more",
        of={"few": "top_k_accuracy@", "more": "top_k_accuracy@"},
        cutoffs="apart",
        source=DEFINED,
        means=True,
        apart="of other samples or with ties that are broken otherwise",
        settled=("ties",),
    ),
    Relation(
        id="accuracy-against-top-k",
        says="Accuracy is at most top-k accuracy.",
        claim="accuracy <= top_k",
        of={"accuracy": "accuracy", "top_k": "top_k_accuracy@"},
        source=DEFINED,
        means=True,
        apart="accuracy is of other samples or breaks ties otherwise",
    ),
)
