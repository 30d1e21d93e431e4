"""What the counterfactual study reads, shows and is asked."""
