"""Printed numbers held against definitions and data: check, audit, and what they need."""
