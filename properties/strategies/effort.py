"""How many examples a property of whole samples draws: each costs as much as many small ones."""

from hypothesis import settings

third = settings(max_examples=max(1, settings().max_examples // 3))
"""A third of what the profile draws."""
