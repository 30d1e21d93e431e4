"""Printed tables of several systems."""
