// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether more is asked of an evaluation than to run nodes and log them: to keep what they had, to count and measure runs, or to stop.
///
/// Loops are generic over it. The compiler makes one for each, so that what is not asked for costs nothing.
protocol RunWatch {
  static var isOn: Bool { get }
}

/// Nodes run and are logged.
enum NoWatch: RunWatch {
  static var isOn: Bool { false }
}

/// Of what can be asked, some is.
enum Watching: RunWatch {
  static var isOn: Bool { true }
}
