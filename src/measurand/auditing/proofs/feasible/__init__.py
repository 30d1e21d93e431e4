"""Is there a data set that prints a table? A search, with a data set or a proof."""
