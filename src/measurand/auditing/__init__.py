"""What is claimed of numbers, and what numbers alone can prove: claims, locks, proofs.

Imports point down. `lock` freezes what claims compute, and finds why it moved (`lock.compare`).
`claims` compute again what is printed and hold it to the digits. `proofs` know no claim: they see
a sheet of numbers and its roles, and a verdict of theirs is no stronger than the weakest premise
it rests on (`proofs.premises`; `proofs.verdicts` asks in every world that premises leave open).
What is odd and not refuted is told by an unusual reading, or by the siblings of a cell
(`proofs.coincidence`).

Each verdict carries its evidence: a witness that prints so, or a proof that none does.
"""
