"""The kind `ranking`: nDCG, average precision, reciprocal rank, precision at a depth and others."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.ranking.cases import (
    BINARY,
    GRADED,
    IDEAL,
    NAMELESS,
    ORDINAL,
    REFUSES,
    SETTLES,
    TAIL,
    UNBOUNDED,
    UNDEFINED,
    UNJUDGED,
    Qrels,
    RankingCase,
    Run,
)
from measurand.laws.kinds.ranking.orders import ORDER_LAWS
from measurand.laws.kinds.ranking.quality import QUALITY_LAWS
from measurand.laws.kinds.ranking.queries import (
    BARREN_SKIP,
    BARREN_ZERO,
    MEAN,
    MERGEABLE,
    MISSING_SKIP,
    MISSING_ZERO,
    QUERY_LAWS,
)
from measurand.laws.kinds.ranking.right import RIGHT_RANKINGS
from measurand.laws.kinds.ranking.wrong import WRONG_RANKINGS

RANKING: Kind[[Qrels, Run], RankingCase] = Kind(
    name="ranking",
    takes=(
        "judgements (query to document to grade) and a run (query to document to score), and gives "
        "a number, which is 0 where nothing relevant is found"
    ),
    claims={
        UNBOUNDED: "a score has no upper end",
        UNDEFINED: "some runs may have no number: None or NaN",
        IDEAL: "the best ranking of all relevant documents scores 1",
        ORDINAL: "only the order of scores counts",
        NAMELESS: "the names of documents play no part, not for tied ones either",
        TAIL: "after all others, an unjudged document never helps and a relevant one never harms",
        GRADED: "a higher grade counts more",
        BINARY: "all grades above 0 are alike",
        UNJUDGED: "a document with grade 0 is as one that nobody judged",
        REFUSES: "a score that is NaN is refused",
        SETTLES: "a score that is NaN is refused, or stands where no order of writing moves it",
        MEAN: "the score of all queries is the mean of their scores",
        MERGEABLE: "queries in batches score as all at once",
        MISSING_ZERO: "a judged query that the run lacks scores 0",
        MISSING_SKIP: "a judged query that the run lacks is left out",
        BARREN_ZERO: "a query without relevant documents scores 0",
        BARREN_SKIP: "a query without relevant documents is left out",
    },
    laws=(*QUALITY_LAWS, *ORDER_LAWS, *QUERY_LAWS),
    apart=(
        frozenset({GRADED, BINARY}),
        frozenset({MISSING_ZERO, MISSING_SKIP}),
        frozenset({BARREN_ZERO, BARREN_SKIP}),
        frozenset({UNBOUNDED, IDEAL}),
    ),
    right=RIGHT_RANKINGS,
    wrong=WRONG_RANKINGS,
)
