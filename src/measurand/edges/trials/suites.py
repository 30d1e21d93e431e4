"""The suites that the library ships, by name and by kind."""

from collections.abc import Mapping

from measurand.edges.trials.cases.sets import sets_cases
from measurand.edges.trials.suite import Suite, Trying
from measurand.laws.kinds.set_f1 import SET_F1 as _SET_F1

SET_F1_2026_1 = Suite("SET_F1_2026_1", _SET_F1, sets_cases(), _SET_F1.laws)
SET_F1 = SET_F1_2026_1
"""The newest suite of the kind."""

SUITES: Mapping[str, Trying] = {suite.name: suite for suite in (SET_F1_2026_1,)}
"""Every suite by its name."""

NEWEST: Mapping[str, Trying] = {suite.kind_name: suite for suite in (SET_F1,)}
"""The newest suite of each kind."""
