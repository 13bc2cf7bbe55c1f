// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Simulation",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NodeGraph", path: "../..")],
  targets: [
    .executableTarget(name: "Simulation", dependencies: [.product(name: "NodeEval", package: "NodeGraph")])
  ]
)
