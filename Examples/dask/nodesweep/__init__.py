# This file is part of NodeGraph.
# SPDX-License-Identifier: Apache-2.0
"""Evaluates scenarios of a nodecalc model on many machines, with Dask."""

from .child import Child, ChildDied, ChildHangs, Mixed, Refused
from .columns import Columns
from .plan import BadPlan, Plan
from .run import Outcome, run

__all__ = ["BadPlan", "Child", "ChildDied", "ChildHangs", "Columns", "Mixed", "Outcome", "Plan", "Refused", "run"]
