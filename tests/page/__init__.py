"""The page in a real browser, as people see it."""

PLAYED_HEADER = "x-played"  # by which a browser tells the house what is being played
