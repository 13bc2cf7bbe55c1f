// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension ByteWriter {
  /// Writes which drawings are those of nodes that wait.
  mutating func write(waiting drawings: [Int]) {
    byte(35)
    count(drawings.count)
    for id in drawings { count(id) }
  }
}
