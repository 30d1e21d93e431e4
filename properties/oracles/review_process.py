"""Risk, change and hallucination of one scorecard, slowly."""

from measurand.studies.review.scorecard import Aspect, Block, Scorecard
from properties.oracles.review_lists import (
    Pair,
    Values,
    conflicts,
    final,
    final_triple,
    items,
    normal,
    pairs,
    stage1,
    surface,
)

EFFECTIVE = ("DROP", "FLIP", "MERGE")


def blocks(card: Scorecard, stage: str, options: Values) -> list[Block]:
    """List the blocks of a stage that are read."""
    found = [block for block in card.validator or () if block.stage == stage]
    return found[:1] if options["risk_blocks"] == "first" else found


def risks(card: Scorecard, stage: str, options: Values) -> int:
    """Count the risks of a stage."""
    return sum(len(block.risks) for block in blocks(card, stage, options))


def negations(found: list[Block]) -> int:
    """Count the risks of negation and contrast."""
    count = 0
    for block in found:
        for risk in block.risks:
            if "NEGATION" in risk.id.upper() or "CONTRAST" in risk.id.upper():
                count += 1
    return count


def all_negations(card: Scorecard) -> int:
    """Count the risks of negation and contrast in every block."""
    return negations(list(card.validator or ()))


def conflict(card: Scorecard, options: Values) -> bool:
    """Say whether one term has two polarities before representatives are chosen."""
    return conflicts(items(card, options), options)


def bucket(card: Scorecard, options: Values) -> str:
    """Say how well the first final tuple is grounded."""
    said = [
        mention
        for mention in card.final or ()
        for triple in [final_triple(mention, options)]
        if triple.ref or triple.term or mention.implicit
    ]
    listed = [*said, *(card.aspects or ()), *(card.sentiments or ())]
    if not listed:
        labels = (card.stage1_label, card.stage2_label, card.final_label)
        return "implicit" if any(labels) else "unsupported"
    term = final_triple(listed[0], options).term
    if not term:
        return "implicit"
    for judged in card.judgements or ():
        if normal(judged.term, options) == term:
            break
    else:
        return "unsupported"
    if judged.grounded and all(issue == "unknown/insufficient" for issue in judged.issues):
        return "explicit"
    named = [i for i in judged.issues if "opinion_not_grounded" in i or "mismatch" in i]
    if judged.grounded and not named:
        return "unsupported"
    filtered = card.filtered or ()
    misaligned = bool(filtered) and all(
        not aspect.kept and aspect.reason == "alignment_failure" for aspect in filtered
    )
    return "implicit" if card.implicit_candidate or misaligned else "explicit_failure"


def risky_before(card: Scorecard, options: Values) -> bool:
    """Say whether the first stage is at risk."""
    if options["clear_s1"] == "validator":
        return risks(card, "stage1", options) > 0
    if card.stage1_risk is not None:
        return card.stage1_risk
    misaligned = [
        aspect
        for aspect in card.filtered or ()
        if not aspect.kept and aspect.reason == "alignment_failure"
    ]
    return (
        risks(card, "stage1", options) > 0
        or conflict(card, options)
        or negations(blocks(card, "stage1", options)) > 0
        or len(misaligned) > 1
        or bucket(card, options) == "explicit_failure"
    )


def risky_after(card: Scorecard, options: Values) -> bool:
    """Say whether the second stage is at risk."""
    if options["clear_s2"] == "extended" and card.stage2_risk is not None:
        return card.stage2_risk
    return risks(card, "stage2", options) > 0


def outcome_risk(card: Scorecard, options: Values) -> bool:
    """Say whether the outcome is at risk."""
    if risks(card, "stage2", options) > 0:
        return True
    if options["outcome_risk"] == "validator":
        return False
    if conflict(card, options):
        return True
    if options["outcome_risk"] == "structural":
        return False
    return all_negations(card) > 0 or bucket(card, options) == "unsupported"


def changed(card: Scorecard, options: Values) -> bool | None:
    """Say whether the review changed the row; None where that is not known."""
    if options["change"] == "stored":
        if card.changed is None and options["change_missing"] == "unchanged":
            return False
        return card.changed
    before, after = stage1(card, options), final(card, options)
    if before is None:
        return None
    if options["change_key"] == "pred_key":
        one, two = pairs(before, options), pairs(after, options)
    else:
        one = [Pair(normal(triple.term, options), triple.polarity) for triple in before]
        two = [Pair(normal(triple.term, options), triple.polarity) for triple in after]
    if options["counting"] == "set":
        one, two = list(set(one)), list(set(two))
    labels = [label for label in (card.stage1_label, card.final_label) if label]
    return sorted(one) != sorted(two) or (
        len(labels) == len({"first", "last"}) and labels[0] != labels[1]
    )


def acted(actions: tuple[str, ...] | None, options: Values) -> bool:
    """Say whether somebody intervened."""
    if options["intervention_actions"] == "effective":
        return any(action.upper() in EFFECTIVE for action in actions or ())
    return bool(actions)


def guided(card: Scorecard, options: Values) -> bool:
    """Say whether the review is what changed the row."""
    stored, listed = options["change"] == "stored", [card.review_actions, card.arb_actions]
    if stored and (options["guided_by"] == "stored" or listed == [None, None]):
        named = card.change_type == "guided_by_review"
    else:
        named = bool(changed(card, options)) and any(acted(one, options) for one in listed)
    if options["guided_requires_changed"] == "yes":
        return named and bool(changed(card, options))
    return named


def drops(card: Scorecard) -> list[Aspect]:
    """List the aspects that the filter dropped."""
    return [aspect for aspect in card.filtered or () if not aspect.kept]


def hallucinated(card: Scorecard, options: Values) -> bool:
    """Say whether the row has an aspect that the text does not bear out."""
    if options["hallucination"] == "ate_drop":
        return card.hallucinated is True or bool(drops(card))
    named = [surface(mention) for mention in card.final or ()]
    named += [(mention.term or "").strip() for mention in card.aspects or ()]
    text = card.text or ""
    if options["hallucination_text"] == "normalised":
        named, text = [normal(words, options) for words in named], normal(text, options)
    return any(words not in text for words in named)


def cause(aspect: Aspect, text: str | None, options: Values) -> str:
    """Say why an aspect was dropped: by the text, or where there is none by the reason given."""
    if text is None:
        return {
            "alignment_failure": "span_misalignment",
            "semantic_hallucination": "out_of_text",
        }.get(aspect.reason or "", "target_filter")
    there = "" if aspect.start is None or aspect.end is None else text[aspect.start : aspect.end]
    if options["negative_span"] == "nothing" and min(aspect.start or 0, aspect.end or 0) < 0:
        there = ""
    if there == aspect.term:
        return "target_filter"
    return "span_misalignment" if aspect.term in text else "out_of_text"


def invalid(card: Scorecard, options: Values) -> bool:
    """Say whether the final tuples give no polarity that answers implicit gold."""
    valid = {"positive", "negative", "neutral"}
    if options["implicit_only_mixed"] == "keep":
        valid.add("mixed")
    blank = [
        mention
        for mention in (*(card.final or ()), *(card.aspects or ()))
        if not (mention.polarity or "").strip()
    ]
    found = {triple.polarity for triple in final(card, options)}
    return not found & valid or card.parse_failed or bool(blank)
