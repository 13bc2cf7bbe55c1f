// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import Synchronization
import Testing

@Suite struct OrderedPartsTests {
  @Test func partsAreTakenInOrderWhateverTheirThreads() {
    for threads in 1...5 {
      for count in [0, 1, 2, 3, 64] {
        var taken: [Int] = []
        OrderedParts<Int>.run(
          count: count, threadCount: threads,
          makeWorker: {
            { index in
              // Adjacent parts take different times.
              var sum = 0
              for number in 0..<(index % 3) * 20_000 { sum &+= number }
              return sum == -1 ? -1 : index
            }
          }, take: { taken.append($0) == () })
        #expect(taken == Array(0..<count), "\(threads) threads")
      }
    }
  }

  @Test func nothingIsBegunFarAheadOfWhatIsTaken() {
    for threads in 1...3 {
      let begun = Atomic(0)
      var (most, taken) = (0, 0)
      OrderedParts<Int>.run(
        count: 200, threadCount: threads,
        makeWorker: { { index in begun.add(1, ordering: .relaxed).newValue + 0 * index } },
        take: { _ in
          most = max(most, begun.load(ordering: .relaxed) - taken)
          taken += 1
          return true
        })
      #expect(taken == 200 && most <= 4 * threads + 1, "\(most) parts ahead, \(threads) threads")
    }
  }

  @Test func whoTakesCanStop() {
    for threads in 1...3 {
      let begun = Atomic(0)
      var taken = 0
      OrderedParts<Int>.run(
        count: 1_000_000, threadCount: threads, makeWorker: { { _ in begun.add(1, ordering: .relaxed).newValue } },
        take: { _ in
          taken += 1
          return taken < 10
        })
      #expect(taken == 10 && begun.load(ordering: .relaxed) <= 10 + 4 * threads)
    }
  }
}
