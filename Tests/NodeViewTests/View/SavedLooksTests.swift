// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeGraph
import NodeView
import Testing

/// The parts of views that hosts save: paths, selections and looks.
@Suite struct SavedLooksTests {
  private static let first = NodeID(slot: 3, generation: 0)
  private static let second = NodeID(slot: 12, generation: 2)
  private static let group = InstanceID(index: 1, tag: 0)
  private static let wire = Connection(from: first.output(1), to: second.input(0))

  @Test func aPathIsSavedByTheNamesOfItsInstances() throws {
    let path: GraphPath = [Self.group, InstanceID(index: 4, tag: 0)]
    let data = try JSONEncoder().encode(path)
    #expect(String(decoding: data, as: UTF8.self) == ##"["#1","#4"]"##)
    #expect(try JSONDecoder().decode(GraphPath.self, from: data) == path)
    #expect(reason(GraphPath.self, #"["3"]"#) == "'3' is not an instance; write it like '#3'")
  }

  @Test func aSelectionIsSavedInItsOrder() throws {
    let selection = GraphSelection(nodes: [Self.second, Self.group.node, Self.first], connections: [Self.wire])
    let data = try JSONEncoder().encode(selection)
    #expect(try JSONDecoder().decode(GraphSelection.self, from: data) == selection)
    #expect(try JSONDecoder().decode(GraphSelection.self, from: Data("{}".utf8)).isEmpty)
    #expect(reason(GraphSelection.self, #"{"nodes":["x"]}"#) == "'x' is not a node; write it like '12'")
    #expect(
      reason(GraphSelection.self, #"{"connections":[{"from":"3.value","to":"4.0"}]}"#)
        == "'3.value to 4.0' is not a connection; write it like '12.0 to 13.1'")
    #expect(reason(GraphSelection.self, #"{"connections":[{"from":"3.-1","to":"4.0"}]}"#) != nil)
  }

  @Test func looksAreSavedWhole() throws {
    var looks = GraphLooks()
    looks.nodes[Self.first] = NodeLook(size: GraphSize(200, 80), depth: 1, color: GraphColor(0x7e9bd0))
    looks.nodes[Self.group.node] = NodeLook(isLocked: true, form: .compact, flow: .down)
    looks.connections[Self.wire] = ConnectionLook(
      label: "net", color: GraphColor(0xff0000), reroutes: [GraphPoint(1, 2.5)], course: .straight, width: 0.1,
      dash: [3, 1.5])
    looks.frames[FrameID(3)] = GraphFrame("Tax", GraphRect(x: 1, y: 2, width: 30, height: 40))
    let data = try JSONEncoder().encode(looks)
    #expect(try JSONDecoder().decode(GraphLooks.self, from: data) == looks)
    #expect(try JSONDecoder().decode(GraphLooks.self, from: Data("{}".utf8)) == GraphLooks())
    // Looks that cannot be drawn are not saved.
    looks.connections[Self.wire] = ConnectionLook(
      label: "net", reroutes: [GraphPoint(.nan, 1)], width: .nan, dash: [-1])
    let usable = try JSONDecoder().decode(GraphLooks.self, from: JSONEncoder().encode(looks))
    #expect(usable.connections == [Self.wire: ConnectionLook(label: "net")])
    #expect(reason(GraphLooks.self, #"{"nodes":{"3":{"color":"red"}}}"#)?.contains("'red' is not a colour") == true)
    #expect(
      reason(GraphLooks.self, #"{"connections":[{"from":"3.value","to":"4.0","label":"x"}]}"#)
        == "a connection must name its ports by position, as in '3.0'")
    #expect(reason(GraphLooks.self, "[]") != nil)
  }

  private func reason<Value: Decodable>(_ type: Value.Type, _ text: String) -> String? {
    do {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch { return "\(error)" }
  }
}
