// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The error that bodies of nodes throw.
package struct Complaint: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// The error that tests throw to give up an edit halfway.
package struct Abandoned: Error {
  package init() {}
}
