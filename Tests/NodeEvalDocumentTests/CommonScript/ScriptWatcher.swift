// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An observer of an output, and the last outcome that it received.
final class ScriptWatcher {
  let port: OutputPort
  private(set) var last: ScriptResult?
  /// Whether the observer received a change between equal outcomes.
  private(set) var wasToldTheSame = false
  /// Whether the observer was called after its end.
  private(set) var wasToldAfterEnd = false
  private(set) var hasEnded = false
  private let type: PortType?
  private var token: ObservationToken?

  /// Observes an output; `nil` if its type is unknown, as the types of nodes without code are.
  init?(_ port: OutputPort, of evaluator: Evaluator) {
    self.port = port
    type = Self.type(of: port, in: evaluator.graph)
    if let output = (try? evaluator.output(port, as: Int.self)).flatMap({ $0 }) {
      token = evaluator.observe(output) { [unowned self] change in
        note(result(change.old) { .whole($0) }, result(change.new) { .whole($0) })
      }
    } else if let output = (try? evaluator.output(port, as: Double.self)).flatMap({ $0 }) {
      token = evaluator.observe(output) { [unowned self] change in
        note(result(change.old) { .broken($0) }, result(change.new) { .broken($0) })
      }
    }
    if token == nil { return nil }
    // An observed output is needed, and so has been evaluated.
    last = ScriptPicture.result(of: port.node, evaluator).output(port.index)
  }

  func end() {
    token?.cancel()
    hasEnded = true
  }

  private func result<Value>(
    _ result: Result<Value, NodeFailure>, _ value: (Value) -> ScriptValue
  ) -> ScriptResult {
    switch result {
    case .success(let found): .values([value(found)])
    case .failure(let failure): .failed(failure.origin.inDocument, failure.reason)
    }
  }

  private func note(_ old: ScriptResult, _ new: ScriptResult) {
    if old == new { wasToldTheSame = true }
    if hasEnded { wasToldAfterEnd = true }
    last = new
  }

  /// Whether the output still exists with the same type.
  func hasOutput(in graph: Graph) -> Bool { Self.type(of: port, in: graph) == type }

  private static func type(of port: OutputPort, in graph: Graph) -> PortType? {
    guard let outputs = (try? graph.kind(of: port.node))?.outputs, outputs.indices.contains(port.index) else {
      return nil
    }
    return outputs[port.index].type
  }
}
