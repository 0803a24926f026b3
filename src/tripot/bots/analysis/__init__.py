"""Analysis of finished games: what each seat could know and expect, what its decisions cost, who lied and who saw it.

Everything here works on a table's record alone; each seat's decisions are weighed by what that seat heard and saw.
"""

from __future__ import annotations

from tripot.bots.analysis.claims import Honesty, claims_of
from tripot.bots.analysis.effort import Effort, effort_for
from tripot.bots.analysis.marks import MARKS, Decision
from tripot.bots.analysis.moments import KeyMoment, Prospects
from tripot.bots.analysis.study import Analysis, analyse, bots_version, judged_at
from tripot.bots.analysis.weighing import Weighed, Weigher

__all__ = [
    "MARKS",
    "Analysis",
    "Decision",
    "Effort",
    "Honesty",
    "KeyMoment",
    "Prospects",
    "Weighed",
    "Weigher",
    "analyse",
    "bots_version",
    "claims_of",
    "effort_for",
    "judged_at",
]  # fmt: skip
