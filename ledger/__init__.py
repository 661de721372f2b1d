"""The log of played games."""
