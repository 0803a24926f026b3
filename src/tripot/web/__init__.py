"""The house on the net: an HTTP API, one WebSocket a client, and the page."""
