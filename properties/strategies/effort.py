"""How many examples a property draws: as many as the profile says, or a part of them.

The profiles stand in `properties/conftest.py`. A part is for properties of whole samples, files and
searches, each of which costs as much as many small values; `least` is what they draw however much
of a hurry a profile is in.
"""

from hypothesis import settings


def part(of: int, *, least: int = 1) -> settings:
    """Draw one in so many of the examples of the profile."""
    return settings(max_examples=max(least, settings().max_examples // of))


half, third, quarter = part(2), part(3), part(4)
twice = settings(max_examples=2 * settings().max_examples)
