// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A chain of nodes that alternately pass on structs, arrays and strings; all of them change with each update.
enum Mixed {
  /// A value of two words.
  struct Vector: Equatable, Sendable {
    var x: Double
    var y: Double
  }

  static let tables: [[Double]] = [[1, 2, 3, 4], [4, 3, 2, 1]]

  static func vector(_ x: Double) -> Vector { Vector(x: x, y: -x) }
  static func table(_ vector: Vector) -> [Double] { tables[Int(vector.x) & 1] }
  static func word(_ table: [Double]) -> String { table[0] == 1 ? "even" : "uneven" }
  static func number(_ word: String) -> Double { word.utf8.count == 4 ? 2 : 3 }

  static let definitions = [
    NodeDefinition("Vector", inputs: ValuePort("x", default: 0.0), output: ValuePort("vector")) { x in vector(x) },
    NodeDefinition("Table", inputs: ValuePort("vector", Vector.self), output: ValuePort("table")) { vector in
      table(vector)
    },
    NodeDefinition("Word", inputs: ValuePort("table", [Double].self), output: ValuePort("word")) { table in word(table)
    },
    NodeDefinition("Number", inputs: ValuePort("word", String.self), output: ValuePort("x")) { word in number(word) },
  ]

  static func declared(_ count: Int) throws -> Subject {
    let evaluator = Evaluator(definitions: definitions)
    let source = evaluator.input(nil, 3.0)
    var last = source.port
    try evaluator.edit { graph in
      for index in 0..<count {
        let node = try graph.add(definitions[index % 4].kind.name)
        try graph.connect(last, to: node.input(0))
        last = node.output
      }
    }
    return try subject(Declared.name, evaluator, source, Source(port: last), count)
  }

  static func codeFirst(_ count: Int) throws -> Subject {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 3.0)
    var last = evaluator.node(nil, source) { $0 }
    for _ in 0..<count / 4 {
      let vector = evaluator.node(nil, last) { Mixed.vector($0) }
      let table = evaluator.node(nil, vector) { Mixed.table($0) }
      let word = evaluator.node(nil, table) { Mixed.word($0) }
      last = evaluator.node(nil, word) { number($0) }
    }
    return try subject(CodeFirst.name, evaluator, source, Source(port: last.port), count + 1)
  }

  private static func subject(
    _ name: String, _ evaluator: Evaluator, _ source: Variable<Double>, _ result: Source, _ count: Int
  ) throws -> Subject {
    for value in [2.0, 3.0, 2.0] {
      let evaluated = evaluator.set(source, to: value).evaluatedCount
      guard evaluated == count else { throw Mismatch("\(evaluated) nodes ran, not \(count)") }
      guard evaluator[result] == value else { throw Mismatch("the result is \(evaluator[result]), not \(value)") }
    }
    var isEven = true
    return Subject(name, evaluations: Double(count), divisor: Double(count)) { updates in
      for _ in 0..<updates {
        isEven.toggle()
        evaluator.set(source, to: isEven ? 2 : 3)
        use(evaluator[result])
      }
    }
  }

  /// A loop that calls the nodes' functions in order, and compares and stores values as the engine does.
  static func loop(_ count: Int) -> Subject {
    var vectors = [Vector](repeating: vector(0), count: count / 4)
    var tables = [[Double]](repeating: [], count: count / 4)
    var words = [String](repeating: "", count: count / 4)
    var isEven = true
    return Subject(Loop.name, evaluations: Double(count), divisor: Double(count)) { updates in
      for _ in 0..<updates {
        isEven.toggle()
        var last = isEven ? 2.0 : 3.0
        for index in 0..<count / 4 {
          vectors[index] = vector(last)
          tables[index] = table(vectors[index])
          words[index] = word(tables[index])
          last = number(words[index])
        }
        use(last)
      }
    }
  }
}

extension Row {
  /// A row of values that are not numbers.
  static var mixed: Row {
    Row(
      "mixed types", 1000, "ns/node", goal: 35,
      [
        (Declared.name, { try Mixed.declared(1000) }), (CodeFirst.name, { try Mixed.codeFirst(1000) }),
        (Loop.name, { Mixed.loop(1000) }),
      ])
  }
}
