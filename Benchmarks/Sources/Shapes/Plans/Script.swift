// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The updates of a plan in a flat form, so that iterating over them costs almost no time.
struct Script {
  private let starts: ContiguousArray<Int>
  private let writes: ContiguousArray<Plan.Write>
  private let results: ContiguousArray<Int>

  init(_ updates: [Plan.Update]) {
    var starts: ContiguousArray = [0]
    var writes: ContiguousArray<Plan.Write> = []
    for update in updates {
      writes += update.writes
      starts.append(writes.count)
    }
    self.starts = starts
    self.writes = writes
    results = ContiguousArray(updates.map(\.result))
  }

  /// Executes a number of updates, beginning with number `next`, and with the first again after the last.
  @inline(__always)
  func run(
    _ updates: Int, from next: inout Int, write: (Plan.Write) -> Void, settle: (_ update: Int) -> Void,
    read: (_ node: Int) -> Double
  ) {
    var total = 0.0
    var index = next
    for _ in 0..<updates {
      for place in starts[index]..<starts[index + 1] { write(writes[place]) }
      settle(index)
      total += read(results[index])
      index = index + 1 == results.count ? 0 : index + 1
    }
    next = index
    use(total)
  }

  /// Executes one update.
  @inline(__always)
  func apply(_ update: Int, write: (Plan.Write) -> Void, settle: (_ update: Int) -> Void) {
    for place in starts[update]..<starts[update + 1] { write(writes[place]) }
    settle(update)
  }
}
