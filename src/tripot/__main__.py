"""`python -m tripot` is the command line."""

from tripot.cli import main

main()
