"""What a sample contributes: normalised keys, an alignment, tallies by class."""
