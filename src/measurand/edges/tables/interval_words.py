"""What words say of the numbers beside a number: an interval of confidence, quartiles, runs."""

import re
from decimal import Decimal

_DISPERSION = re.compile(
    r"\biqr\b|inter-?quartile|quartil|\bq ?[13]\b|percentiles|\branges?\b(?! of)"
    r"|\bmin(?:imum)?\.?\s?[-–—,/]\s?max|사분위|四分位|최소|极差",
    re.IGNORECASE,
)
_CONFIDENCE = re.compile(
    r"\bc\.?i\.?\b|confidence|credible|\bcri\b|\bhdi\b|bootstrap|신뢰|置信|信頼", re.IGNORECASE
)


def says_range(text: str) -> bool:
    """Tell whether two numbers in brackets are said to be quartiles or extremes of values.

    Where confidence is spoken of too, that is not sure.

    >>> [says_range(one) for one in ("Age, median [q1-q3]", "F1 [95% CI]", "HR (95% CI), range")]
    [True, False, False]
    """
    return bool(_DISPERSION.search(text)) and not says_confidence(text)


def says_confidence(text: str) -> bool:
    """Tell whether words speak of intervals of confidence.

    >>> says_confidence("accuracy (95% CI)"), says_confidence("accuracy [IQR]")
    (True, False)
    """
    return _CONFIDENCE.search(text) is not None


_OF_INTERVAL = (
    r"(?:[5-9][0-9](?:\.[0-9]{1,3})?[ ]?%?[ -]?)?"
    r"(?:c\.?[ ]?i\.?s?|conf(?:idence|\.)[ ](?:intervals?|limits?|int\.?)|credible[ ]intervals?"
    r"|cri|hdi|신뢰구간|置信区间|信頼区間)"
    r"(?:[ ]?[5-9][0-9](?:\.[0-9]{1,3})?[ ]?%?|[ ]?\([5-9][0-9][ ]?%\))?"
)
_INTERVAL_HEAD = re.compile(
    rf"[(\[]?{_OF_INTERVAL}[)\]]?(?:,?[ ]\(?%\)?)?"
    rf"|(?P<before>\S.{{0,80}}?)[ ,]{{1,2}}[(\[]?{_OF_INTERVAL}[)\]]?"
    rf"|{_OF_INTERVAL}[ ](?:of[ ](?:the[ ])?|for[ ](?:the[ ])?|\()(?P<after>\S.{{0,80}}?)\)?",
    re.IGNORECASE,
)


def interval_of(head: str) -> str | None:
    """Read a head that calls a column intervals of confidence: of which column, as far as it says.

    >>> interval_of("95% CI"), interval_of("AUC, 95% CI"), interval_of("95 % confidence interval")
    ('', 'AUC', '')
    >>> interval_of("CI for OR"), interval_of("Confidence"), interval_of("F1")
    ('OR', None, None)
    """
    found = _INTERVAL_HEAD.fullmatch(" ".join(head.split())[:_MOST])
    return None if found is None else (found["before"] or found["after"] or "")


_MOST = 200
_LEVEL = re.compile(
    r"(?<![0-9.])([5-9][0-9](?:\.[0-9]{1,3})?) ?% ?(?:c\.?i\b|conf|cri\b|credible|hdi\b)",
    re.IGNORECASE,
)


def confidence_level(text: str) -> str:
    """Read the level of confidence that words say; nothing where they say none.

    >>> confidence_level("OR (95% CI)"), confidence_level("OR (CI)"), confidence_level("95%")
    ('0.95', '', '')
    """
    found = _LEVEL.search(text)
    return str(Decimal(found[1]) / 100) if found else ""


_JOINED = re.compile(
    r"\b(?:runs?|seeds?|folds?|averaged?|mean|cross[- ]?validation|cross[- ]?validated|shots?"
    r"|[a-z]+-shot|few|train(?:ed|ing)?|fine-?tun(?:ed|ing)|tun(?:ed|ing)|prompt(?:ed|s|ing)?"
    r"|trials?|repetitions?|bootstrap(?:ped)?)\b|±",
    re.IGNORECASE,
)


def speaks_of_runs(text: str) -> bool:
    """Tell whether a text speaks of runs, folds, shots or training: a number in it may be of those.

    >>> speaks_of_runs("mean over 5 seeds (N = 124)"), speaks_of_runs("on N = 124 menus")
    (True, False)
    """
    return _JOINED.search(text) is not None
