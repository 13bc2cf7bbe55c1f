// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Commands take and return sessions: what imports this module needs both.
@_exported import Calculator
