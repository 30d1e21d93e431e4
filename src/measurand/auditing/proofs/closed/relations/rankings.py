"""What rankings, query by query, and drawn answers keep together: at one cutoff, and at several."""

from collections.abc import Mapping

from measurand.auditing.proofs.closed.relations.relation import DEFINED, Relation

_RANKED = ("ties", "missing", "no_relevant", "level", "unjudged")
_OTHER_QUERIES = "of other queries or grades or ties than the other"
_OTHER_DIVISOR = "another divisor or other queries or grades or ties"


def _ranked(
    id_: str, says: str, claim: str, of: Mapping[str, str], cutoffs: str = "same"
) -> Relation:
    """Make a relation of two rankings: of each order of what ties, and so of their mean."""
    divided = any("average" in what for what in of.values())
    return Relation(
        id=id_,
        says=says,
        claim=claim,
        of=of,
        cutoffs=cutoffs,
        source=f"{DEFINED}, query by query",
        means=True,
        apart=_OTHER_DIVISOR if divided else _OTHER_QUERIES,
        settled=(*_RANKED, "divisor") if divided else _RANKED,
    )


RANKINGS = (
    _ranked(
        "precision-at-against-hit-rate",
        "P@k is at most the hit rate at k.",
        "precision_at <= hit_rate",
        {"precision_at": "precision_at@", "hit_rate": "hit_rate@"},
    ),
    _ranked(
        "hit-rate-against-precision-at",
        "The hit rate at k is at most k P@k.",
        "hit_rate <= k*precision_at",
        {"precision_at": "precision_at@", "hit_rate": "hit_rate@"},
    ),
    _ranked(
        "recall-at-against-hit-rate",
        "R@k is at most the hit rate at k.",
        "recall_at <= hit_rate",
        {"recall_at": "recall_at@", "hit_rate": "hit_rate@"},
    ),
    *(
        _ranked(
            f"{name.replace('_', '-')}-rises",
            f"{name} does not fall with k.",
            "few <= more",
            {"few": f"{name}@", "more": f"{name}@"},
            "apart",
        )
        for name in ("recall_at", "hit_rate", "reciprocal_rank", "mean_average_precision")
    ),
    _ranked(
        "precision-at-counts-rise",
        "The relevant documents in the first k, k P@k, do not fall with k.",
        "k*few <= m*more",
        {"few": "precision_at@", "more": "precision_at@"},
        "apart",
    ),
    _ranked(
        "precision-at-counts-rise-slowly",
        "The relevant documents in the first k, k P@k, grow by at most 1 with each rank.",
        "m*more <= k*few + m - k",
        {"few": "precision_at@", "more": "precision_at@"},
        "apart",
    ),
    _ranked(
        "hit-rate-against-reciprocal-rank",
        "MRR is at least the hit rate at 1.",
        "hit <= reciprocal_rank",
        {"hit": "hit_rate[k=1]", "reciprocal_rank": "reciprocal_rank"},
    ),
    _ranked(
        "reciprocal-rank-against-hit-rate",
        "MRR is at most h + (1 - h) / (k + 1), with h the hit rate at k.",
        "reciprocal_rank <= hit_rate + (1 - hit_rate)/(k + 1)",
        {"reciprocal_rank": "reciprocal_rank", "hit_rate": "hit_rate@"},
    ),
    *(
        _ranked(
            f"{name.replace('_', '-')}-cut-against-hit-rate",
            f"{name} that is cut at k is at most the hit rate at k or beyond.",
            "cut <= hit_rate",
            {"cut": f"{name}@", "hit_rate": "hit_rate@"},
            "rising",
        )
        for name in ("reciprocal_rank", "mean_average_precision", "ndcg")
    ),
    _ranked(
        "hit-rate-against-reciprocal-rank-cut",
        "MRR that is cut at k is at least the hit rate at k or before, divided by its cutoff.",
        "hit_rate/k <= cut",
        {"hit_rate": "hit_rate@", "cut": "reciprocal_rank@"},
        "rising",
    ),
    # Of j relevant documents in the first k one stands at k + 1 - j or before, and j (k + 1 - j) is
    # at most (k + 1)^2 / 4: so j is at most that times the reciprocal rank.
    *(
        _ranked(
            f"precision-at-against-reciprocal-rank{name}",
            f"4 k P@k is at most (k + 1)^2 times MRR{says}.",
            "4*k*precision_at <= (k + 1)**2*reciprocal_rank",
            {"precision_at": "precision_at@", "reciprocal_rank": what},
            "rising",
        )
        for name, says, what in (
            ("", "", "reciprocal_rank[k=]"),
            ("-uncut", " that is not cut", "reciprocal_rank[k=all]"),
            ("-cut", ", cut at k or beyond", "reciprocal_rank@"),
        )
    ),
    _ranked(
        "reciprocal-rank-cut-against-precision-at",
        "MRR that is cut at k or before is at most k P@k.",
        "cut <= m*precision_at",
        {"cut": "reciprocal_rank@", "precision_at": "precision_at@"},
        "rising",
    ),
    _ranked(
        "average-precision-against-recall-at",
        "MAP that is cut at k is at most R@k.",
        "mean_average_precision <= recall_at",
        {"mean_average_precision": "mean_average_precision@", "recall_at": "recall_at@"},
    ),
)

# What pass@k gains at k is the chance of k wrong answers and then a right one. Draws are
# exchangeable, with replacement or without, so this is at most the chance of the last k of them
# alone, which was the gain at k - 1. So pass@k is concave in k, and 0 at 0, as a mean over tasks
# too. Of pass^k, which is 1 at 0, the same holds of the first wrong answer.
DRAWN_ANSWERS = (
    *(
        Relation(
            id=name,
            says=says,
            claim=claim,
            of=of,
            cutoffs=cutoffs,
            source=DEFINED,
            means=True,
            apart="of other tasks or generations or drawn otherwise",
            settled=("generations", "right", "few=refused", "drawing"),
        )
        for name, says, claim, of, cutoffs in (
            (
                "pass-at-rises",
                "pass@k does not fall with k.",
                "few <= more",
                {"few": "pass_at_k@", "more": "pass_at_k@"},
                "apart",
            ),
            (
                "pass-all-falls",
                "pass^k does not rise with k.",
                "more <= few",
                {"few": "pass_all_k@", "more": "pass_all_k@"},
                "apart",
            ),
            (
                "pass-at-rises-slowly",
                "pass@m is at most m/k times pass@k, where k is less than m.",
                "k*more <= m*few",
                {"few": "pass_at_k@", "more": "pass_at_k@"},
                "apart",
            ),
            (
                "pass-at-is-concave",
                "pass@k grows by less and less with k.",
                "(m - j)*few + (j - k)*more <= (m - k)*some",
                {"few": "pass_at_k@", "some": "pass_at_k@", "more": "pass_at_k@"},
                "apart",
            ),
            (
                "pass-all-falls-slowly",
                "Failures, 1 - pass^k, are at least k/m times those of m, where k is less than m.",
                "m*few <= m - k + k*more",
                {"few": "pass_all_k@", "more": "pass_all_k@"},
                "apart",
            ),
            (
                "pass-all-is-convex",
                "pass^k falls by less and less with k.",
                "(m - k)*some <= (m - j)*few + (j - k)*more",
                {"few": "pass_all_k@", "some": "pass_all_k@", "more": "pass_all_k@"},
                "apart",
            ),
            (
                "pass-all-against-pass-at",
                "pass^k is at most pass@k.",
                "pass_all_k <= pass_at_k",
                {"pass_all_k": "pass_all_k@", "pass_at_k": "pass_at_k@"},
                "same",
            ),
        )
    ),
)
