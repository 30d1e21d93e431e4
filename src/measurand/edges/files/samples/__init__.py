"""Files as people have them: where they are, how they are opened, and a reader for each format."""
