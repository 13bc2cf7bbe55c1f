// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// An evaluator and its model. Every verb is applied to both, and they must refuse for the same reason.
final class World {
  let evaluator: Evaluator
  let runs = RunCounter()
  let kinds: [String: ModelKind]
  let kindNames: [String]
  var model = GraphModel()
  /// The ids by the model's node number, including those of removed nodes.
  var ids: [NodeID] = []
  var trace: [String] = []
  /// The first failed check.
  var complaint: String?
  /// Whether evaluations are stopped. If so, receipts report only a part, and unfinished nodes have no value yet.
  var isStopping = false
  /// The runs of nodes whose values come late; `nil` in a world without such nodes.
  var lateRuns: LateRuns?
  /// Whether readers of a late value continue with the last one: values are right when no node is pending.
  var keepsLastValues = false
  /// How many edits were unrecorded.
  var unrecordedCount = 0
  /// The values that unrecorded edits set: within a group, an edit that is undone with others may follow one of them.
  var unrecordedValues: [Datum] = []
  /// The needs by node; `nil` in a world that evaluates every node.
  var needs: [Int: Need]?
  /// What receipts reported; `nil` if that is not kept.
  var told: [String]?
  /// Returns the nodes that are observed.
  var observed: () -> Set<Int> = { [] }

  init(_ kinds: (RunCounter) -> [ModelKind] = ModelKind.all) {
    let all = kinds(runs)
    self.kinds = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    kindNames = all.map(\.name)
    evaluator = Evaluator(definitions: all.map(\.definition))
  }

  func complain(_ text: String) {
    if complaint == nil { complaint = text + "\nafter:\n" + trace.suffix(40).joined(separator: "\n") }
  }

  /// Applies a verb to both.
  func both(
    _ what: String, _ real: () throws(GraphError) -> Void, _ modelled: () throws(Refusal) -> Void
  ) {
    trace.append(what)
    var refusal: Refusal?
    var expected: Refusal?
    do throws(Refusal) { try modelled() } catch { expected = error }
    do throws(GraphError) { try real() } catch { refusal = Refusal(error) }
    if refusal != expected {
      complain("\(what) was \(refusal?.rawValue ?? "done"), not \(expected?.rawValue ?? "done")")
    }
  }

  func add(_ kind: String, named name: String? = nil, in edit: Edit) {
    guard let model = kinds[kind] else { return complain("no kind \(kind)") }
    let node = ids.count
    both("add \(kind) \(name ?? "") as \(node)") { () throws(GraphError) in
      self.ids.append(try edit.add(kind, named: name))
    } _: { () throws(Refusal) in
      try self.model.add(node, model, named: name)
    }
  }

  func add(own kind: ModelKind, named name: String? = nil, in edit: Edit) {
    let node = ids.count
    both("add own \(kind.name) \(name ?? "") as \(node)") { () throws(GraphError) in
      self.ids.append(try edit.add(own: kind.definition, named: name))
    } _: { () throws(Refusal) in
      try self.model.add(node, kind, named: name)
    }
  }

  func remove(_ node: Int, in edit: Edit) {
    both("remove \(node)") { () throws(GraphError) in
      try edit.remove(self.ids[node])
    } _: { () throws(Refusal) in
      try self.model.remove(node)
    }
  }

  func connect(_ source: GraphModel.Source, to target: Int, _ index: Int, replacing: Bool, in edit: Edit) {
    both("connect \(source.node).\(source.output) to \(target).\(index) replacing \(replacing)") {
      () throws(GraphError) in
      try edit.connect(
        self.ids[source.node].output(source.output), to: self.ids[target].input(index), replacing: replacing)
    } _: { () throws(Refusal) in
      try self.model.connect(source, to: target, index, replacing: replacing)
    }
  }

  func connect(contentsOf links: [GraphModel.Link], in edit: Edit) {
    let texts = links.map { "\($0.source.node).\($0.source.output) to \($0.target).\($0.index)" }
    both("connect all: \(texts.joined(separator: ", "))") { () throws(GraphError) in
      try edit.connect(
        contentsOf: links.map { link in
          Connection(
            from: OutputPort(node: self.ids[link.source.node], index: link.source.output),
            to: InputPort(node: self.ids[link.target], index: link.index))
        })
    } _: { () throws(Refusal) in
      try self.model.connect(contentsOf: links)
    }
  }

  func disconnect(_ target: Int, _ index: Int, in edit: Edit) {
    both("disconnect \(target).\(index)") { () throws(GraphError) in
      try edit.disconnect(self.ids[target].input(index))
    } _: { () throws(Refusal) in
      try self.model.disconnect(target, index)
    }
  }

  func set(_ node: Int, to value: Datum, in edit: Edit) {
    both("set \(node) to \(value)") { () throws(GraphError) in
      switch value {
      case .number(let number): try edit.set(self.ids[node], to: number)
      case .text(let text): try edit.set(self.ids[node], to: text)
      }
    } _: { () throws(Refusal) in
      try self.model.set(node, to: value)
    }
  }

  /// Evaluates the model and compares it with the receipt and with the evaluator.
  func check(_ receipt: Receipt, runsBefore: Int, isOfFork: Bool = false) {
    if !isOfFork { checkReasons(receipt) }
    let effects = model.evaluate()
    if told != nil { tell(receipt) }
    if isStopping || lateRuns != nil { return compareState() }
    if needs != nil { return check(onDemand: receipt) }
    let numbers = Dictionary(uniqueKeysWithValues: model.nodes.keys.map { (ids[$0], $0) })
    func compare(_ what: String, _ found: [NodeID], _ expected: Set<Int>) {
      let nodes = found.map { numbers[$0] ?? -1 }
      if Set(nodes) != expected || nodes.count != expected.count {
        complain("\(what) is \(nodes), not \(expected.sorted())")
      }
    }
    compare("changed", receipt.changed, effects.changed)
    compare("evaluated", receipt.evaluated, effects.evaluated)
    compare("cut off", receipt.cutOff, effects.cutOff)
    compare("blocked", receipt.blocked, effects.blocked)
    if receipt.evaluatedCount != effects.evaluated.count { complain("evaluatedCount is \(receipt.evaluatedCount)") }
    if runs.count - runsBefore != effects.evaluated.count { complain("\(runs.count - runsBefore) bodies ran") }
    let places = Dictionary(receipt.evaluated.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (node, record) in model.nodes {
      for source in record.sources.joined() {
        if let before = places[ids[source.node]], let after = places[ids[node]], before > after {
          complain("\(node) ran before \(source.node), on which it depends")
        }
      }
    }
    compareState()
  }

  /// Checks that each node has an explanation, or a reason that names where the change ended.
  private func checkReasons(_ receipt: Receipt) {
    guard receipt.edit != 0 else { return }
    let graph = evaluator.graph
    let reached = Set(receipt.changed + receipt.evaluated + receipt.cutOff + receipt.blocked)
    for node in model.nodes.keys.map({ ids[$0] }) where graph.contains(node) {
      let reason = evaluator.idleReason(of: node)
      let isExplained = evaluator.explain(node) != nil
      if (reason == nil) != isExplained { complain("\(node) is explained or idle: \(reason, default: "none")") }
      switch reason {
      case nil, .held: break
      case .unreached:
        if !reached.isDisjoint(with: graph.upstream(of: node)) { complain("a change has reached what \(node) reads") }
      case .cutOff(let other):
        if !reached.contains(other) || !graph.upstream(of: node).contains(other) { complain("\(other) ends no change") }
      }
    }
  }

  private func tell(_ receipt: Receipt) {
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    func list(_ nodes: [NodeID]) -> String { "\(nodes.map { numbers[$0] ?? -1 })" }
    told?.append(
      "\(list(receipt.evaluated)) changed \(list(receipt.changed)) cut off \(list(receipt.cutOff)) "
        + "blocked \(list(receipt.blocked)) put off \(list(receipt.putOff)) started \(list(receipt.started))")
  }

  /// Compares structure and values with the model.
  func compareState() {
    for rule in evaluator.brokenRules() { complain(rule) }
    evaluator.graph.checkInvariants()
    let graph = evaluator.graph
    if graph.nodeCount != model.nodes.count { complain("\(graph.nodeCount) nodes") }
    for (node, record) in model.nodes {
      let id = ids[node]
      if graph.name(of: id) != record.name { complain("\(node) is called \(graph.name(of: id) ?? "nothing")") }
      for (index, sources) in record.sources.enumerated() {
        let found = graph.sources(of: id.input(index))
        if found != sources.map({ ids[$0.node].output($0.output) }) { complain("\(node).\(index) reads \(found)") }
      }
      guard let outcome = model.outcomes[node] else { continue }
      compareValues(of: node, record, outcome)
    }
  }

  private func compareValues(of node: Int, _ record: GraphModel.Node, _ outcome: GraphModel.Outcome) {
    if isStopping, isUnfinished(node) { return }
    if needs != nil, isStale(node) { return }
    if lateRuns != nil, isPending(node) { return }
    for (output, isText) in record.kind.outputs.enumerated() {
      let found = value(of: ids[node].output(output), isText: isText)
      switch (found, outcome.result) {
      case (.success(let found), .success(let values)):
        if found != values[output] { complain("\(node).\(output) is \(found), not \(values[output])") }
      case (.failure(let found), .failure(let failure)):
        if found.origin != ids[failure.origin] || found.reason != failure.reason {
          complain("\(node) failed with \(found) of \(found.origin), not \(failure)")
        }
      default: complain("\(node).\(output) is \(found), not \(outcome.result)")
      }
    }
  }

  /// Copies the present values of sources and literals into the model, where unrecorded edits may have set them. Each must be the
  /// model's value, the value from before, or an unrecorded one. Then computes the rest from scratch.
  func takeGivenValues(from before: GraphModel) {
    for (node, record) in model.nodes {
      if let value = record.value,
        case .success(let present) = self.value(of: ids[node].output(0), isText: value.isText)
      {
        if present != value, present != before.nodes[node]?.value, !mayBeUnrecorded(present) {
          complain("\(node) has got the value \(present)")
        }
        model.nodes[node]?.value = present
      }
      for (index, literal) in record.literals.enumerated() {
        guard let literal else { continue }
        let present = self.literal(ids[node].input(index), isText: literal.isText)
        if present != literal, present != before.nodes[node]?.literals.dropFirst(index).first ?? nil,
          !mayBeUnrecorded(present)
        {
          complain("\(node).\(index) has got the literal \(present.map { "\($0)" } ?? "nothing")")
        }
        model.nodes[node]?.literals[index] = present
      }
    }
    _ = model.evaluate()
  }

  private func mayBeUnrecorded(_ value: Datum?) -> Bool { isStopping && unrecordedValues.contains { $0 == value } }

  private func literal(_ input: InputPort, isText: Bool) -> Datum? {
    if isText { return (try? evaluator.unconnectedValue(of: input, as: String.self)).map { .text($0) } }
    return (try? evaluator.unconnectedValue(of: input, as: Double.self)).map { .number($0) }
  }

  /// Whether a node is pending. Where readers continue with last values, whether any node is.
  func isPending(_ node: Int) -> Bool {
    let nodes = keepsLastValues ? Array(model.nodes.keys) : [node]
    return nodes.contains { node in if case .pending = evaluator.state(of: ids[node]) { true } else { false } }
  }

  func isUnfinished(_ node: Int) -> Bool { evaluator.failure(of: ids[node])?.reason == .unfinished }

  func value(of port: OutputPort, isText: Bool) -> Result<Datum, NodeFailure> {
    do {
      if isText, let output = try evaluator.output(port, as: String.self) {
        return .success(.text(try evaluator.value(of: output)))
      }
      if let output = try evaluator.output(port, as: Double.self) {
        return .success(.number(try evaluator.value(of: output)))
      }
      complain("\(port) is of another type")
    } catch let failure as NodeFailure {
      return .failure(failure)
    } catch {
      complain("\(port) can't be read: \(error)")
    }
    return .success(.text("nothing"))
  }
}
