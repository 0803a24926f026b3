"""What random play of Chasse aux contrebandiers needs to be told."""

CHOICES = {"numbers": "51,63,42/4,2,666"}
