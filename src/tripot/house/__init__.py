"""The house: tables, seats, clocks, the log, and chance that can be proved."""
