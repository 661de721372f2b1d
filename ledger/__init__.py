"""The log of played games.

`store.open_book()` opens it. What changes it is one transaction a call, each with the book first, and answers with
small frozen records (`records`); nothing of SQLAlchemy leaves this package. Where to look:

    nights      a game night from its start to its result: players, rules, layouts, photos, deletion
    goals       garden goals at each season's end
    players     the names that are remembered; shelf: designs, places and goal points that are
    labels      disputes, and corrections as labelled examples
    history     nights by player, game and date; a player's figures
    adding      a finished game, written down at once
    exchange    JSON out and in; scorepad, bgstats, printed: CSV, BG Stats link and QR code, PDF
"""
