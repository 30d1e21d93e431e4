"""Everything that touches the world: files, tables, engines, the command line."""
