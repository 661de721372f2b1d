"""The rules of the four games: a state of the table in, an itemised score sheet out.

Pure: nothing here knows pixels, files (but for its own data) or screens.
"""
