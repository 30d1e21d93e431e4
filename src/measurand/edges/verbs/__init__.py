"""What is called from Python by those who have data: verbs with plain arguments.

A verb takes columns, files or texts and gives a value that shows itself, or raises an exception of
ours whose words are about its arguments. It computes nothing: it makes of its arguments what a
command makes of its words, and asks the same functions.
"""
