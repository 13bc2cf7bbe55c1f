// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reading and writing definitions and instances. Unknown fields are kept.
extension DocumentDefinition {
  struct Field: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool {
      switch name {
      case "id", "inputs", "instances", "name", "nodes", "origin", "outputs", "revision": true
      default: false
      }
    }

    static func isReserved(_ name: String, in version: Int) -> Bool {
      name == "looks" ? version >= GraphDocument.versionOfLooks : isKnown(name)
    }
  }

  private struct PortField: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool { name == "leads" || name == "many" || name == "name" }
  }

  /// Reads a definition. If it has no name, its name is "definition".
  init(
    _ fields: KeyedDecodingContainer<Field>, at path: DocumentPath, version: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let reader = FieldReader(fields: fields, path: { path })
    self.init(id: .missing, name: "")
    if let number = try reader.readID(&faults, where: { $0.generation == 0 }) { id = DefinitionID(number.slot) }
    name = try reader.readString("name", &faults) ?? "definition"
    revision = min(max(1, try reader.read(Int.self, "revision", &faults) ?? 1), 1 << 53)
    origin = try reader.readPosition("origin", &faults) ?? .zero
    inputs = try Self.readPorts(fields, "inputs", at: path, &faults)
    outputs = try Self.readPorts(fields, "outputs", at: path, &faults)
    try readMembers(reader, version: version, &faults)
    for field in fields.allKeys where !Field.isReserved(field.stringValue, in: version) {
      others[field.stringValue] = try reader.readUnknown(field, &faults)
    }
  }

  /// Reads the fields that the root and a definition share: nodes, instances and looks.
  mutating func readMembers<Field: DocumentField>(
    _ reader: FieldReader<Field>, version: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let path = reader.path()
    nodes = try readObjects(reader.fields, Field("nodes"), at: path, &faults) {
      (container: KeyedDecodingContainer<DocumentNode.Field>, index, faults) throws(DocumentError) in
      try DocumentNode(container, at: .init(scope: path, index: index), version: version, &faults)
    }
    if version >= GraphDocument.versionOfGroups {
      instances = try readObjects(reader.fields, Field("instances"), at: path, &faults) {
        (container: KeyedDecodingContainer<DocumentInstance.Field>, index, faults) throws(DocumentError) in
        try DocumentInstance(container, at: path.appending("instances").appending(index), &faults)
      }
    }
    let field = Field("looks")
    if version >= GraphDocument.versionOfLooks, reader.fields.contains(field),
      let value = try reader.readUnknown(field, &faults)
    {
      looks = try DocumentLooks(value, at: path.appending("looks"), &faults)
    }
  }

  private static func readPorts(
    _ fields: KeyedDecodingContainer<Field>, _ field: Field, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [Port] {
    try readObjects(fields, field, at: path, &faults) {
      (container: KeyedDecodingContainer<PortField>, index, faults) throws(DocumentError) in
      try readPort(container, at: path.appending(field.stringValue).appending(index), &faults)
    }
  }

  private static func readPort(
    _ fields: KeyedDecodingContainer<PortField>, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Port? {
    let reader = FieldReader(fields: fields, path: { path })
    guard let name = try reader.readString("name", &faults) else {
      try faults.note(.field, at: path, "'name' is missing")
      return nil
    }
    var port = Port(name, leadingTo: [])
    for piece in DocumentText.split(try reader.readString("leads", &faults) ?? "", at: " ") {
      if let end = DocumentText.end(piece) {
        port.ends.append(end)
      } else {
        try faults.note(
          .connection, at: path.appending("leads"),
          "'\(VisibleText.standIns(String(piece)))' is not a port; write it like '12.x'")
      }
    }
    port.takesMany = try reader.read(Bool.self, "many", &faults) ?? false
    return port
  }

  func encode(into fields: inout KeyedEncodingContainer<Field>, version: Int) throws {
    for (name, value) in others where !Field.isReserved(name, in: version) {
      try fields.encode(value, forKey: Field(name))
    }
    try fields.encode("\(id.number)", forKey: "id")
    try fields.encode(name, forKey: "name")
    if revision != 1 { try fields.encode(revision, forKey: "revision") }
    if origin != .zero, origin.isFinite { try fields.encode(DocumentText.text(origin), forKey: "origin") }
    for (ports, field) in [(inputs, "inputs" as Field), (outputs, "outputs")] where !ports.isEmpty {
      var list = fields.nestedUnkeyedContainer(forKey: field)
      for port in ports {
        var container = list.nestedContainer(keyedBy: PortField.self)
        try container.encode(port.name, forKey: "name")
        try container.encode(port.ends.map(DocumentText.text).joined(separator: " "), forKey: "leads")
        if port.takesMany { try container.encode(true, forKey: "many") }
      }
    }
    try encodeMembers(into: &fields, version: version)
  }

  /// Writes the fields that the root and a definition share. The root has a list of nodes even if it is empty.
  func encodeMembers<Field: DocumentField>(
    into fields: inout KeyedEncodingContainer<Field>, version: Int, isRoot: Bool = false
  ) throws {
    if !looks.isEmpty { try fields.encode(looks.value, forKey: Field("looks")) }
    if isRoot || !nodes.isEmpty {
      var list = fields.nestedUnkeyedContainer(forKey: Field("nodes"))
      for node in nodes {
        var container = list.nestedContainer(keyedBy: DocumentNode.Field.self)
        try node.encode(into: &container, version: version)
      }
    }
    if !instances.isEmpty {
      var list = fields.nestedUnkeyedContainer(forKey: Field("instances"))
      for instance in instances {
        var container = list.nestedContainer(keyedBy: DocumentInstance.Field.self)
        try instance.encode(into: &container)
      }
    }
  }
}

extension DocumentInstance {
  struct Field: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool {
      switch name {
      case "at", "id", "inputs", "literals", "members", "name", "of", "orders", "values": true
      default: false
      }
    }
  }

  private struct ValuesField: DocumentField {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    static func isKnown(_ name: String) -> Bool { name == "id" || name == "literals" || name == "value" }
  }

  /// Reads an instance; `nil` if it doesn't name its definition and the document is being repaired.
  init?(
    _ fields: KeyedDecodingContainer<Field>, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let reader = FieldReader(fields: fields, path: { path })
    guard let text = try reader.readString("of", &faults), let number = DocumentText.id(text),
      number.generation == 0
    else {
      try faults.note(.field, at: path, "'of' is missing, or is not the id of a definition")
      return nil
    }
    self.init(id: .missing, of: DefinitionID(number.slot))
    let id = try reader.readString("id", &faults)
    if let instance = id.flatMap({ DocumentText.member($0) }).flatMap({ InstanceID($0) }) {
      self.id = instance
    } else {
      try faults.note(.id, at: path.appending("id"), "expected the id of an instance, like '#3'")
    }
    name = try reader.readString("name", &faults)
    position = try reader.readPosition("at", &faults)
    connections = try reader.readConnections("inputs", &faults)
    for piece in (try reader.readString("members", &faults) ?? "").split(separator: " ") {
      if let member = DocumentText.membership(piece) {
        members.append(member)
      } else {
        try faults.note(
          .id, at: path.appending("members"),
          "'\(VisibleText.standIns(String(piece)))' is not a member; write it like '0=12'")
      }
    }
    literals = try reader.readValues("literals", &faults)
    try readOrders(try reader.readString("orders", &faults) ?? "", at: path, &faults)
    values = try readObjects(fields, "values", at: path, &faults) {
      (container: KeyedDecodingContainer<ValuesField>, index, faults) throws(DocumentError) in
      try Self.readNodeValues(container, at: path.appending("values").appending(index), &faults)
    }
    for field in fields.allKeys { others[field.stringValue] = try reader.readUnknown(field, &faults) }
  }

  private mutating func readOrders(
    _ text: String, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for piece in DocumentText.split(text, at: " ") {
      let parts = DocumentText.split(piece, at: "=", omittingEmptyPieces: false)
      let places = parts.count == 2 ? parts[1].split(separator: ",").map { Int($0) } : []
      if let end = parts.first.flatMap({ DocumentText.end($0) }), !places.isEmpty, !places.contains(nil) {
        orders.append(Order(of: end.member, end.port, places.compactMap { $0 }))
      } else {
        try faults.note(
          .connection, at: path.appending("orders"),
          "'\(VisibleText.standIns(String(piece)))' is not an order; write it like '12.x=1,0'")
      }
    }
  }

  private static func readNodeValues(
    _ fields: KeyedDecodingContainer<ValuesField>, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Values? {
    let reader = FieldReader(fields: fields, path: { path })
    guard let inner = try reader.readString("id", &faults).flatMap({ DocumentText.id($0) }) else {
      try faults.note(.id, at: path, "'id' is missing, or is not an id")
      return nil
    }
    var values = Values(of: inner, literals: try reader.readValues("literals", &faults))
    if fields.contains("value") { values.value = try reader.readUnknown("value", &faults) }
    for field in fields.allKeys { values.others[field.stringValue] = try reader.readUnknown(field, &faults) }
    return values
  }

  func encode(into fields: inout KeyedEncodingContainer<Field>) throws {
    for (name, value) in others where !Field.isKnown(name) { try fields.encode(value, forKey: Field(name)) }
    try fields.encode(DocumentText.text(id.node), forKey: "id")
    try fields.encode("\(definition.number)", forKey: "of")
    if let name { try fields.encode(name, forKey: "name") }
    if let position, position.isFinite, position != .zero {
      try fields.encode(DocumentText.text(position), forKey: "at")
    }
    if !connections.isEmpty { try fields.encode(DocumentText.text(connections), forKey: "inputs") }
    if !literals.isEmpty { try Self.encode(literals, into: &fields, "literals") }
    if !members.isEmpty {
      let text = members.map { "\(DocumentText.text($0.inner))=\(DocumentText.text($0.node))" }
      try fields.encode(text.joined(separator: " "), forKey: "members")
    }
    if !orders.isEmpty {
      let text = orders.map { order in
        let end = DocumentText.text(DocumentDefinition.End(order.inner, order.port))
        return "\(end)=\(order.places.map { "\($0)" }.joined(separator: ","))"
      }
      try fields.encode(text.joined(separator: " "), forKey: "orders")
    }
    if values.isEmpty { return }
    var list = fields.nestedUnkeyedContainer(forKey: "values")
    for node in values {
      var container = list.nestedContainer(keyedBy: ValuesField.self)
      for (name, value) in node.others where !ValuesField.isKnown(name) {
        try container.encode(value, forKey: ValuesField(name))
      }
      try container.encode(DocumentText.text(node.inner), forKey: "id")
      if !node.literals.isEmpty { try Self.encode(node.literals, into: &container, "literals") }
      if let value = node.value { try container.encode(value, forKey: "value") }
    }
  }

  private static func encode<Key: CodingKey>(
    _ values: [String: DocumentValue], into fields: inout KeyedEncodingContainer<Key>, _ key: Key
  ) throws {
    var members = fields.nestedContainer(keyedBy: DocumentKey.self, forKey: key)
    for (port, value) in values { try members.encode(value, forKey: DocumentKey(port)) }
  }
}

/// Reads the objects of an array that may be missing. `read` is called with each object and its index.
func readObjects<Field: DocumentField, Inner: DocumentField, Value>(
  _ fields: KeyedDecodingContainer<Field>, _ field: Field, at path: DocumentPath, _ faults: inout DocumentFaults,
  _ read: (KeyedDecodingContainer<Inner>, Int, inout DocumentFaults) throws(DocumentError) -> Value?
) throws(DocumentError) -> [Value] {
  guard fields.contains(field) else { return [] }
  guard var list = try? fields.nestedUnkeyedContainer(forKey: field) else {
    try faults.note(.field, at: path.appending(field.stringValue), "expected an array")
    return []
  }
  var found: [Value] = []
  found.reserveCapacity(list.count ?? 0)
  while !list.isAtEnd {
    let index = list.currentIndex
    if let container = try? list.nestedContainer(keyedBy: Inner.self) {
      if let value = try read(container, index, &faults) { found.append(value) }
    } else {
      try faults.note(.field, at: path.appending(field.stringValue).appending(index), "expected an object")
      // A coder that can't skip an element would never reach the end.
      guard (try? list.decode(SkippedElement.self)) != nil else { return found }
    }
  }
  return found
}

/// An element of a list that is skipped without being read.
struct SkippedElement: Decodable {
  init(from decoder: any Decoder) {}
}

extension FieldReader {
  /// Reads a position that may be missing.
  func readPosition(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> GraphPoint? {
    guard let text = try readString(field, &faults) else { return nil }
    let position = DocumentText.position(text)
    if position == nil {
      try faults.note(
        .field, at: path().appending(field.stringValue), "'\(VisibleText.standIns(text))' is not a position")
    }
    return position
  }

  /// Reads the id of an object; `nil` if it is missing or not an id, which is noted.
  func readID(
    _ faults: inout DocumentFaults, where isValid: (NodeID) -> Bool = { _ in true }
  ) throws(DocumentError) -> NodeID? {
    guard let text = try readString("id", &faults) else {
      try faults.note(.id, at: path(), "'id' is missing")
      return nil
    }
    if let id = DocumentText.id(text), isValid(id) { return id }
    try faults.note(.id, at: path().appending("id"), "'\(VisibleText.standIns(text))' is not an id")
    return nil
  }

  /// Reads connections, which may be missing.
  func readConnections(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> [DocumentConnection] {
    guard let text = try readString(field, &faults) else { return [] }
    var connections: [DocumentConnection] = []
    try DocumentText.connections(text) { (piece) throws(DocumentError) in
      switch piece {
      case .success(let connection): connections.append(connection)
      case .failure(let error):
        try faults.note(
          .connection, at: path().appending(field.stringValue),
          "'\(VisibleText.standIns(error.piece))' is not a connection; write it like 'x=12.sum'")
      }
    }
    return connections
  }

  /// Reads values by name, which may be missing.
  func readValues(_ field: Field, _ faults: inout DocumentFaults) throws(DocumentError) -> [String: DocumentValue] {
    guard fields.contains(field) else { return [:] }
    guard let members = try? fields.nestedContainer(keyedBy: DocumentKey.self, forKey: field) else {
      try faults.note(.field, at: path().appending(field.stringValue), "expected an object")
      return [:]
    }
    var values: [String: DocumentValue] = [:]
    for key in members.allKeys {
      do {
        values[key.stringValue] = try members.decode(DocumentValue.self, forKey: key)
      } catch {
        try faults.note(DocumentError(error))
      }
    }
    return values
  }
}
