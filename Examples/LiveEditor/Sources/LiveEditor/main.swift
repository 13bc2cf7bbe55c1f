// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import FlyingFox
import Foundation

/// Prints what is wrong, and ends the program.
func leave(_ message: String) -> Never {
  FileHandle.standardError.write(Data("LiveEditor: \(message)\n".utf8))
  exit(2)
}

let options: Options
do {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  leave("\(error)")
}
if options.asksForHelp {
  print(Options.help)
  exit(0)
}

if let recording = options.replay {
  do {
    exit(try replay(recording, with: options.file) ? 0 : 1)
  } catch {
    leave("\(error)")
  }
}

let office: Office
do {
  office = try Office(options)
} catch {
  leave("\(error)")
}

Task { await office.showArrivals() }

// The same port each time, so that a page finds a restarted server; the next one if another program uses it.
let ports = options.port.map { [$0] } ?? Array(8137...8146)
for port in ports {
  let site = try Site(port: port, office: office)
  let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled, handler: site)
  let running = Task { try await server.run() }
  do {
    try await server.waitUntilListening(timeout: 3)
  } catch {
    running.cancel()
    continue
  }
  for note in office.notes { print(note) }
  print("Open http://127.0.0.1:\(port)/#\(office.token)")
  print("Whoever has this link may edit \(office.title). Press ^C to end.")
  // A program that reads this output waits for the link.
  fflush(nil)
  try await running.value
  exit(0)
}
leave("port \(ports.map(String.init).joined(separator: ", ")) can't be used: another program has it")
