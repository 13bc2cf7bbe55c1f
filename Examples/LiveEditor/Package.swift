// swift-tools-version: 6.2
// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]
let engine: [Target.Dependency] = ["NodeGraph", "NodeEval", "NodeView", "CalculatorView"].map {
  .product(name: $0, package: "NodeGraph")
}

let package = Package(
  name: "LiveEditor",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "NodeGraph", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox.git", exact: "0.27.1"),
  ],
  targets: [
    // The messages between pages and the program, as bytes: independent of sockets and sessions.
    .target(
      name: "EditorProtocol",
      dependencies: [
        .product(name: "NodeGraph", package: "NodeGraph"), .product(name: "NodeView", package: "NodeGraph"),
      ],
      swiftSettings: strict),
    // The document, its windows, and their messages: independent of sockets.
    .target(name: "EditorDesk", dependencies: engine + ["EditorProtocol"], swiftSettings: strict),
    // Files, sockets and the page.
    .executableTarget(
      name: "LiveEditor",
      dependencies: engine + ["EditorDesk", "EditorProtocol", .product(name: "FlyingFox", package: "FlyingFox")],
      resources: [.copy("Page")], swiftSettings: strict),
    .testTarget(
      name: "EditorTests", dependencies: engine + ["EditorDesk", "EditorProtocol"], swiftSettings: strict),
  ]
)
