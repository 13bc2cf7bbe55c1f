// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A flow as nodes, ports and connections, with positions: a node for each step and one, `*`, for all steps.
///
/// A node has a row for each event: those of its rules, then those that are offered. A row whose rule is removed stays,
/// so that ports keep their places while rules change, and a connection that was cut can be made again.
///
/// Invariant (see `checkInvariants`): each step has a node of its own, and each rule a row of its node.
struct ShownFlow<Step: Hashable & Sendable, Event: Hashable & Sendable> {
  /// The rows of a node.
  private struct Rows {
    var events: [Event?] = []
    var places: [Event?: Int] = [:]

    mutating func add(_ event: Event?) {
      guard places.updateValue(places[event] ?? events.count, forKey: event) == nil else { return }
      events.append(event)
    }
  }

  /// The type of the values that connections of a flow carry.
  private enum Happening {}

  private(set) var flow: FlowGraph<Step, Event>
  /// Where nodes are; those that were never placed have none.
  private(set) var places: [NodeID: GraphPoint] = [:]
  /// The events for which each step has a row.
  let offered: [Event]
  private var ids: [Step: NodeID] = [:]
  private var steps: [NodeID: Step] = [:]
  private var rows: [NodeID: Rows] = [:]
  private var kinds: [NodeID: NodeKind] = [:]
  private var incoming: [NodeID: [OutputPort]] = [:]
  private var nextSlot: UInt32 = 1
  /// The tag of its nodes, which makes their ids differ from those of every other flow.
  private let tag = Topology.randomTag()

  /// The node that stands for all steps.
  var anyStep: NodeID { NodeID(slot: 0, stamp: tag) }

  init(_ flow: FlowGraph<Step, Event>, offering events: [Event], at positions: [Step?: GraphPoint]) {
    self.flow = flow
    var seen: Set<Event> = []
    offered = events.filter { seen.insert($0).inserted }
    follow()
    for (step, position) in positions {
      if let node = node(of: step) { places[node] = position }
    }
  }
}

// MARK: What there is

extension ShownFlow {
  /// The nodes: first the node of all steps, if it has rows, and then those of the steps, in order.
  var nodes: [NodeID] {
    let all = rows[anyStep]?.events.isEmpty == false ? [anyStep] : []
    return all + flow.steps.compactMap { ids[$0] }
  }

  /// The node of a step, or for `nil` the node of all steps; `nil` if it isn't shown.
  func node(of step: Step?) -> NodeID? {
    guard let step else { return rows[anyStep]?.events.isEmpty == false ? anyStep : nil }
    return ids[step]
  }

  /// The step of a node; `nil` for the node of all steps, and for an id that isn't shown.
  func step(of node: NodeID) -> Step? { steps[node] }

  func contains(_ node: NodeID) -> Bool { kinds[node] != nil }

  func kind(of node: NodeID) -> NodeKind? { kinds[node] }

  func title(of node: NodeID) -> String { steps[node].map { "\($0)" } ?? "*" }

  /// The rows whose rules lead to a node, in the order of the rules.
  func sources(of input: InputPort) -> [OutputPort] { incoming[input.node] ?? [] }

  /// The step and the event of a row's rule; `nil` for a port without a row.
  func row(_ port: OutputPort) -> (step: Step?, event: Event?)? {
    guard let events = rows[port.node]?.events, events.indices.contains(port.index) else { return nil }
    return (steps[port.node], events[port.index])
  }

  /// The row of an event.
  func port(at step: Step?, on event: Event?) -> OutputPort? {
    guard let node = node(of: step), let place = rows[node]?.places[event] else { return nil }
    return node.output(place)
  }

  /// The rule of a row; `nil` for a row without one.
  func move(at port: OutputPort) -> FlowMove<Step>? {
    row(port).flatMap { flow.ownMove(at: $0.step, on: $0.event) }
  }

  /// The connection of a rule; `nil` for one that leads `back`, to no certain step.
  func connection(of rule: FlowGraph<Step, Event>.Rule) -> Connection? {
    guard let source = port(at: rule.step, on: rule.event), let target = rule.move.target, let node = ids[target]
    else { return nil }
    return Connection(from: source, to: node.input(0))
  }

  /// The text after the name of a row: what its wire doesn't show.
  func text(at port: OutputPort) -> String? {
    guard let (step, event) = row(port) else { return nil }
    let isHidden = step != nil && flow.ownMove(at: nil, on: event) != nil
    switch flow.ownMove(at: step, on: event) {
    case nil: return isHidden ? "*" : nil
    case _ where isHidden: return "hidden by *"
    case .next: return nil
    case .back, .backTo: return "back"
    case .restart: return "restart"
    }
  }
}

// MARK: Changing it

extension ShownFlow {
  mutating func move(_ node: NodeID, to position: GraphPoint) {
    if contains(node) { places[node] = position }
  }

  /// Shows another flow. Steps of both keep their nodes.
  mutating func show(_ flow: FlowGraph<Step, Event>) {
    self.flow = flow
    follow()
  }

  /// Adds a step without rules.
  mutating func add(_ step: Step, at position: GraphPoint) throws(FlowEditError<Step, Event>) {
    try flow.add(step)
    follow()
    if let node = node(of: step) { move(node, to: position) }
  }

  /// Replaces a step by another one, whose node stays where it is.
  mutating func rename(_ step: Step, to name: Step) throws(FlowEditError<Step, Event>) {
    try flow.rename(step, to: name)
    if let node = ids.removeValue(forKey: step) {
      ids[name] = node
      steps[node] = name
    }
    follow()
  }

  /// Removes nodes with their rules, and rules that lead to them. The node of all steps is shown again if events are
  /// offered.
  mutating func remove(_ nodes: [NodeID]) throws(FlowEditError<Step, Event>) {
    for node in nodes where contains(node) {
      if let step = steps[node] {
        try flow.remove(step)
      } else {
        for rule in flow.rules where rule.step == nil { try flow.removeRule(at: nil, on: rule.event) }
        (rows[node], kinds[node]) = (nil, nil)
      }
    }
    follow()
  }

  /// Makes nodes, rows and connections those of the flow. Complexity: O(rules + steps · events offered).
  private mutating func follow() {
    let living = Set(flow.steps)
    for (step, node) in ids where !living.contains(step) {
      (ids[step], steps[node], rows[node], kinds[node], places[node]) = (nil, nil, nil, nil, nil)
    }
    for step in flow.steps where ids[step] == nil {
      let node = NodeID(slot: nextSlot, stamp: tag)
      nextSlot += 1
      (ids[step], steps[node]) = (node, step)
    }
    for rule in flow.rules {
      if let node = rule.step.map({ ids[$0] }) ?? anyStep { rows[node, default: Rows()].add(rule.event) }
    }
    for node in [anyStep] + flow.steps.compactMap({ ids[$0] }) {
      for event in offered { rows[node, default: Rows()].add(event) }
      let events = rows[node]?.events ?? []
      if node == anyStep, events.isEmpty {
        (kinds[node], places[node]) = (nil, nil)
      } else if kinds[node]?.outputs.count != events.count {
        // Rows are only ever added.
        kinds[node] = Self.kind(of: events, hasInput: node != anyStep)
      }
    }
    incoming = [:]
    for rule in flow.rules {
      if let connection = connection(of: rule) {
        incoming[connection.target.node, default: []].append(connection.source)
      }
    }
  }

  private static func kind(of events: [Event?], hasInput: Bool) -> NodeKind {
    let type = PortType(Happening.self, name: "Event")
    var names: Set<String> = []
    let outputs = events.map { event in
      // Events may look alike, and ports may not.
      let text = event.map { "\($0)" } ?? "next"
      var (name, number) = (text, 1)
      while !names.insert(name).inserted {
        number += 1
        name = "\(text) \(number)"
      }
      return NodeKind.Output(name, type)
    }
    let inputs = hasInput ? [NodeKind.Input("enter", type, arity: .many)] : []
    return NodeKind(hasInput ? "step" : "any step", inputs: inputs, anyNumberOf: outputs)
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(rules + steps).
  func checkInvariants() {
    flow.checkInvariants()
    precondition(ids.count == flow.steps.count && steps.count == ids.count, "each step has a node of its own")
    for step in flow.steps {
      precondition(ids[step].map { steps[$0] == step && kinds[$0] != nil } ?? false, "nodes and steps name each other")
    }
    for rule in flow.rules {
      let port = port(at: rule.step, on: rule.event)
      precondition(port.flatMap { row($0) }.map { $0 == (rule.step, rule.event) } ?? false, "each rule has a row")
    }
    precondition(
      incoming.values.reduce(0) { $0 + $1.count } == flow.rules.count { $0.move.target != nil },
      "each rule that leads to a step is a connection")
    precondition(places.keys.allSatisfy(contains), "places are those of nodes")
  }
}
