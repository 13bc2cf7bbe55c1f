// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether more is asked of the replay of a plan than to run nodes and log them: to keep what they had, so that the edit can be undone.
///
/// Loops are generic over it. The compiler makes one for each, so that what is not asked for costs nothing. The loop by ranks is not:
/// its `run` is not inlined then, and a node of a chain takes 100 instructions in place of 64.
protocol RunWatch {
  static var isOn: Bool { get }
}

/// Nodes run and are logged.
enum NoWatch: RunWatch {
  static var isOn: Bool { false }
}

/// What nodes had is kept.
enum Watching: RunWatch {
  static var isOn: Bool { true }
}
