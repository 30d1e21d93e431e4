"""Two-stage review: from what a pipeline put out to structural metrics."""
