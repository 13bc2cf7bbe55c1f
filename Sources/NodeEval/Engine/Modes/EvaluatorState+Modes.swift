// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Computing the effect of modes on nodes.
extension EvaluatorState {
  /// Updates the switches and marks of nodes for the present modes and graph. Nodes whose switch has changed have to run.
  ///
  /// - Complexity: O(1) if no node is muted or bypassed; otherwise O(nodes that are, and their connections).
  mutating func settleModes(hasSteps: Bool) {
    guard reach.modes.isInUse, hasSteps || reach.modes.needsSettling(scopes.subgraphs.changeCount) else { return }
    for slot in reach.modes.settle(findSwitches(), scopes.subgraphs.changeCount) where topology.isAlive(slot) {
      if reach.modes.switches[slot] == nil {
        nodes.status[slot].remove(.isSwitched)
      } else {
        nodes.status[slot].insert(.isSwitched)
      }
    }
  }

  /// Makes nodes whose switch has changed pending.
  mutating func queueSwitched() {
    for slot in reach.modes.takeChanged() where topology.isAlive(slot) {
      if nodes.status[slot].contains(.isSource) {
        queue(slot)
      } else {
        nodes.status[slot].insert(.checksInputs)
        touch(slot)
      }
    }
  }

  /// Makes exactly those sources pending whose failure does not match their mode. A source runs only to be muted or to become active
  /// again, so its status decides whether a stopped evaluation, or an undo, has left it pending.
  ///
  /// - Parameter slots: Nodes that were pending before the edit, or are now.
  /// - Complexity: O(1) if no node is muted or bypassed; otherwise O(slots, and nodes that are pending, muted or bypassed).
  mutating func settlePendingSources(_ slots: [UInt32]) {
    guard reach.modes.isInUse || !slots.isEmpty else { return }
    var slots = Set(slots).union(reach.modes.switches.keys)
    pending.forEachRank { slots.insert(topology.nodeAtRank[$0]) }
    for slot in slots where topology.isAlive(slot) && nodes.status[slot].contains(.isSource) {
      let waits = nodes.status[slot].contains(.isSwitched) != nodes.status[slot].contains(.failed)
      if waits { queue(slot) } else { pending.remove(topology.records[slot].rank) }
    }
  }

  /// Notifies the observers of a source that was given a value, unless it is muted. A source that is about to run because of
  /// its switch notifies them when it runs.
  @inline(never)
  mutating func notifyOfGiven(_ slot: UInt32) {
    if pending.contains(topology.records[slot].rank) { return log.noteRunning(given: slot) }
    if nodes.hasValue(slot) { notify(of: slot, outputs: 1) }
  }

  /// The flag for a node's switch in the status of a new node.
  func switchMark(of slot: UInt32) -> NodeStatus { reach.modes.switches[slot] == nil ? [] : .isSwitched }

  /// The outermost of an instance and those around it that is not active; `nil` if all are active.
  func decidingInstance(around index: UInt32) -> (index: UInt32, mode: NodeMode)? {
    var found: (UInt32, NodeMode)?
    for index in scopes.subgraphs.chain(from: index) {
      if let mode = reach.modes.modes[scopes.subgraphs.id(of: index).node] { found = (index, mode) }
    }
    return found
  }

  /// The switches that follow from the modes.
  func findSwitches() -> [UInt32: ModeTable.Switch] {
    var found: [UInt32: ModeTable.Switch] = [:]
    for (member, mode) in reach.modes.modes {
      if let instance = InstanceID(member) {
        guard let index = scopes.subgraphs.index(instance), let entry = scopes.subgraphs.instance(index),
          decidingInstance(around: entry.parent) == nil
        else { continue }
        if mode == .muted {
          for slot in members(of: index) { found[slot] = .muted }
        } else {
          bypass(index, &found)
        }
      } else if topology.isLive(member), decidingInstance(around: scopes.subgraphs.owner(member.slot)) == nil {
        found[member.slot] = mode == .muted ? .muted : passage(through: member.slot)
      }
    }
    return found
  }

  /// The nodes in an instance, at any depth.
  private func members(of index: UInt32) -> [UInt32] {
    scopes.subgraphs.subtree(of: index).flatMap { scopes.subgraphs.instance($0)?.nodes.map(\.node.slot) ?? [] }
  }

  private func kind(of slot: UInt32) -> NodeKind { topology.shapes[Int(topology.records[slot].shape)].kind }

  /// The switch of a bypassed node, which passes on its inputs that fit its outputs, or else fails.
  private func passage(through slot: UInt32) -> ModeTable.Switch {
    let kind = kind(of: slot)
    let inputs = kind.outputs.indices.map { kind.bypass(ofOutput: $0) }
    if inputs.isEmpty || inputs.contains(nil) { return .muted }
    let passages = inputs.compactMap { input in
      input.map { ModeTable.Passage(input: InputPlace(node: slot, input: UInt32($0)), ordinal: 0) }
    }
    return .passing(passages, readers: [])
  }

  /// Adds the switches of a bypassed instance. Each output passes on what flows into the first input of its type on which it
  /// depends. What is passed on is already upstream, so bypassing closes no cycle.
  private func bypass(_ index: UInt32, _ found: inout [UInt32: ModeTable.Switch]) {
    let slots = members(of: index)
    let inside = Set(slots)
    for slot in slots { found[slot] = .idle }
    guard let definition = scopes.subgraphs.definition(of: index) else { return }
    let member = scopes.subgraphs.id(of: index).node
    let inputs = definition.inputs.map { port in
      (type: port.type, targets: scopes.subgraphs.targets(of: ScopePort(member: member, port: port.id)))
    }
    for port in definition.outputs {
      guard let giver = scopes.subgraphs.source(of: ScopePort(member: member, port: port.id))?.node.slot else {
        continue
      }
      if case .passing = found[giver] { continue }
      let upstream = upstream(of: giver, in: inside)
      let passages = kind(of: giver).outputs.map { output -> ModeTable.Passage? in
        for input in inputs where input.type == output.type && output.type != .unknown {
          guard let target = input.targets.first(where: { upstream.contains($0.node.slot) }) else { continue }
          return passage(InputPlace(node: target.node.slot, input: UInt32(target.index)), into: inside)
        }
        return nil
      }
      if passages.contains(nil) { continue }
      var readers: [UInt32] = []
      topology.forEachNeighbour(of: giver, isUpstream: false) { if inside.contains($0) { readers.append($0) } }
      found[giver] = .passing(passages.compactMap { $0 }, readers: readers)
    }
  }

  /// The connection of an input that comes from outside of a set; the first one if the input takes many.
  private func passage(_ input: InputPlace, into inside: Set<UInt32>) -> ModeTable.Passage? {
    let sources = topology.outputs(readBy: input)
    if sources.isEmpty { return ModeTable.Passage(input: input, ordinal: 0) }
    return sources.firstIndex { !inside.contains($0.node.slot) }.map { ModeTable.Passage(input: input, ordinal: $0) }
  }

  /// A node, and the nodes of a set on which it depends through others in the set.
  private func upstream(of slot: UInt32, in inside: Set<UInt32>) -> Set<UInt32> {
    var seen: Set<UInt32> = [slot]
    var open = [slot]
    while let next = open.popLast() {
      topology.forEachNeighbour(of: next, isUpstream: true) { source in
        if inside.contains(source), seen.insert(source).inserted { open.append(source) }
      }
    }
    return seen
  }

  /// The rules of modes that are broken. Complexity: O(nodes).
  func brokenModeRules() -> [String] {
    var broken: [String] = []
    if reach.modes.switches != findSwitches() {
      broken.append("what is muted or bypassed follows from the reach.modes")
    }
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) {
      if nodes.status[slot].contains(.isSwitched) != (reach.modes.switches[slot] != nil) {
        broken.append("a node that is muted or bypassed is marked")
      }
    }
    return broken
  }
}

extension EvaluatorPart {
  static let modes = EvaluatorPart(
    "reach.modes", contents: "muted and bypassed nodes, and the effects on other nodes", betweenEdits: true
  ) { state in
    state.brokenModeRules()
  } damage: { state in
    state.nodes.status[0].formSymmetricDifference(.isSwitched)
  }
}
