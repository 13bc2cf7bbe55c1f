// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "NodeGraph", path: "..")],
  targets: [
    .target(name: "Measuring", swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "FirstMeasure",
      dependencies: ["Measuring", .product(name: "NodeEval", package: "NodeGraph")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "LayoutMeasure",
      dependencies: ["Measuring", .product(name: "NodeGraph", package: "NodeGraph")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "ViewMeasure",
      dependencies: ["Measuring", .product(name: "NodeGraph", package: "NodeGraph")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
