"""One module a markup: from its text to a grid of cells."""
