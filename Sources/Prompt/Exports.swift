// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Commands take and return sessions and their pictures: what imports this module needs both.
@_exported import CalculatorView
