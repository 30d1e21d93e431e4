"""Claims files: TOML to claims and back, with all faults and their places."""
