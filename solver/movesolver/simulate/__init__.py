"""Games of movement and charges between two armies, played by policies: thousands of them.

``rosters`` and ``grounds`` make a board, ``match`` says what is played, ``policies`` decide,
``moving`` and ``game`` play one game, ``play`` a chunk of them as arrays, ``games`` all of
them over any executor; ``summary`` and ``page`` say what came of it.
"""
