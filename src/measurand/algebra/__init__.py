"""How values combine: monoids, bags, intervals, rounding, order, laws; the doors to numpy."""
