"""What the causal study reads, shows and is asked."""
