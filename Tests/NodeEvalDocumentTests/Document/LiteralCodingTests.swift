// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct LiteralCodingTests {
  private struct Angle: Hashable, Sendable { var degrees = 0.0 }
  private struct Serial: Hashable, Sendable { var number = 0 }
  private struct Size: Hashable, Sendable, Codable { var width = 0.0, heights: [Float] = [] }

  private static let kinds: [NodeDefinition] = [
    .source("Double", output: ValuePort("value"), initial: 0.0),
    .source("Float", output: ValuePort("value"), initial: Float(0)),
    .source("Angle", output: ValuePort("value"), initial: Angle()),
    .source("Serial", output: ValuePort("value"), initial: Serial()),
    .source("Size", output: ValuePort("value"), initial: Size()),
  ]

  /// A reading of angles and serial numbers by an application that handles only `number`.
  private static var reading: DocumentReading {
    var literals = LiteralCoding()
    literals.register(Angle.self) {
      .number($0.degrees)
    } decode: { value in
      guard case .number(let degrees) = value else { throw LiteralError.expected("degrees", value) }
      return Angle(degrees: degrees)
    }
    literals.register(Serial.self) {
      DocumentValue(Int64($0.number))
    } decode: { value in
      guard case .number(let number) = value, let integer = Int(exactly: number) else {
        throw LiteralError.expected("a serial number", value)
      }
      return Serial(number: integer)
    }
    literals.register(Size.self)
    return DocumentReading(literals: literals)
  }

  private func load(_ document: GraphDocument) throws(DocumentError) -> Evaluator {
    try Evaluator(definitions: Self.kinds, document: document, reading: Self.reading)
  }

  private func value<Value>(of name: String, as type: Value.Type, in evaluator: Evaluator) throws -> Value {
    let node = try #require(evaluator.graph.node(named: name))
    let output = try #require(try evaluator.output(node.output, as: Value.self))
    return evaluator[output]
  }

  /// Reads a value from a document, writes it as JSON and reads it again.
  private func read<Value>(_ kind: String, _ json: String, as type: Value.Type) throws -> Value {
    let document = try DocumentKinds.document(nodes: #"{"id":"0","kind":"\#(kind)","name":"n","value":\#(json)}"#)
    let evaluator = try load(document)
    let again = try load(DocumentKinds.document(DocumentKinds.json(try evaluator.document())))
    #expect(DocumentKinds.state(again) == DocumentKinds.state(evaluator))
    return try value(of: "n", as: type, in: evaluator)
  }

  @Test func numbersOfAllSizesComeBackBitForBit() throws {
    var random = SplitMix64(seed: 7)
    let evaluator = Evaluator(definitions: Self.kinds)
    evaluator.literals = Self.reading.literals
    var doubles: [Double] = [.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0]
    var floats: [Float] = [.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0]
    for exponent in stride(from: 0, to: UInt64(0x7ff), by: 3) {
      doubles.append(Double(bitPattern: exponent << 52 | random.next() >> 12 | random.next() & 1 << 63))
    }
    for exponent in 0..<UInt32(0xff) {
      floats.append(Float(bitPattern: exponent << 23 | UInt32(truncatingIfNeeded: random.next() >> 41)))
    }
    // Finite values, none of them zero, because setting an equal value would be cut off.
    let angles = doubles.dropFirst(5).map { Angle(degrees: $0) }
    let sizes = zip(angles, floats.dropFirst(5)).map { Size(width: $0.degrees, heights: [$1, -$1]) }
    try evaluator.edit { edit in
      for (index, value) in doubles.enumerated() { try edit.set(edit.add("Double", named: "d\(index)"), to: value) }
      for (index, value) in floats.enumerated() { try edit.set(edit.add("Float", named: "f\(index)"), to: value) }
      for (index, value) in angles.enumerated() { try edit.set(edit.add("Angle", named: "a\(index)"), to: value) }
      for (index, value) in sizes.enumerated() { try edit.set(edit.add("Size", named: "s\(index)"), to: value) }
    }
    let again = try load(DocumentKinds.document(DocumentKinds.json(try evaluator.document())))
    for (index, before) in doubles.enumerated() {
      let after = try value(of: "d\(index)", as: Double.self, in: again)
      if after.bitPattern != before.bitPattern { Issue.record("\(before) comes back as \(after)") }
    }
    for (index, before) in floats.enumerated() {
      let after = try value(of: "f\(index)", as: Float.self, in: again)
      if after.bitPattern != before.bitPattern { Issue.record("\(before) comes back as \(after)") }
    }
    for (index, before) in angles.enumerated() {
      let after = try value(of: "a\(index)", as: Angle.self, in: again)
      if after.degrees.bitPattern != before.degrees.bitPattern { Issue.record("\(before) comes back as \(after)") }
    }
    for (index, before) in sizes.enumerated() where before != (try value(of: "s\(index)", as: Size.self, in: again)) {
      Issue.record("\(before) does not come back")
    }
  }

  @Test func aNumberThatIsNoneComesBackAsOne() throws {
    #expect(try read("Double", #""nan""#, as: Double.self).isNaN)
    #expect(try read("Float", #""nan""#, as: Float.self).isNaN)
    #expect(throws: DocumentError.self) { try read("Angle", #""nan""#, as: Angle.self) }
  }

  /// Numbers as other programs write them: with more digits than a double has, or with fewer.
  @Test func integersAreReadAsNumbers() throws {
    #expect(try read("Double", "4361199767551255600", as: Double.self) == 4.3611997675512556e18)
    #expect(try read("Double", "-4361199767551255553", as: Double.self) == -4.3611997675512556e18)
    #expect(try read("Double", "9007199254740993", as: Double.self) == 0x1p53)
    #expect(try read("Double", "18446744073709551615", as: Double.self) == 0x1p64)
    #expect(try read("Double", "0e1", as: Double.self) == 0)
    #expect(try read("Float", "9007199791611905", as: Float.self) == 9_007_200_328_482_816)
    #expect(try read("Angle", "4361199767551255600", as: Angle.self).degrees == 4.3611997675512556e18)
    #expect(try read("Angle", "18446744073709551615", as: Angle.self).degrees == 0x1p64)
    let size = try read("Size", #"{"width":4361199767551255601,"heights":[9007199254740995]}"#, as: Size.self)
    #expect(size == Size(width: 4.3611997675512556e18, heights: [0x1p53]))
  }

  @Test(arguments: ["9007199254740993", "-9007199254740993", "4361199767551255600", "9223372036854775807"])
  func whatIsWrittenAsAnIntegerIsNotRounded(text: String) throws {
    let error = #expect(throws: DocumentError.self) { try read("Serial", text, as: Serial.self) }
    #expect(error?.description == "nodes[0].value: expected a serial number, not a number")
  }

  @Test(arguments: [1, 1 << 53, 1 << 60, -(1 << 62)])
  func anIntegerThatIsANumberIsReadAsOne(number: Int) throws {
    let document = GraphDocument(nodes: [
      DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Serial", name: "n", value: DocumentValue(Int64(number)))
    ])
    #expect(try value(of: "n", as: Serial.self, in: load(document)).number == number)
    #expect(try read("Serial", "\(number)", as: Serial.self).number == number)
  }
}
