// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Whether unsafe expressions are marked is checked where Scripts/check asks for it. Packages that depend on this one don't:
/// what a later compiler finds would be shown to them, and `-Ounchecked` can't be combined with it.
let isStrict = Context.environment["NODEGRAPH_STRICT"] != nil
let settings: [SwiftSetting] = isStrict ? [.strictMemorySafety()] : []

/// There, tests of code that is not inlined into its callers are not optimized themselves: that takes a third of the time to compile,
/// and what they test is optimized all the same.
let testSettings = settings + (isStrict ? [.unsafeFlags(["-Onone"])] : [])

let package = Package(
  name: "NodeGraph",
  products: [
    .library(name: "NodeGraph", targets: ["NodeGraph"]),
    .library(name: "NodeEval", targets: ["NodeEval"]),
    .library(name: "NodeView", targets: ["NodeView"]),
    .library(name: "Formulas", targets: ["Formulas"]),
    .library(name: "Calculator", targets: ["Calculator"]),
    .library(name: "CalculatorView", targets: ["CalculatorView"]),
    .executable(name: "nodecalc", targets: ["nodecalc"]),
  ],
  targets: [
    .target(name: "NodeGraph", swiftSettings: settings),
    .target(name: "NodeEval", dependencies: ["NodeGraph"], swiftSettings: settings),
    .target(name: "NodeView", dependencies: ["NodeGraph"], swiftSettings: settings),
    .target(name: "Formulas", dependencies: ["NodeEval"], swiftSettings: settings),
    .target(name: "Calculator", dependencies: ["Formulas", "NodeView"], swiftSettings: settings),
    .target(name: "CalculatorView", dependencies: ["Calculator", "NodeView"], swiftSettings: settings),
    .target(name: "Prompt", dependencies: ["CalculatorView"], swiftSettings: settings),
    .executableTarget(name: "nodecalc", dependencies: ["Prompt"], swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["NodeGraph"], path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(name: "NodeGraphTests", dependencies: ["NodeGraph", "TestSupport"], swiftSettings: testSettings),
    .target(
      name: "EvaluatorTestSupport", dependencies: ["NodeEval", "TestSupport"], path: "Tests/EvaluatorTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "NodeEvalTests", dependencies: ["NodeEval", "EvaluatorTestSupport", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "NodeEvalDocumentTests", dependencies: ["NodeEval", "EvaluatorTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(name: "NodeViewTests", dependencies: ["NodeView", "TestSupport"], swiftSettings: testSettings),
    .target(
      name: "FormulaTestSupport", dependencies: ["Formulas", "TestSupport"], path: "Tests/FormulaTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "FormulasTests", dependencies: ["Formulas", "FormulaTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .target(
      name: "CalculatorTestSupport", dependencies: ["Calculator"], path: "Tests/CalculatorTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "CalculatorTests",
      dependencies: ["Calculator", "CalculatorTestSupport", "FormulaTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "CalculatorViewTests", dependencies: ["CalculatorView", "CalculatorTestSupport", "TestSupport"],
      exclude: ["Demo/Golden"], swiftSettings: testSettings),
    .testTarget(
      name: "PromptTests", dependencies: ["Prompt", "CalculatorTestSupport", "TestSupport"], swiftSettings: testSettings
    ),
  ]
)
