// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Editors, pictures and pages are made of sessions, and take and return their values and diagnostics: clients that import this
// module need both.
@_exported import Calculator
