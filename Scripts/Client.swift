// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A program in a package that depends on this one. Scripts/check-clients builds it in each way that packages are built: in the
// Swift 5 and the Swift 6 language mode, with default isolation to the main actor, and without checks.

import NodeEval
import NodeGraph

/// A value type of the client. Code of nodes runs on no actor, so the types of its values are not isolated.
nonisolated struct Span: Hashable, Sendable {
  var low: Double
  var high: Double
}

nonisolated enum Refusal: Error {
  case empty(String)
}

nonisolated let kinds: [NodeDefinition] = [
  .source("Number", output: ValuePort("value"), initial: 3.0),
  NodeDefinition(
    "Hypotenuse", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 4.0), output: ValuePort("c")
  ) {
    (a: Double, b: Double) -> Double in (a * a + b * b).squareRoot()
  },
  NodeDefinition("Ends", inputs: ValuePort<Span>("span"), outputs: ValuePort<Double>("low"), ValuePort<Double>("high"))
  {
    (span: Span) in (span.low, span.high)
  },
  NodeDefinition("Sum", inputs: ManyPort<Double>("terms"), output: ValuePort("total")) {
    (terms: [Double]) -> Double in
    if terms.isEmpty { throw Refusal.empty("terms") }
    return terms.reduce(0, +)
  },
]

/// Isolated like its module: nodes made in code on an actor can take values isolated to that actor.
struct Share: Equatable {
  var amount: Double
}

/// State that an application keeps next to the graph, and undoes together with it.
final class Title {
  var text = "new"
}

final class TitleChange: UndoCompanion {
  let title: Title
  var other: String

  init(_ title: Title, _ text: String) {
    self.title = title
    other = title.text
    title.text = text
  }

  func toggle() { swap(&title.text, &other) }

  var byteCount: Int { 64 }
}

/// A part of an application that owns an evaluator.
final class Bill {
  let evaluator = Evaluator()
  let title = Title()
  private let price: Variable<Double>
  private let quantity: Variable<Int>
  private let total: Output<Double>
  private let share: Output<Share>
  private var people = 2.0
  private var watch: ObservationToken?
  private(set) var told: [String] = []

  init() {
    price = evaluator.input("price", 20.0)
    quantity = evaluator.input("quantity", 3)
    let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }
    let rate = evaluator.input("rate", 0.25)
    total = evaluator.node("total", subtotal, rate) { $0 + $0 * $1 }
    share = evaluator.node("share", total) { Share(amount: $0) }
    watch = evaluator.observe(total) { [weak self] change in self?.told.append("\(change)") }
  }

  private func parted(_ share: Share) -> Share { Share(amount: share.amount / people) }

  func run() throws {
    evaluator.undoLimit = 1 << 20
    let each = evaluator.node("each", share) { [unowned self] in parted($0) }
    let receipt = evaluator.set(price, to: 24)
    print("set:", evaluator[total], evaluator[each].amount, receipt.evaluatedCount)
    try evaluator.undoGroup("both") {
      try evaluator.edit("buy more") { edit in
        edit.set(quantity, to: 4)
        try edit.rename(quantity.node, to: "count")
      }
      evaluator.attach(TitleChange(title, "four"), title: "title")
    }
    print("edit:", try evaluator.value(of: total), title.text, evaluator.undoTitles)
    evaluator.undo()
    print("undo:", evaluator[total], title.text, evaluator.graph.name(of: quantity.node) ?? "")
    let fork = try evaluator.fork { [price] edit in edit.set(price, to: 40) }
    print("fork:", fork.read { evaluator[total] }, evaluator[total])
    print("told:", told)
  }
}

func declare() throws {
  let evaluator = Evaluator(definitions: kinds)
  var nodes: [NodeID] = []
  let receipt = try evaluator.edit { graph in
    let side = try graph.add("Number", named: "side", at: GraphPoint(210, 10))
    let diagonal = try graph.add("Hypotenuse", named: "diagonal")
    try graph.connect(side.output, to: diagonal.input("a"))
    let ends = try graph.add("Ends", named: "ends")
    try graph.setLiteral(ends.input("span"), to: Span(low: 1, high: 7))
    let sum = try graph.add("Sum", named: "sum")
    for output in [diagonal.output, ends.output(0), ends.output(1)] {
      try graph.connect(output, to: sum.input("terms"))
    }
    nodes = [diagonal, sum]
  }
  print("declared:", receipt.evaluatedCount)
  let (diagonal, sum) = (nodes[0], nodes[1])
  guard let total = try evaluator.output(sum.output, as: Double.self) else { return print("no sum") }
  print("sum:", evaluator[total])
  do {
    try evaluator.edit { graph in
      try graph.connect(sum.output, to: diagonal.input("b"))
    }
  } catch GraphError.cycle(let path) {
    print("cycle:", path.count, evaluator[total])
  }
  for source in Set(evaluator.graph.sources(of: sum.input(0)).map(\.node)) {
    try evaluator.edit { try $0.remove(source) }
  }
  do {
    print(try evaluator.value(of: total))
  } catch {
    print("failed:", error)
  }
}

try Bill().run()
try declare()
