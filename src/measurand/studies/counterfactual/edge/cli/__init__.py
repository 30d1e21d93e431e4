"""The command `cf`."""
