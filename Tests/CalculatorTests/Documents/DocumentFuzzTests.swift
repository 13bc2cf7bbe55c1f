// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials
import NodeGraph
import TestSupport
import Testing

/// Documents that are broken at random are refused or repaired; nothing crashes, and what is repaired is sound.
@Suite struct DocumentFuzzTests {
  private static let seeds = documents()
  /// How many mutants: NODEGRAPH_FUZZ_STEPS, or 3,000.
  private static let count = fuzzSteps(3_000)

  /// Documents with everything in them.
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
        "nodes" : [
          { "id" : "0", "kind" : "Number", "name" : "n", "value" : 4 },
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

  private static let pieces: [[UInt8]] = [
    "\"id\" : \"0\",", "\"id\" : \"1073741823\",", "\"name\" : \"n\",", "{", "}", "[", "]", ",", ":", "\"", "1e400",
    "-0",
    "99999999999999999999", "null", "true", "\\u0000", "\\ud800", "x=0.value ", "=", ".", ":2", "x=3.sum ",
    "n=2.value ",
    "{ \"id\" : \"3\", \"kind\" : \"Add\" },", "\"kind\" : \"formula\",", "\"formula\" : \"1/0\",", "\"value\" : 1,",
    "\"literals\" : { \"x\" : {} },", "\"inputs\" : \"x=0.value\",", String(repeating: "[", count: 100_000),
    String(repeating: "{\"a\":", count: 70),
  ].map { Array($0.utf8) }

  /// A document broken in one to three places.
  private static func mutant(_ seed: Int) -> [UInt8] {
    var random = RandomStatements(seed: UInt64(seed) &+ 1)
    var bytes = seeds[random.below(seeds.count)]
    for _ in 0...random.below(3) {
      let place = random.below(max(1, bytes.count))
      let end = min(bytes.count, place + random.below(40))
      switch random.below(8) {
      case 0, 1: if place < bytes.count { bytes[place] ^= 1 << UInt8(random.below(8)) }
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
      case 4: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: min(place, bytes.count))
      case 5: if random.below(4) == 0 { bytes.removeSubrange(place...) }
      case 6:
        // An id, or another digit, becomes another.
        if let digit = bytes[min(place, bytes.count)...].firstIndex(where: { $0 >= 0x30 && $0 < 0x3a }) {
          bytes[digit] = UInt8(0x30 + random.below(10))
        }
      default: if place < bytes.count { bytes[place] = UInt8(random.below(256)) }
      }
    }
    return bytes
  }

  @Test func mutantsAreRefusedOrReadAndRepairedToWhatIsSound() {
    let coder = TestDocuments()
    var outcomes = (read: 0, refused: 0, repaired: 0, lost: 0)
    for seed in 0..<Self.count {
      let bytes = Self.mutant(seed)
      do throws(FileFailure) {
        let session = try DocumentFile.session(bytes, named: "m", coder)
        session.evaluator.checkInvariants()
        outcomes.read += 1
      } catch {
        // Every refusal has a line, a column and a reason.
        let parts = error.message.split(separator: ":", maxSplits: 3)
        if parts.count < 4 || Int(parts[1]) == nil || Int(parts[2]) == nil {
          Issue.record("seed \(seed): \(error.message)")
        }
        outcomes.refused += 1
      }
      guard let (text, dropped) = try? DocumentFile.repaired(bytes, named: "m", coder) else {
        outcomes.lost += 1
        continue
      }
      outcomes.repaired += 1
      do throws(FileFailure) {
        let again = try DocumentFile.session(Array(text.utf8), named: "m", coder)
        again.evaluator.checkInvariants()
        if let written = try? coder.text(of: try again.document()), written != text {
          let lines = zip(text.split(separator: "\n"), written.split(separator: "\n")).first { $0 != $1 }
          Issue.record("seed \(seed): repaired is not written as it was read: \(lines.map { "\($0)" } ?? "")")
        }
      } catch {
        Issue.record("seed \(seed): repaired, \(dropped), but refused: \(error.message)")
      }
    }
    #expect(outcomes.read > 0 && outcomes.refused > 0 && outcomes.repaired > outcomes.read && outcomes.lost > 0)
  }
}
