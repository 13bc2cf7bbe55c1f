// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct JournalTextTests {
  private let journal = Journal(
    file: Journal.File(path: "/srv/a \\ b\nc.nc", contents: Fingerprint("x".utf8)), countInBase: 3,
    base: "# nodecalc 1\nprice = 20\n", blocks: [["price = 25"], ["a = 1", "`größe \\n` = a"], [""]])

  @Test func whatIsWrittenReadsBack() {
    #expect(JournalText.read(JournalText.whole(journal).bytes) == journal)
    #expect(JournalText.read(JournalText.whole(Journal()).bytes) == Journal())
    #expect(journal.count == 7)
  }

  @Test func linesThatAreAddedAreBehindAllOthers() {
    var longer = journal
    var (bytes, text) = JournalText.whole(journal)
    for block in [["b = 2"], ["undo"], ["x = 1", "y = 2"]] {
      longer.blocks.append(block)
      bytes += text.lines(block)
    }
    #expect(bytes == JournalText.whole(longer).bytes)
    #expect(JournalText.read(bytes) == longer)
  }

  @Test func itReadsAsText() {
    let text = String(
      decoding: JournalText.whole(Journal(blocks: [["a = 1"], ["b = 2", "c = 3"]])).bytes, as: UTF8.self)
    let records = text.split(separator: "\n").map { $0.dropFirst(17) }
    #expect(
      records == [
        "journal 1 0 \(Fingerprint(Journal.emptyText.utf8).text)", "base # nodecalc 1\\n", "lines a = 1",
        "lines b = 2\\nc = 3",
      ])
  }

  @Test func whereverItIsCutAllWholeRecordsBeforeAreUsed() {
    let bytes = JournalText.whole(journal).bytes
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for end in bytes.indices {
      let whole = ends.count { $0 <= end }
      var expected: Journal? = journal
      expected?.blocks = Array(journal.blocks.prefix(max(0, whole - 3)))
      if whole < 3 { expected = nil }
      #expect(JournalText.read(Array(bytes[..<end])) == expected, "cut at \(end)")
    }
  }

  @Test func whateverByteIsDamagedNothingIsReadThatWasNotWritten() {
    let bytes = JournalText.whole(journal).bytes
    for index in bytes.indices {
      for damage: UInt8 in [0, 0x0a, bytes[index] ^ 1] where damage != bytes[index] {
        var damaged = bytes
        damaged[index] = damage
        guard var read = JournalText.read(damaged) else { continue }
        #expect(read.blocks.count < journal.blocks.count && journal.blocks.starts(with: read.blocks), "at \(index)")
        read.blocks = journal.blocks
        #expect(read == journal, "at \(index)")
      }
    }
  }

  @Test func recordsThatAreMissingEndIt() {
    let records = JournalText.whole(journal).bytes.split(separator: UInt8(ascii: "\n"))
    let rest = (records[...2] + records[4...]).flatMap { $0 + [UInt8(ascii: "\n")] }
    #expect(JournalText.read(Array(rest))?.blocks == [])
  }

  @Test func anotherVersionIsNotRead() {
    var fingerprint = Fingerprint()
    fingerprint.add("journal 2 0 cbf29ce484222325".utf8)
    #expect(JournalText.read(Array("\(fingerprint.text) journal 2 0 cbf29ce484222325\n".utf8)) == nil)
    #expect(JournalText.read([]) == nil)
    #expect(JournalText.read(Array("nonsense\n".utf8)) == nil)
  }
}
