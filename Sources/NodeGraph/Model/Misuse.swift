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
/// `precondition` drops its sentence in release builds, and with `-Ounchecked` it doesn't even evaluate its condition. It is
/// therefore used for invariants, which only a mistake in these modules can break, and this function for mistakes of a
/// client. A rule that is kept costs a comparison and a branch; the sentence is made only when it is needed.
///
/// ```swift
/// require(topology.isFree(name), "node names are unique, '\(name)' is taken")
/// ```
///
/// - Parameters:
///   - isKept: Whether the caller keeps the rule.
///   - sentence: A sentence without a full stop that states the rule, and the node and failure if there are any.
@inlinable @inline(__always)
package func require(_ isKept: Bool, _ sentence: @autoclosure () -> String) {
  if !isKept { stop(sentence()) }
}

/// Prints "NodeGraph: " and a sentence to standard error, and aborts. ``require(_:_:)`` calls it; call it directly if the
/// sentence takes several lines to make.
///
/// It doesn't write through a stream of the C library, whose buffer may be lost when the program aborts.
@usableFromInline @inline(never)
package func stop(_ sentence: String) -> Never {
  var text = "NodeGraph: \(sentence)\n"
  text.withUTF8 { bytes in unsafe _ = write(2, bytes.baseAddress, bytes.count) }
  abort()
}
