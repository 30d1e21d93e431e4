"""What a test of laws fails with."""


class LawBrokenError(AssertionError):
    """A law breaks that should hold, or one holds that was expected to break."""


class UntestedError(AssertionError):
    """Nothing broke, but a law or a claim could not be judged, and that was not to pass."""


class NothingJudgedError(AssertionError):
    """No law could be judged: nothing was tested."""
