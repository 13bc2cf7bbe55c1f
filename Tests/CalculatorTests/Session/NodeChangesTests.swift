// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import TestSupport
import Testing

@Suite struct NodeChangesTests {
  /// Changes of each kind: between numbers, of a new node, of other types, and from and to a failure.
  private static let samples: [NodeChange] = {
    let session = Session()
    let lines = ["a = 1", "a = 2", "a = -0", "t = \"x\"", "t = \"y\"", "a = 5 km", "r = 1 / a", "a = 0 km", "a = 3 km"]
    return lines.flatMap { line in (try? session.run(line))?.flatMap(\.changes) ?? [] }
  }()

  @Test func everyKindOfChangeIsAmongTheSamples() {
    #expect(Self.samples.contains { $0.old == nil } && Self.samples.contains { $0.old?.isFailure == false })
    #expect(Self.samples.contains { $0.new.isFailure } && Self.samples.contains { $0.old?.isFailure == true })
    #expect(Set(Self.samples).count > 8)
  }

  @Test(arguments: fuzzSeeds(1...8)) func aListIsWhatAnArrayWouldBe(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (list, array) = (NodeChanges(), [NodeChange]())
    for step in 0..<fuzzSteps(400) {
      let change = random.pick(Self.samples)
      switch random.below(5) {
      case 0, 1:
        list.append(change)
        array.append(change)
      case 2 where !array.isEmpty:
        let index = random.below(array.count)
        (list[index], array[index]) = (change, change)
      case 3:
        let start = random.below(array.count + 1)
        let end = start + random.below(array.count - start + 1)
        let added = (0..<random.below(4)).map { _ in random.pick(Self.samples) }
        list.replaceSubrange(start..<end, with: added)
        array.replaceSubrange(start..<end, with: added)
      default:
        list.removeAll { $0 == change }
        array.removeAll { $0 == change }
      }
      guard Array(list) == array, list == NodeChanges(array), list.hashValue == NodeChanges(array).hashValue else {
        Issue.record("seed \(seed), step \(step): \(Array(list)) is not \(array)")
        return
      }
    }
  }

  /// A session with a chain of nodes, each one more than the one before.
  private func chain(_ count: Int) throws -> Session {
    let session = try Session(running: "n0 = 1")
    for index in 1...count { try session.run("n\(index) = n\(index - 1) + 1") }
    return session
  }

  private func lines(_ changes: NodeChanges) -> [String] { changes.map { "\($0.name) \($0.text)" } }

  @Test func aReportKeepsWhatItSaysWhateverFollows() throws {
    let session = try chain(40)
    let first = try #require(try session.run("n0 = 2").first?.changes)
    let second = try #require(try session.run("n0 = 5").first?.changes)
    _ = try session.rename(SourceName("n40"), to: SourceName("last"))
    _ = try session.run("n20 = 7")
    _ = try session.undo(4)
    #expect(lines(first) == (0...40).map { "n\($0) \($0 + 1) → \($0 + 2)" })
    #expect(lines(second) == (0...40).map { "n\($0) \($0 + 2) → \($0 + 5)" })
    session.checkInvariants()
  }

  @Test func namesInLongReportsFollowRenamings() throws {
    let session = try chain(40)
    let names = { (line: String) in try session.run(line).flatMap(\.changes).map(\.name) }
    let all = (0...40).map { "n\($0)" }
    #expect(try names("n0 = 2") == all)
    _ = try session.rename(SourceName("n7"), to: SourceName("seven"))
    #expect(try names("n0 = 3") == all.map { $0 == "n7" ? "seven" : $0 })
    session.checkInvariants()
    _ = try session.undo(2)
    #expect(try names("n0 = 4") == all)
    _ = try session.delete(SourceName("n40"))
    #expect(try names("n0 = 5") == all.dropLast())
    try session.run("n40 = n39 * 2")
    #expect(try names("n0 = 6") == all)
    session.checkInvariants()
  }

  @Test func aLongReportHasChangesOfAllKinds() throws {
    let session = try chain(40)
    try session.run("t = if(n3 > 10, \"large\", \"small\")")
    try session.run("q = 1 / (n0 - 9)")
    let report = { (line: String) in try session.run(line).flatMap { self.lines($0.changes) }.sorted() }
    let numbers = (0...40).map { "n\($0) \($0 + 1) → \($0 + 9)" }
    #expect(
      try report("n0 = 9") == (numbers + ["t \"small\" → \"large\"", "q -0.125 → ⚠ division by zero"]).sorted())
    session.checkInvariants()
  }

  @Test func namesOfAnotherGraphAreNotValid() throws {
    let (session, other) = (try chain(40), try chain(40))
    let nodes = session.evaluator.graph.nodes
    var names = ReportedNames()
    #expect(names.names(of: nodes, in: session.evaluator.graph) == session.names)
    #expect(names.areValid(in: session.evaluator.graph) && !names.areValid(in: other.evaluator.graph))
  }
}
