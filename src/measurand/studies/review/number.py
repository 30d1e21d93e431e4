"""A number of one scorecard."""

Number = int | str
"""A number of a sample, or why it is not there."""
