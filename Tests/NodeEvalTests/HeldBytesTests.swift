// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Memory that the values of recorded edits hold outside their cells, and the limit that bounds it.
@Suite struct HeldBytesTests {
  private let evaluator = Evaluator(definitions: [
    .source("Text", output: ValuePort("value"), initial: ""),
    NodeDefinition("Length", inputs: ValuePort("text", default: ""), output: ValuePort("value")) {
      (text: String) -> Int in
      text.utf8.count
    },
  ])

  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  /// Returns by how much an edit increases the counted bytes.
  private func added(_ body: () throws -> Void) rethrows -> Int {
    let before = evaluator.undoByteCount
    try body()
    return evaluator.undoByteCount - before
  }

  /// Sets a limit that no edit fits into, and checks that no bytes remain counted.
  private func forgetEverything() {
    evaluator.undoLimit = 1
    #expect(evaluator.undoByteCount == 0 && !evaluator.canUndo && !evaluator.canRedo)
  }

  /// An object whose size is counted as the number that it states.
  private final class Payload: Sendable {
    let byteCount: Int
    private let census: Census
    init(_ byteCount: Int, _ census: Census) {
      self.byteCount = byteCount
      self.census = census
      census.enter()
    }
    deinit { census.leave() }
  }

  @Test func largeValuesOfANodeAreKeptWithinTheLimit() {
    let census = Census()
    let limit = 64 << 20
    evaluator.undoLimit = limit
    let source = evaluator.input("source", 0)
    // Makes an array of 8 MiB. It lives exactly as long as the tracked object in it.
    _ = evaluator.node("made", source) { number in
      var array: [Tracked?] = Array(repeating: nil, count: 1 << 20)
      array[number] = Tracked(number, census)
      return array
    }
    func check(_ what: String) {
      let live = census.count << 23
      #expect(live <= limit + limit / 2, "\(what): \(live >> 20) MiB")
      #expect(evaluator.undoByteCount <= limit && evaluator.undoByteCount > limit / 2, "\(what)")
      // One of the arrays is the node's present value.
      #expect(evaluator.undoByteCount >= live - 1 << 23, "\(what): \(evaluator.undoByteCount) bytes of \(live)")
    }
    for number in 1...100 { evaluator.set(source, to: number) }
    check("sets")
    #expect(evaluator.undoTitles.count == 7)
    for _ in 0..<5 { evaluator.undo() }
    check("undone")
    #expect(evaluator[source] == 95)
    for _ in 0..<3 { evaluator.redo() }
    check("redone")
    evaluator.undoLimit = limit / 2
    #expect(census.count << 23 <= limit / 2 + 1 << 23)
    forgetEverything()
    #expect(census.count == 1)
  }

  @Test func textsThatAreSetCountAndSoDoLiterals() throws {
    let limit = 1 << 20
    evaluator.undoLimit = limit
    let source = evaluator.input("source", "")
    var length = source.node
    try evaluator.edit { length = try $0.add("Length") }
    for number in 1...100 {
      evaluator.set(source, to: text(100_000 + number))
      try evaluator.edit { try $0.setLiteral(length.input(0), to: text(100_000 + number)) }
      #expect(evaluator.undoByteCount <= limit)
    }
    #expect((8...10).contains(evaluator.undoTitles.count))
    while evaluator.undo() != nil { #expect(evaluator.undoByteCount <= limit) }
    #expect((8...10).contains(evaluator.redoTitles.count))
    while evaluator.redo() != nil { #expect(evaluator.undoByteCount <= limit) }
    #expect((8...10).contains(evaluator.undoTitles.count))
  }

  @Test func whatLiesOutOfSightCounts() throws {
    evaluator.undoLimit = 1 << 30
    var (node, length) = (NodeID?.none, NodeID?.none)
    try evaluator.edit { edit in
      let source = try edit.add("Text", named: "text")
      try edit.set(source, to: text(100_000))
      let reader = try edit.add("Length", named: "length")
      try edit.setLiteral(reader.input(0), to: text(200_000))
      (node, length) = (source, reader)
    }
    let (source, reader) = (try #require(node), try #require(length))
    let start = evaluator.undoByteCount
    #expect(start < 10_000)
    #expect(try added { try evaluator.edit { try $0.clearLiteral(reader.input(0)) } } > 200_000)
    #expect(try added { try evaluator.edit { try $0.remove(source) } } > 100_000)
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator.undoByteCount < start + 10_000)
    evaluator.undo()
    // The undone edit still holds the nodes that it added, including their literals.
    #expect(evaluator.undoByteCount > start + 300_000)
    evaluator.redo()
    #expect(evaluator.undoByteCount < start + 10_000)
    // The edit drops what could be redone.
    #expect(try added { try evaluator.edit { try $0.remove(reader) } } > 190_000)
    #expect(try added { try evaluator.edit { try $0.setKind(of: source, to: "Length") } } > 100_000)
    #expect(try added { try evaluator.edit { try $0.rename(source, to: text(50_000)) } } > 50_000)
    while evaluator.undo() != nil {}
    while evaluator.redo() != nil {}
    forgetEverything()
  }

  @Test func storageThatIsSharedCountsOnce() {
    evaluator.undoLimit = 1 << 30
    let (one, other) = (Array(repeating: 1, count: 100_000), Array(repeating: 2, count: 100_000))
    let source = evaluator.input("source", one)
    var last = evaluator.node(nil, source) { $0 }
    for _ in 0..<20 { last = evaluator.node(nil, last) { $0 } }
    let bytes = added { evaluator.set(source, to: other) }
    #expect(bytes > 800_000 && bytes < 820_000)
    #expect(added { evaluator.set(source, to: one) } > 800_000)
    #expect(added { evaluator.set(source, to: other) } < 20_000)
    // The new arrays share their inner arrays with the old ones.
    let rows = (0..<100).map { Array(repeating: $0, count: 1000) }
    let table = evaluator.input("table", rows)
    var changed = rows
    changed[0][0] = 7
    #expect(added { evaluator.set(table, to: changed) } > 800_000)
    changed[1][0] = 7
    #expect(added { evaluator.set(table, to: changed) } < 50_000)
    for _ in 0..<5 { evaluator.undo() }
    for _ in 0..<5 { evaluator.redo() }
    #expect(evaluator.undoByteCount > 2_400_000 && evaluator.undoByteCount < 2_600_000)
    forgetEverything()
  }

  @Test func theBytesOfEachTypeOfTheStandardLibraryAreCounted() {
    evaluator.undoLimit = 1 << 30
    func expect<Value: Equatable>(_ value: Value, _ other: Value, _ range: ClosedRange<Int>) {
      let source = evaluator.input(nil, value)
      let bytes = added { evaluator.set(source, to: other) }
      #expect(range.contains(bytes), "\(Value.self): \(bytes)")
    }
    // Computed again for each use, because parts shared with values that are already held do not count again.
    var numbers: [Int] { (0..<10_000).map { $0 } }
    expect(1, 2, 0...1500)
    expect("short", "other", 0...1500)
    expect(text(80_000), "", 80_000...83_000)
    expect(text(80_000).dropFirst(), "", 80_000...83_000)
    expect(numbers, [], 80_000...84_000)
    expect(ContiguousArray(0..<10_000), [], 80_000...84_000)
    expect(numbers[5...], [], 80_000...84_000)
    expect(numbers.map(UInt8.init(truncatingIfNeeded:)), [], 10_000...14_000)
    expect(Optional(numbers), nil, 80_000...84_000)
    let row = numbers
    expect([row, row], [], 80_000...84_000)
    expect(Set(numbers), [], 100_000...140_000)
    expect(Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0) }), [:], 200_000...270_000)
    expect((0..<100).map { text(1000 + $0) }, [], 100_000...125_000)
    expect(["key": [numbers]], [:], 80_000...86_000)
    expect([SIMD8<Double>](repeating: .zero, count: 1000), [], 64_000...68_000)
    expect(SIMD64<Double>(repeating: 0), SIMD64(repeating: 1), 512...2500)
  }

  @Test func whatAnApplicationCountsIsCounted() {
    struct Image: Equatable {
      let bytes: Int
      let name: Int
    }
    let census = Census()
    evaluator.countBytes(of: Payload.self) { $0.byteCount }
    evaluator.undoLimit = 1 << 20
    let source = evaluator.input("source", 0)
    let made = evaluator.node("made", source) { Payload(100_000 + $0, census) }
    _ = evaluator.node("passed", made) { [$0, $0] }
    for number in 1...100 { evaluator.set(source, to: number) }
    #expect((9...10).contains(evaluator.undoTitles.count) && census.count == evaluator.undoTitles.count + 1)
    while evaluator.undo() != nil {}
    #expect(evaluator.undoByteCount <= 1 << 20 && evaluator.redoTitles.count + 1 == census.count)
    while evaluator.redo() != nil {}
    #expect(evaluator.undoByteCount <= 1 << 20 && evaluator.undoTitles.count + 1 == census.count)
    evaluator.undoLimit = 0
    evaluator.undoLimit = 1 << 20
    // Trivial structures cannot own memory, so the closure is not called for them.
    evaluator.countBytes(of: Image.self) { $0.bytes }
    let image = evaluator.input("image", Image(bytes: 1 << 19, name: 1))
    #expect(added { evaluator.set(image, to: Image(bytes: 0, name: 2)) } < 1500)
  }

  @Test func aTypeThatIsCountedLaterIsCountedInOthersToo() {
    let census = Census()
    evaluator.undoLimit = 1 << 30
    let source = evaluator.input("source", 0)
    _ = evaluator.node("made", source) { number -> [Payload?] in [Payload(100_000, census), nil] }
    #expect(added { evaluator.set(source, to: 1) } < 2000)
    evaluator.countBytes(of: Payload.self) { $0.byteCount }
    #expect(added { evaluator.set(source, to: 2) } > 100_000)
    evaluator.countBytes(of: Payload.self) { 2 * $0.byteCount }
    #expect(added { evaluator.set(source, to: 3) } > 200_000)
    forgetEverything()
  }

  @Test func copiesThatShareStorageCountOnceWhereTheApplicationSaysWhich() {
    struct Image {
      let pixels: Payload
      let name: Int
    }
    let census = Census()
    let pixels = Payload(100_000, census)
    evaluator.undoLimit = 1 << 30
    evaluator.countBytes(of: Image.self) { $0.pixels.byteCount }
    let source = evaluator.input("source", Image(pixels: pixels, name: 0))
    let apart = added { for name in 1...10 { evaluator.set(source, to: Image(pixels: pixels, name: name)) } }
    #expect(apart > 1_000_000)
    evaluator.undoLimit = 0
    evaluator.undoLimit = 1 << 30
    evaluator.countBytes(of: Image.self, in: \.pixels) { $0.pixels.byteCount }
    let together = added { for name in 1...10 { evaluator.set(source, to: Image(pixels: pixels, name: name)) } }
    #expect(together > 100_000 && together < 120_000)
  }

  @Test func aGestureCountsWhatItKeepsAndNoMore() {
    evaluator.undoLimit = 1 << 30
    let source = evaluator.input("source", text(100_000))
    let bytes = added {
      for number in 1...200 { evaluator.edit(nil, gesture: 1) { edit in edit.set(source, to: text(100_000 + number)) } }
    }
    #expect(bytes > 100_000 && bytes < 110_000)
    evaluator.undo()
    #expect(evaluator.undoByteCount > 100_000 && evaluator.undoByteCount < 110_000)
    evaluator.set(source, to: "")
    #expect(evaluator.undoByteCount > 100_000 && evaluator.undoByteCount < 110_000)
  }

  @Test func whatFinishesAnEditCountsAsLongAsEitherEditKeepsIt() {
    var time: UInt64 = 0
    // Each node takes a second, so that `isInterrupted` is called after it.
    evaluator.stopClock = {
      time += 1_000_000_000
      return time
    }
    let source = evaluator.input("source", 0)
    let first = evaluator.node("first", source) { $0 }
    _ = evaluator.node("text", first) { String(repeating: "x", count: 100_000 + $0) }
    evaluator.undoLimit = 1 << 30
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 1)
    evaluator.isInterrupted = nil
    evaluator.set(source, to: 0)
    evaluator.undo()
    evaluator.resume()
    evaluator.redo()
    // The text that both edits hold, and the text of the state in between, which the second edit holds.
    #expect(evaluator.undoByteCount > 200_000 && evaluator.undoByteCount < 206_000)
    evaluator.undoLimit = evaluator.undoByteCount - 1
    #expect(evaluator.undoTitles.count == 1 && evaluator.undoByteCount > 100_000)
    evaluator.undo()
    #expect(evaluator.undoByteCount > 100_000)
    forgetEverything()
  }

  @Test func anEditLargerThanTheLimitIsNotKept() {
    evaluator.undoLimit = 100_000
    let source = evaluator.input("source", "")
    evaluator.set(source, to: text(200_000))
    // Before undo the edit holds an empty text; after undo it would hold the large one.
    #expect(evaluator.undoTitles.last == "set source")
    evaluator.undo()
    #expect(!evaluator.canRedo && evaluator.undoByteCount <= 100_000 && evaluator[source] == "")
    evaluator.set(source, to: text(200_000))
    evaluator.set(source, to: text(300_000))
    #expect(!evaluator.canUndo && evaluator.undoByteCount <= 100_000)
  }

  @Test func theCountDependsOnWhatIsKeptAndNotOnHowItCameThere() {
    var random = SplitMix64(seed: 5)
    evaluator.undoLimit = 1 << 30
    let sources = (0..<4).map { evaluator.input("s\($0)", text(1000 * $0)) }
    let all = evaluator.node("all", sources[0], sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }
    _ = evaluator.node("joined", all) { $0.joined() }
    var counts: [Int: Int] = [:]
    for _ in 0..<60 {
      evaluator.set(random.pick(sources), to: text(random.below(20_000)))
    }
    for _ in 0..<500 {
      if random.oneIn(2) { evaluator.undo() } else { evaluator.redo() }
      let place = evaluator.undoTitles.count
      #expect(counts[place] ?? evaluator.undoByteCount == evaluator.undoByteCount)
      counts[place] = evaluator.undoByteCount
    }
    #expect(counts.count > 5)
    forgetEverything()
  }
}
