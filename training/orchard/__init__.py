"""Composed photos of Orchard layouts, with the truth of what lies in them. Never imported by what ships."""
