// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The conversion of values of one type to another in a connection.
///
/// It only describes a conversion; the converter itself is registered with an evaluator. A view gets it from
/// ``ConnectionVerdict/converting(_:replacing:)`` to tell the user what a connection would do.
///
/// ```swift
/// let rounding = Conversion(from: PortType(Double.self), to: PortType(Int.self), .lossy)
/// print(rounding)  // Double → Int
/// ```
public struct Conversion: Hashable, Sendable, CustomStringConvertible {
  /// Whether a conversion loses information, for instance to warn a user.
  ///
  /// The application declares it with the converter; it isn't derived from the types.
  public enum Loss: Hashable, Sendable, CaseIterable {
    /// Different values stay different.
    case lossless
    /// Different values may become equal, for instance when the fraction of a number is dropped.
    case lossy
  }

  /// The type of the output that is read.
  public let source: PortType
  /// The type of the input, to which values are converted.
  public let target: PortType
  /// Whether information is lost, as the application has declared it.
  ///
  /// A view can mark such a connection, or ask the user before it is made.
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
