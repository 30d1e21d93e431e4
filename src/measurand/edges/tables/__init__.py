"""Printed tables in any markup, read to numbers, with each guess said."""
