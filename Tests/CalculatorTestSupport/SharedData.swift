// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Files of other programs, in a folder next to the repository, which are read in place.
package struct SharedData {
  package let folder: String

  package init(_ name: String) {
    let root = #filePath.split(separator: "/").dropLast(4)
    folder = "/" + root.joined(separator: "/") + "/shared/data/" + name
  }

  /// Whether the folder exists on this machine.
  package var isThere: Bool { FileManager.default.fileExists(atPath: folder) }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { Array($0) }
  }
}
