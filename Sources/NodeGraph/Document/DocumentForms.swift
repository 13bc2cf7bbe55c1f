// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The forms of the fields of documents. Each is written in one place, with the words of its faults.
extension FieldForm where Self == TextForm<String> {
  static var text: Self { TextForm(text: { $0 }, value: { $0 }) }
}

extension FieldForm where Self == TextForm<GraphPoint> {
  static var position: Self {
    TextForm(
      text: { DocumentText.text($0) }, value: { DocumentText.position($0) },
      reason: { "\($0) is not a position" })
  }
}

// MARK: Ids

extension FieldForm where Self == TextForm<NodeID> {
  static var nodeID: Self {
    TextForm(
      text: { DocumentText.text($0) }, value: { DocumentText.id($0) }, code: .id,
      reason: { "\($0) is not an id" }, standIn: .missing)
  }

  /// The id of a member of a definition; a fault is noted by the record.
  static var innerID: Self {
    TextForm(text: { DocumentText.text($0) }, value: { DocumentText.id($0) })
  }
}

extension FieldForm where Self == TextForm<DefinitionID> {
  static var definitionID: Self {
    TextForm(
      text: { "\($0.number)" }, value: { DocumentText.number($0).map { DefinitionID($0) } }, code: .id,
      reason: { "\($0) is not an id" }, standIn: .missing)
  }

  /// The id of another definition; a fault is noted by the record.
  static var definition: Self {
    TextForm(
      text: { "\($0.number)" }, value: { DocumentText.number($0).map { DefinitionID($0) } }
    )
  }
}

extension FieldForm where Self == TextForm<InstanceID> {
  static var instanceID: Self {
    TextForm(
      text: { DocumentText.text($0.node) },
      value: { DocumentText.member($0).flatMap { InstanceID($0) } }, code: .id,
      reason: { _ in "expected the id of an instance, like '#3'" }, missingText: "", standIn: .missing)
  }
}

extension FieldForm where Self == TextForm<FrameID> {
  /// The id of a frame; a fault is noted by the record.
  static var frameID: Self {
    TextForm(text: { "\($0.number)" }, value: { DocumentText.number($0).map { FrameID($0) } })
  }
}

// MARK: Connections

extension FieldForm where Self == TextListForm<DocumentConnection> {
  static var connections: Self {
    TextListForm(
      append: { DocumentText.append($0, to: &$1) }, element: { DocumentText.connection($0) },
      code: .connection, reason: "is not a connection; write it like 'x=12.sum'", isStrict: true)
  }
}

extension FieldForm where Self == TextListForm<DocumentDefinition.End> {
  static var ends: Self {
    TextListForm(
      append: { $1 += DocumentText.text($0).utf8 }, element: { DocumentText.end($0) },
      code: .connection,
      reason: "is not a port; write it like '12.x'")
  }
}

extension FieldForm where Self == TextForm<DocumentDefinition.End> {
  static var end: Self {
    TextForm(
      text: { DocumentText.text($0) }, value: { DocumentText.end($0[...]) },
      code: .connection, reason: { "\($0) is not a port; write it like '12.x'" }, missingText: "")
  }
}

extension FieldForm where Self == TextListForm<DocumentInstance.Order> {
  static var orders: Self {
    TextListForm(
      append: { order, text in
        let end = DocumentText.text(DocumentDefinition.End(order.inner, order.port))
        text += "\(end)=\(order.places.map { "\($0)" }.joined(separator: ","))".utf8
      },
      element: { piece in
        let parts = DocumentText.split(piece, at: "=", omittingEmptyPieces: false)
        let places = parts.count == 2 ? parts[1].split(separator: ",").map { Int($0) } : []
        guard let end = DocumentText.end(parts[0]), !places.isEmpty, !places.contains(nil) else { return nil }
        return DocumentInstance.Order(of: end.member, end.port, places.compactMap { $0 })
      }, code: .connection, reason: "is not an order; write it like '12.x=1,0'")
  }
}

// MARK: Members

extension FieldForm where Self == TextListForm<DocumentInstance.Member> {
  static var members: Self {
    TextListForm(
      append: { $1 += "\(DocumentText.text($0.inner))=\(DocumentText.text($0.node))".utf8 },
      element: { DocumentText.membership($0) }, code: .id, reason: "is not a member; write it like '0=12'")
  }
}

extension FieldForm where Self == TextListForm<NodeID> {
  static var selection: Self {
    TextListForm(
      append: { $1 += DocumentText.text($0).utf8 }, element: { DocumentText.member($0) }, code: .id,
      reason: "is not an id")
  }
}

extension FieldForm where Self == ModesForm { static var modes: Self { ModesForm() } }

/// The modes of nodes and instances, by id.
struct ModesForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> [NodeID:
    NodeMode]?
  {
    var modes: [NodeID: NodeMode] = [:]
    for (name, value) in (try ValuesForm().read(key, reader, &faults) ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let member = try reader.readMember(name, of: key, &faults) else { continue }
      if case .string(let text) = value, let mode = NodeMode(rawValue: text) {
        modes[member] = mode == .active ? nil : mode
      } else {
        try faults.note(.field, at: reader.path(of: key).appending(name), "expected \"muted\" or \"bypassed\"")
      }
    }
    return modes
  }

  func write(_ value: [NodeID: NodeMode], _ key: FieldKey, to writer: inout FieldWriter) throws {
    var members = writer.container.nestedContainer(keyedBy: DocumentKey.self, forKey: key)
    for (member, mode) in value { try members.encode(mode.rawValue, forKey: DocumentKey(DocumentText.text(member))) }
  }
}

// MARK: Simple values

extension FieldForm where Self == SimpleForm<Bool> { static var flag: Self { SimpleForm() } }

extension FieldForm where Self == SimpleForm<Int> {
  static var integer: Self { SimpleForm() }
  /// A positive number that other programs can count up from.
  static var revision: Self { SimpleForm(limited: { min(max(1, $0), 1 << 53) }) }
}

extension FieldForm where Self == ValueForm { static var value: Self { ValueForm() } }
extension FieldForm where Self == ValuesForm { static var values: Self { ValuesForm() } }

// MARK: Records

extension FieldForm where Self == RecordsForm<DocumentNode> { static var nodes: Self { Self() } }
extension FieldForm where Self == RecordsForm<DocumentInstance> {
  static var instances: Self { Self() }
}
extension FieldForm where Self == RecordsForm<DocumentDefinition> {
  static var definitions: Self { Self() }
}
extension FieldForm where Self == RecordsForm<DocumentDefinition.Port> {
  static var ports: Self { Self() }
}
extension FieldForm where Self == RecordsForm<DocumentInstance.Values> {
  static var nodeValues: Self { Self() }
}
extension FieldForm where Self == RecordForm<GraphViewState> { static var view: Self { Self() } }

extension FieldForm where Self == ViewportForm { static var viewport: Self { ViewportForm() } }

/// A viewport in the form of its own coding.
struct ViewportForm: FieldForm {
  func read(_ key: FieldKey, _ reader: FieldReader, _ faults: inout DocumentFaults) throws(DocumentError) -> Viewport? {
    guard let value = try ValueForm().read(key, reader, &faults), value != .null else { return nil }
    do {
      return try value.decoded(as: Viewport.self)
    } catch {
      try faults.note(.field, at: reader.path(of: key), DocumentError(error).reason)
      return nil
    }
  }
}
