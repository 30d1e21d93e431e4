"""LAW: Dice and IoU of the same masks stand, pooled or as means, however they are rounded."""

from fractions import Fraction

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.algebra.rounding import rounded
from measurand.values.printed import Printed, Rounding
from properties.premises.asking import quickly, shown, told
from properties.premises.layouts import TrueTable


@frozen
class Mask:
    """The pixels of one image: found and there, only found, only there."""

    both: int
    found: int
    there: int


OVERLAPS = ("jaccard-against-f", "f-against-jaccard")
SIZES = st.integers(0, 40)
MASKS = st.builds(Mask, st.integers(1, 60), SIZES, SIZES)


def rates(one: Mask) -> tuple[Fraction, ...]:
    """Score a mask: Dice, IoU, precision, recall."""
    either = one.both + one.found + one.there
    return (
        Fraction(2 * one.both, either + one.both),
        Fraction(one.both, either),
        Fraction(one.both, one.both + one.found),
        Fraction(one.both, one.both + one.there),
    )


def pooled(masks: list[Mask]) -> Mask:
    """Add the pixels of all images."""
    return Mask(
        both=sum(one.both for one in masks),
        found=sum(one.found for one in masks),
        there=sum(one.there for one in masks),
    )


@st.composite
def overlap_tables(draw: st.DrawFn) -> TrueTable:
    """Draw a table of overlaps: in percent or not, some cells missing, some marked as best."""
    places, percent = draw(st.integers(1, 3)), draw(st.booleans())
    means = draw(st.booleans())
    heads = draw(st.sampled_from((("Dice", "IoU"), ("DSC", "mIoU"), ("Dice", "Jaccard"))))
    beside = draw(st.sampled_from(((), ("Precision", "Recall"))))
    rows = []
    for at in range(draw(st.integers(1, 7))):
        masks = draw(st.lists(MASKS, min_size=1, max_size=5))
        every = [rates(mask) for mask in masks] if means else [rates(pooled(masks))]
        scores = [sum(column, Fraction(0)) / len(every) for column in zip(*every, strict=True)]
        cells = [cell(score, places, percent=percent) for score in scores[: 2 + len(beside)]]
        forms = draw(st.lists(st.sampled_from(("{}", "{}", "**{}**", "{}*", "-")), min_size=4))
        rows.append(
            (f"m{at}", *(form.format(one) for form, one in zip(forms, cells, strict=False)))
        )
    return TrueTable(family="overlaps", head=("Model", *heads, *beside), rows=tuple(rows))


def cell(score: Fraction, places: int, *, percent: bool) -> str:
    """Print a score."""
    digits, scale = (places, 100) if percent else (places + 1, 1)
    return Printed(rounded(score * scale, digits, Rounding.HALF_EVEN), digits).text


@given(overlap_tables())
def test_true_overlaps_are_never_refuted_and_dice_beside_iou_is_never_odd(table: TrueTable) -> None:
    found = quickly(table)

    # F1 of P and R in the rows whose images are alike may make another row odd: that is F's rule.
    odd = [one for one in told(found).odd if one.partition(":")[0] in OVERLAPS]
    assert not [*told(found).refuted, *odd], shown(table, (), found)
