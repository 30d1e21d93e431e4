"""Printed p-values, their adjustment, and intervals."""
