// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What bodies throw.
package struct Complaint: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Thrown to give an edit up half-way.
package struct Abandoned: Error {
  package init() {}
}
