"""What a definition promises: laws as values, and the table of definition by law, without blanks.

Read `case` (what a law is tried on), then one body of law after another (`bounds`, `orders`,
`steps`, `mirror`, `reversal`, `scale`), then `catalogue`, `small`, the `counterexamples` and
`table`.
"""
