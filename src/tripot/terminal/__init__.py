"""Tripot in a terminal: tables drawn as one viewer sees them, and the hot-seat game. Only the command line uses it."""
