"""What the review study reads, shows and is asked."""
