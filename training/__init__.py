"""Pictures to learn from, and the nets that learn from them. Nothing that ships imports this."""
