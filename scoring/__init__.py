"""The rules: a state goes in, an itemised score sheet comes out. Knows no pixels, no files, no screen."""
