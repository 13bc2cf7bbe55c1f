// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

// Unsafe on purpose, as in ScenarioRun.swift: cells are memory of the run, and the program defines which of them a node has.

extension ScenarioRun {
  /// Evaluates a row node by node, as an evaluator does: a node with a failed input is blocked, unless its code handles
  /// failures.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - body: Called while the values of all nodes exist.
  func evaluateAlone(_ row: Int, _ body: () -> Void = {}) {
    loneRowCount += 1
    if rowFailures.isEmpty { rowFailures = Array(repeating: nil, count: parts.steps.count) }
    var failed: [Int] = []
    for (index, step) in parts.steps.enumerated() {
      prepareAlone(step, row)
      let mayBeBlocked = !step.failing.isEmpty || !failed.isEmpty && readsFailure(step)
      guard let failure = runAlone(step, mayBeBlocked) else { continue }
      rowFailures[index] = failure
      failed.append(index)
    }
    for (index, output) in parts.outputs.enumerated() {
      guard let step = output.step else { continue }
      if let failure = rowFailures[step] {
        failures[row * parts.outputs.count + index] = failure
      } else {
        keep(output, of: parts.steps[step], row)
      }
    }
    body()
    for (index, step) in parts.steps.enumerated() where step.managed != nil && rowFailures[index] == nil {
      var cell = UInt32(firstCell) + step.cell
      for type in step.kernel.outputs {
        unsafe type.destroy(values, cell)
        cell += type.port.words
      }
    }
    for index in failed { rowFailures[index] = nil }
  }

  /// Whether a node reads one that has failed in the row that is evaluated alone.
  private func readsFailure(_ step: ScenarioProgram.NodeStep) -> Bool {
    step.words.contains { word in
      let producer = unsafe producers[word]
      return producer >= 0 && rowFailures[Int(producer)] != nil
    }
  }

  /// Whether each input of a node has a value in the row that is evaluated alone.
  func hasAllInputs(_ step: ScenarioProgram.NodeStep) -> Bool { step.failing.isEmpty && !readsFailure(step) }

  /// Writes the argument block of a node, for the row that is evaluated alone.
  func prepareAlone(_ step: ScenarioProgram.NodeStep, _ row: Int) {
    let first = step.words.lowerBound
    for word in 0..<step.words.count {
      unsafe block[word] = loneBases[first + word] &+ UInt32(row) &* loneStrides[first + word]
    }
  }

  /// A call of the node whose argument block was written.
  func loneCall(_ step: ScenarioProgram.NodeStep) -> KernelCall { call(UInt32(firstCell) + step.cell) }

  /// The number at a place of the argument block that was written.
  func argument(_ place: Int) -> Double { unsafe Cell.load(values, block[place], as: Double.self) }

  /// The number that a node computes with another number at a place of its argument block, which was written; `nil` if it has
  /// none.
  func value(of step: ScenarioProgram.NodeStep, withArgument number: Double, at place: Int) -> Double? {
    let original = unsafe block[place]
    let trial = UInt32(firstSpare)
    unsafe Cell.initialize(values, trial, to: number)
    unsafe block[place] = trial
    defer { unsafe block[place] = original }
    guard (try? step.kernel.body(call(trial + 1))) != nil else { return nil }
    return unsafe Cell.load(values, trial + 1, as: Double.self)
  }

  /// Runs a node. Returns the reason why it has no value; `nil` if it has one.
  private func runAlone(_ step: ScenarioProgram.NodeStep, _ mayBeBlocked: Bool) -> NodeFailure? {
    let call = loneCall(step)
    do {
      guard mayBeBlocked else {
        _ = try step.kernel.body(call)
        return nil
      }
      let failures = inputFailures(of: step)
      guard let careful = step.kernel.carefulBody else { return failures.lazy.compactMap { $0 }.first }
      _ = try careful(call, failures)
      return nil
    } catch let failure as NodeFailure {
      return failure
    } catch {
      let text = (error as? any DescribedError)?.errorDescription ?? "\(error)"
      return NodeFailure(origin: step.node, reason: .thrown(text), underlying: error)
    }
  }

  /// The reason why each input has no value in the row that is evaluated alone; `nil` for inputs with a value.
  private func inputFailures(of step: ScenarioProgram.NodeStep) -> [NodeFailure?] {
    step.inputs.enumerated().map { input, words in
      let constant = step.failing.first { $0.input == input }
      for word in words {
        if let constant, word - words.lowerBound == constant.position { return constant.failure }
        let producer = unsafe producers[word]
        if producer >= 0, let failure = rowFailures[Int(producer)] { return failure }
      }
      return nil
    }
  }

  /// Copies the values of a node that is read to their columns.
  private func keep(_ output: ScenarioProgram.Port, of step: ScenarioProgram.NodeStep, _ row: Int) {
    if let managed = step.managed, isFilled(managed, row) { return }
    var (cell, place) = (UInt32(firstCell) + step.cell, UInt32(word(step.output, row: row)))
    for type in step.kernel.outputs {
      unsafe type.duplicate(values, cell, values, place)
      cell += type.port.words
      place += type.port.words
    }
    if let managed = step.managed { fill(managed, row) }
  }
}
