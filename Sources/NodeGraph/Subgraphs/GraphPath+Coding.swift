// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension GraphPath: Codable {
  /// Reads a path: the instances as documents name them, `[ "#3", "#1" ]`.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: What the decoder does, and `dataCorrupted` for a text that names no instance. Whether it exists shows when it is used.
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

  /// Writes the path.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for instance in instances { try list.encode(DocumentText.text(instance.node)) }
  }
}
