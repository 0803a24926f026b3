"""An analysis as a guest of the house reads it."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.house import studies
from tripot.house.analyses import KeptAnalysis
from tripot.house.studies import AnalysisView


def shown(kept: KeptAnalysis | None, names: Sequence[str], language: str, seat: int | None) -> AnalysisView:
    """What there is, or how far it has come."""
    if kept is None:
        return AnalysisView("none")
    if kept.found is None:
        return AnalysisView("working" if kept.under_way else "failed", round(kept.progress, 3))
    return studies.shown(kept.found, names, language, seat)
