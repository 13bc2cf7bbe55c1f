// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "AudioGraph",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "NodeGraph", path: "../..")],
  targets: [
    .target(name: "CAllocations"),
    .executableTarget(
      name: "AudioGraph", dependencies: ["CAllocations", .product(name: "NodeEval", package: "NodeGraph")]),
  ]
)
