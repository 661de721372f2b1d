"""Accuracy and speed, measured by command; the tables are committed with the commit that they were made on."""
