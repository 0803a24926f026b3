"""A server that refuses nobody, however many come: `python -m bench.open_house --port N [--thinkers N]`.

It tells everybody natively from the first move on, as a house does once it is busy.
"""

import argparse

from tripot.engine.audience import quicken
from tripot.engine.game import games
from tripot.web.limits import Limits
from tripot.web.services import Config
from tripot.web.serving import database, serve

MANY = 1_000_000_000
LIMITS = Limits(
    messages_a_second=MANY, message_burst=MANY, requests_a_second=MANY, request_burst=MANY, tables_a_minute=MANY,
    tables_a_minute_an_address=MANY, tables_an_address=MANY, bot_tables=MANY, bot_tables_an_address=MANY,
    public_tables=MANY, public_tables_an_address=MANY, sockets=100_000, sockets_an_address=100_000, idle=3600.0,
)  # fmt: skip

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--thinkers", type=int)
    given = parser.parse_args()
    for game in games():
        quicken(game)
    config = Config(database(), limits=LIMITS, busy=MANY, thinkers=given.thinkers)
    serve(config, "127.0.0.1", given.port, 1)
