"""JSON as values: numbers keep their digits, values are written and read by one converter."""
