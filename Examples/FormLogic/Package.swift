// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "FormLogic",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "NodeGraph", path: "../..")],
  targets: [
    .executableTarget(
      name: "FormLogic",
      dependencies: [
        .product(name: "NodeEval", package: "NodeGraph"), .product(name: "NodeGraph", package: "NodeGraph"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
