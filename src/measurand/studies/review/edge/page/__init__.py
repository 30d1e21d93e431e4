"""The report page of a review."""
