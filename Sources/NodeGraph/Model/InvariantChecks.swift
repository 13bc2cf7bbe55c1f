// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Slow checks of all invariants after edits: in debug builds, if the environment variable `NODEGRAPH_INVARIANTS` is set.
///
/// It is not a trait of the package, so that one build can run with and without checks.
@usableFromInline
package enum InvariantChecks {
  #if DEBUG
    /// Whether structures check themselves.
    @usableFromInline package static let areOn = unsafe getenv("NODEGRAPH_INVARIANTS") != nil
  #else
    /// Whether structures check themselves: never, so that the compiler removes all checks.
    @inlinable package static var areOn: Bool { false }
  #endif
}
