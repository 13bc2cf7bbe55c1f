// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension GraphDocument {
  /// The data of a document other than its graph: the state of the view, the version of the kinds, and unknown fields.
  ///
  /// Its fields are written at the top level of the document. An evaluator keeps the header of the document it was made of
  /// and writes it back, so code that copies documents must copy the header as a whole: a field added in a later version
  /// then survives.
  public struct Header: Hashable, Sendable {
    /// The version of the application's kinds, from which migrations continue. The first version is 1.
    ///
    /// The application counts it up when it renames or removes kinds or ports; see ``DocumentMigrations``. It is
    /// written unless it is 1, and independent of the version of the file format (``GraphDocument/version``).
    public var kindsVersion: Int
    /// The state of the view when the document was saved; `nil` if the document doesn't have one.
    ///
    /// Ids in it are ids of documents (``NodeID/inDocument``). ``GraphDocument/repair()`` removes ids of nodes that don't
    /// exist from its selection. A graph doesn't use it: it is up to the application to restore the view.
    public var view: GraphViewState?
    /// The top-level fields that this version doesn't know, by name.
    ///
    /// They are written back unchanged, so that a document of a later version keeps its data. A field with the name of a
    /// known field is not written. An application can store data of its own:
    ///
    /// ```swift
    /// document.header.others["author"] = .string("Ada")
    /// ```
    public var others: [String: DocumentValue]

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - kindsVersion: The version of the application's kinds; new documents have ``DocumentMigrations/version``.
    ///   - view: The state of the view.
    ///   - others: Fields that this version doesn't know.
    public init(kindsVersion: Int = 1, view: GraphViewState? = nil, others: [String: DocumentValue] = [:]) {
      self.kindsVersion = kindsVersion
      self.view = view
      self.others = others
    }
  }
}
