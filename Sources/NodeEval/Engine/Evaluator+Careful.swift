// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes that are new, have failed, may be blocked, are observed or have several outputs.
extension Evaluator {
  private typealias Status = EvaluatorState.Status

  /// Runs a node of which there is something to say.
  @inline(never)
  func runSpecially(_ node: UInt32) -> Outcome {
    box.value.status[node] & ~Status.simple == 0 ? runSimply(node) : runCarefully(node)
  }

  /// Runs a node, or finds that it is blocked.
  private func runCarefully(_ node: UInt32) -> Outcome {
    var failures: [NodeFailure?] = []
    if box.value.status[node] & Status.checkInputs != 0 {
      failures = inputFailures(node)
      if failures.isEmpty { box.value.status[node] &= ~Status.checkInputs }
    }
    let kernel = kernel(of: node)
    if !failures.isEmpty, let first = failures.lazy.compactMap({ $0 }).first, !kernel.runsDespiteFailures {
      let isNews = takeOn(first, node: node)
      let entry = node | (isNews ? LogEntry.blocked : LogEntry.stillBlocked)
      return Outcome(outputs: notice(node, outputs: isNews ? .max : 0), entry: entry)
    }
    do {
      var changed = try run(node, kernel, failures)
      box.value.status[node] &= ~Status.empty
      if box.value.status[node] & Status.failed != 0 {
        // Whatever was blocked has to look again, even if the value is the one from before.
        box.value.status[node] &= ~Status.failed
        box.value.failures[node] = nil
        changed = .max
      }
      let entry = changed == 0 ? node | LogEntry.cutOff : node
      return Outcome(outputs: notice(node, outputs: changed), entry: entry)
    } catch {
      return fail(node, with: error)
    }
  }

  private func run(_ node: UInt32, _ kernel: Kernel, _ failures: [NodeFailure?]) throws -> UInt32 {
    let record = box.value.topology.records[node]
    let isFirst = box.value.status[node] & Status.empty != 0
    let call = makeCall(record, flags: isFirst ? KernelCall.firstTime : 0)
    if !failures.isEmpty, let carefulBody = kernel.carefulBody { return try carefulBody(call, failures) }
    return try kernel.body(call)
  }

  /// Runs a node that is observed or has several outputs, and has nothing else about it.
  private func runSimply(_ node: UInt32) -> Outcome {
    do {
      let changed = try call(box.value.topology.records[node])
      let entry = changed == 0 ? node | LogEntry.cutOff : node
      return Outcome(outputs: notice(node, outputs: changed), entry: entry)
    } catch {
      return fail(node, with: error)
    }
  }

  /// Calls the code of a node whose inputs all have a value; `flags` go with its output.
  @inline(__always)
  func call(_ record: NodeRecord, flags: UInt32 = 0) throws -> UInt32 {
    let kernel = unsafe Unmanaged<Kernel>.fromOpaque(
      UnsafeRawPointer(bitPattern: box.value.kernelPointers[record.shape]).unsafelyUnwrapped)
    return try unsafe kernel._withUnsafeGuaranteedRef { try $0.body(makeCall(record, flags: flags)) }
  }

  @inline(__always)
  private func makeCall(_ record: NodeRecord, flags: UInt32) -> KernelCall {
    let arguments = unsafe UnsafePointer(box.value.topology.arguments.base)
    return unsafe KernelCall(
      values: box.value.values.base, block: arguments + Int(record.arguments), arguments: arguments,
      output: record.output | flags)
  }

  /// The node's code threw: its outputs have a failure.
  @inline(never)
  func fail(_ node: UInt32, with error: any Error) -> Outcome {
    let isNews = takeOn(failure(of: node, throwing: error), node: node)
    let entry = isNews ? node : node | LogEntry.cutOff
    return Outcome(outputs: notice(node, outputs: isNews ? .max : 0), entry: entry)
  }

  /// Gives a node a failure and has its consumers look at their inputs. Returns false if it had an equal one.
  private func takeOn(_ failure: NodeFailure, node: UInt32) -> Bool {
    if box.value.failures[node] == failure { return false }
    box.value.failures[node] = failure
    box.value.status[node] |= Status.failed
    let topology = box.value.graph.storage
    topology.value.forEachNeighbour(of: node, isUpstream: false) { box.value.status[$0] |= Status.checkInputs }
    return true
  }

  @inline(__always)
  private func notice(_ node: UInt32, outputs: UInt32) -> UInt32 {
    if outputs != 0, box.value.status[node] & Status.observed != 0 {
      box.value.notices.append(Notice(slot: node, outputs: outputs))
    }
    return outputs
  }

  /// For each input why it has no value; empty if all have one.
  private func inputFailures(_ node: UInt32) -> [NodeFailure?] {
    if box.value.failures.isEmpty, !box.value.topology.hasUnsetInput(node) { return [] }
    let topology = box.value.graph.storage
    var found: [NodeFailure?] = []
    let inputs = topology.value.shapes[Int(topology.value.records[node].shape)].kind.inputs
    for (index, input) in inputs.enumerated() {
      let place = InputPlace(node: node, input: UInt32(index))
      for argument in topology.value.arguments(of: place) {
        let cell = topology.value.arguments[argument]
        let failure: NodeFailure?
        if cell == NodeRecord.none {
          failure = NodeFailure(origin: topology.value.id(of: node), reason: .unsetInput(input.name))
        } else {
          failure = topology.value.source(ofCell: cell).flatMap { box.value.failures[$0.node] }
        }
        guard let failure else { continue }
        if found.isEmpty { found = inputs.map { _ in nil } }
        if found[index] == nil { found[index] = failure }
      }
    }
    return found
  }
}
