"""Rules in closed form: what follows from printed numbers without any search."""
