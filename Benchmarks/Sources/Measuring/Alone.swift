// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures each case in a process of its own, because memory that another case has used would be used again: this
/// program is run again for each case. Words in the program's arguments select cases by name; by default all are measured.
///
/// - Parameters:
///   - names: The cases.
///   - complaint: The message for the number of cases that failed.
///   - measure: Measures a case. Returns whether it passed.
/// - Throws: What `measure` throws.
public func runEachAlone(_ names: [String], complaint: String, measure: (String) throws -> Bool) throws {
  let words = Array(CommandLine.arguments.dropFirst())
  if words.first == "--alone", let name = words.last, names.contains(name) { exit(try measure(name) ? 0 : 1) }
  let chosen = names.filter { name in words.isEmpty || words.contains { name.contains($0) } }
  let missed = chosen.count { !runAlone(["--alone", $0]) }
  if missed > 0 {
    print("\(missed) \(complaint)")
    exit(1)
  }
}

/// Runs this program again with other arguments, in a process of its own, and waits for it. Returns whether it succeeded.
private func runAlone(_ arguments: [String]) -> Bool {
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
