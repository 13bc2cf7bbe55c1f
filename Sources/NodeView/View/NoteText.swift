// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A note, divided into lines that fit a width.
///
/// It understands the part of Markdown that is used in short notes: `**bold**`, `*italic*`, `_italic_`, code in back-ticks, and
/// lines that begin with `-`, `*` or `•` as items of a list. `[[name]]` is a link. Everything else is text.
///
/// Each word is drawn at a position that is computed from estimated widths, so that what is pointed at doesn't depend on fonts.
package struct NoteText {
  /// Letters without a blank between them, or a whole span of code, that look alike.
  struct Piece: Hashable {
    var text: String
    var isBold = false
    var isItalic = false
    var isCode = false
    /// The name that it links to.
    var link: String?
    /// Whether a blank is before it, at which a line may end.
    var hasBlank = false
  }

  /// A piece at its position.
  package struct Word {
    let piece: Piece
    /// Its position in the area of the note.
    let rect: GraphRect
  }

  package private(set) var words: [Word] = []
  /// The height of the lines.
  package private(set) var height = 0.0
  /// Whether lines were left out because the height was limited.
  package private(set) var isCut = false

  private let width: Double
  private let limit: Double
  private let size: Double
  private var x = 0.0

  /// Divides a text into lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: The width of the lines, in points.
  ///   - limit: The greatest height. If there is more, the last line ends in an ellipsis.
  ///   - size: The font size.
  /// - Complexity: O(length of what is shown).
  package init(_ text: String, width: Double, upTo limit: Double = .infinity, size: Double) {
    (self.width, self.limit, self.size) = (max(width, size), limit, size)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      // An empty line is a gap of half a line.
      guard add(line) else { break }
    }
    if isCut { endWithEllipsis() }
  }

  /// The height of a line.
  private var lineHeight: Double { size * 1.4 }

  // MARK: Lines

  /// Adds a line of the text. Returns whether there is room for more.
  private mutating func add(_ line: Substring) -> Bool {
    let content = line.drop { $0 == " " || $0 == "\t" }
    if content.isEmpty {
      height += lineHeight / 2
      return true
    }
    let depth = min(Double(line.distance(from: line.startIndex, to: content.startIndex)) * size * 0.3, width / 3)
    var (indent, rest) = (depth, content)
    let isItem = content.first.map { "-*•".contains($0) } == true && content.dropFirst().first == " "
    if isItem { (indent, rest) = (depth + size * 1.1, content.dropFirst(2)) }
    guard beginLine(at: depth) else { return false }
    if isItem {
      place(Piece(text: "•"), size * 0.6)
      x = indent
    }
    var word: [Piece] = []
    for piece in Self.pieces(of: rest) {
      if piece.hasBlank {
        guard add(word, indent) else { return false }
        word = []
      }
      word.append(piece)
    }
    return add(word, indent)
  }

  private mutating func beginLine(at indent: Double) -> Bool {
    guard height + lineHeight <= limit else {
      isCut = true
      return false
    }
    height += lineHeight
    x = indent
    return true
  }

  /// Adds pieces between which no line ends, except where they are wider than a line.
  private mutating func add(_ word: [Piece], _ indent: Double) -> Bool {
    guard let first = word.first else { return true }
    if first.hasBlank, x > indent { x += size * 0.32 }
    let whole = word.reduce(0) { $0 + width(of: $1) }
    if x + whole > width, x > indent, !beginLine(at: indent) { return false }
    for piece in word where !add(piece, indent) { return false }
    return true
  }

  /// Adds a piece, which is divided where it is wider than a line.
  private mutating func add(_ piece: Piece, _ indent: Double) -> Bool {
    let whole = width(of: piece)
    if x + whole <= width {
      place(piece, whole)
      return true
    }
    var part = piece
    part.text = ""
    let least = width(of: part)
    var partWidth = least
    for character in piece.text {
      part.text.append(character)
      let next = width(of: Piece(text: String(character), isBold: piece.isBold, isCode: piece.isCode)) - least
      if x + partWidth + next > width, part.text.count > 1 || x > indent {
        part.text.removeLast()
        if !part.text.isEmpty { place(part, partWidth) }
        if !beginLine(at: indent) { return false }
        (part.text, partWidth) = (String(character), least)
      }
      partWidth += next
    }
    place(part, partWidth)
    return true
  }

  private mutating func place(_ piece: Piece, _ pieceWidth: Double) {
    words.append(
      Word(piece: piece, rect: GraphRect(x: x, y: height - lineHeight, width: pieceWidth, height: lineHeight)))
    x += pieceWidth
  }

  private func width(of piece: Piece) -> Double {
    if piece.isCode { return Double(piece.text.count) * size * 0.58 + size * 0.5 }
    return TextWidth.points(of: VisibleText.standIns(piece.text), size: size, isBold: piece.isBold)
  }

  /// Says that there is more, at the end of the last line.
  private mutating func endWithEllipsis() {
    guard let last = words.last else { return }
    while let end = words.last, end.rect.minY == last.rect.minY, end.rect.maxX + size > width, words.count > 1 {
      words.removeLast()
    }
    guard let end = words.last, end.rect.minY == last.rect.minY else {
      x = 0
      return place(Piece(text: "…"), size)
    }
    x = end.rect.maxX
    place(Piece(text: "…"), size)
  }

  /// The word at a point of the area.
  package func piece(at point: GraphPoint) -> (text: String, link: String?, isCode: Bool)? {
    words.first { $0.rect.contains(point) }.map { ($0.piece.text, $0.piece.link, $0.piece.isCode) }
  }

  // MARK: Emphasis

  /// Divides a line at blanks and where its look changes. A sign that isn't closed on the line is text.
  static func pieces(of line: Substring) -> [Piece] {
    var reader = Reader(line)
    reader.read()
    return reader.pieces
  }

  /// The text without signs of emphasis, and the names that it links to, in order.
  package static func plain(_ text: String) -> (text: String, links: [String]) {
    var (lines, links): ([String], [String]) = ([], [])
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let pieces = pieces(of: line)
      lines.append(pieces.reduce("") { $0 + ($1.hasBlank ? " " : "") + $1.text })
      for piece in pieces {
        guard let link = piece.link ?? (piece.isCode ? piece.text : nil), !links.contains(link) else { continue }
        links.append(link)
      }
    }
    return (lines.joined(separator: "\n"), links)
  }

  private struct Reader {
    private(set) var pieces: [Piece] = []
    private var rest: Substring
    private var piece = Piece(text: "")
    private var before: Character = " "
    /// The signs without a further one on the line, so that they are searched once.
    private var unclosed: Set<String> = []

    init(_ line: Substring) { rest = line }

    mutating func read() {
      while let character = rest.first {
        if character == "`", let code = span("`", "`") {
          add(Piece(text: String(code), isCode: true))
        } else if rest.hasPrefix("[["), let name = span("[[", "]]") {
          add(Piece(text: String(name), link: String(name)))
        } else if rest.hasPrefix("**"), toggles("**", piece.isBold) {
          end()
          piece.isBold.toggle()
          take(2)
        } else if character == "*" || character == "_", toggles(String(character), piece.isItalic) {
          end()
          piece.isItalic.toggle()
          take(1)
        } else if character == " " || character == "\t" {
          end()
          piece.hasBlank = true
          take(1)
        } else {
          piece.text.append(character)
          take(1)
        }
      }
      end()
    }

    private mutating func take(_ count: Int) {
      let taken = rest.prefix(count)
      if let last = taken.last { before = last }
      rest = rest.dropFirst(count)
    }

    /// Ends the current piece; the next one looks like it.
    private mutating func end() {
      if !piece.text.isEmpty {
        pieces.append(piece)
        piece.hasBlank = false
      }
      piece.text = ""
    }

    private mutating func add(_ other: Piece) {
      end()
      var other = other
      (other.isBold, other.isItalic, other.hasBlank) = (piece.isBold, piece.isItalic, piece.hasBlank)
      piece.hasBlank = false
      pieces.append(other)
      before = "x"
    }

    /// The text between two signs, if there is one; it is taken.
    private mutating func span(_ open: String, _ close: String) -> Substring? {
      guard !unclosed.contains(close) else { return nil }
      let inside = rest.dropFirst(open.count)
      guard let range = inside.firstRange(of: close) else {
        unclosed.insert(close)
        return nil
      }
      let text = inside[..<range.lowerBound]
      guard !text.isEmpty else { return nil }
      rest = inside[range.upperBound...]
      return text
    }

    /// Whether a sign begins or ends emphasis here.
    private mutating func toggles(_ sign: String, _ isOn: Bool) -> Bool {
      let after = rest.dropFirst(sign.count)
      let isWithinWord = sign == "_" && Self.isLetter(before) && after.first.map(Self.isLetter) == true
      if isWithinWord { return false }
      if isOn { return before != " " }
      guard let next = after.first, next != " ", sign != "_" || !Self.isLetter(before), !unclosed.contains(sign) else {
        return false
      }
      if after.dropFirst().firstRange(of: sign) != nil { return true }
      unclosed.insert(sign)
      return false
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }
  }
}

// MARK: Drawing

extension NoteText {
  /// Draws the lines.
  func draw(at origin: GraphPoint, ink: Paint, link: Paint, on canvas: any DrawingCanvas) {
    for word in words {
      let rect = GraphRect(word.rect.origin + origin, word.rect.size)
      let piece = word.piece
      var style = TextStyle(
        size: piece.isCode ? size * 0.94 : size, paint: piece.link == nil ? ink : link, isBold: piece.isBold,
        isItalic: piece.isItalic, isMonospaced: piece.isCode)
      if piece.isCode {
        var ground = ink
        ground.opacity = 0.09
        let inset = size * 0.1
        let field = GraphRect(x: rect.minX, y: rect.minY + inset, width: rect.width, height: rect.height - 2 * inset)
        canvas.fill(DrawingPath(field, cornerRadius: size * 0.25), with: ground)
        style.alignment = .center
      }
      canvas.draw(piece.text, in: GraphRect(rect.origin, GraphSize(rect.width + 0.5, rect.height)), style: style)
      guard piece.link != nil else { continue }
      let y = rect.maxY - size * 0.14
      canvas.stroke(
        DrawingPath([.move(GraphPoint(rect.minX, y)), .line(GraphPoint(rect.maxX, y))]),
        with: Stroke(link, width: size / 13))
    }
  }
}
