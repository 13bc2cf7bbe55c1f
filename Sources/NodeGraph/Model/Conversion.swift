// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How values of one type become values of another on their way through a connection.
public struct Conversion: Hashable, Sendable, CustomStringConvertible {
  /// What is lost on the way.
  public enum Loss: Hashable, Sendable, CaseIterable {
    /// Nothing: two values that differ are two that differ afterwards.
    case lossless
    /// Something, as the fraction of a number that becomes a whole one.
    case lossy
  }

  /// What the output gives.
  public let source: PortType
  /// What the input takes.
  public let target: PortType
  /// What is lost.
  public let loss: Loss

  /// A conversion of one type to another.
  public init(from source: PortType, to target: PortType, _ loss: Loss = .lossless) {
    (self.source, self.target, self.loss) = (source, target, loss)
  }

  /// Both types: `Int → Double`.
  public var description: String { "\(source) → \(target)" }
}
