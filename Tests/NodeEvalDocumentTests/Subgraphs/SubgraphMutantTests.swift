// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Documents with nested groups that are damaged at random are refused or repaired; none is loaded halfway.
@Suite struct SubgraphMutantTests {
  /// Small documents of random graphs, with groups in groups.
  private static let seeds: [[UInt8]] = {
    var found: [[UInt8]] = []
    for seed in 1...200 as ClosedRange<UInt64> where found.count < 4 {
      let script = SubgraphScript(seed: seed)
      for _ in 0..<60 {
        script.step()
        guard var document = try? script.evaluator.document(), script.evaluator.graph.nodeCount < 14,
          document.definitions.contains(where: { !$0.instances.isEmpty }), document.instances.count < 7,
          document.instances.contains(where: { !$0.connections.isEmpty })
        else { continue }
        // Every other document has modes, of a node and of the most deeply nested instances.
        document.modes = [:]
        if found.count.isMultiple(of: 2) {
          if let node = document.nodes.first { document.modes[node.id] = .muted }
          for instance in document.instances.suffix(2) { document.modes[instance.id.node] = .bypassed }
        }
        // The other documents have looks.
        document.looks = DocumentLooks()
        if !found.count.isMultiple(of: 2), let instance = document.instances.first(where: { !$0.connections.isEmpty }) {
          document.looks.nodes[instance.id.node] = NodeLook(depth: 1, form: .compact)
          let wire = DocumentLooks.Wire(
            from: .init(instance.connections[0].source, instance.connections[0].output),
            to: .init(instance.id.node, instance.connections[0].input))
          document.looks.connections[wire] = ConnectionLook(label: "net", reroutes: [GraphPoint(1, 2)])
        }
        if let text = try? DocumentKinds.json(document) { found.append(Array(text.utf8)) }
        break
      }
    }
    return found
  }()

  private static let pieces: [[UInt8]] = [
    "\"id\" : \"0\",", "\"id\" : \"#0\",", "\"of\" : \"1\",", "\"of\" : \"2\",", "\"members\" : \"0=0 #1=#1\",",
    "\"inputs\" : \"x=#0.sum\",", "#", "0=1 ", "#2=#1 ", "x=#1.sum ", "x=0.value ", "in=#0.sum ", "1.x ",
    "\"many\" : true,",
    "\"name\" : \"in\",", "\"instances\" : [],", "\"values\" : [],", "\"nodes\" : [],", "{}", "null", "[", "]", ",",
    "\"modes\" : { \"#0\" : \"bypassed\", \"0\" : \"muted\" },", "\"1\" : \"bypassed\",",
    "\"#1\" : \"muted\",", "\"muted\"", "\"version\" : 3", "\"literals\" : { \"in\" : 4 },", "\"value\" : \"x\",",
    "\"looks\" : { \"nodes\" : { \"0\" : { \"depth\" : 1 }, \"#0\" : { \"form\" : \"dot\" } } },", "\"version\" : 5",
    "\"frames\" : [ { \"at\" : \"0 0\", \"id\" : \"0\", \"size\" : \"9 9\", \"title\" : \"f\" } ],", "\"depth\" : 0.5,",
    "\"through\" : \"1 2 3\",", "\"kind\" : \"Later\",", "\"own\" : true,", "1073741823",
  ].map { Array($0.utf8) }

  /// Returns a document damaged in one to three places.
  private static func mutant(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = seeds[random.below(seeds.count)]
    for _ in 0...random.below(3) {
      let place = random.below(max(1, bytes.count))
      let end = min(bytes.count, place + random.below(60))
      switch random.below(8) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
      case 2: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: min(place, bytes.count))
      case 3: removeElement(&bytes, from: place)
      case 4: doubleElement(&bytes, from: place)
      default:
        // Changes a digit, mostly one of an id.
        if let digit = bytes[min(place, bytes.count)...].firstIndex(where: { $0 >= 0x30 && $0 < 0x3a }) {
          bytes[digit] = UInt8(0x30 + random.below(10))
        }
      }
    }
    return bytes
  }

  /// Returns the next JSON object that contains no other object.
  private static func element(_ bytes: [UInt8], from place: Int) -> Range<Int>? {
    guard let start = bytes[place...].firstIndex(of: UInt8(ascii: "{")),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return (bytes[start..<end].lastIndex(of: UInt8(ascii: "{")) ?? start)..<end + 1
  }

  private static func removeElement(_ bytes: inout [UInt8], from place: Int) {
    guard var range = element(bytes, from: place) else { return }
    let rest = bytes[range.upperBound...].prefix { $0 == UInt8(ascii: ",") || $0 <= 0x20 }
    if rest.contains(UInt8(ascii: ",")) { range = range.lowerBound..<rest.endIndex }
    bytes.removeSubrange(range)
  }

  private static func doubleElement(_ bytes: inout [UInt8], from place: Int) {
    guard let range = element(bytes, from: place) else { return }
    bytes.insert(contentsOf: Array(bytes[range]) + [UInt8(ascii: ",")], at: range.lowerBound)
  }

  @Test func mutantsAreRefusedOrOpenedAndRepairedToWhatIsSound() {
    #expect(Self.seeds.count > 1)
    var (opened, refused, repairedCount, muted) = (0, 0, 0, 0)
    // An unoptimised build makes a quarter of the mutants and repairs a quarter of those, because repairing takes longest.
    let stride = fuzzSteps(4) > 1 ? 1 : 4
    for seed in 0..<fuzzSteps(6_000) {
      var random = SplitMix64(seed: UInt64(seed) &+ 5)
      let bytes = Self.mutant(&random)
      if let document = try? JSONDecoder().decode(GraphDocument.self, from: Data(bytes)) {
        do throws(DocumentError) {
          let evaluator = try Evaluator(definitions: SubgraphScript.kinds, document: document)
          expectSound(evaluator, "seed \(seed)")
          opened += 1
          if !document.modes.isEmpty { muted += 1 }
        } catch {
          refused += 1
        }
      }
      guard seed.isMultiple(of: stride), let read = try? JSONDecoder().decode(RepairedDocument.self, from: Data(bytes))
      else { continue }
      do throws(DocumentError) {
        try read.document.check()
        var dropped: [DocumentError] = []
        let evaluator = try Evaluator(definitions: SubgraphScript.kinds, repairing: read.document, dropped: &dropped)
        expectSound(evaluator, "seed \(seed), repaired")
        let sound = try evaluator.document()
        let again = try Evaluator(definitions: SubgraphScript.kinds, document: sound)
        if sound.modes.count > read.document.modes.count { Issue.record("seed \(seed): there are more modes") }
        if try again.document() != sound { Issue.record("seed \(seed): repaired is not written as it was read") }
        repairedCount += 1
      } catch {
        Issue.record("seed \(seed): repaired, but refused: \(error)")
      }
    }
    #expect(Self.seeds.contains { String(decoding: $0, as: UTF8.self).contains("\"looks\"") }, "some have looks")
    #expect(opened > 0 && refused > 0 && repairedCount > 0 && muted > 0 && muted < opened)
  }

  private func expectSound(_ evaluator: Evaluator, _ comment: String) {
    let broken = evaluator.brokenRules()
    if !broken.isEmpty { Issue.record("\(comment): \(broken.joined(separator: "; "))") }
  }
}
