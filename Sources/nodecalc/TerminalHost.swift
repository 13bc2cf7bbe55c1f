// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What commands need of the system: the terminal, files, a clock.
final class TerminalHost: CommandHost {
  private let origin = ContinuousClock.now
  private var progress: Progress?

  var isInteractive: Bool { Terminal.isInteractive }

  var usesColor: Bool {
    isatty(STDOUT_FILENO) == 1 && (Terminal.variable("NO_COLOR") ?? "").isEmpty && !Terminal.isDumb
  }

  var usesUnicode: Bool { Terminal.showsUnicode }

  var width: Int { Terminal.width ?? 80 }

  var isInterrupted: Bool { TerminalSignals.isInterrupted }

  var seconds: Double {
    let elapsed = (ContinuousClock.now - origin).components
    return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  }

  /// On Linux, the resident set.
  var memory: Int? {
    guard case .success(let bytes) = Terminal.read("/proc/self/statm") else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
  }

  func print(_ line: String) { Swift.print(line) }

  func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {
    guard let fraction else {
      progress?.erase()
      progress = nil
      return
    }
    let shown = progress ?? Progress(verb, name)
    progress = shown
    shown.update(fraction)
  }

  func readFile(_ path: String) throws(FileFailure) -> [UInt8] {
    switch Terminal.read(path) {
    case .success(let bytes): return bytes
    case .failure(let error): throw FileFailure(error.message)
    }
  }

  func writeFile(_ text: String, to path: String) throws(FileFailure) {
    if case .failure(let error) = Terminal.write(text, to: path) { throw FileFailure(error.message) }
  }

  func entries(of folder: String) -> [String] {
    guard let directory = unsafe opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        unsafe tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      let isFolder = unsafe entry.pointee.d_type == UInt8(DT_DIR)
      if name != "." && name != ".." { names.append(isFolder ? name + "/" : name) }
    }
    return names.sorted()
  }
}
