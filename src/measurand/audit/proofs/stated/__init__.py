"""What a text says of numbers: relations, phrases, fractions."""
