// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "console-tuner",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "kammerton", path: "../..")],
  targets: [
    .executableTarget(
      name: "ConsoleTuner",
      dependencies: [
        .product(name: "Kammerton", package: "kammerton"),
        .product(name: "AudioDevices", package: "kammerton"),
        .product(name: "AudioFiles", package: "kammerton"),
        .product(name: "LiveAudio", package: "kammerton"),
      ],
      path: ".", sources: ["main.swift"])
  ]
)
