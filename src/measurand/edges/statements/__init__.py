"""Statistics in running text: found, read to numbers, and held to the rules of tables."""
