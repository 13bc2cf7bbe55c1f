// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The conversion of values of one type to another in a connection.
///
/// It only describes a conversion; the converter itself is registered with an evaluator. A view gets it from
/// ``ConnectionVerdict/converting(_:replacing:)`` to tell the user what a connection would do.
public struct Conversion: Hashable, Sendable, CustomStringConvertible {
  /// Whether a conversion loses information, for instance to warn a user.
  public enum Loss: Hashable, Sendable, CaseIterable {
    /// Different values stay different.
    case lossless
    /// Different values may become equal, for instance when the fraction of a number is dropped.
    case lossy
  }

  /// The type of the output.
  public let source: PortType
  /// The type of the input.
  public let target: PortType
  /// Whether information is lost.
  public let loss: Loss

  /// Describes a conversion.
  ///
  /// - Parameters:
  ///   - source: The type of the output.
  ///   - target: The type of the input.
  ///   - loss: Whether information is lost. The value isn't checked against a converter.
  public init(from source: PortType, to target: PortType, _ loss: Loss = .lossless) {
    (self.source, self.target, self.loss) = (source, target, loss)
  }

  /// The names of both types: `Int → Double`.
  public var description: String { "\(source) → \(target)" }
}
