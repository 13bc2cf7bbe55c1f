// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Graph {
  /// Returns why inputs refuse an output: `type` where the type doesn't fit, else `loop`. A connection that would be
  /// replaced is not a reason.
  ///
  /// - Parameters:
  ///   - source: The output.
  ///   - inputs: Inputs that are not candidates for it; those that don't exist get no word.
  /// - Returns: A word by input.
  /// - Complexity: O(inputs): the graph is not searched.
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
