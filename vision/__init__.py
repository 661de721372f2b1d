"""Photo -> Reading: what lies on the table, with how sure we are of it."""
