"""Metrics that a host watches: Prometheus reads them at /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge

REGISTRY = CollectorRegistry()
SOCKETS = Gauge("tripot_sockets", "WebSockets that are open", registry=REGISTRY)
SUBMITTED = Counter("tripot_submissions", "Decisions that were written down and acknowledged", registry=REGISTRY)
REFUSALS = Counter("tripot_refusals", "What was refused, by code", ["code"], registry=REGISTRY)
MOVES = Gauge(
    "tripot_moves_written", "Moves that this process has written, chance and bots included", registry=REGISTRY
)
CONFLICTS = Gauge("tripot_conflicts", "Changes that another process was quicker with", registry=REGISTRY)
QUICK = Gauge("tripot_quick_games", "Games whose audiences are told natively", registry=REGISTRY)
ROOMS = Gauge("tripot_rooms", "Tables in memory", registry=REGISTRY)
REQUESTS = Counter("tripot_requests", "HTTP requests, by status", ["status"], registry=REGISTRY)
