// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The fields of looks.
extension DocumentLooks: DocumentRecord {
  static var blank: DocumentLooks { DocumentLooks() }

  static let fields: RecordFields<DocumentLooks> = [
    DocumentField("nodes", \.nodes, NodeLooksForm(), unless: [:]),
    DocumentField("connections", \.wires, RecordsForm(), writtenIf: { !$0.isEmpty }),
    DocumentField(
      "frames", \.numberedFrames, RecordsForm(number: { $0.id.number }),
      writtenIf: { !$0.isEmpty }),
  ]

  /// The look of a connection with the connection. Wires with the default look are dropped.
  private var wires: [WireLook] {
    get { connectionsInOrder.map { WireLook(wire: $0.wire, look: $0.look) } }
    set {
      connections = Dictionary(newValue.lazy.filter { !$0.look.isDefault }.map { ($0.wire, $0.look) }) { $1 }
    }
  }

  /// The frames in the order of their ids.
  private var numberedFrames: [NumberedFrame] {
    get { frames.sorted { $0.key < $1.key }.map { NumberedFrame(id: $0.key, frame: $0.value) } }
    set { frames = Dictionary(newValue.lazy.map { ($0.id, $0.frame) }) { $1 } }
  }

  /// Reads looks from a value of a document.
  init(_ value: DocumentValue, at path: DocumentPath, _ faults: inout DocumentFaults) throws(DocumentError) {
    self.init()
    var value = value
    // A list that is null counts as missing, as it does for other fields.
    if case .object(let members) = value { value = .object(members.filter { $0.value != .null }) }
    guard let container = value.container(keyedBy: FieldKey.self) else {
      try faults.note(.field, at: path, "expected an object")
      return
    }
    let place = RecordPlace(parent: path)
    let reader = FieldReader(container: container, place: place, version: GraphDocument.version)
    self = try DocumentLooks(reader, &faults) ?? .blank
  }

  /// Reads looks from a value of a document.
  ///
  /// - Throws: The first fault.
  package init(_ value: DocumentValue) throws(DocumentError) {
    var faults = DocumentFaults(isRepairing: false)
    self = try DocumentLooks(value, at: DocumentPath(), &faults)
  }

  /// Writes the looks by themselves.
  package func encode(to encoder: any Encoder) throws {
    try write(into: encoder.container(keyedBy: FieldKey.self), version: GraphDocument.version)
  }
}

extension NodeLook: DocumentRecord {
  static var blank: NodeLook { NodeLook() }

  static let fields: RecordFields<NodeLook> = [
    DocumentField("size", \.size, .size),
    DocumentField("color", \.color, .color),
    DocumentField("depth", \.depth, .depth, unless: 0),
    DocumentField("locked", \.isLocked, .flag, unless: false),
    DocumentField("form", \.form, .choice(), unless: .full),
    DocumentField("flow", \.flow, .choice(), unless: .right),
    DocumentField("format", \.format, .text),
    DocumentField("note", \.note, .text),
  ]
}

private struct WireLook: DocumentRecord {
  var wire: DocumentLooks.Wire
  var look = ConnectionLook()

  static var blank: WireLook {
    let end = DocumentDefinition.End(.missing, "")
    return WireLook(wire: DocumentLooks.Wire(from: end, to: end))
  }

  static let fields: RecordFields<WireLook> = [
    DocumentField("from", \.wire.source, .end, lack: .dropped()),
    DocumentField("to", \.wire.target, .end, lack: .dropped()),
    DocumentField("label", \.look.label, .text),
    DocumentField("color", \.look.color, .color),
    DocumentField("through", \.look.reroutes, .reroutes, unless: []),
    DocumentField("course", \.look.course, .choice()),
    DocumentField("width", \.look.width, .width),
    DocumentField("dash", \.look.dash, .dash, unless: []),
  ]
}

private struct NumberedFrame: DocumentRecord {
  var id: FrameID
  var frame = GraphFrame("", GraphRect(.zero, GraphSize(0, 0)))

  static var blank: NumberedFrame { NumberedFrame(id: FrameID(0)) }

  static let fields: RecordFields<NumberedFrame> = [
    DocumentField("id", \.id, .frameID, lack: .dropped(.id, "'id' is missing, or is not an id")),
    DocumentField("at", \.frame.rect.origin, .position, lack: .dropped(.field, "a frame needs 'at' and 'size'")),
    DocumentField("size", \.frame.rect.size, .size, lack: .dropped(.field, "a frame needs 'at' and 'size'")),
    DocumentField("title", \.frame.title, .text),
    DocumentField("color", \.frame.color, .color),
    DocumentField("text", \.frame.text, .text, unless: ""),
  ]
}

// MARK: Forms

extension FieldForm where Self == LooksForm { static var looks: Self { LooksForm() } }

/// The looks of a scope.
struct LooksForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError)
    -> DocumentLooks?
  {
    guard let value = try ValueForm().read(key, reader, &faults) else { return nil }
    return try DocumentLooks(value, at: reader.path(of: key), &faults)
  }

  func write(_ value: DocumentLooks, _ key: FieldKey, to writer: inout FieldWriter) throws {
    try RecordForm().write(value, key, to: &writer)
  }
}

/// The looks of nodes and instances, by id. Default looks are dropped.
private struct NodeLooksForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> [NodeID:
    NodeLook]?
  {
    guard let members = try reader.readMembers(key, &faults) else { return nil }
    var looks: [NodeID: NodeLook] = [:]
    for name in members.allKeys {
      let place = RecordPlace(parent: reader.path(of: key).appending(name.stringValue))
      guard let container = try? members.nestedContainer(keyedBy: FieldKey.self, forKey: name) else {
        try faults.note(.field, at: place.path, "expected an object")
        continue
      }
      guard let member = try reader.readMember(name.stringValue, of: key, &faults) else { continue }
      let inner = FieldReader(container: container, place: place, version: reader.version)
      if let look = try NodeLook(inner, &faults), !look.isDefault { looks[member] = look }
    }
    return looks
  }

  func write(_ value: [NodeID: NodeLook], _ key: FieldKey, to writer: inout FieldWriter) throws {
    var members = writer.container.nestedContainer(keyedBy: DocumentKey.self, forKey: key)
    for (member, look) in value {
      let inner = members.nestedContainer(keyedBy: FieldKey.self, forKey: DocumentKey(DocumentText.text(member)))
      try look.write(into: inner, version: writer.version)
    }
  }
}

extension FieldForm where Self == TextForm<GraphSize> {
  static var size: Self {
    TextForm(
      text: { DocumentText.text(GraphPoint($0.width, $0.height)) },
      value: { text in
        DocumentText.position(text).flatMap { $0.x >= 0 && $0.y >= 0 ? GraphSize($0.x, $0.y) : nil }
      }, reason: { "\($0) is not a size" })
  }
}

extension FieldForm where Self == TextForm<GraphColor> {
  static var color: Self {
    TextForm(
      text: { $0.description }, value: { GraphColor($0) },
      reason: { "\($0) is not a colour; write it like '#7e9bd0'" })
  }
}

extension FieldForm {
  /// One of several words.
  static func choice<Choice>() -> Self
  where Self == TextForm<Choice>, Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    return TextForm(
      text: { $0.rawValue }, value: { Choice(rawValue: $0) }, reason: { _ in "expected \(words)" })
  }
}

extension FieldForm where Self == TextForm<[GraphPoint]> {
  static var reroutes: Self {
    TextForm(
      text: { $0.map { DocumentText.text($0) }.joined(separator: " ") },
      value: { text in
        let numbers = text.split(separator: " ")
        let points = stride(from: 0, to: numbers.count - 1, by: 2).compactMap {
          DocumentText.position("\(numbers[$0]) \(numbers[$0 + 1])")
        }
        return points.count * 2 == numbers.count ? points : nil
      }, reason: { "\($0) is not a list of positions" })
  }
}

extension FieldForm where Self == TextForm<[Double]> {
  /// The lengths of dashes and gaps.
  static var dash: Self {
    TextForm(
      text: { $0.map { DocumentText.text($0) }.joined(separator: " ") },
      value: { text in
        let words = text.split(separator: " ")
        let lengths = ConnectionLook.usable(dash: words.compactMap { Double($0) })
        return lengths.isEmpty || lengths.count != words.count ? nil : lengths
      }, reason: { "\($0) is not a list of dash and gap lengths; write it like '8 4'" })
  }
}

extension FieldForm where Self == SimpleForm<Int> {
  static var depth: Self { SimpleForm(reason: "expected an integer") }
}

extension FieldForm where Self == SimpleForm<Double> {
  /// The width of a wire.
  static var width: Self {
    let greatest = ConnectionLook.greatestWidth
    return SimpleForm(
      limited: { $0 > 0 && $0 <= greatest ? $0 : nil },
      reason: "expected a number above 0 and up to \(Int(greatest))")
  }
}
