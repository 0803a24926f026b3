"""Research: the field's own interfaces to the games, and what is measured with them. Needs the extra tripot[lab]."""
