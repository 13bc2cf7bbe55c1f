// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Scripts/check asks for errors. An option of the command line would apply to the libraries too, and build them again.
let isChecked = Context.environment["NODEGRAPH_CHECKS"] != nil
let settings: [SwiftSetting] = [.swiftLanguageMode(.v6)] + (isChecked ? [.treatAllWarnings(as: .error)] : [])
let calculator = Target.Dependency.product(name: "Calculator", package: "NodeGraph")
let calculatorView = Target.Dependency.product(name: "CalculatorView", package: "NodeGraph")
let nodeEval = Target.Dependency.product(name: "NodeEval", package: "NodeGraph")
let nodeGraph = Target.Dependency.product(name: "NodeGraph", package: "NodeGraph")
let nodeView = Target.Dependency.product(name: "NodeView", package: "NodeGraph")
let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "NodeGraph", path: ".."),
    // Without its traits nothing stands between the engine and malloc but CAllocationCount.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(name: "CAllocationCount"),
    .target(name: "CRetainCount"),
    .target(name: "Measuring", swiftSettings: settings),
    .target(name: "ViewHosts", dependencies: ["Measuring", nodeGraph, nodeView], swiftSettings: settings),
    .target(
      name: "Shapes", dependencies: ["Measuring", calculator, nodeEval, nodeGraph, "OpenCombine"],
      swiftSettings: settings),
    .executableTarget(
      name: "Compare", dependencies: ["CAllocationCount", "Measuring", "Shapes"], swiftSettings: settings),
    .executableTarget(name: "InnerLoop", dependencies: ["Shapes"], swiftSettings: settings),
    .executableTarget(
      name: "Growth",
      dependencies: ["Measuring", "ViewHosts", calculator, calculatorView, nodeEval, nodeGraph, nodeView],
      swiftSettings: settings),
    .executableTarget(name: "DocumentMeasure", dependencies: ["Measuring", nodeEval], swiftSettings: settings),
    .executableTarget(
      name: "Speed", dependencies: ["CAllocationCount", "Shapes", benchmark], path: "Benchmarks/Speed",
      swiftSettings: settings, plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Counts", dependencies: ["CAllocationCount", "Shapes", benchmark], path: "Benchmarks/Counts",
      swiftSettings: settings, plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "LayoutMeasure", dependencies: ["Measuring", nodeGraph, nodeView], swiftSettings: settings),
    .executableTarget(
      name: "ViewMeasure", dependencies: ["Measuring", "ViewHosts", nodeGraph, nodeView], swiftSettings: settings),
    .executableTarget(
      name: "ScenarioMeasure", dependencies: ["Measuring", nodeEval, nodeGraph], swiftSettings: settings),
    .executableTarget(
      name: "WorkerMeasure", dependencies: ["Measuring", nodeEval, nodeGraph], swiftSettings: settings),
    .executableTarget(
      name: "RealTimeMeasure", dependencies: ["CAllocationCount", "CRetainCount", "Measuring", nodeEval, nodeGraph],
      swiftSettings: settings),
    .executableTarget(name: "UndoMeasure", dependencies: ["Measuring", nodeEval], swiftSettings: settings),
    .executableTarget(
      name: "UndoMemory", dependencies: ["Measuring", nodeEval, nodeGraph], swiftSettings: settings),
    .executableTarget(
      name: "RemovalMemory", dependencies: ["Measuring", nodeEval, nodeGraph], swiftSettings: settings),
  ]
)
