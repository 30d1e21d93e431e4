"""Laws of other people's functions: a kind says what a function takes, and which laws it can have.

Read `subject` (a function and what it claims), `compare` (how answers are held together), `kind`,
then one kind after another, and `judged` (what came out). Apart from `kind` and `judged` these
modules stand on the standard library, `attrs.frozen` and `algebra.law` alone: their source is what
`measurand laws --write` copies for people who do not take the dependency. Functions that are wrong
on purpose, and hold the laws of each kind to account, stand with the properties.
"""
