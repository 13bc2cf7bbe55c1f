// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt

/// Generates documents that are valid JSON with nodes, but have errors in places. A seed gives the same documents everywhere.
struct OddNodes {
  private var random: RandomStatements

  private static let kinds = [
    "Number", "Add", "Subtract", "Multiply", "Divide", "Color", "ColorAdjust", "formula", "Blur", "Own", "Input", "",
    "number", "Größe", "a`b",
  ]
  /// Some names have two spellings, some are invalid, and some are those given to unnamed nodes.
  private static let names = [
    "a", "b", "n", "blur", "é", "e\u{301}", "", "a`b", "a b", "if", "true", "Add", "1", "a\u{0}", "\u{200b}", "a.x",
    "number1", "formula1", "formula2", "node1", "add1", "größe 日本",
  ]
  private static let formulas = [
    "a + b", "1", "a", "n * 2", "`a b` + 1", "1 / 0", "#3366cc", "true", "if(a == b, a, b)", "rgb(a, n, 7)", "(", "",
    "e\u{301} + 1", "é + a", "red(blur)", "1 +", "missing", "missing + a", "sqrt(0 - 1)", "0e1", "1e400",
    "formula1", "formula2 + formula1", "number1 * 2", "add1", "node1 + formula3", "if(formula1 == n, 1, 2)",
  ]
  private static let ports = [
    "x", "y", "z", "value", "sum", "color", "multiplier", "red", "a", "n", "é", "", "x y", "=",
  ]

  init(seed: UInt64) { random = RandomStatements(seed: seed &+ 1) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }

  /// A document with one to five oddities.
  mutating func document(from documents: [GraphDocument]) -> GraphDocument {
    var document = pick(documents)
    // Most differ in a few nodes only; a short document has a larger share of them.
    if random.below(2) == 0 { document.nodes = Array(document.nodes.prefix(random.below(8) + 2)) }
    for _ in 0...random.below(5) where !document.nodes.isEmpty { change(&document) }
    return document
  }

  private mutating func change(_ document: inout GraphDocument) {
    let index = random.below(document.nodes.count)
    let other = document.nodes[random.below(document.nodes.count)]
    switch random.below(15) {
    case 0: document.nodes[index].kind = pick(Self.kinds)
    case 1: document.nodes[index].name = random.below(4) == 0 ? nil : pick(Self.names)
    case 2: if random.below(2) == 0 { document.nodes.remove(at: index) } else { addFormula(to: &document, other) }
    case 3: document.nodes.append(other)
    case 4: document.nodes[index].id = pick([other.id, id(1 << 29), id(random.below(9))])
    case 5:
      document.nodes[index].connections.append(
        DocumentConnection(pick(Self.ports + Self.names), from: other.id, pick(Self.ports)))
    case 6: if !document.nodes[index].connections.isEmpty { rewire(&document.nodes[index], other) }
    case 7: document.nodes[index].literals[pick(Self.ports)] = value()
    case 8: document.nodes[index].value = random.below(3) == 0 ? nil : value()
    case 9, 10: document.nodes[index].others["formula"] = formula()
    case 11: document.nodes[index].others["types"] = pick([.string("Number"), .string("Color Boolean"), .null])
    case 12: document.nodes[index].others[pick(["own", "note", "literals", "at"])] = value()
    case 13: document.nodes[index].isOwn.toggle()
    default: document.nodes[index].position = GraphPoint(random.number(), random.number())
    }
  }

  /// Adds a formula that may have a name, read a node, or feed one.
  private mutating func addFormula(to document: inout GraphDocument, _ other: DocumentNode) {
    var node = DocumentNode(id: id(100 + random.below(9)), kind: "formula")
    node.others["formula"] = formula()
    if random.below(3) == 0 { node.name = pick(Self.names) }
    if random.below(2) == 0 {
      node.connections = [DocumentConnection(other.name ?? "a", from: other.id, pick(["value", "sum"]))]
    }
    document.nodes.append(node)
    let reader = random.below(document.nodes.count)
    if random.below(2) == 0 {
      document.nodes[reader].connections.append(DocumentConnection(pick(Self.ports), from: node.id, "value"))
    }
  }

  private mutating func rewire(_ node: inout DocumentNode, _ other: DocumentNode) {
    let ordinal = random.below(node.connections.count)
    switch random.below(4) {
    case 0: node.connections[ordinal].input = pick(Self.ports + Self.names)
    case 1: node.connections[ordinal].output = pick(Self.ports)
    case 2: node.connections[ordinal].source = other.id
    default: node.connections.remove(at: ordinal)
    }
  }

  private func id(_ slot: Int) -> NodeID { NodeID(slot: UInt32(slot), generation: 0) }

  private mutating func formula() -> DocumentValue? {
    random.below(6) == 0 ? pick([nil, .null, .number(1)]) : .string(pick(Self.formulas))
  }

  private mutating func value() -> DocumentValue {
    switch random.below(8) {
    case 0: .null
    case 1: .boolean(true)
    case 2: .string(pick(["#3366cc", "nan", "red", "e\u{301}"]))
    case 3: .array([.number(random.number()), .string("x")])
    case 4: .object(["é": .integer(.min), "deep": .array([.object([:])])])
    case 5: .natural(.max - UInt64(random.below(9)))
    default: .number(random.number())
    }
  }
}
