// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether the replay of a plan keeps what nodes had before they ran, so that the edit can be undone.
///
/// Loops are generic over this protocol, and the compiler specializes them. The loop by ranks is not generic: its `run` would
/// not be inlined, and a node of a chain would take 100 instructions instead of 64.
protocol RunWatch {
  static var isOn: Bool { get }
}

/// Nodes run and are logged only.
enum NoWatch: RunWatch {
  static var isOn: Bool { false }
}

/// What nodes had before they ran is kept.
enum Watching: RunWatch {
  static var isOn: Bool { true }
}
