"""Locks as files: one line for each sample and figure."""
