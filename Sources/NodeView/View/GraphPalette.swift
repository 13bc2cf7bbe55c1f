// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The colours of a themed look: quiet grounds, one strong text on each node, colour only where it says something.
///
/// Text has a contrast of at least 4.5 to 1 against what lies behind it, and lines, ports and connections of 3 to 1; a test
/// computes both for ``light`` and ``dark``. Change a copy to get a look of your own:
///
/// ```swift
/// var palette = GraphPalette.light
/// palette.accent = Paint(0x7a3cff)
/// view.style = .themed(palette)
/// ```
public struct GraphPalette: Hashable, Sendable {
  /// The ground below everything.
  public var canvas: Paint
  /// The ground while a connection is made.
  public var wiringCanvas: Paint
  /// The dots on the ground: faint, decoration only.
  public var dot: Paint
  /// The ground of nodes.
  public var body: Paint
  /// The line around nodes.
  public var border: Paint
  /// The lines between rows: faint, decoration only.
  public var line: Paint
  /// The ground of a value that can be typed over.
  public var field: Paint
  /// The line around a value that can be typed over.
  public var fieldLine: Paint
  /// Titles and values.
  public var ink: Paint
  /// What is read second: formulas, and the values of inputs.
  public var secondaryInk: Paint
  /// Captions, and what is off.
  public var quietInk: Paint
  /// What is selected.
  public var accent: Paint
  /// Inputs that take the connection that is being made.
  public var candidate: Paint
  /// What failed, and what is refused.
  public var danger: Paint
  /// The ground of what failed or is refused.
  public var dangerGround: Paint
  /// What is out of date, and what takes long.
  public var warning: Paint
  /// The title bars of nodes by what they are; those of given values have the colour of the ``body``.
  public var heads: Categories
  /// The title bars of nodes that failed.
  public var failedHead: Paint
  /// The title bars of nodes that have no value because another one failed.
  public var blockedHead: Paint
  /// The title bars of nodes that are switched off.
  public var offHead: Paint
  /// Nodes seen from far away, and in minimaps, by what they are.
  public var blocks: Categories
  /// Ports and connections by the name of their type.
  public var types: Types
  /// The colour of shadows.
  public var shadow: Paint
  /// How opaque each of the fills is that make a shadow, from the innermost outwards; none for no shadows.
  public var shadowOpacities: [Double]

  /// A colour for each category of nodes.
  public struct Categories: Hashable, Sendable {
    /// Nodes that compute.
    public var formula: Paint
    /// Nodes that give a value without reading one.
    public var given: Paint
    /// Nodes that give colours.
    public var color: Paint
    /// Nodes that give truth values.
    public var boolean: Paint
    /// Nodes that stand for several.
    public var group: Paint
  }

  /// A colour for each type of port that has a shape of its own.
  public struct Types: Hashable, Sendable {
    /// Numbers: discs.
    public var number: Paint
    /// Truth values: diamonds.
    public var boolean: Paint
    /// Colours: squares.
    public var color: Paint
    /// Texts: wide bars.
    public var text: Paint
    /// Lists: three bars.
    public var list: Paint
    /// Dates: hexagons.
    public var date: Paint
    /// Events: triangles.
    public var event: Paint
  }

  /// Dark on light grounds.
  public static let light = GraphPalette(
    canvas: Paint(0xf4f6f9), wiringCanvas: Paint(0xfbfcfd), dot: Paint(0xccd3dd), body: .white,
    border: Paint(0x818ca0), line: Paint(0xe4e8ee), field: Paint(0xf1f4f8), fieldLine: Paint(0x808a99),
    ink: Paint(0x171c26), secondaryInk: Paint(0x414c5c), quietInk: Paint(0x5b6675), accent: Paint(0x1d63ed),
    candidate: Paint(0x17744c), danger: Paint(0xc0202a), dangerGround: Paint(0xfdeaea),
    warning: Paint(0x8a5200),
    heads: Categories(
      formula: Paint(0xeaf0fa), given: .white, color: Paint(0xf5ecf7), boolean: Paint(0xf8eee6), group: Paint(0xe6f3f0)),
    failedHead: Paint(0xfbe3e3), blockedHead: Paint(0xf0eeec), offHead: Paint(0xeceff3),
    blocks: Categories(
      formula: Paint(0x7e9bd0), given: Paint(0x8d99aa), color: Paint(0xb58abf), boolean: Paint(0xc99670),
      group: Paint(0x62a698)),
    types: Types(
      number: Paint(0x4a5a6b), boolean: Paint(0xa43e01), color: Paint(0xb64a95), text: Paint(0x24795a),
      list: Paint(0x5c268f), date: Paint(0xa18434), event: Paint(0x1c2130)),
    shadow: Paint(0x18253b), shadowOpacities: [0.05, 0.04, 0.025])

  /// Light on dark grounds.
  public static let dark = GraphPalette(
    canvas: Paint(0x14171c), wiringCanvas: Paint(0x1c2128), dot: Paint(0x2f3742), body: Paint(0x232932),
    border: Paint(0x6d7888), line: Paint(0x333b47), field: Paint(0x191e25), fieldLine: Paint(0x748091),
    ink: Paint(0xf1f4f8), secondaryInk: Paint(0xc3ccd8), quietInk: Paint(0x9aa6b6), accent: Paint(0x62b0ff),
    candidate: Paint(0x63d6a0), danger: Paint(0xff8b85), dangerGround: Paint(0x40232a),
    warning: Paint(0xf3bd57),
    heads: Categories(
      formula: Paint(0x2a3650), given: Paint(0x232932), color: Paint(0x3a2c45), boolean: Paint(0x40322a),
      group: Paint(0x233f3c)),
    failedHead: Paint(0x50282d), blockedHead: Paint(0x332f2d), offHead: Paint(0x2a3039),
    blocks: Categories(
      formula: Paint(0x5f82bd), given: Paint(0x6f7c8e), color: Paint(0x9a6ca8), boolean: Paint(0xb07c55),
      group: Paint(0x4b9486)),
    types: Types(
      number: Paint(0x9fabc0), boolean: Paint(0xe0935a), color: Paint(0xf0529a), text: Paint(0x7be0b0),
      list: Paint(0x8a68f0), date: Paint(0xebdd6e), event: Paint(0xeef1f6)),
    shadow: .black, shadowOpacities: [0.22, 0.16, 0.10])

  /// ``light`` on white paper: no dots and no shadows.
  public static let print: GraphPalette = {
    var palette = light
    palette.canvas = .white
    palette.border = Paint(0x7d8797)
    palette.shadowOpacities = []
    return palette
  }()
}

extension GraphPalette {
  /// The ground of a node's title bar.
  func head(_ appearance: NodeAppearance) -> Paint {
    switch appearance.condition {
    case .failed: failedHead
    case .blocked: blockedHead
    case .muted, .bypassed, .unneeded, .off: offHead
    case .normal, .waiting, .stale: heads[appearance.category]
    }
  }

  /// The shape and the colour of ports of a type, told by its name; other types share the seven colours by their names.
  func mark(of type: PortType) -> (shape: PortShape, paint: Paint) {
    switch type.name {
    case "Number", "Double", "Float", "Int": (.disc, types.number)
    case "Boolean", "Bool": (.diamond, types.boolean)
    case "Color", "Colour": (.square, types.color)
    case "Text", "String": (.bar, types.text)
    case "List", "Array": (.bars, types.list)
    case "Date": (.hexagon, types.date)
    case "Event": (.triangle, types.event)
    default: (.ring, types.shared(by: type.name))
    }
  }
}

extension GraphPalette.Categories {
  subscript(category: NodeAppearance.Category) -> Paint {
    switch category {
    case .formula: formula
    case .given: given
    case .color: color
    case .boolean: boolean
    case .group: group
    }
  }
}

extension GraphPalette.Types {
  /// One of the colours for a type without one, always the same for a name: by FNV-1a.
  fileprivate func shared(by name: String) -> Paint {
    let all = [number, boolean, color, text, list, date, event]
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return all[Int(hash % UInt64(all.count))]
  }
}
