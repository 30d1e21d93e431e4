"""Whether the two copies of the lists before and after the review are copies."""

from collections import Counter

from measurand.studies.review.scorecard import Mention, Mentions, Scorecard


def review_copies_differ(scorecard: Scorecard) -> tuple[str, ...]:
    """Name the copies that are not the list they stand for; their order does not count.

    A copy that is not there differs from nothing.

    >>> one = (Mention(aspect_term="맛", polarity="positive"),)
    >>> review_copies_differ(Scorecard(id="1", stage1=one, pre_review=one, post_review=one))
    ('final_tuples_post_review',)
    """
    copies = (
        ("final_tuples_pre_review", scorecard.pre_review, scorecard.stage1),
        ("final_tuples_post_review", scorecard.post_review, scorecard.final),
    )
    return tuple(name for name, copy, own in copies if copy is not None and _differ(copy, own))


def _differ(copy: Mentions, own: Mentions | None) -> bool:
    return own is None or (copy != own and _counted(copy) != _counted(own))


def _counted(mentions: Mentions) -> Counter[Mention]:
    return Counter(mentions)
