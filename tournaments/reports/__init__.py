"""Documents for the club: built once from plain values, rendered as PDF and XLSX from the same rows.

`documents` holds what a document prints, `results`, `wall` and `slips` build the documents of an
evening, `render` writes one to a file. Nothing here reads the database or a request.
"""
