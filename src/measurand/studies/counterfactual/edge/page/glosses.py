"""What the names on the page of the counterfactual study say, in a few plain words.

A name that is not known here has no gloss.
"""

from collections.abc import Mapping
from types import MappingProxyType

from measurand.inference.family import Verdict
from measurand.inference.plan import Test
from measurand.studies.counterfactual.evaluate import ORIGINAL

KEYS: Mapping[str, str] = MappingProxyType(
    {
        ORIGINAL: "the answer as it is",
        "omega_perm": "tokens change cells, so that citations point elsewhere",
        "token_perm": "tokens change embeddings, and the generator answers again",
        "cite_swap": "frames change citations with one another",
        "evidence_drop": "cited tokens are taken away, and the generator answers again",
        "no_cite": "all citations are taken away",
    }
)
"""What is done to a sample under each key."""

METRICS: Mapping[str, str] = MappingProxyType(
    {
        "iou_union": "how well all cited cells together fit the lesions",
        "iou_max": "how well the best citation alone fits the lesions",
        "dice_union": "as iou_union, with the Dice coefficient",
        "dice_max": "as iou_max, with the Dice coefficient",
        "overlap_union": "share of the cited volume that lies in lesions",
        "overlap_ratio": "share of a cited cell that lies in lesions, on average",
        "overlap_ratio_max": "share of the best cited cell that lies in lesions",
        "hit": "whether enough of the best cited cell lies in lesions",
        "hit_any_intersection": "whether anything cited lies in a lesion",
        "hit_lesion_coverage": "whether one cited cell has enough of the lesions in it",
        "lesions_touched": "share of the lesions that something cited lies in",
        "unsupported_rate": "claims whose citations are not relevant to them",
        "unsupported_rate_full": "claims without support, by all rules",
        "overclaim_rate": "claims that say more than their evidence",
        "frame_f1": "how well the frames agree with those of the truth",
        "bleu": "runs of words shared with the report",
        "rougeL": "longest sequence of words shared with the report",
    }
)
"""What each metric says."""

VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.EXPECTED: "the difference is significant and on the expected side",
        Verdict.OPPOSITE: "the difference is significant and on the other side",
        Verdict.DIFFERENT: "the difference is significant; no side was expected",
        Verdict.NOT_SIGNIFICANT: "no difference was shown; nor was it shown that there is none",
        Verdict.STRUCTURALLY_NULL: "there cannot be a difference: what the metric reads stays",
        Verdict.TOO_FEW: "no data of so few units could have been significant",
        Verdict.UNDECIDED: "there is no p-value, so nothing is said",
    }
)
"""What each verdict says."""

TESTS: Mapping[Test, str] = MappingProxyType(
    {
        Test.SIGN_FLIP: "how often exchanging original and changed at random, unit by unit, gives "
        "a difference at least as large",
        Test.BOOTSTRAP_SIGN: "twice the smaller share of resampled differences on either side of "
        "0, which can be 0",
        Test.BOOTSTRAP_PLUS_ONE: "twice the smaller share of resampled differences on either side "
        "of 0, with the sample itself counted",
        Test.WILCOXON: "how often chance gives ranks of differences at least as far apart",
    }
)
"""What the p-value of each test is; all are two-sided."""

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "counterfactual": "a sample with one thing changed, and measured as the original is",
        "difference": "original less changed; for rates of issues, changed less original. So it "
        "is expected to be positive where answers rest on their evidence",
        "interval": "where the difference would mostly lie if samples like these were drawn again; "
        "a point where the data could give nothing else, which is no certainty",
        "p adjusted": "p made larger for the number of tests in the family; the verdict rests on "
        "it",
        "family": "the tests of one metric, one for each change",
        "m": "how many tests of the family p was adjusted for",
        "n": "how many units, samples or groups of samples, were compared",
        "d_z": "the mean difference over the standard deviation of the differences: how large it "
        "is against their spread; none where all differences are equal",
        "dominance": "the share of units with a positive difference less the share with a negative "
        "one: from −1 to 1",
        "left out": "samples without a number before or after the change, which are not compared",
    }
)
"""The words of the page that a reader may not know."""

RULES: Mapping[str, str] = MappingProxyType(
    {
        "U1.0": "a claim cites nothing",
        "U1.1": "all cited tokens have low scores",
        "U1.2": "all cited tokens are uncertain",
        "U1.3": "the cited cells are a very small part of the volume",
        "U1.4": "the cited tokens are not those that the finding attends to",
        "O1.0": "a side is claimed, but only the whole volume is cited",
        "O1.1": "a grave finding is stated with more confidence than its scores give",
        "O1.2": "kept for claims of a size; nothing breaks it yet",
        "I1.0": "both sides are claimed with too few citations",
        "I1.1": "all that is cited lies on the other side",
        "I1.2": "two frames cite one token and contradict each other",
        "I1.3": "an absence is stated with confidence and few citations",
        "I1.4": "the text does not say what the frames say",
        "M1.0": "a claim names no side",
        "M1.1": "a frame names no finding",
        "M1.2": "the confidence is low, and the frame was not refused",
        "D1.0": "a token is cited that is not there",
    }
)
"""What each rule of the verifier finds."""
