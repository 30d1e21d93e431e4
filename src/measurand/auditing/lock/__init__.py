"""Locks: computed numbers frozen, and what moved since."""
