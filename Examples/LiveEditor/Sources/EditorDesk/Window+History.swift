// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// The list of steps that a page shows.
struct ShownHistory {
  /// The number of the list: a page may have chosen from an older one.
  var number = 0
  fileprivate var state: State?

  /// What the list depends on. It is compared before titles are computed, because a drag changes one step many times.
  fileprivate struct State: Hashable {
    let done: Int
    let undone: Int
    let last: String?

    init(of editor: SessionEditor) {
      (done, undone) = editor.stepCounts
      last = editor.session.evaluator.undoTitle
    }
  }
}

// MARK: The list of steps

final class HistoryPanel: Panel {
  /// The list of steps that the page shows; `nil` if it shows none.
  fileprivate var history: ShownHistory?

  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool { window.runHistory(name, arguments) }
  func show(in window: Window) { window.showHistory() }
  func close(in window: Window) { history = nil }
}

extension Window {
  private var history: ShownHistory? {
    get { panel(HistoryPanel.self).history }
    set { panel(HistoryPanel.self).history = newValue }
  }

  /// The greatest number of steps that are listed.
  private static let stepLimit = 100

  /// Executes a command of the list of steps.
  ///
  /// - Returns: Whether the command exists.
  fileprivate func runHistory(_ name: String, _ arguments: [String]) -> Bool {
    switch name {
    case "history":
      history = arguments.first == "close" ? nil : ShownHistory(number: history?.number ?? 0)
    case "travel":
      guard arguments.count == 2, let number = Int(arguments[0]), let count = Int(arguments[1]) else { break }
      travel(by: count, inList: number)
    default: return false
    }
    return true
  }

  private func travel(by count: Int, inList number: Int) {
    guard number == history?.number else {
      return say("The steps have changed since: choose again", isProblem: true)
    }
    cancelSliding()
    desk.move()
    let titles = editor.travel(by: count)
    guard let last = titles.last else { return }
    let path = count < 0 ? session.evaluator.redoPath : session.evaluator.undoPath
    follow(path.map(editor.groups.living))
    selectRestored()
    let verb = count < 0 ? "undone" : "redone"
    say(titles.count == 1 ? "\(last) \(verb)" : "\(titles.count) steps \(verb)")
  }

  /// Sends the steps, if the page shows them and they have changed.
  fileprivate func showHistory() {
    guard let shown = history else { return }
    let state = ShownHistory.State(of: editor)
    guard shown.state != state else { return }
    history = ShownHistory(number: shown.number + 1, state: state)
    let steps = editor.steps(atMost: Self.stepLimit)
    send(
      .history(
        number: shown.number + 1, steps.done + steps.undone, done: steps.done.count, older: steps.olderCount,
        later: steps.laterCount))
  }
}
