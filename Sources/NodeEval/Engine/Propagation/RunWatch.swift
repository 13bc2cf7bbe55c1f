// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an evaluation notes of the nodes that it runs. Loops are generic over this protocol, and the compiler specializes them.
protocol RunWatch {
  /// Whether what nodes had before they ran is kept, so that the edit can be undone.
  static var isOn: Bool { get }
  /// Whether the evaluation may stop, counts runs or has other threads, which is decided for each node.
  static var attends: Bool { get }
}

extension RunWatch {
  static var attends: Bool { false }
}

/// Nodes run and are logged only.
enum NoWatch: RunWatch {
  static var isOn: Bool { false }
}

/// What nodes had before they ran is kept.
enum Watching: RunWatch {
  static var isOn: Bool { true }
}

/// The evaluation may also stop, count runs or have other threads, which is decided for each node.
enum Attending: RunWatch {
  static var isOn: Bool { true }
  static var attends: Bool { true }
}
