"""What we promise, as data: whom we must beat and by how much, and how quickly we must start."""

from dataclasses import dataclass

SEATS = {"chasse": 2, "condamnes": 4, "contrebande": 4, "prohibition": 4, "prohis": 4}


@dataclass(frozen=True)
class Duel:
    """Ours (a workload of ours.py) against a peer (a module of bench/peers) in the peer's nearest game."""

    ours: str
    peer: str
    game: str
    at_least: float | None = None  # so many times faster; none where we only want to know

    @property
    def name(self) -> str:
        return f"{self.ours} vs {self.peer}/{self.game}"


DUELS = (
    Duel("playouts/prohis", "openspiel_native", "hearts", at_least=5),
    Duel("playouts/prohis", "openspiel_native", "oh_hell", at_least=3),
    Duel("playouts/chasse", "openspiel_native", "dark_chess", at_least=3),
    Duel("playouts/chasse", "openspiel_native", "backgammon"),
    Duel("playouts/contrebande", "openspiel_native", "hearts", at_least=4),
    Duel("playouts/condamnes", "openspiel_native", "hearts", at_least=3),
    Duel("playouts/prohibition", "openspiel_native", "dark_chess", at_least=3),
    Duel("playouts/prohis", "openspiel_loop", "hearts", at_least=20),
    Duel("playouts/prohis", "openspiel_loop", "oh_hell", at_least=20),
    Duel("playouts/prohis", "openspiel_loop", "leduc_poker", at_least=20),
    Duel("playouts/prohis", "rlcard", "leduc-holdem", at_least=200),
    Duel("playouts/prohis", "rlcard", "limit-holdem", at_least=200),
    Duel("playouts/prohis", "pettingzoo", "leduc_holdem_v4", at_least=200),
    Duel("aec/prohis", "pettingzoo", "leduc_holdem_v4", at_least=5),
    Duel("vector/prohis", "pettingzoo", "leduc_holdem_v4", at_least=50),
    Duel("search/prohis", "openspiel_ismcts", "hearts", at_least=2),
    Duel("batch/prohis", "pgx", "leduc_holdem", at_least=2),
)

COLD_COMPILE_SECONDS = 10.0  # a game's first native move on a new machine
WARM_START_SECONDS = 0.5  # the same, compiled before
IMPORT_SECONDS = 0.2
PLAIN_ACTIONS_PER_SECOND = 50_000.0
FIRST_LOAD_KILOBYTES = 95.0  # of the page before a game is chosen, compressed, with its typefaces
GAME_KILOBYTES = 80.0  # more, for each game
LOBBY_SECONDS = 2.5  # until a game can be chosen, on a slow phone and line
MOVE_MILLISECONDS = 100.0  # from a touch to its picture, on loopback
FRAMES_A_SECOND = 60.0
SERVER_CPU = 1.5  # times less CPU a move than boardgame.io's server
SLOWEST_MILLISECONDS = 50.0  # of 99 of 100 moves at a thousand tables, from a submission to the last player's frame
LINEAR = 0.8  # of what as many servers would do that shared nothing
