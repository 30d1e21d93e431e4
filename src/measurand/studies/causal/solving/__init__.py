"""Equations: put together from rules, and solved for one quantity, exactly."""
