"""Sources read by their formats: recognised, looked at, read, or taken from memory."""
