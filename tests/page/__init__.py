"""The page in a real browser, as people see it."""

SCENE_HEADER = "x-scene"  # by which a browser tells the house what is being played
