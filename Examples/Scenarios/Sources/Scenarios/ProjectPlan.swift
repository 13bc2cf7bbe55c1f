// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A project as a graph: the design comes first, followed by two parallel tasks and the delivery, which a holiday may delay.
struct ProjectPlan {
  /// The tasks, with the least, the most likely and the greatest number of days.
  static let tasks: [(name: String, least: Double, likely: Double, greatest: Double)] = [
    ("design", 5, 8, 15), ("firmware", 10, 20, 45), ("case", 12, 18, 30), ("delivery", 3, 5, 10),
  ]

  let evaluator = Evaluator(definitions: [Self.sum, Self.later, Self.calendar])
  /// The duration of each task in days.
  let durations: [Variable<Double>]
  /// The number of days until the project ends.
  let end: Output<Double>

  private static let sum = NodeDefinition(
    "Sum", inputs: ValuePort<Double>("first"), ValuePort<Double>("second"), output: ValuePort<Double>("sum")
  ) { $0 + $1 }
  private static let later = NodeDefinition(
    "Later", inputs: ValuePort<Double>("first"), ValuePort<Double>("second"), output: ValuePort<Double>("later")
  ) { max($0, $1) }
  /// Five working days take seven calendar days.
  private static let calendar = NodeDefinition(
    "Calendar", inputs: ValuePort<Double>("work"), output: ValuePort<Double>("days")
  ) { (work: Double) in work + 2 * (work / 5).rounded(.down) }

  /// Creates the graph.
  ///
  /// - Throws: Never, because the connections fit.
  init() throws {
    let evaluator = evaluator
    durations = Self.tasks.map { evaluator.input($0.name, $0.likely) }
    func add(_ kind: String, _ sources: OutputPort...) throws -> OutputPort {
      var port: OutputPort?
      try evaluator.edit { edit in
        let node = try edit.add(kind)
        for (index, source) in sources.enumerated() { try edit.connect(source, to: node.input(index)) }
        port = node.output
      }
      guard let port else { throw GraphError.unknownKind(kind) }
      return port
    }
    let firmware = try add("Sum", durations[0].port, durations[1].port)
    let housing = try add("Sum", durations[0].port, durations[2].port)
    let built = try add("Later", firmware, housing)
    let days = try add("Calendar", try add("Sum", built, durations[3].port))
    guard let end = try evaluator.output(days, as: Double.self) else { throw GraphError.unknownKind("Calendar") }
    self.end = end
  }
}
