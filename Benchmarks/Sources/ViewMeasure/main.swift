// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The parts to measure: `load`, the rest of `large` views, and `frames`; all of them by default.
let asked = Set(CommandLine.arguments.dropFirst())
if asked.isEmpty || !asked.isDisjoint(with: ["load", "large"]) {
  try measureLargeView(loadsOnly: asked == ["load"])
}
if asked.isEmpty || asked.contains("frames") { try measureFrames() }
