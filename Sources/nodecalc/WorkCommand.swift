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

/// Implements `nodecalc work`: reads lines when they arrive, and evaluates rows in between.
struct WorkCommand {
  /// The seconds of evaluation between two checks for input.
  private static let slice = 0.05

  private var server: SweepServer
  private var rest: [UInt8] = []
  private var isSkipping = false
  private var isOver = false

  /// Works until the input has ended and all requests are done.
  static func run(_ path: String) -> Terminal.ExitCode {
    TerminalSignals.handleInterrupts(isOnce: true)
    do throws(Terminal.ExitCode) {
      let model = try ModelFile(path)
      let hello = SweepHello(
        model: model.fingerprint.text, maths: MathematicsFingerprint.text,
        nodeCount: model.session.names.count)
      guard Terminal.writeLines(hello.text + "\n") else { return .usage }
      let host = TerminalHost()
      var command = WorkCommand(server: SweepServer(model.session, hello) { host.seconds })
      return command.run()
    } catch {
      return error
    }
  }

  private init(server: SweepServer) { self.server = server }

  private mutating func run() -> Terminal.ExitCode {
    while !TerminalSignals.isInterrupted {
      if isOver, server.isIdle { return .done }
      var lines: [String] = []
      if !isOver, TerminalInput.isReadable(waiting: server.isIdle) {
        if TerminalSignals.isInterrupted { break }
        lines += read()
      }
      lines += server.advance(for: Self.slice)
      if !lines.isEmpty, !Terminal.writeLines(lines.joined(separator: "\n") + "\n") { return .usage }
    }
    return .interrupted
  }

  /// Reads the available bytes, and answers the lines that end in them; the last line needs no end.
  private mutating func read() -> [String] {
    var lines: [String] = []
    // An input that can't be read is treated like an ended one.
    let bytes = (try? TerminalInput.available().get()) ?? []
    if bytes.isEmpty {
      isOver = true
      if !rest.isEmpty, !isSkipping { lines += server.receive(rest) }
      rest = []
      return lines
    }
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      rest += part
      if !isSkipping { lines += server.receive(rest) }
      isSkipping = false
      rest.removeAll(keepingCapacity: true)
    }
    let last = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? bytes[...]
    rest += last
    if rest.count > SweepServer.lineLimit, !isSkipping {
      lines.append(SweepServer.tooLong)
      isSkipping = true
    }
    if isSkipping { rest = [] }
    return lines
  }
}
