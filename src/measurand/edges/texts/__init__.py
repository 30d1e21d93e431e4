"""Metrics of text through other packages, where they are installed."""
