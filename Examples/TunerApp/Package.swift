// swift-tools-version: 6.2

import PackageDescription

// The model builds on every system, and its tests run there; the app needs SwiftUI.
#if os(macOS)
  let app: [Target] = [
    .executableTarget(
      name: "TunerApp",
      dependencies: [
        "TunerAppModel",
        .product(name: "AppleAudio", package: "kammerton"),
        .product(name: "Kammerton", package: "kammerton"),
      ],
      path: "App")
  ]
#else
  let app: [Target] = []
#endif

let package = Package(
  name: "tuner-app",
  platforms: [.macOS(.v26), .iOS(.v26)],
  dependencies: [.package(name: "kammerton", path: "../..")],
  targets: app + [
    .target(
      name: "TunerAppModel",
      dependencies: [
        .product(name: "Kammerton", package: "kammerton"),
        .product(name: "LiveAudio", package: "kammerton"),
      ],
      path: "Model"),
    .testTarget(name: "TunerAppModelTests", dependencies: ["TunerAppModel"], path: "Tests"),
  ]
)
