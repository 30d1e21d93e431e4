"""Frames as plain sentences, so that text metrics can compare them with a report."""

from collections.abc import Iterable

from measurand.studies.counterfactual.polarity import POSITIVE, Polarity
from measurand.values.frames import UNSPECIFIED, Frame


def sentence(frame: Frame, polarity: Polarity = POSITIVE) -> str:
    """Say a frame in one sentence; what is unspecified is left out.

    A frame whose polarity is no word for absence is said to be there.

    >>> sentence(Frame(finding="nodule", polarity="present", laterality="right", location="RUL"))
    'There is right nodule in the RUL.'
    >>> sentence(Frame(finding="nodule", polarity="present", size_bin="6-8mm"))
    'There is nodule (6-8mm).'
    """
    if polarity.is_negative(frame):
        return f"No {frame.finding}."
    words = ["There is"]
    if frame.laterality != UNSPECIFIED:
        words.append(frame.laterality)
    words.append(frame.finding)
    if frame.size_bin != UNSPECIFIED:
        words.append(f"({frame.size_bin})")
    if frame.location != UNSPECIFIED:
        words.append(f"in the {frame.location}")
    return " ".join(words) + "."


def render(frames: Iterable[Frame], polarity: Polarity = POSITIVE) -> str:
    """Say frames in their order, one blank between words, nothing at the ends.

    No frames give the empty text.

    >>> mass = Frame(finding="mass", polarity="present")
    >>> cyst = Frame(finding="cyst", polarity="absent")
    >>> render([mass, cyst])
    'There is mass. No cyst.'
    """
    return " ".join(" ".join(sentence(frame, polarity) for frame in frames).split())
