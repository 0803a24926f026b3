"""A bot of one's own: a class, a look, a move. It sits down as `cerberus`, at tables and in the arena."""


class Cerberus:
    games = ("fauxpapiers",)

    def __call__(self, look, rng):
        if "check" in look.legal:
            return "check" if look.document()["claim"] in ("4", "5") else "wave"
        return look.legal[-1] if look.phase == "lay" else rng.choice(look.legal)
