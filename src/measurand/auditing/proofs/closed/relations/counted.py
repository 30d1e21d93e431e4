"""What the four counts of a confusion matrix make of the scores of two classes beside them.

Precision, recall, F, accuracy, specificity and NPV have a rule of their own
(`closed.counts`), which other counts answer too; here are the scores that all four make.
"""

from measurand.auditing.proofs.closed.relations.relation import (
    DEFINED,
    OTHER_CLASSES,
    Relation,
)

_SIDES = "(tp + fp)*(tp + fn)*(tn + fp)*(tn + fn)"

MATRICES = tuple(
    Relation(
        id=f"{name.replace('_', '-')}-of-matrix",
        says=f"{what} is that of TP, FP, FN and TN beside it.",
        claim=f"{name} == {formula}",
        source=DEFINED,
        apart=OTHER_CLASSES,
        common=True,
    )
    for name, what, formula in (
        ("mcc", "MCC", f"(tp*tn - fp*fn)/sqrt({_SIDES})"),
        (
            "kappa",
            "Kappa",
            "2*(tp*tn - fp*fn)/((tp + fp)*(fp + tn) + (tp + fn)*(fn + tn))",
        ),
        ("balanced_accuracy", "Balanced accuracy", "(tp/(tp + fn) + tn/(tn + fp))/2"),
        ("informedness", "Informedness", "tp/(tp + fn) + tn/(tn + fp) - 1"),
        ("markedness", "Markedness", "tp/(tp + fp) + tn/(tn + fn) - 1"),
        ("g_mean", "The G-mean", "sqrt(tp*tn/((tp + fn)*(tn + fp)))"),
        ("p4", "P4", "4*tp*tn/(4*tp*tn + (tp + tn)*(fp + fn))"),
        ("fowlkes_mallows", "Fowlkes-Mallows", "tp/sqrt((tp + fp)*(tp + fn))"),
        ("jaccard", "Jaccard", "tp/(tp + fp + fn)"),
        ("error_rate", "The error rate", "(fp + fn)/(tp + fp + fn + tn)"),
        ("prevalence", "Prevalence", "(tp + fn)/(tp + fp + fn + tn)"),
        ("fpr", "The false positive rate", "fp/(fp + tn)"),
        ("fnr", "The false negative rate", "fn/(fn + tp)"),
        ("fdr", "The false discovery rate", "fp/(fp + tp)"),
        ("for", "The false omission rate", "fn/(fn + tn)"),
        ("lr_positive", "LR+", "tp/(tp + fn)*(fp + tn)/fp"),
        ("lr_negative", "LR-", "fn/(tp + fn)*(fp + tn)/tn"),
        ("odds_ratio", "The diagnostic odds ratio", "tp*tn/(fp*fn)"),
    )
)
