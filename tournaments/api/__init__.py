"""The read-only JSON interface for clubs' own web sites: what the public pages show, and nothing more.

The version stands in the address. Within a version fields are only added.
"""
