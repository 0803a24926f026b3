"""Faux papiers, a game of bluff at the border, for Tripot."""
