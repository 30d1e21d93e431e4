"""What printed numbers alone prove: possible with a witness, refuted with a proof, or undecided."""
