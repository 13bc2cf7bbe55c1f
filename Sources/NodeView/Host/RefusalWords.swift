// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Graph {
  /// Why inputs that don't take an output do not: `type` where that doesn't fit, else `loop`. A connection that is replaced is no
  /// reason.
  ///
  /// - Parameters:
  ///   - source: The output.
  ///   - inputs: Inputs that are no candidates for it; those that don't exist get no word.
  /// - Returns: A word by input.
  /// - Complexity: O(inputs): nothing is searched.
  package func refusalWords(for source: OutputPort, at inputs: [InputPort]) -> [InputPort: String] {
    guard let outputs = try? kind(of: source.node).outputs, outputs.indices.contains(source.index) else { return [:] }
    let given = outputs[source.index].type
    var words: [InputPort: String] = [:]
    for input in inputs {
      guard let ports = try? kind(of: input.node).inputs, ports.indices.contains(input.index) else { continue }
      words[input] = given.fits(ports[input.index].type) ? "loop" : "type"
    }
    return words
  }
}
