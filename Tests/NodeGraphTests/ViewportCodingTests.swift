// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import NodeGraph
import Testing

@Suite struct ViewportCodingTests {
  private func decoded(_ text: String) throws -> Viewport {
    try JSONDecoder().decode(Viewport.self, from: Data(text.utf8))
  }

  @Test func aViewportIsReadAsItWasWritten() throws {
    let viewport = Viewport(size: GraphSize(800, 600), origin: GraphPoint(-3, 7), zoom: 1.5, zoomRange: 0.25...4)
    let text = String(decoding: try JSONEncoder().encode(viewport), as: UTF8.self)
    #expect(try decoded(text) == viewport)
  }

  @Test func aZoomOutsideItsRangeIsBroughtIntoIt() throws {
    let rest = #""origin":{"x":0,"y":0},"size":{"width":1,"height":1}"#
    #expect(try decoded("{\(rest),\"zoom\":9,\"zoomRange\":[0.5,2]}").zoom == 2)
    #expect(throws: DecodingError.self) { try decoded("{\(rest),\"zoom\":1,\"zoomRange\":[0,2]}") }
    #expect(throws: DecodingError.self) { try decoded("{\(rest),\"zoom\":1,\"zoomRange\":[2,1]}") }
  }
}
