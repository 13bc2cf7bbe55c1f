// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Copies of values for other threads.
@Suite struct EvaluatorSnapshotTests {
  private let evaluator = Evaluator()
  private let source: Variable<Int>
  private let label: Output<String>
  private let failing: Output<Int>

  init() {
    source = evaluator.input("source", 1)
    label = evaluator.node("label", source) { "value \($0)" }
    failing = evaluator.node("failing", source) { (_: Int) throws -> Int in throw Complaint(description: "no") }
  }

  @Test func aSnapshotKeepsValuesOfAllTypesWhateverIsEdited() {
    let snapshot = evaluator.snapshot(of: source, label)
    evaluator.set(source, to: 2)
    #expect(snapshot[source] == 1)
    #expect(snapshot[label] == "value 1")
    #expect(snapshot.count == 2 && snapshot.contains(label) && !snapshot.contains(failing))
    #expect(evaluator.snapshot(of: source).edit == snapshot.edit + 1)
  }

  @Test func failuresAreKeptAsWell() {
    let snapshot = evaluator.snapshot(of: failing)
    #expect(throws: NodeFailure.self) { try snapshot.value(of: failing) }
    do { _ = try snapshot.value(of: failing) } catch { #expect(error.origin == failing.node && error.message == "no") }
  }

  @Test func anyNumberOfOutputsIsReadOnAnotherThread() async {
    let outputs = (0..<100).map { index in evaluator.node("n\(index)", source) { $0 + index } }
    let snapshot = evaluator.snapshot(of: outputs)
    evaluator.set(source, to: 1000)
    let sum = await Task.detached { outputs.reduce(0) { $0 + snapshot[$1] } }.value
    #expect(sum == 100 + 99 * 50)
  }

  @Test func readingWhatIsNotThereStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let (a, b) = (evaluator.input("a", 1), evaluator.input("b", 1))
      _ = evaluator.snapshot(of: a)[b]
    }
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let a = evaluator.node("a", evaluator.input("b", 1)) { (_: Int) throws -> Int in throw CancellationError() }
      _ = evaluator.snapshot(of: a)[a]
    }
  }

  @Test func insideAForkItHasTheValuesOfThatAndTheNumberOfTheEditBefore() throws {
    let before = evaluator.snapshot(of: label)
    let fork = try evaluator.fork { $0.set(source, to: 5) }
    let snapshot = fork.read { evaluator.snapshot(of: label) }
    #expect(snapshot[label] == "value 5" && before[label] == "value 1")
    #expect(snapshot.edit == before.edit)
  }
}
