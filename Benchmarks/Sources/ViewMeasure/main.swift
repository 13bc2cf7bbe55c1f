// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// What is measured: `load`, the rest of `large` views, and `frames`; all of it unless some are named.
let asked = Set(CommandLine.arguments.dropFirst())
if asked.isEmpty || !asked.isDisjoint(with: ["load", "large"]) {
  try measureLargeView(loadsOnly: asked == ["load"])
}
if asked.isEmpty || asked.contains("frames") { try measureFrames() }
