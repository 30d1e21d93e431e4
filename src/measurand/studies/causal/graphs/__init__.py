"""Reading a graph as given: its nodes, links, quantities, and the ways through it."""
