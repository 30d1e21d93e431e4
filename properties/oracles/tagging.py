"""Tag sequences read without a scan: every stretch of tokens is held against what a span may be."""

import re
from collections.abc import Sequence

Span = tuple[int, int, str]

PATTERNS = {
    "lenient": "[BI]I*E?|[ES]",
    "iob1": "[BI]I*",
    "iob2": "BI*",
    "ioe1": "I*[EI]",
    "ioe2": "I*E",
    "iobes": "BI*E|S",
    "bilou": "BI*L|U",
}
"""The prefixes that one span may have, from its first token to its last."""


def read(tags: Sequence[str], scheme: str) -> list[Span]:
    """List the spans of tags that are `O` or a prefix, a hyphen and a label."""
    prefixes = [tag[0] for tag in tags]
    labels = [tag[2:] for tag in tags]
    found = []
    for start in range(len(tags)):
        for end in range(start + 1, len(tags) + 1):
            if prefixes[start] == "O" or set(labels[start:end]) != {labels[start]}:
                continue
            if not re.fullmatch(PATTERNS[scheme], "".join(prefixes[start:end])):
                continue
            if bounded(prefixes, labels, start, end, scheme):
                found.append((start, end, labels[start]))
    return found


def bounded(
    prefixes: Sequence[str], labels: Sequence[str], start: int, end: int, scheme: str
) -> bool:
    """Say whether the tokens beside a stretch leave it as it is."""
    # A wall on both sides, so that nothing stands beside the first and the last token.
    before = (prefixes[start - 1], labels[start - 1]) if start else ("O", "")
    after = (prefixes[end], labels[end]) if end < len(prefixes) else ("O", "")
    first, last, label = prefixes[start], prefixes[end - 1], labels[start]
    near_before, near_after = before[1] == label, after[1] == label
    if scheme in {"lenient", "iob2"}:
        # The longest: nothing beside it goes on with it.
        goes_on = near_after and after[0] in "IE" and last in "BI"
        went_on = near_before and before[0] in "BI" and first in "IE"
        return not goes_on and not went_on
    if scheme == "ioe2":
        return not (near_before and before[0] == "I")
    if scheme == "iob1":
        # B stands only behind the same label; it is not read before a B of another one.
        if first == "B":
            allowed = near_before and before[0] in "BI"
        else:
            allowed = not (near_before and before[0] == "I") and not (
                near_before and before[0] == "B" and behind_its_like(prefixes, labels, start - 1)
            )
        goes_on = near_after and after[0] == "I"
        alone = last == "B" and after[0] == "B" and not near_after
        return allowed and not goes_on and not alone
    if scheme == "ioe1":
        size = len(prefixes)
        turned = ["B" if prefix == "E" else prefix for prefix in reversed(prefixes)]
        return bounded(turned, list(reversed(labels)), size - end, size - start, "iob1")
    return True


def behind_its_like(prefixes: Sequence[str], labels: Sequence[str], at: int) -> bool:
    """Say whether the token before is in a span of the same label."""
    return at > 0 and prefixes[at - 1] in "BI" and labels[at - 1] == labels[at]
