"""C++ that the GPU's kernels are made of, around what `translate.py` makes of a game's rules."""
