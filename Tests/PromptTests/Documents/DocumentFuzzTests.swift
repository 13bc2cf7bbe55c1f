// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import FoundationEssentials
import NodeGraph
import Prompt
import TestSupport
import Testing

/// Randomly damaged documents are refused or repaired, without a crash, and the repaired ones are valid.
@Suite struct DocumentFuzzTests {
  private static let seeds = documents()
  /// The number of mutants: NODEGRAPH_FUZZ_STEPS, or 3,000.
  private static let count = fuzzSteps(3_000)

  /// Documents that use all features.
  private static func documents() -> [[UInt8]] {
    var texts: [String] = []
    for seed in 0..<4 {
      var statements = RandomStatements(seed: UInt64(seed))
      let session = Session()
      for _ in 0..<60 { statements.step(session) }
      if let document = try? session.document(), let text = try? TestDocuments().text(of: document) {
        texts.append(text)
      }
    }
    texts.append(
      #"""
      {
        "format" : "NodeGraph", "version" : 1, "kindsVersion" : 2, "owner" : [1, {"x": 18446744073709551615}],
        "functions" : ["vat(x) = x * n", "twice(x, y) = vat(x) + vat(y)", "`a b`(x) = iferror(x, 1)"],
        "nodes" : [
          { "id" : "0", "kind" : "Number", "name" : "n", "value" : 4 },
          { "id" : "4", "kind" : "formula", "name" : "t", "formula" : "twice(n, `a b`(2))", "inputs" : "n=0.value" },
          { "id" : "1:2", "kind" : "Blur", "name" : "blur", "inputs" : "x=0.value y=0.value", "literals" : { "r" : [1] } },
          { "id" : "2", "kind" : "formula", "name" : "f", "formula" : "blur + n", "inputs" : "blur=1:2.out n=0.value" },
          { "id" : "3", "kind" : "Add", "name" : "a", "at" : "1 2.5", "inputs" : "x=2.value", "literals" : { "y" : 1e300 } }
        ],
        "view" : { "selection" : "0 3", "viewport" : { "origin" : { "x" : 1, "y" : 2 }, "zoom" : 1,
          "size" : { "width" : 3, "height" : 4 }, "zoomRange" : [0.5, 2] } }
      }
      """#)
    return texts.map { Array($0.utf8) }
  }

  /// A random number as JSON: with as few digits as needed, with all of them, or with an exponent.
  private static func number(_ random: inout RandomStatements) -> [UInt8] {
    let number = random.number()
    let text =
      switch random.below(6) {
      case 0: "\(random.below(2))e\(random.below(3))"
      case 1: Int64(exactly: number).map { "\($0 ^ 1)" } ?? "\(number)"
      case 2: UInt64(exactly: number.magnitude).map { "\($0)" } ?? "-0e\(random.below(400))"
      case 3: "\(Int64(random.below(1 << 53)) << Int64(random.below(11)))"
      default: "\(number)"
      }
    return Array(text.utf8)
  }

  private static let pieces: [[UInt8]] = [
    "\"id\" : \"0\",", "\"id\" : \"1073741823\",", "\"name\" : \"n\",", "{", "}", "[", "]", ",", ":", "\"", "1e400",
    "-0",
    "99999999999999999999", "null", "true", "\\u0000", "\\ud800", "x=0.value ", "=", ".", ":2", "x=3.sum ",
    "n=2.value ",
    "{ \"id\" : \"3\", \"kind\" : \"Add\" },", "\"kind\" : \"formula\",", "\"formula\" : \"1/0\",", "\"value\" : 1,",
    "\"functions\" : [\"f(x) = g(x)\", \"g(x) = f(x)\"],", "\"f(x) = twice(x, x)\",", "(x) = x", "vat(1)", "f(",
    "\"vat(y) = 1\",",
    "\"literals\" : { \"x\" : {} },", "\"inputs\" : \"x=0.value\",", String(repeating: "[", count: 100_000),
    String(repeating: "{\"a\":", count: 70),
  ].map { Array($0.utf8) }

  /// Sessions with nested groups that have several instances.
  private static let groups: [[UInt8]] = [
    ["group G = b c", "duplicate G", "group K = G d"],
    [
      "group G = b c k t", "G.a = a + 1", "enter G", "group H = c k", "look H color=#abc", "frame F b t", "leave",
      "duplicate G", "mute G2",
    ],
    ["group G = c d k", "enter G", "group H = d", "duplicate H", "H2.c = 5", "delete c", "leave", "duplicate G"],
    [
      "group G = c t", "enter G", "c = [1, b]", "group H = c", "expose t", "group I = H", "leave", "bypass G",
      "group J = G d",
    ],
  ].compactMap { lines in
    let conversation = Conversation(
      "a = 2", "b = 3 km", "c = b * a", "d = c + b", "k = Add(x: a, y: 4)", "t = \"x\" & a")
    for line in lines { conversation.say(line) }
    return (try? conversation.dialogue.session.document()).flatMap { try? TestDocuments().text(of: $0) }.map {
      Array($0.utf8)
    }
  }

  /// A document damaged in one to three places.
  private static func mutant(_ seed: Int) -> [UInt8] {
    var random = RandomStatements(seed: UInt64(seed) &+ 1)
    var bytes = seeds[random.below(seeds.count)]
    mutate(&bytes, &random) { 0..<$0.count }
    return bytes
  }

  /// A document damaged in one to three places of its definitions.
  private static func mutantOfDefinitions(_ seed: Int) -> [UInt8] {
    var random = RandomStatements(seed: UInt64(seed) &+ 1)
    var bytes = groups[random.below(groups.count)]
    mutate(&bytes, &random) { bytes in
      let start = bytes.firstRange(of: Array("\"definitions\"".utf8))?.upperBound ?? 0
      return start..<(bytes[start...].firstRange(of: Array("\"format\"".utf8))?.lowerBound ?? bytes.count)
    }
    return bytes
  }

  /// Damages a part of the bytes in one to three places.
  private static func mutate(
    _ bytes: inout [UInt8], _ random: inout RandomStatements, in part: ([UInt8]) -> Range<Int>
  ) {
    for _ in 0...random.below(3) {
      let part = part(bytes)
      let place = part.lowerBound + random.below(max(1, part.count))
      let end = min(bytes.count, place + random.below(40))
      switch random.below(9) {
      case 0, 1: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
      case 4: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: min(place, bytes.count))
      case 5: if random.below(4) == 0 { bytes.removeSubrange(place...) }
      case 6:
        // Replaces an id or another digit.
        if let digit = bytes[min(place, bytes.count)...].firstIndex(where: { $0 >= 0x30 && $0 < 0x3a }) {
          bytes[digit] = UInt8(0x30 + random.below(10))
        }
      case 7:
        // Replaces a number.
        let digits = Set("+-.0123456789eE".utf8)
        guard let colon = bytes[min(place, bytes.count)...].firstIndex(of: UInt8(ascii: ":")) else { continue }
        let rest = bytes[(colon + 1)...].drop { $0 == 0x20 }
        bytes.replaceSubrange(rest.prefix { digits.contains($0) }.indices, with: number(&random))
      default: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
      }
    }
  }

  @Test func mutantsAreRefusedOrReadAndRepairedToWhatIsSound() {
    var outcomes = Outcomes()
    for seed in 0..<Self.count { outcomes.add(Self.mutant(seed), "seed \(seed)") }
    outcomes.expectAll()
  }

  @Test func mutantsOfDefinitionsAreRefusedOrReadAndRepairedToWhatIsSound() {
    #expect(Self.groups.count == 4)
    var outcomes = Outcomes()
    for seed in 0..<Self.count { outcomes.add(Self.mutantOfDefinitions(seed), "seed \(seed)") }
    outcomes.expectAll()
  }

  @Test func documentsOfOddNodesAreRefusedOrReadAndRepairedToWhatIsSound() throws {
    let documents = try Self.seeds.map { try TestDocuments().document($0) }
    var outcomes = Outcomes()
    let count = Self.count / 3
    for seed in 0..<count {
      var odd = OddNodes(seed: UInt64(seed))
      let document = odd.document(from: documents)
      outcomes.add(Array(try TestDocuments().text(of: document).utf8), "odd seed \(seed)")
    }
    #expect(outcomes.read > 0 && outcomes.refused > 0 && outcomes.repaired == count)
  }

  /// Counts the outcomes of reading documents.
  private struct Outcomes {
    private let coder = TestDocuments()
    private(set) var read = 0
    private(set) var refused = 0
    private(set) var repaired = 0
    private(set) var lost = 0

    mutating func add(_ bytes: [UInt8], _ comment: String) {
      do throws(FileFailure) {
        let session = try DocumentFile.session(bytes, named: "m", coder)
        session.checkInvariants()
        let (whole, parts) = (try? coder.text(of: session.document()), DocumentWriter(session, coder, partSize: 2))
        if (try? parts.text()) != whole { Issue.record("\(comment): its parts are not written as the whole") }
        read += 1
      } catch {
        // Every refusal has a line, a column and a reason.
        let parts = error.message.split(separator: ":", maxSplits: 3)
        if parts.count < 4 || Int(parts[1]) == nil || Int(parts[2]) == nil {
          Issue.record("\(comment): \(error.message)")
        }
        refused += 1
      }
      guard let (text, dropped) = try? DocumentFile.repaired(bytes, named: "m", coder) else {
        lost += 1
        return
      }
      repaired += 1
      do throws(FileFailure) {
        let again = try DocumentFile.session(Array(text.utf8), named: "m", coder)
        again.checkInvariants()
        let written = try? coder.text(of: try again.document())
        if written != text {
          let lines = zip(text.split(separator: "\n"), (written ?? "").split(separator: "\n")).first { $0 != $1 }
          Issue.record("\(comment): repaired is not written as it was read: \(lines.map { "\($0)" } ?? "")")
        }
        let second = try DocumentFile.repaired(Array(text.utf8), named: "m", coder)
        if !second.dropped.isEmpty || second.text != text {
          Issue.record("\(comment): a second repair drops \(second.dropped)")
        }
      } catch {
        Issue.record("\(comment): repaired, \(dropped), but refused: \(error.message)")
      }
    }

    func expectAll() { #expect(read > 0 && refused > 0 && repaired > read && lost > 0) }
  }

  /// The values of a session, bit by bit.
  private func values(_ session: Session) -> [String] {
    session.names.map { name in
      guard case .value(.number(let number))? = session.value(of: name) else {
        return "\(name) \(session.value(of: name)?.text ?? "")"
      }
      return "\(name) \(number.bitPattern)"
    }
  }

  @Test func numbersOfAllSizesComeBackBitForBit() throws {
    let coder = TestDocuments()
    for seed in 0..<10 {
      var random = RandomStatements(seed: UInt64(seed))
      let session = Session()
      for index in 0..<40 {
        let (number, other) = (random.number(), random.number())
        try session.run("n\(index) = Number(value: \(number))")
        try session.run("a\(index) = Add(x: \(other), y: n\(random.below(index + 1)))")
        try session.run("f\(index) = \(random.number())")
        try session.run("a\(index).z = f\(index) / 2")
      }
      let text = try coder.text(of: try session.document())
      let again = try DocumentFile.session(Array(text.utf8), named: "m", coder)
      #expect(values(again) == values(session))
      #expect(try coder.text(of: try again.document()) == text)
      #expect(try DocumentFile.repaired(Array(text.utf8), named: "m", coder).dropped.isEmpty)
    }
  }
}
