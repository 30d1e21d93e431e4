"""Rules in closed form: what follows from printed numbers without any search.

A printed 63.3 is some value of the closed interval [63.25, 63.35]: ties belong to it, for nobody
said how they were rounded; a rounding that is named leaves the one end out. A rule carries
intervals through a formula and looks whether they meet.
"""
