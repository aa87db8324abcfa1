// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What the real-time threads run through, and nothing else, so that it is soon built once more for a
// sanitizer: Scripts/sanitize.sh. `Sources` and `Tests` are links to those of Kammerton.
#if os(Linux)
  let portAudioPackage: String? = nil
#else
  let portAudioPackage: String? = "portaudio-2.0"
#endif

let package = Package(
  name: "sanitizing",
  platforms: [.macOS(.v26)],
  targets: [
    .systemLibrary(name: "CSndfile", path: "Sources/System/CSndfile", pkgConfig: "sndfile"),
    .systemLibrary(
      name: "CPortAudio", path: "Sources/System/CPortAudio", pkgConfig: portAudioPackage),
    .target(
      name: "SignalProcessing", path: "Sources/Core/SignalProcessing", swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    .target(
      name: "ToneGeneration", dependencies: ["SignalProcessing"],
      path: "Sources/Core/ToneGeneration", swiftSettings: strict),
    .target(
      name: "PitchEstimation", dependencies: ["SignalProcessing"],
      path: "Sources/Core/PitchEstimation", swiftSettings: strict),
    .target(name: "FileWriting", path: "Sources/Audio/FileWriting", swiftSettings: strict),
    .target(
      name: "AudioFiles", dependencies: ["CSndfile", "FileWriting"],
      path: "Sources/Audio/AudioFiles", swiftSettings: strict),
    .target(
      name: "AudioDevices", dependencies: ["CPortAudio", "SignalProcessing", "ToneGeneration"],
      path: "Sources/Audio/AudioDevices", swiftSettings: strict),
    .target(
      name: "LiveAudio",
      dependencies: [
        "AudioDevices", "AudioFiles", "PitchEstimation", "SignalProcessing", "ToneGeneration",
      ],
      path: "Sources/Audio/LiveAudio", swiftSettings: strict),
    .executableTarget(
      name: "LiveDriver",
      dependencies: ["AudioDevices", "LiveAudio", "PitchEstimation", "ToneGeneration"],
      path: "Driver", swiftSettings: strict),
    .target(
      name: "_TestSignals", dependencies: ["SignalProcessing"], path: "Tests/_TestSignals",
      swiftSettings: strict),
    .testTarget(
      name: "AudioDevicesTests", dependencies: ["AudioDevices", "_TestSignals"],
      path: "Tests/Audio/AudioDevicesTests", swiftSettings: strict),
    .testTarget(
      name: "LiveAudioTests",
      dependencies: [
        "LiveAudio", "AudioDevices", "AudioFiles", "PitchEstimation", "ToneGeneration",
        "_TestSignals",
      ],
      path: "Tests/Audio/LiveAudioTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
