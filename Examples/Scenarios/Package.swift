// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "Scenarios",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "NodeGraph", path: "../..")],
  targets: [
    .executableTarget(name: "Scenarios", dependencies: [.product(name: "NodeEval", package: "NodeGraph")])
  ]
)
