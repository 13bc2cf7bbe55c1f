// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension GraphPath: Codable {
  /// Reads a path: an array of the instances as documents name them, `[ "#3", "#1" ]`.
  ///
  /// The ids have no tag of a graph. Whether the instances exist isn't checked.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` for a text that isn't the id of an instance.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init()
    while !list.isAtEnd {
      let text = try list.decode(String.self)
      guard let instance = DocumentText.member(text).flatMap({ InstanceID($0) }) else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "'\(VisibleText.standIns(text))' is not an instance; write it like '#3'")
      }
      enter(instance)
    }
  }

  /// Writes the path as an array of ids of documents: `[ "#3", "#1" ]`.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for instance in instances { try list.encode(DocumentText.text(instance.node)) }
  }
}
