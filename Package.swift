// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of the core: no dependency outside the core, no Foundation, embeddable.
func core(_ name: String, dependencies: [Target.Dependency] = []) -> Target {
  // The standard library calls floor, sqrt and the like; on Linux nothing else links them.
  .target(
    name: name, dependencies: dependencies, swiftSettings: strict,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
}

func tests(
  _ name: String, dependencies: [Target.Dependency], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["_TestSignals"], resources: resources,
    swiftSettings: strict)
}

// Debian's portaudio-2.0.pc passes -pthread, which SwiftPM warns of; its header and library are in
// the default places there.
#if os(Linux)
  let portAudioPackage: String? = nil
#else
  let portAudioPackage: String? = "portaudio-2.0"
#endif

let package = Package(
  name: "kammerton",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Kammerton", targets: ["Kammerton"]),
    .library(name: "SignalProcessing", targets: ["SignalProcessing"]),
    .library(name: "PitchEstimation", targets: ["PitchEstimation"]),
    .library(name: "PitchEvaluation", targets: ["PitchEvaluation"]),
    .library(name: "MusicTheory", targets: ["MusicTheory"]),
    .library(name: "InstrumentTuning", targets: ["InstrumentTuning"]),
    .library(name: "ToneGeneration", targets: ["ToneGeneration"]),
    .library(name: "Metronome", targets: ["Metronome"]),
    .library(name: "SoundModem", targets: ["SoundModem"]),
    .library(name: "AudioFiles", targets: ["AudioFiles"]),
    .library(name: "AudioDevices", targets: ["AudioDevices"]),
    .library(name: "LiveAudio", targets: ["LiveAudio"]),
    .library(name: "Plotting", targets: ["Plotting"]),
    .executable(name: "kammerton", targets: ["KammertonCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // Core: samples ─▶ frames ─▶ difference ─▶ candidates ─▶ track ─▶ note.
    core("SignalProcessing"),
    core("PitchEstimation", dependencies: ["SignalProcessing"]),
    core("PitchEvaluation", dependencies: ["PitchEstimation", "SignalProcessing"]),
    core("MusicTheory", dependencies: ["SignalProcessing"]),
    core("InstrumentTuning", dependencies: ["MusicTheory", "PitchEstimation", "SignalProcessing"]),
    core("ToneGeneration", dependencies: ["SignalProcessing"]),
    core("Metronome", dependencies: ["SignalProcessing", "ToneGeneration"]),
    core("SoundModem", dependencies: ["SignalProcessing", "ToneGeneration"]),

    // Shells around the core.
    .systemLibrary(
      name: "CSndfile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .systemLibrary(
      name: "CPortAudio", pkgConfig: portAudioPackage,
      providers: [.apt(["portaudio19-dev"]), .brew(["portaudio"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .target(name: "AudioFiles", dependencies: ["CSndfile"], swiftSettings: strict),
    .target(
      name: "AudioDevices", dependencies: ["CPortAudio", "SignalProcessing", "ToneGeneration"],
      swiftSettings: strict),
    .target(
      name: "LiveAudio",
      dependencies: [
        "AudioDevices", "AudioFiles", "PitchEstimation", "SignalProcessing", "ToneGeneration",
      ],
      swiftSettings: strict),
    .target(
      name: "Plotting",
      dependencies: ["CCairo", "MusicTheory", "PitchEstimation", "SignalProcessing"],
      swiftSettings: strict),
    .executableTarget(
      name: "KammertonCommand",
      dependencies: [
        "AudioDevices", "AudioFiles", "InstrumentTuning", "LiveAudio", "Metronome", "MusicTheory",
        "PitchEstimation", "PitchEvaluation", "Plotting", "SignalProcessing", "SoundModem",
        "ToneGeneration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/CommandLine",
      swiftSettings: strict),
    .target(
      name: "Kammerton",
      dependencies: [
        "InstrumentTuning", "Metronome", "MusicTheory", "PitchEstimation", "PitchEvaluation",
        "SignalProcessing", "SoundModem", "ToneGeneration",
      ],
      swiftSettings: strict),

    // Tests mirror Sources.
    .target(
      name: "_TestSignals", dependencies: ["SignalProcessing"], path: "Tests/_TestSignals",
      swiftSettings: strict),
    tests("SignalProcessingTests", dependencies: ["SignalProcessing"]),
    tests(
      "PitchEstimationTests",
      dependencies: ["PitchEstimation", "SignalProcessing", "ToneGeneration"]),
    tests(
      "PitchEvaluationTests", dependencies: ["PitchEvaluation", "PitchEstimation"],
      resources: [.copy("Golden")]),
    tests("MusicTheoryTests", dependencies: ["MusicTheory"]),
    tests(
      "InstrumentTuningTests", dependencies: ["InstrumentTuning", "MusicTheory", "PitchEstimation"]),
    tests(
      "ToneGenerationTests",
      dependencies: ["ToneGeneration", "InstrumentTuning", "PitchEstimation", "SignalProcessing"]),
    tests("MetronomeTests", dependencies: ["Metronome", "SignalProcessing", "ToneGeneration"]),
    tests("SoundModemTests", dependencies: ["SoundModem", "SignalProcessing", "ToneGeneration"]),
    tests("AudioFilesTests", dependencies: ["AudioFiles"]),
    tests("AudioDevicesTests", dependencies: ["AudioDevices"]),
    tests(
      "LiveAudioTests",
      dependencies: [
        "LiveAudio", "AudioDevices", "AudioFiles", "PitchEstimation", "ToneGeneration",
      ]),
    tests(
      "PlottingTests", dependencies: ["Plotting", "MusicTheory", "PitchEstimation"]),
    tests(
      "CommandLineTests",
      dependencies: [
        "AudioDevices", "AudioFiles", "InstrumentTuning", "KammertonCommand", "LiveAudio",
        "Metronome", "MusicTheory", "PitchEstimation", "PitchEvaluation", "Plotting",
        "SignalProcessing", "ToneGeneration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
