// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct GraphPaletteTests {
  /// The contrast ratio of two colours, from 1 to 21, as defined by WCAG 2.2.
  private func contrast(_ one: Paint, _ other: Paint) -> Double {
    func luminance(_ paint: Paint) -> Double {
      func linear(_ component: UInt8) -> Double {
        let share = Double(component) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(paint.red) + 0.7152 * linear(paint.green) + 0.0722 * linear(paint.blue)
    }
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private func expect(
    _ paints: KeyValuePairs<String, Paint>, on grounds: KeyValuePairs<String, Paint>, atLeast least: Double,
    _ look: String
  ) {
    for (name, paint) in paints {
      for (ground, below) in grounds {
        let ratio = contrast(paint, below)
        #expect(ratio >= least, "\(look): \(name) on \(ground) is \(ratio)")
      }
    }
  }

  private func tint(_ paint: Paint, _ opacity: Double, over below: Paint) -> Paint {
    paint.over(below, opacity: opacity)
  }

  private static let looks = ["light": GraphPalette.light, "dark": .dark, "print": .print]

  @Test(arguments: ["light", "dark", "print"])
  func whatIsReadStandsOutFromItsGround(look: String) throws {
    let palette = try #require(Self.looks[look])
    let heads: KeyValuePairs = [
      "formula": palette.heads.formula, "given": palette.heads.given, "color": palette.heads.color,
      "boolean": palette.heads.boolean, "group": palette.heads.group, "failed": palette.failedHead,
      "blocked": palette.blockedHead,
    ]
    let text: KeyValuePairs = ["ink": palette.ink, "second ink": palette.secondaryInk]
    expect(text, on: heads, atLeast: 4.5, look)
    let rows: KeyValuePairs = [
      "body": palette.body, "candidate row": tint(palette.candidate, 0.11, over: palette.body),
      "row aimed at": tint(palette.candidate, 0.24, over: palette.body),
    ]
    expect(text, on: rows, atLeast: 4.5, look)
    expect(
      ["quiet ink": palette.quietInk],
      on: ["off head": palette.offHead, "body": palette.body, "canvas": palette.canvas], atLeast: 4.5, look)
    expect(
      ["danger": palette.danger], on: ["body": palette.body, "danger ground": palette.dangerGround], atLeast: 4.5, look)
    expect(["ink": palette.ink], on: ["field": palette.field], atLeast: 4.5, look)
    expect(["warning": palette.warning], on: ["body": palette.body], atLeast: 4.5, look)
    expect(["second ink": palette.secondaryInk], on: ["off head": palette.offHead], atLeast: 4.5, look)
    // The progress bar of a waiting node.
    expect(["accent": palette.accent], on: ["body": palette.body, "line": palette.line], atLeast: 3, look)
  }

  @Test(arguments: ["light", "dark", "print"])
  func linesPortsAndConnectionsStandOutFromTheirGround(look: String) throws {
    let palette = try #require(Self.looks[look])
    let grounds: KeyValuePairs = ["canvas": palette.canvas, "body": palette.body, "while wiring": palette.wiringCanvas]
    let types: KeyValuePairs = [
      "number": palette.types.number, "boolean": palette.types.boolean, "color": palette.types.color,
      "text": palette.types.text, "list": palette.types.list, "date": palette.types.date, "event": palette.types.event,
    ]
    expect(types, on: grounds, atLeast: 3, look)
    let lines: KeyValuePairs = [
      "border": palette.border, "accent": palette.accent, "danger": palette.danger, "candidate": palette.candidate,
    ]
    expect(lines, on: grounds, atLeast: 3, look)
    expect(
      ["line of a field": palette.fieldLine], on: ["body": palette.body, "field": palette.field], atLeast: 3, look)
  }

  @Test func noTwoTypesHaveTheSameShapeOrColour() {
    let shapes = PortShape.allCases.map { $0.path(at: .zero, diameter: 10) }
    // A ring differs from a disc only by its hole.
    #expect(Set(shapes).count == shapes.count - 1)
    for palette in [GraphPalette.light, .dark] {
      let types = palette.types
      let paints = [types.number, types.boolean, types.color, types.text, types.list, types.date, types.event]
      #expect(Set(paints).count == paints.count)
    }
  }

  @Test func shapesStayWithinTheRoomOfAPort() {
    for shape in PortShape.allCases {
      let points = shape.path(at: GraphPoint(50, 50), diameter: 10).flattened(steps: 4) { $0 }.joined()
      #expect(points.allSatisfy { abs($0.x - 50) <= 6.2 && abs($0.y - 50) <= 6.2 }, "\(shape)")
      #expect(points.contains { $0.x > 54 } && points.contains { $0.x < 46 }, "\(shape)")
    }
  }
}
