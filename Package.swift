// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A product of another package, which is fetched only by who asks for the trait.
func product(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Services"]))
}

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
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "Kammerton", targets: ["Kammerton"]),
    .library(name: "SignalProcessing", targets: ["SignalProcessing"]),
    .library(name: "PitchEstimation", targets: ["PitchEstimation"]),
    .library(name: "PitchEvaluation", targets: ["PitchEvaluation"]),
    .library(name: "MusicTheory", targets: ["MusicTheory"]),
    .library(name: "InstrumentTuning", targets: ["InstrumentTuning"]),
    .library(name: "PitchToMIDI", targets: ["PitchToMIDI"]),
    .library(name: "PolyphonicTuning", targets: ["PolyphonicTuning"]),
    .library(name: "PianoTuning", targets: ["PianoTuning"]),
    .library(name: "OpenSoundControl", targets: ["OpenSoundControl"]),
    .library(name: "InstrumentSetup", targets: ["InstrumentSetup"]),
    .library(name: "IntonationPractice", targets: ["IntonationPractice"]),
    .library(name: "ToneGeneration", targets: ["ToneGeneration"]),
    .library(name: "Metronome", targets: ["Metronome"]),
    .library(name: "SoundModem", targets: ["SoundModem"]),
    .library(name: "GgwaveModem", targets: ["GgwaveModem"]),
    .library(name: "ClassicModem", targets: ["ClassicModem"]),
    .library(name: "Pairing", targets: ["Pairing"]),
    .library(name: "PairingByAir", targets: ["PairingByAir"]),
    .library(name: "PairingNetwork", targets: ["PairingNetwork"]),
    .library(name: "AudioFiles", targets: ["AudioFiles"]),
    .library(name: "AudioDevices", targets: ["AudioDevices"]),
    .library(name: "AppleAudio", targets: ["AppleAudio"]),
    .library(name: "LiveAudio", targets: ["LiveAudio"]),
    .library(name: "LiveModem", targets: ["LiveModem"]),
    .library(name: "Plotting", targets: ["Plotting"]),
    .library(name: "SessionHistory", targets: ["SessionHistory"]),
    .library(name: "WebServer", targets: ["WebServer"]),
    .executable(name: "kammerton", targets: ["KammertonMain"]),
    .executable(name: "kammerton-network", targets: ["KammertonNetwork"]),
  ],
  // The core and the audio modules need no package, so that who imports them fetches none.
  // One trait: SwiftPM passes several in another order each time, and so compiles everything anew.
  traits: [
    .trait(
      name: "Services",
      description: "Pairing, PairingNetwork, WebServer, and the command")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // For tests only: it reads and makes the databases that SessionHistory makes and reads.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // All below is for WebServer; NIO also for PairingNetwork, and swift-crypto for Pairing.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
  ],
  targets: [
    // Core: samples ─▶ frames ─▶ difference ─▶ candidates ─▶ track ─▶ note.
    core("DecimalText"),
    core("SignalProcessing"),
    core("PitchEstimation", dependencies: ["SignalProcessing"]),
    core("PitchEvaluation", dependencies: ["PitchEstimation", "SignalProcessing"]),
    core("MusicTheory", dependencies: ["SignalProcessing"]),
    core("InstrumentTuning", dependencies: ["MusicTheory", "PitchEstimation", "SignalProcessing"]),
    core("PolyphonicTuning", dependencies: ["SignalProcessing"]),
    core(
      "PianoTuning",
      dependencies: ["DecimalText", "MusicTheory", "PolyphonicTuning", "SignalProcessing"]),
    core("InstrumentSetup", dependencies: ["SignalProcessing"]),
    core(
      "IntonationPractice",
      dependencies: ["DecimalText", "MusicTheory", "PitchEstimation", "SignalProcessing"]),
    core("ToneGeneration", dependencies: ["SignalProcessing"]),
    core("Metronome", dependencies: ["SignalProcessing", "ToneGeneration"]),
    core("SoundModem", dependencies: ["SignalProcessing", "ToneGeneration"]),
    core("GgwaveModem", dependencies: ["SignalProcessing", "ToneGeneration"]),
    core("ClassicModem", dependencies: ["SignalProcessing", "ToneGeneration"]),
    core("OpenSoundControl"),
    core("PitchToMIDI", dependencies: ["MusicTheory", "PitchEstimation", "SignalProcessing"]),

    // The core as a module for browsers: Scripts/build-web.sh.
    .target(name: "CWebMemory"),
    .target(
      name: "WebCore",
      dependencies: [
        "CWebMemory", "InstrumentTuning", "IntonationPractice", "Metronome", "MusicTheory",
        "PianoTuning", "PitchEstimation", "PitchToMIDI", "PolyphonicTuning", "SignalProcessing",
        "SoundModem",
        "ToneGeneration",
      ],
      swiftSettings: strict),

    // The names and numbers that the page shares with it, as JavaScript: Scripts/build-web.sh.
    .executableTarget(name: "_WebVocabulary", dependencies: ["WebCore"], swiftSettings: strict),

    // What the tracker sees in training sounds: Training/train.sh.
    .executableTarget(
      name: "_TrainingFeatures", dependencies: ["PitchEstimation"], swiftSettings: strict),

    // The reliability diagram of docs/benchmarks.md: Benchmarks/reliability.sh.
    .executableTarget(
      name: "_ReliabilityDiagram", dependencies: ["Plotting"], swiftSettings: strict),

    // When notes for synthesizers begin: Benchmarks/note-timing.py.
    .executableTarget(
      name: "_NoteTiming",
      dependencies: [
        "AudioFiles", "InstrumentTuning", "MusicTheory", "PitchEstimation", "PitchToMIDI",
      ],
      swiftSettings: strict),

    // The core as a C library, of which the header is the source of truth: Scripts/build-library.sh.
    .target(name: "CKammerton"),
    .target(
      name: "CInterface",
      dependencies: [
        "CKammerton", "InstrumentTuning", "Metronome", "MusicTheory", "PitchEstimation",
        "SignalProcessing", "SoundModem", "ToneGeneration",
      ],
      swiftSettings: strict),

    // Shells around the core.
    .systemLibrary(
      name: "CSndfile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .systemLibrary(
      name: "CPortAudio", pkgConfig: portAudioPackage,
      providers: [.apt(["portaudio19-dev"]), .brew(["portaudio"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"]), .brew(["cairo"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CExpat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "FileWriting", swiftSettings: strict),
    .target(
      name: "MusicXMLScores",
      dependencies: ["CExpat", "CZlib", "IntonationPractice"],
      swiftSettings: strict),
    // Needs no C library: who brings a source of sound gets everything else from here.
    .target(
      name: "LiveAudio",
      dependencies: ["PitchEstimation", "SignalProcessing", "ToneGeneration"],
      swiftSettings: strict),
    .target(
      name: "AudioFiles", dependencies: ["CSndfile", "FileWriting", "LiveAudio"],
      swiftSettings: strict),
    .target(
      name: "AudioDevices", dependencies: ["CPortAudio", "LiveAudio", "ToneGeneration"],
      swiftSettings: strict),
    // Empty where AVFAudio does not exist; checked against stubs of it: Scripts/check-apple.sh.
    .target(name: "AppleAudio", dependencies: ["LiveAudio"], swiftSettings: strict),
    .target(
      name: "LiveModem",
      dependencies: ["LiveAudio", "SoundModem", "ToneGeneration"],
      swiftSettings: strict),
    .target(
      name: "Plotting",
      dependencies: [
        "CCairo", "InstrumentTuning", "MusicTheory", "PitchEstimation", "SignalProcessing",
      ],
      swiftSettings: strict),
    .target(
      name: "SessionHistory",
      dependencies: [
        "CSQLite", "InstrumentTuning", "MusicTheory",
      ],
      swiftSettings: strict),
    .target(
      name: "Pairing", dependencies: [product("Crypto", "swift-crypto")],
      swiftSettings: strict),
    .target(
      name: "PairingByAir", dependencies: ["Pairing", "SoundModem"], swiftSettings: strict),
    .target(
      name: "PairingNetwork",
      dependencies: [
        "Pairing", product("NIOCore", "swift-nio"),
        product("NIOPosix", "swift-nio"),
      ],
      swiftSettings: strict),
    .target(
      name: "WebServer",
      dependencies: [
        "FileWriting",
        product("HummingbirdCore", "hummingbird"),
        product("HummingbirdTLS", "hummingbird"),
        product("NIOCore", "swift-nio"),
        product("NIOPosix", "swift-nio"),
        product("NIOHTTP1", "swift-nio"),
        product("NIOHTTPTypes", "swift-nio-extras"),
        product("NIOSSL", "swift-nio-ssl"),
        product("NIOWebSocket", "swift-nio"),
        product("HTTPTypes", "swift-http-types"),
        product("Logging", "swift-log"),
        product("ServiceLifecycle", "swift-service-lifecycle"),
        product("X509", "swift-certificates"),
        product("SwiftASN1", "swift-asn1"),
        product("Crypto", "swift-crypto"),
      ],
      swiftSettings: strict),
    // The rooms of the command, which share what is `package`; only the last one knows options.
    .target(
      name: "CommandIO", dependencies: ["DecimalText", "FileWriting"], swiftSettings: strict),
    .target(name: "TerminalUI", dependencies: ["CQRencode", "CommandIO"], swiftSettings: strict),
    .target(
      name: "TrackFormats",
      dependencies: [
        "CommandIO", "InstrumentTuning", "MusicTheory", "PitchEstimation", "PitchEvaluation",
        "PitchToMIDI", "SignalProcessing",
      ],
      swiftSettings: strict),
    .target(
      name: "Reports",
      dependencies: [
        "AudioDevices", "CommandIO", "InstrumentTuning", "MusicTheory", "PitchEvaluation",
        "Plotting", "SessionHistory", "SoundModem", "TerminalUI",
      ],
      swiftSettings: strict),
    .target(
      name: "SoundPrograms",
      dependencies: [
        "AudioDevices", "AudioFiles", "CommandIO", "LiveAudio", "MusicTheory", "SignalProcessing",
        "ToneGeneration",
      ],
      swiftSettings: strict),
    .target(
      name: "SoundMessages",
      dependencies: [
        "AudioDevices", "ClassicModem", "CommandIO", "GgwaveModem", "LiveAudio", "LiveModem",
        "SoundModem", "ToneGeneration",
      ],
      swiftSettings: strict),
    .target(
      name: "TunerScreen",
      dependencies: [
        "AudioDevices", "CommandIO", "InstrumentTuning", "LiveAudio", "MusicTheory",
        "PitchEstimation", "PolyphonicTuning", "SessionHistory", "SignalProcessing", "TerminalUI",
        "ToneGeneration", "TrackFormats",
      ],
      swiftSettings: strict),
    .target(
      name: "MetronomeScreen",
      dependencies: [
        "AudioDevices", "AudioFiles", "CommandIO", "LiveAudio", "Metronome", "SoundPrograms",
        "TerminalUI", "ToneGeneration",
      ],
      swiftSettings: strict),
    .target(
      name: "PianoScreen",
      dependencies: [
        "CommandIO", "InstrumentTuning", "LiveAudio", "MusicTheory", "PianoTuning", "Plotting",
        "SignalProcessing", "TerminalUI",
      ],
      swiftSettings: strict),
    // The piano's options, beside those of the command: it has commands of its own.
    .target(
      name: "PianoCommands",
      dependencies: [
        "AudioDevices", "AudioFiles", "CommandIO", "InstrumentTuning", "LiveAudio", "MusicTheory",
        "PianoScreen", "PianoTuning", "Plotting", "TerminalUI",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // What other programs get while the tuner runs, with its options.
    .target(
      name: "LiveConnections",
      dependencies: [
        .target(name: "CALSA", condition: .when(platforms: [.linux])), "CommandIO",
        "InstrumentTuning", "LiveAudio", "MusicTheory", "OpenSoundControl", "PitchEstimation",
        "PitchToMIDI", "TrackFormats", "TunerScreen",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // A metronome with others: MIDI clock, and one beat for several in a network; with its options.
    .target(
      name: "MetronomeConnections",
      dependencies: [
        "CommandIO", "LiveAudio", "LiveConnections", "Metronome", "MetronomeScreen",
        "PitchToMIDI", "ToneGeneration",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // Options that several rooms with commands share.
    .target(
      name: "CommandOptions",
      dependencies: [
        "CommandIO", "MusicTheory", "TunerScreen",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "PracticeCommands",
      dependencies: [
        "AudioDevices", "AudioFiles", "CommandIO", "CommandOptions", "InstrumentSetup",
        "InstrumentTuning", "IntonationPractice", "LiveAudio", "MusicTheory", "MusicXMLScores",
        "PitchEstimation", "Plotting", "SessionHistory", "SignalProcessing", "SoundPrograms",
        "ToneGeneration",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "SelfTest",
      dependencies: [
        "CommandIO", "MusicTheory", "PitchEstimation", "PitchEvaluation", "SignalProcessing",
      ],
      swiftSettings: strict),
    // All commands and their options: both programs parse them. Nothing here needs the network's packages.
    .target(
      name: "KammertonCommand",
      dependencies: [
        "AudioDevices", "AudioFiles", "ClassicModem", "CommandIO", "CommandOptions", "GgwaveModem",
        "InstrumentTuning", "LiveAudio", "LiveConnections", "LiveModem", "Metronome",
        "MetronomeConnections", "MetronomeScreen", "MusicTheory", "PianoCommands",
        "PitchEstimation", "PitchEvaluation", "Plotting",
        "PolyphonicTuning", "PracticeCommands", "Reports", "SelfTest", "SessionHistory",
        "SignalProcessing", "SoundMessages", "SoundModem", "SoundPrograms", "TerminalUI",
        "ToneGeneration", "TrackFormats", "TunerScreen",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // The two programs. `make tune` builds only the first, which starts the second one for what needs it.
    .executableTarget(
      name: "KammertonMain", dependencies: ["KammertonCommand"], swiftSettings: strict),
    .executableTarget(
      name: "KammertonNetwork",
      dependencies: [
        "AudioDevices", "CommandIO", "InstrumentTuning", "KammertonCommand", "LiveAudio", "Pairing",
        "PairingByAir", "PairingNetwork", "PitchEstimation", "Reports", "SoundMessages",
        "TerminalUI", "TrackFormats", "TunerScreen",
        "WebServer",
        product("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "Kammerton",
      dependencies: [
        "ClassicModem", "GgwaveModem", "InstrumentSetup", "InstrumentTuning", "IntonationPractice",
        "Metronome", "MusicTheory", "OpenSoundControl", "PianoTuning", "PitchEstimation",
        "PitchEvaluation", "PitchToMIDI",
        "PolyphonicTuning",
        "SignalProcessing",
        "SoundModem", "ToneGeneration",
      ],
      swiftSettings: strict),

    // Tests mirror Sources.
    .target(
      name: "_TestSignals", dependencies: ["SignalProcessing"], path: "Tests/_TestSignals",
      swiftSettings: strict),
    .executableTarget(
      name: "_WebReference",
      dependencies: [
        "InstrumentTuning", "MusicTheory", "PitchEstimation", "PitchToMIDI", "SignalProcessing",
        "SoundModem", "ToneGeneration", "_TestSignals",
      ],
      path: "Tests/_WebReference", swiftSettings: strict),
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
    tests("PolyphonicTuningTests", dependencies: ["PolyphonicTuning", "SignalProcessing"]),
    tests("DecimalTextTests", dependencies: ["DecimalText"]),
    tests("PianoTuningTests", dependencies: ["PianoTuning", "MusicTheory", "SignalProcessing"]),
    tests(
      "IntonationPracticeTests",
      dependencies: [
        "IntonationPractice", "MusicTheory", "PitchEstimation", "SignalProcessing",
      ]),
    tests("MusicXMLScoresTests", dependencies: ["CZlib", "IntonationPractice", "MusicXMLScores"]),
    tests("InstrumentSetupTests", dependencies: ["InstrumentSetup", "SignalProcessing"]),
    tests(
      "ToneGenerationTests",
      dependencies: ["ToneGeneration", "InstrumentTuning", "PitchEstimation", "SignalProcessing"]),
    tests("MetronomeTests", dependencies: ["Metronome", "SignalProcessing", "ToneGeneration"]),
    tests(
      "WebCoreTests",
      dependencies: [
        "WebCore", "InstrumentTuning", "IntonationPractice", "Metronome", "MusicTheory",
        "PianoTuning", "PitchEstimation", "PitchToMIDI", "SignalProcessing", "SoundModem",
        "ToneGeneration",
      ]),
    tests("SoundModemTests", dependencies: ["SoundModem", "SignalProcessing", "ToneGeneration"]),
    tests("GgwaveModemTests", dependencies: ["GgwaveModem", "SignalProcessing", "ToneGeneration"]),
    tests(
      "ClassicModemTests", dependencies: ["ClassicModem", "SignalProcessing", "ToneGeneration"]),
    tests("OpenSoundControlTests", dependencies: ["OpenSoundControl"]),
    tests(
      "PitchToMIDITests",
      dependencies: [
        "PitchToMIDI", "MusicTheory", "PitchEstimation", "SignalProcessing", "ToneGeneration",
      ]),
    tests(
      "LiveConnectionsTests",
      dependencies: [
        "LiveConnections", "InstrumentTuning", "LiveAudio", "MusicTheory", "OpenSoundControl",
        "PitchEstimation", "PitchToMIDI", "SignalProcessing", "TrackFormats",
      ]),
    tests("FileWritingTests", dependencies: ["FileWriting"]),
    tests("AudioFilesTests", dependencies: ["AudioFiles", "LiveAudio"]),
    tests("AudioDevicesTests", dependencies: ["AudioDevices", "LiveAudio"]),
    tests(
      "LiveAudioTests",
      dependencies: [
        "LiveAudio", "PitchEstimation", "SignalProcessing", "ToneGeneration",
      ]),
    tests(
      "LiveModemTests",
      dependencies: [
        "LiveModem", "LiveAudio", "SignalProcessing", "SoundModem",
        "ToneGeneration",
      ]),
    tests(
      "PlottingTests",
      dependencies: ["Plotting", "InstrumentTuning", "MusicTheory", "PitchEstimation"]),
    tests(
      "SessionHistoryTests",
      dependencies: [
        "SessionHistory", "InstrumentTuning", "MusicTheory",
        product("GRDB", "GRDB.swift"),
      ]),
    tests("PairingTests", dependencies: ["Pairing", "SignalProcessing"]),
    tests(
      "PairingByAirTests",
      dependencies: ["PairingByAir", "Pairing", "SignalProcessing", "SoundModem", "ToneGeneration"]),
    tests(
      "PairingNetworkTests",
      dependencies: [
        "PairingNetwork", "Pairing", product("NIOCore", "swift-nio"),
        product("NIOPosix", "swift-nio"),
      ]),
    tests(
      "WebServerTests",
      dependencies: [
        "WebServer",
        product("HummingbirdCore", "hummingbird"),
        product("NIOCore", "swift-nio"),
        product("NIOPosix", "swift-nio"),
        product("NIOSSL", "swift-nio-ssl"),
        product("HTTPTypes", "swift-http-types"),
        product("X509", "swift-certificates"),
      ]),
    tests("CommandIOTests", dependencies: ["CommandIO"]),
    tests("TerminalUITests", dependencies: ["TerminalUI", "CommandIO"]),
    tests(
      "TrackFormatsTests",
      dependencies: [
        "TrackFormats", "CommandIO", "MusicTheory", "PitchEstimation", "PitchEvaluation",
      ]),
    tests("ReportsTests", dependencies: ["Reports", "CommandIO"]),
    tests(
      "SoundProgramsTests",
      dependencies: [
        "SoundPrograms", "AudioFiles", "LiveAudio", "MusicTheory", "ToneGeneration",
      ]),
    tests(
      "SoundMessagesTests",
      dependencies: [
        "SoundMessages", "CommandIO", "LiveModem", "SignalProcessing", "SoundModem",
        "ToneGeneration",
      ]),
    tests(
      "TunerScreenTests",
      dependencies: [
        "TunerScreen", "AudioDevices", "CommandIO", "InstrumentTuning", "LiveAudio", "MusicTheory",
        "PitchEstimation", "TerminalUI",
      ]),
    tests(
      "MetronomeScreenTests",
      dependencies: [
        "MetronomeScreen", "AudioDevices", "CommandIO", "LiveAudio", "Metronome", "TerminalUI",
      ]),
    tests(
      "MetronomeConnectionsTests",
      dependencies: [
        "MetronomeConnections", "CommandIO", "LiveAudio", "LiveConnections", "Metronome",
        "MetronomeScreen", "PitchToMIDI", "ToneGeneration",
      ]),
    tests(
      "PianoScreenTests",
      dependencies: [
        "PianoScreen", "CommandIO", "InstrumentTuning", "LiveAudio", "MusicTheory", "PianoTuning",
        "TerminalUI",
      ]),
    tests(
      "PracticeCommandsTests",
      dependencies: [
        "PracticeCommands", "CommandIO", "InstrumentSetup", "IntonationPractice",
        "InstrumentTuning", "Plotting", "MusicTheory",
        "SignalProcessing", "SoundPrograms", "ToneGeneration",
        product("ArgumentParser", "swift-argument-parser"),
      ]),
    tests("SelfTestTests", dependencies: ["SelfTest", "PitchEstimation"]),
    tests(
      "KammertonCommandTests",
      dependencies: [
        "KammertonCommand", "AudioDevices", "AudioFiles", "ClassicModem", "CommandIO",
        "CommandOptions", "InstrumentTuning", "LiveAudio", "Metronome", "MusicTheory",
        "PitchEstimation", "Reports", "SessionHistory", "SignalProcessing", "SoundMessages",
        "SoundPrograms",
        "TerminalUI", "ToneGeneration", "TrackFormats", "TunerScreen",
        product("ArgumentParser", "swift-argument-parser"),
        product("GRDB", "GRDB.swift"),
      ]),
    tests(
      "KammertonNetworkTests",
      dependencies: [
        "KammertonNetwork", "CommandIO", "KammertonCommand", "LiveModem", "Pairing",
        "SignalProcessing", "SoundMessages", "SoundModem",
        product("ArgumentParser", "swift-argument-parser"),
      ]),
    // The readers of outside bytes under mutated input: Scripts/fuzz.sh.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "AudioFiles", "ClassicModem", "CommandIO", "GgwaveModem", "InstrumentSetup",
        "InstrumentTuning", "IntonationPractice", "KammertonCommand", "Metronome",
        "MetronomeScreen", "MusicTheory", "MusicXMLScores", "Pairing", "PairingNetwork",
        "PianoScreen", "PianoTuning", "PitchEstimation", "PitchEvaluation", "PracticeCommands",
        "Reports", "SoundMessages", "SoundModem", "SoundPrograms", "TerminalUI", "ToneGeneration",
        "TrackFormats", "TunerScreen", "WebServer", "_TestSignals",
        product("HummingbirdCore", "hummingbird"),
        product("HTTPTypes", "swift-http-types"),
        product("NIOCore", "swift-nio"),
        product("NIOEmbedded", "swift-nio"),
        product("NIOHTTP1", "swift-nio"),
        product("NIOHTTPTypes", "swift-nio-extras"),
        product("NIOHTTPTypesHTTP1", "swift-nio-extras"),
      ],
      path: "Fuzzing", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// For `make tune` in a fresh clone: without the network and the tests it fetches one package of 26. This changes no
// flag, so that nothing is compiled again when the rest follows.
if Context.environment["KAMMERTON_TUNER_ONLY"] != nil {
  let network: Set = ["Pairing", "PairingByAir", "PairingNetwork", "WebServer", "KammertonNetwork"]
  package.targets.removeAll { $0.type == .test || network.contains($0.name) }
  package.products.removeAll { network.contains($0.name) || $0.name == "kammerton-network" }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
    return !location.hasSuffix("/swift-argument-parser")
  }
}

// Every target names all targets that it needs, not only those that it imports. A value of a module has the size and the
// private parts of values that another module gives it, and the package manager compiles a target again when one that it
// names has changed, not when one behind that has: what was compiled before would read such values wrongly.
let named = Dictionary(
  uniqueKeysWithValues: package.targets.map { target in
    let names = target.dependencies.compactMap { dependency -> String? in
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
    return (target.name, names)
  })
let modules = Set(package.targets.filter { $0.type == .regular }.map(\.name))
for target in package.targets {
  var needed: Set<String> = []
  var waiting = named[target.name] ?? []
  while let name = waiting.popLast() {
    if needed.insert(name).inserted { waiting += named[name] ?? [] }
  }
  let behind = needed.intersection(modules).subtracting(named[target.name] ?? [])
  target.dependencies += behind.sorted().map { .target(name: $0) }
}
