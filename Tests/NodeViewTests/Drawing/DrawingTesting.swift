// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Labels with characters that are hard to write correctly in a file format.
let awkwardLabels = [
  "plain", "", " ", "  two  spaces  ", "\"quoted\" 'twice'", "<b>bold</b>", "a & b &amp; c", "]]>", "<!-- comment -->",
  "back\\slash \\n \\N \\\\", "line\nbreak\r\nand\rmore\u{2028}lines", "nul\u{0}bell\u{7}escape\u{1b}[31m",
  "\u{fffe}\u{ffff}",
  "😀👨‍👩‍👧‍👦🇨🇭❤️", "日本語のラベル", "مرحبا بالعالم", "שלום <עולם>", "open \u{202e}override", "\u{2066}isolate",
  "e\u{301}\u{302}\u{303}", "\u{301}", "tab\there", "{|}<port>", "a;b=c[d]", "\u{feff}mark\u{200e}",
  "\u{10ffff}\u{85}",
  "--", "%20 %s", "very long label that is much longer than any frame that somebody would ever want to draw it in",
]

/// Runs other programs that tests use to check written files.
enum Program {
  /// Whether the program is installed.
  static func isInstalled(_ name: String) -> Bool {
    (try? run("command -v \(name)", on: "")).map { $0.status == 0 } ?? false
  }

  struct Failed: Error {}

  /// Runs a shell command with the text as its input, and returns what it printed.
  static func run(_ command: String, on input: String) throws -> (status: Int32, output: String) {
    var name = Array("/tmp/nodegraph-test-XXXXXX".utf8CString)
    let file = unsafe name.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let base = buffer.baseAddress else { return -1 }
      return unsafe mkstemp(base)
    }
    guard file >= 0 else { throw Failed() }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { _ = unsafe unlink(path) }
    let bytes = Array(input.utf8)
    let written = unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return unsafe write(file, base, buffer.count)
    }
    close(file)
    guard written == bytes.count, let pipe = unsafe popen("(\(command)) < \(path) 2>&1", "r") else { throw Failed() }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe fread(base, 1, buffer.count, pipe)
      }
      if count == 0 { break }
      output += chunk[..<count]
    }
    return (unsafe pclose(pipe), String(decoding: output, as: UTF8.self))
  }
}
