"""Standard errors of samples that vary together."""
