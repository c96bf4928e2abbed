"""The whole verdict about a move: the referee's, duties and the order of modes included."""
