// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView
import ViewHosts

/// Measures drawing 3,000 nodes that are all visible, in each state and with each look, while an output is being connected.
func measureFrames() throws {
  let states = try StatesHost(columns: 60, rows: 50)
  let crowd = GraphView(size: GraphSize(60 * 240, 50 * 190), profile: .editor, style: .light)
  crowd.present(states)
  crowd.beginConnecting(from: states.ids[0].output)
  crowd.draw(in: NoCanvas())
  measure("frame of 3,000 nodes in all states in creation mode", calls: 40, limit: 20_000) { _ in
    crowd.draw(in: NoCanvas())
  }
  measure("the same as parts", calls: 40, limit: 20_000) { _ in
    crowd.draw(crowd.parts(in: crowd.viewport.visible)) { _ in NoCanvas() }
  }
  measure("the first such frame", calls: 12) { call in
    crowd.beginConnecting(from: states.ids[call + 1].output)
    crowd.draw(in: NoCanvas())
  }
}
