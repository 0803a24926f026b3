"""Our speed against the peers', taken in one run: `python -m bench` from the root of the repository."""
