"""Rules as text: into a tree, out of it, and what a tree is worth at given numbers."""
