"""Where tests meet claims: a pytest plugin, and assertions for test files."""
