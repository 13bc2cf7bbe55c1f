// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stops the program with a sentence if a caller breaks a rule of a public function, in every kind of build.
///
/// `precondition` drops its sentence in release builds, and with `-Ounchecked` it neither checks nor even evaluates its
/// condition. So it stays for invariants, which only a mistake in these modules can break, and this is for what a client
/// can get wrong. A rule that is kept costs a comparison and a branch; the sentence is made only when it is needed.
///
/// ```swift
/// require(topology.isFree(name), "node names are unique, '\(name)' is taken")
/// ```
///
/// - Parameters:
///   - isKept: Whether the caller keeps the rule.
///   - sentence: Names the rule, and the node and the failure where there is one. No full stop.
@inlinable @inline(__always)
package func require(_ isKept: Bool, _ sentence: @autoclosure () -> String) {
  if !isKept { stop(sentence()) }
}

/// Prints "NodeGraph: " and a sentence to standard error and aborts: what ``require(_:_:)`` does for a broken rule, for
/// sentences that take some lines to make.
///
/// It has no stream of the C library between: there, what was printed may be lost with the program.
@usableFromInline @inline(never)
package func stop(_ sentence: String) -> Never {
  var text = "NodeGraph: \(sentence)\n"
  text.withUTF8 { bytes in unsafe _ = write(2, bytes.baseAddress, bytes.count) }
  abort()
}
