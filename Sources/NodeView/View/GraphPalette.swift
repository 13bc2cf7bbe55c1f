// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The colours of a themed look: quiet grounds, one strong text on each node, and colour only where it has a meaning.
///
/// Text has a contrast of at least 4.5 to 1 against its ground, and lines, ports and connections of 3 to 1; a test
/// computes both for ``light``, ``dark`` and ``print``. Change a copy to get a look of your own, and pass it to
/// ``GraphViewStyle/themed(_:)``:
///
/// ```swift
/// var palette = GraphPalette.light
/// palette.accent = Paint(0x7a3cff)
/// view.style = .themed(palette)
/// ```
///
/// It has no public initializer: begin with one of the three, so that every colour is set. Renderers of a host take
/// theirs from ``GraphViewStyle/palette`` of the view's style, so that they follow a change of the look.
public struct GraphPalette: Hashable, Sendable {
  /// The ground below everything: ``GraphViewStyle/themed(_:)`` makes it the background. Whether it is dark decides how
  /// strongly frames are filled.
  public var canvas: Paint
  /// The ground while a connection is made. Ports and lines need a contrast of 3 to 1 on it, as on ``canvas``; make it
  /// a little lighter than that.
  public var wiringCanvas: Paint
  /// The dots on the ground: faint, decoration only. ``GraphViewStyle/themed(_:)`` draws its grid in it, where
  /// ``GraphViewStyle/grid`` can be changed.
  public var dot: Paint
  /// The ground of nodes, of pills next to lines, of what is hollow in ports, and of the visible part in a ``Minimap``.
  ///
  /// All inks need a contrast of 4.5 to 1 on it, and all lines and ports of 3 to 1.
  public var body: Paint
  /// The line around nodes; dotted around nodes that are switched off or not needed. It needs a contrast of 3 to 1 on
  /// ``canvas``, ``wiringCanvas`` and ``body``.
  ///
  /// Nodes that failed have ``danger``, blocked nodes ``quietInk``, and the node below the pointer ``secondaryInk``
  /// instead.
  public var border: Paint
  /// The lines between rows and around pills, and the track of progress bars: faint, decoration only.
  public var line: Paint
  /// The ground of a value that can be typed over. For renderers of a host: the view itself draws no fields. ``ink``
  /// needs a contrast of 4.5 to 1 on it.
  public var field: Paint
  /// The line around a value that can be typed over, 3 to 1 on ``body`` and ``field``. For renderers of a host.
  public var fieldLine: Paint
  /// Titles and values, the titles of frames, and the ring of the keyboard focus. It needs a contrast of 4.5 to 1 on
  /// ``body``, ``field`` and all ``heads``.
  public var ink: Paint
  /// Texts that are read second: formulas, the names and values of inputs, signs in title bars, and the border of a
  /// node below the pointer. It needs a contrast of 4.5 to 1 on ``body``, all ``heads`` and ``offHead``.
  public var secondaryInk: Paint
  /// Captions, all texts of nodes that are muted or not needed, connections of muted nodes, and lines in a ``Minimap``.
  /// It is quiet, but has to be readable: 4.5 to 1 on ``body``, ``canvas`` and ``offHead``.
  public var quietInk: Paint
  /// The selection, the rectangle that selects, alignment guides, the done part of progress bars, and the visible part
  /// in a ``Minimap``.
  ///
  /// It needs a contrast of 3 to 1 on ``canvas``, ``wiringCanvas``, ``body`` and ``line``, and should differ from
  /// ``candidate``, which marks possible connections.
  public var accent: Paint
  /// Inputs that accept the connection being made, nodes that accept what is dragged, and the outline of a new node
  /// below a payload.
  ///
  /// Rows of such inputs are tinted with it at opacities of 0.11 and 0.24, on which ``ink`` has to stay readable.
  public var candidate: Paint
  /// The border and sign of nodes that failed, and everything that refuses a connection: ports, words and the wire
  /// itself.
  ///
  /// It is text as well as lines: it needs a contrast of 4.5 to 1 on ``body`` and ``dangerGround``.
  public var danger: Paint
  /// The ground of the row of an input below a wire that it refuses, with the name of the input in ``danger`` on it:
  /// 4.5 to 1.
  public var dangerGround: Paint
  /// Texts about what is out of date, and about runs that take longer than 16 ms. It needs a contrast of 4.5 to 1 on
  /// ``body``.
  public var warning: Paint
  /// The title bars of nodes, by what they are. ``ink`` and ``secondaryInk`` need a contrast of 4.5 to 1 on each.
  ///
  /// Nodes that give a value without reading one have the colour of the ``body`` in the three palettes. A colour in a
  /// node's look or from the renderer provider takes precedence; titles on the colour of a look are black or white,
  /// whichever is easier to read.
  public var heads: Categories
  /// The title bars of nodes that failed, whatever their category and the colour of their look. The border in
  /// ``danger`` and a sign mark them too, so that the colour alone doesn't have to.
  public var failedHead: Paint
  /// The title bars of nodes that have no value because another node failed. A sign and a dashed border mark them too.
  public var blockedHead: Paint
  /// The title bars of nodes that are switched off, muted, bypassed or not needed; ``quietInk`` has to be readable on
  /// it.
  public var offHead: Paint
  /// The colours of nodes seen from far away, at a zoom below 0.3, and in minimaps, by what they are. Frames without a
  /// colour have the one of groups.
  ///
  /// Blocks have no text, so they can be stronger than ``heads``.
  public var blocks: Categories
  /// The colours of ports and connections, by the name of their type. Types with other names share them: a name always
  /// gets the same colour.
  ///
  /// ``GraphViewRendererProvider/graphView(_:paintOf:)`` takes precedence.
  public var types: Types
  /// The colour of the shadows of nodes, made fainter by ``shadowOpacities``. Shadows grow below the pointer and during
  /// a drag.
  public var shadow: Paint
  /// The opacity, 0…1, of each of the fills that make a shadow, from the innermost outwards; empty for no shadows.
  /// Three are drawn at most, and two at a zoom below 0.6.
  ///
  /// Shadows are fills because canvases have no blur: each costs a fill for each node.
  public var shadowOpacities: [Double]

  /// A colour for each category of nodes: see ``NodeAppearance/Category``.
  ///
  /// ``GraphPalette/heads`` has pale ones for title bars with text, ``GraphPalette/blocks`` strong ones for nodes
  /// without text.
  public struct Categories: Hashable, Sendable {
    /// The colour of nodes that compute.
    public var formula: Paint
    /// The colour of nodes that give a value without reading one, such as numbers that a user types.
    public var given: Paint
    /// The colour of nodes whose value is a colour.
    public var color: Paint
    /// The colour of nodes whose value is a Boolean.
    public var boolean: Paint
    /// The colour of nodes that stand for several nodes, and of frames without a colour of their own.
    public var group: Paint
  }

  /// A colour for each type of port that has a shape of its own, recognised by the name of the type. Every other type
  /// is drawn as a ring.
  ///
  /// No two have the same shape, so types can be told apart without their colours. Give no two the same colour either.
  public struct Types: Hashable, Sendable {
    /// The colour of numbers, which are discs: types named `Number`, `Double`, `Float` and `Int`. It also draws
    /// connections whose type is unknown.
    public var number: Paint
    /// The colour of truth values, which are diamonds: types named `Boolean` and `Bool`.
    public var boolean: Paint
    /// The colour of colours, which are squares: types named `Color` and `Colour`.
    public var color: Paint
    /// The colour of texts, which are wide bars: types named `Text` and `String`.
    public var text: Paint
    /// The colour of lists, which are three bars: types named `List` and `Array`.
    public var list: Paint
    /// The colour of dates, which are hexagons: types named `Date`.
    public var date: Paint
    /// The colour of events, which are triangles: types named `Event`.
    public var event: Paint
  }

  /// A palette with dark texts on light grounds: white nodes on a canvas of pale grey. ``GraphViewStyle/light`` has it.
  ///
  /// Begin with it for a look of your own on a light ground; its contrasts are tested.
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

  /// A palette with light texts on dark grounds: dark grey nodes on a nearly black canvas. ``GraphViewStyle/dark`` has
  /// it.
  ///
  /// Begin with it for a look of your own on a dark ground; its contrasts are tested.
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

  /// The palette ``light`` on white paper, without shadows. Its dots are those of ``light``:
  /// ``GraphViewStyle/picture``, which uses it, has no grid.
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

  /// The shape and the colour of ports of a type, by its name; other types share the seven colours by their names.
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
  /// Returns one of the colours for a type without its own, always the same for a name: by FNV-1a.
  fileprivate func shared(by name: String) -> Paint {
    let all = [number, boolean, color, text, list, date, event]
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return all[Int(hash % UInt64(all.count))]
  }
}
