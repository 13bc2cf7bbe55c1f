// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Sessions take and return types of formulas, and throw their diagnostics: clients that import this module need both.
@_exported import Formulas
