// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorDesk
import Foundation

/// The calculator of the ShinpuruNodeUI demo, with a few more nodes: a product, a colour computed from numbers, and a test.
enum Demo {
  static let script = """
    One = Number(value: 1)
    Two = Number(value: 2)
    Add = Add(x: One, z: Two)
    Multiply = Multiply(x: Add, y: 40)
    brand = Color(red: 30, green: Multiply, blue: 200)
    soft = ColorAdjust(color: brand, multiplier: 128)
    isLarge = Multiply > 100
    .move One 24 40
    .move Two 24 150
    .move Add 232 48
    .move Multiply 472 24
    .move brand 704 24
    .move soft 928 60
    .move isLarge 704 216
    """

  /// The documents that an empty page offers: the scripts of the folder `Examples`, each described by its first line, and the demo.
  ///
  /// The scripts are read where this program was built, because resources would be copies of them. A program that was moved
  /// to another machine offers the demo only.
  static var examples: [Desk.Example] {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    let scripts = files.filter { $0.pathExtension == "nc" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    return scripts.compactMap { file in
      guard let content = try? String(contentsOf: file, encoding: .utf8), content.hasPrefix("# ") else { return nil }
      let line = content.prefix { !$0.isNewline }.dropFirst(2)
      return Desk.Example(name: file.lastPathComponent, detail: String(line), content: content)
    } + [
      Desk.Example(name: "calculator.nc", detail: "Nodes of kinds, connected by wires.", content: script)
    ]
  }
}
