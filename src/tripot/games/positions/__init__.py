"""What only positions need, game by game: what makes one impossible beyond what its record declares, and how a viewer
fills in what they can't see."""
