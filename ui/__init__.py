"""The pages and widgets of the web app, one file a page."""
