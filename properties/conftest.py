"""How hard Hypothesis tries: the profile named by MEASURAND_PROFILE (ci, dev, deep).

`ci` is what `make test` draws: as many as `make mutation`, which says how many planted mistakes
they find (docs/reference/mutation.md); `deep` is for a night.

`ci` draws the same examples on every machine. Hypothesis also tries constants that it finds in the
modules that happen to be loaded, and how the files are shared out decides which these are: `ci`
does without them.

Before each example Hypothesis seeds the random numbers that numpy keeps for all, of which nothing
here draws, and after it gives them back. To read and write their state costs as much as a small
example: `ci` seeds them, and gives nothing back.
"""

import os
from importlib import import_module
from unittest.mock import patch

from hypothesis import settings
from hypothesis.internal.constants_ast import Constants


class Seeded:
    """The random numbers of numpy, seeded and never given back."""

    def __init__(self) -> None:
        self.seed = import_module("numpy.random").seed

    def getstate(self) -> None:
        """Keep nothing."""

    def setstate(self, state: None) -> None:
        """Give nothing back."""


settings.register_profile(
    "ci", max_examples=30, derandomize=True, database=None, deadline=None, print_blob=True
)
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("deep", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("MEASURAND_PROFILE", "dev"))
if settings.get_current_profile_name() == "ci":
    found = "hypothesis.internal.conjecture.providers._get_local_constants"
    patch(found, Constants).start()
    patch("hypothesis.internal.entropy.NumpyRandomWrapper", Seeded).start()
