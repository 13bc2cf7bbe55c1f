// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Running nodes that are new, have failed, may be blocked, are observed or have several outputs.
extension Evaluator {
  @inline(never)
  func runSpecially(_ node: UInt32, logCount: Int) -> RunResult {
    let status = state.nodes.status[node]
    if status == .new, let result = runFirst(node) { return result }
    guard status.isSubset(of: .simple) else {
      if !status.isDisjoint(with: [.isSwitched, .isSource]), status.isDisjoint(with: .restrained) {
        return runSwitched(node)
      }
      let result = runCarefully(node, logCount)
      state.notify(of: node, outputs: result.outputs)
      return result
    }
    let result = runSimply(node)
    if result.outputs != 0, status.contains(.isObserved) {
      state.observers.notices.append(Notice(slot: node, outputs: result.outputs))
    }
    return result
  }

  /// Runs a new node that has all its inputs and no other special state; `nil` if it lacks an input or keeps memory.
  @inline(__always)
  private func runFirst(_ node: UInt32) -> RunResult? {
    let record = state.topology.records[node]
    guard state.nodes.hasNoFailure, !state.topology.hasUnsetInput(node),
      state.kernels.withKernel(of: record.shape, { !$0.hasMemory })
    else { return nil }
    state.nodes.status[node] = .empty
    do {
      let outputs = try call(record, flags: KernelCall.firstTime)
      state.nodes.status[node] = []
      return RunResult(node, changed: outputs)
    } catch {
      return takeOn(error, node)
    }
  }

  /// Runs a node that is observed or has several outputs, and is not special in any other way.
  @inline(__always)
  private func runSimply(_ node: UInt32) -> RunResult {
    do {
      return RunResult(node, changed: try call(state.topology.records[node]))
    } catch {
      return takeOn(error, node)
    }
  }

  /// Runs a node, blocks it if an input has failed, or defers it.
  @inline(never)
  private func runCarefully(_ node: UInt32, _ logCount: Int) -> RunResult {
    if state.nodes.status[node].contains(.isAttended) {
      noteLogged(logCount)
      prepareCombination(of: node)
    }
    if !state.nodes.status[node].isDisjoint(with: .restrained) { return putOff(node) }
    if state.nodes.status[node].contains(.isPutOff) { state.nodes.status[node].remove(.isPutOff) }
    let kernel = state.kernel(of: node)
    var hasFailedInput = false
    if state.nodes.status[node].contains(.checksInputs) {
      if let failure = firstInputFailure(of: node) {
        if !kernel.runsDespiteFailures { return block(node, failure) }
        hasFailedInput = true
      } else {
        state.nodes.status[node].remove(.checksInputs)
      }
    }
    if state.nodes.status[node].contains(.isAsync) { return start(node) }
    do {
      return succeed(node, changed: try run(node, kernel, hasFailedInput: hasFailedInput))
    } catch {
      return takeOn(error, node)
    }
  }

  /// Updates the status of a node whose code has stored its outputs.
  func succeed(_ node: UInt32, changed outputs: UInt32) -> RunResult {
    if state.nodes.status[node].contains(.empty) { state.nodes.status[node].remove(.empty) }
    if state.nodes.status[node].contains(.isAttended) { settleAttended(node) }
    guard state.nodes.status[node].contains(.failed) else { return RunResult(node, changed: outputs) }
    // Consumers that were blocked have to check again, even if the value equals the one before.
    state.nodes.clearFailure(of: node)
    return RunResult(node, changed: .max)
  }

  /// Defers a node that is not needed, or that waits for something in flight.
  private func putOff(_ node: UInt32) -> RunResult {
    state.nodes.status[node].insert(.isPutOff)
    state.log.enterPutOff(node)
    return .later
  }

  /// Marks the code of a node to be started when the edit has ended. Nodes downstream wait for it.
  private func start(_ node: UInt32) -> RunResult {
    state.nodes.status[node].insert(.isInFlight)
    state.reach.flights.unsettle(node)
    state.settleRoot(node)
    state.log.enterStarted(node)
    return .later
  }

  /// Blocks a node of which an input has failed. Drops its code in flight, if there is any.
  private func block(_ node: UInt32, _ failure: NodeFailure) -> RunResult {
    let result = RunResult(blocked: node, isNew: setFailure(failure, of: node))
    if state.nodes.status[node].contains(.isInFlight) {
      state.nodes.status[node].remove(.isInFlight)
      state.reach.flights.unsettle(node)
      state.settleRoot(node)
    } else if state.nodes.status[node].contains(.isAsync) {
      state.reach.flights.forgetNext(node)
    }
    return result
  }

  private func run(_ node: UInt32, _ kernel: Kernel, hasFailedInput: Bool) throws -> UInt32 {
    let isFirst = state.nodes.status[node].contains(.empty)
    let call = makeCall(state.topology.records[node], flags: isFirst ? KernelCall.firstTime : 0)
    if hasFailedInput, let carefulBody = kernel.carefulBody { return try carefulBody(call, inputFailures(of: node)) }
    let isMeasured = state.nodes.status[node].contains(.isMeasured)
    let changed = isMeasured ? try measure(node) { try kernel.body(call) } : try kernel.body(call)
    guard isFirst, restoreState(of: node, kernel) else { return changed }
    // The node has a value from now on, whether its code throws or not.
    state.nodes.status[node].remove(.empty)
    return changed | (try kernel.body(makeCall(state.topology.records[node], flags: 0)))
  }

  /// Marks a node whose code threw as failed, and notifies its observers.
  @inline(never)
  func fail(_ node: UInt32, with error: any Error) -> RunResult {
    let result = takeOn(error, node)
    state.notify(of: node, outputs: result.outputs)
    return result
  }

  func takeOn(_ failure: NodeFailure, _ node: UInt32) -> RunResult {
    RunResult(node, changed: setFailure(failure, of: node) ? .max : 0)
  }

  /// Gives a node a failure and makes its consumers check their inputs. Returns false if it had an equal failure.
  func setFailure(_ failure: NodeFailure, of node: UInt32) -> Bool {
    guard state.nodes.setFailure(failure, of: node) else { return false }
    let topology = state.graph.storage
    topology.value.forEachNeighbour(of: node, isUpstream: false) { state.nodes.status[$0].insert(.checksInputs) }
    return true
  }

  /// The reason why the first input without a value has none; `nil` if all have one.
  func firstInputFailure(of node: UInt32) -> NodeFailure? {
    if state.nodes.hasNoFailure, !state.topology.hasUnsetInput(node) { return nil }
    for input in 0..<state.topology.layout(of: node).inputCount {
      if let failure = inputFailure(InputPlace(node: node, input: input)) { return failure }
    }
    return nil
  }

  /// The reason why each input has no value; `nil` for inputs with a value.
  private func inputFailures(of node: UInt32) -> [NodeFailure?] {
    (0..<state.topology.layout(of: node).inputCount).map { inputFailure(InputPlace(node: node, input: $0)) }
  }

  /// The reason why an input has no value; `nil` if it has one.
  private func inputFailure(_ place: InputPlace) -> NodeFailure? {
    for argument in state.topology.arguments(of: place) {
      let cell = state.topology.arguments[argument]
      if cell == NodeRecord.none { return unsetInput(place) }
      if let source = state.topology.source(ofCell: cell)?.node, state.nodes.status[source].contains(.failed) {
        return state.nodes.failures[source]
      }
    }
    return nil
  }

  func unsetInput(_ place: InputPlace) -> NodeFailure {
    let shape = state.topology.records[place.node].shape
    let name = state.topology.shapes[Int(shape)].kind.inputs[Int(place.input)].name
    return NodeFailure(origin: state.topology.id(of: place.node), reason: .unsetInput(name))
  }
}
