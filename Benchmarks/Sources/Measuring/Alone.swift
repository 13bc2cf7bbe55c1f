// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs this program again with other arguments, in a process of its own, and waits for it. Returns whether it succeeds.
public func runAlone(_ arguments: [String]) -> Bool {
  var child = pid_t()
  let texts = [CommandLine.arguments[0]] + arguments
  let copies: [UnsafeMutablePointer<CChar>?] = texts.map { text in strdup(text) } + [nil]
  defer { for copy in copies { free(copy) } }
  fflush(nil)
  guard posix_spawn(&child, CommandLine.arguments[0], nil, nil, copies, environ) == 0 else { return false }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  return status == 0
}
