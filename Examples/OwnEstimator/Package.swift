// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "own-estimator",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "kammerton", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnEstimator",
      dependencies: [
        .product(name: "Kammerton", package: "kammerton"),
        .product(name: "AudioFiles", package: "kammerton"),
      ],
      path: ".", sources: ["main.swift"])
  ]
)
