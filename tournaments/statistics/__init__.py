"""What can be told about players, partners and a club from its sheets.

`tables` holds what was played as plain values, `tallies`, `players` and `evenings` calculate with it and know no
Django; `queries` reads it from the sheets that the ledger rests on.
"""
