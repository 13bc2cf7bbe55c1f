// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder for journals and history: `$XDG_STATE_HOME/nodecalc`, by default in `~/.local/state`.
enum StateFolder {
  /// The path; `nil` without a home folder.
  static let path: String? = {
    let home = Terminal.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let state = Terminal.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (state ?? home.map { $0 + "/.local/state" }).map { $0 + "/nodecalc" }
  }()

  /// Creates the folder with access for the user only, unless it exists.
  static func make() {
    guard let path else { return }
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      _ = unsafe mkdir(folder, 0o700)
    }
    _ = unsafe mkdir(path, 0o700)
  }
}
