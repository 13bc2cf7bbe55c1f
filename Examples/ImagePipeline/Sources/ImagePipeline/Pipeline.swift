// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization

/// Counts the computations of bands, on any thread.
final class RunCount: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Returns the number of computations since the last call.
  func take() -> Int { count.exchange(0, ordering: .relaxed) }
}

/// An image of 8 megapixels in bands: exposed, blurred, sharpened; a preview and a histogram.
struct Pipeline {
  static let (width, height, bandCount) = (3_264, 2_464, 16)

  /// The bytes for memoized results: two settings of all filters fit.
  static let memoLimit = 400 << 20

  let evaluator: Evaluator
  let runs: RunCount
  let exposure: Variable<Double>
  let radius: Variable<Int>
  let amount: Variable<Double>
  let sharpened: [Output<Band>]
  let preview: Output<String>
  let histogram: Output<[Int]>

  init() throws {
    let runs = RunCount()
    self.runs = runs
    let evaluator = Evaluator(definitions: Self.kinds(runs))
    self.evaluator = evaluator
    evaluator.policy = .onDemand
    evaluator.countBytes(of: Band.self) { $0.byteCount }
    evaluator.memoLimit = Self.memoLimit
    (exposure, radius) = (evaluator.input("exposure", 0), evaluator.input("radius", 8))
    amount = evaluator.input("amount", 0.5)
    var (exposed, sharpened, counted) = ([NodeID](), [NodeID](), [NodeID]())
    var nodes = (preview: exposure.node, histogram: exposure.node)
    try evaluator.edit { [exposure, radius, amount] graph in
      nodes = (
        try graph.add("Preview", named: "preview"), try graph.add("Histogram", named: "histogram")
      )
      var blurred: [NodeID] = []
      for band in 0..<Self.bandCount {
        let photograph = try graph.add("Photograph")
        try graph.setLiteral(photograph.input("band"), to: band)
        exposed.append(try graph.add("Expose"))
        try graph.connect(photograph.output, to: exposed[band].input("band"))
        try graph.connect(exposure.port, to: exposed[band].input("stops"))
        try graph.connect(exposed[band].output, to: nodes.preview.input("bands"))
        blurred.append(try graph.add("Blur rows"))
        try graph.connect(exposed[band].output, to: blurred[band].input("band"))
        try graph.connect(radius.port, to: blurred[band].input("radius"))
      }
      for band in 0..<Self.bandCount {
        let columns = try graph.add("Blur columns")
        for source in blurred { try graph.connect(source.output, to: columns.input("bands")) }
        try graph.setLiteral(columns.input("index"), to: band)
        try graph.connect(radius.port, to: columns.input("radius"))
        sharpened.append(try graph.add("Sharpen"))
        try graph.connect(exposed[band].output, to: sharpened[band].input("band"))
        try graph.connect(columns.output, to: sharpened[band].input("blurred"))
        try graph.connect(amount.port, to: sharpened[band].input("amount"))
        counted.append(try graph.add("Count"))
        try graph.connect(sharpened[band].output, to: counted[band].input("band"))
        try graph.connect(counted[band].output, to: nodes.histogram.input("counts"))
      }
    }
    func output<Value>(_ node: NodeID, _ type: Value.Type) throws -> Output<Value> {
      guard let output = try evaluator.output(node.output, as: type) else {
        fatalError("a node of that type")
      }
      return output
    }
    self.sharpened = try sharpened.map { try output($0, Band.self) }
    preview = try output(nodes.preview, String.self)
    histogram = try output(nodes.histogram, [Int].self)
  }

  private static func kinds(_ runs: RunCount) -> [NodeDefinition] {
    let (band, result) = (ValuePort<Band>("band"), ValuePort<Band>("result"))
    let (index, radius) = (ValuePort<Int>("index"), ValuePort<Int>("radius"))
    let bandHeight = height / bandCount
    return [
      NodeDefinition("Photograph", inputs: ValuePort<Int>("band"), output: result, cost: .heavy) {
        index in
        runs.add()
        let rows = index * bandHeight..<(index + 1) * bandHeight
        return Filter.photograph(width: width, height: height, rows: rows)
      },
      NodeDefinition(
        "Expose", inputs: band, ValuePort<Double>("stops"), output: result, cost: .heavy, memo: .automatic
      ) { band, stops in
        runs.add()
        return Filter.expose(band, stops: stops)
      },
      NodeDefinition(
        "Blur rows", inputs: band, radius, output: result, cost: .heavy, memo: .automatic
      ) { band, radius in
        runs.add()
        return Filter.blurRows(band, radius: radius)
      },
      NodeDefinition(
        "Blur columns", inputs: ManyPort<Band>("bands"), index, radius, output: result,
        cost: .heavy, memo: .automatic
      ) { bands, index, radius in
        runs.add()
        return Filter.blurColumns(bands, at: index, radius: radius)
      },
      NodeDefinition(
        "Sharpen", inputs: band, ValuePort<Band>("blurred"), ValuePort<Double>("amount"),
        output: result, cost: .heavy, memo: .automatic
      ) { band, blurred, amount in
        runs.add()
        return Filter.sharpen(band, blurred, amount: amount)
      },
      NodeDefinition("Count", inputs: band, output: ValuePort<[Int]>("counts"), cost: .heavy, memo: .automatic) {
        band in
        runs.add()
        return Filter.histogram(band)
      },
      NodeDefinition(
        "Histogram", inputs: ManyPort<[Int]>("counts"), output: ValuePort<[Int]>("sum")
      ) { counts in
        counts.dropFirst().reduce(counts.first ?? []) { zip($0, $1).map { $0 + $1 } }
      },
      NodeDefinition("Preview", inputs: ManyPort<Band>("bands"), output: ValuePort<String>("text")) { bands in
        Filter.preview(bands, columns: 72, lines: 14)
      },
    ]
  }
}
