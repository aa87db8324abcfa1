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

/// A module in a folder below Sources, which has its name.
func module(_ place: String, needs: [Target.Dependency] = []) -> Target {
  .target(
    name: name(of: place), dependencies: needs, path: "Sources/" + place, swiftSettings: strict)
}

/// A module of the core, or of the classics: it needs nothing outside them, no Foundation, and is embeddable.
func core(_ name: String, in storey: String = "Core", needs: [Target.Dependency] = []) -> Target {
  // The standard library calls floor, sqrt and the like; on Linux nothing else links them.
  .target(
    name: name, dependencies: needs, path: "Sources/\(storey)/\(name)", swiftSettings: strict,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
}

/// A program, in a folder that has its name.
func program(_ place: String, needs: [Target.Dependency]) -> Target {
  .executableTarget(name: name(of: place), dependencies: needs, path: place, swiftSettings: strict)
}

/// Declarations of a C library of the system.
func system(_ name: String, _ package: String?, apt: String, brew: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/" + name, pkgConfig: package,
    providers: [.apt([apt])] + (brew.map { [.brew([$0])] } ?? []))
}

/// The tests of the module in a folder below Sources: they need what it needs, and what they name besides.
func tests(
  _ place: String, needs: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name(of: place) + "Tests",
    dependencies: [.target(name: name(of: place)), "_TestSignals"] + needs,
    path: "Tests/\(place)Tests", resources: resources, swiftSettings: strict)
}

func name(of place: String) -> String { place.split(separator: "/").last.map(String.init) ?? place }

let parser = product("ArgumentParser", "swift-argument-parser")
let nio = product("NIOCore", "swift-nio")
let nioPosix = product("NIOPosix", "swift-nio")

/// What `import Kammerton` brings.
let coreModules = [
  "SignalProcessing", "MusicTheory", "PitchEstimation", "PitchEvaluation", "InstrumentTuning",
  "PolyphonicTuning", "ChordEstimation", "ChordPractice", "PianoTuning", "BellTuning",
  "InstrumentSetup",
  "OnsetDetection",
  "NoteDetection", "PitchToMIDI", "IntonationPractice", "ToneGeneration", "Metronome", "SoundModem",
  "GgwaveModem",
  "OpenSoundControl", "ClassicEstimators", "ClassicModem",
]

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
    .library(name: "Kammerton", targets: ["Kammerton"] + coreModules),
    .library(name: "MusicTheory", targets: ["MusicTheory"]),
    .library(
      name: "PitchEstimation",
      targets: ["PitchEstimation", "SignalProcessing", "ClassicEstimators"]),
    .library(name: "SoundModem", targets: ["SoundModem", "GgwaveModem", "ClassicModem"]),
    .library(name: "LiveAudio", targets: ["LiveAudio", "LiveModem"]),
    .library(name: "AudioDevices", targets: ["AudioDevices"]),
    .library(name: "AudioFiles", targets: ["AudioFiles"]),
    .library(name: "AppleAudio", targets: ["AppleAudio"]),
    .library(name: "Plotting", targets: ["Plotting"]),
    .library(name: "SessionHistory", targets: ["SessionHistory"]),
    .library(name: "Pairing", targets: ["Pairing", "PairingByAir", "PairingNetwork"]),
    .library(name: "WebServer", targets: ["WebServer"]),
    .executable(name: "kammerton", targets: ["KammertonMain"]),
    .executable(name: "kammerton-tune", targets: ["KammertonTune"]),
    .executable(name: "kammerton-network", targets: ["KammertonNetwork"]),
  ],
  // The core and the audio modules need no package, so that who imports them fetches none.
  // One trait: SwiftPM passes several in another order each time, and so compiles everything anew.
  traits: [
    .trait(
      name: "Services",
      description: "Pairing, WebServer and the programs, which need other packages")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // For tests only: it reads and makes the databases that SessionHistory makes and reads.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // All below is for WebServer; NIO also for PairingNetwork, and swift-crypto for Pairing.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    // From the version on that mends CVE-2026-43820.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
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
    core("MusicTheory", needs: ["DecimalText", "SignalProcessing"]),
    core("PitchEstimation", needs: ["SignalProcessing"]),
    core("PitchEvaluation", needs: ["PitchEstimation"]),
    core("PolyphonicTuning", needs: ["SignalProcessing"]),
    core("ChordEstimation", needs: ["MusicTheory", "PolyphonicTuning", "SignalProcessing"]),
    core("PianoTuning", needs: ["DecimalText", "MusicTheory", "PolyphonicTuning"]),
    core("BellTuning", needs: ["DecimalText", "MusicTheory", "PianoTuning", "PolyphonicTuning"]),
    core("OnsetDetection", needs: ["SignalProcessing"]),
    core("NoteDetection", needs: ["OnsetDetection", "PitchEstimation"]),
    core(
      "InstrumentTuning",
      needs: ["BellTuning", "MusicTheory", "OnsetDetection", "PitchEstimation"]),
    core("InstrumentSetup", needs: ["SignalProcessing"]),
    core("PitchToMIDI", needs: ["MusicTheory", "PitchEstimation"]),
    core("ToneGeneration", needs: ["SignalProcessing"]),
    core("Metronome", needs: ["DecimalText", "OnsetDetection", "ToneGeneration"]),
    core(
      "IntonationPractice", needs: ["DecimalText", "Metronome", "NoteDetection", "PitchToMIDI"]),
    core(
      "ChordPractice",
      needs: ["ChordEstimation", "DecimalText", "IntonationPractice", "OnsetDetection"]),
    core("SoundModem", needs: ["ToneGeneration"]),
    core("GgwaveModem", needs: ["ToneGeneration"]),
    core("OpenSoundControl"),
    // Classics: the methods of the programs that came before, kept working for those who compare or need them.
    core("ClassicEstimators", in: "Classics", needs: ["PitchEstimation"]),
    core("ClassicModem", in: "Classics", needs: ["ToneGeneration"]),
    core("Kammerton", needs: coreModules.map { .target(name: $0) }),

    // Audio: sound comes and goes. LiveAudio and LiveModem need no C library, so that who brings a source of sound
    // gets everything else from here.
    module("Audio/FileWriting"),
    module("Audio/LiveAudio", needs: ["PitchEstimation", "ToneGeneration"]),
    module("Audio/LiveModem", needs: ["LiveAudio", "SoundModem"]),
    module("Audio/AudioFiles", needs: ["CSndfile", "FileWriting", "LiveAudio"]),
    module("Audio/AudioDevices", needs: ["CPortAudio", "LiveAudio"]),
    // Empty where AVFAudio does not exist; checked against stubs of it: Scripts/check-apple.sh.
    module("Audio/AppleAudio", needs: ["LiveAudio"]),

    // Services: what is kept, drawn, and sent over a network.
    module("Services/Plotting", needs: ["CCairo", "InstrumentTuning"]),
    module("Services/SessionHistory", needs: ["CSQLite", "FileWriting", "InstrumentTuning"]),
    module("Services/Pairing", needs: [product("Crypto", "swift-crypto")]),
    module("Services/PairingByAir", needs: ["Pairing", "SoundModem"]),
    module(
      "Services/PairingNetwork",
      needs: ["Pairing", nio, nioPosix]),
    module(
      "Services/WebServer",
      needs: [
        "FileWriting",
        product("HummingbirdCore", "hummingbird"),
        product("HummingbirdTLS", "hummingbird"),
        nio,
        nioPosix,
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
      ]),

    // Bindings: the core for other languages, browsers and hosts of plug-ins. The header of CKammerton is the source
    // of truth for the C library. Scripts/build-web.sh, build-library.sh and build-plugins.sh.
    .target(name: "CWebMemory", path: "Sources/Bindings/CWebMemory"),
    module(
      "Bindings/WebCore",
      needs: [
        "BellTuning", "CWebMemory", "ChordEstimation", "DecimalText", "InstrumentTuning",
        "IntonationPractice", "Metronome", "OnsetDetection", "PianoTuning", "PitchToMIDI",
        "SoundModem",
      ]),
    .target(name: "CKammerton", path: "Sources/Bindings/CKammerton"),
    module(
      "Bindings/CInterface",
      needs: [
        "CKammerton", "ChordEstimation", "ClassicEstimators", "InstrumentTuning",
        "IntonationPractice", "NoteDetection", "OnsetDetection", "PianoTuning", "SoundModem",
      ]),

    // Program, by feature: the options, the screen and the reports of a command are in one module. They share what
    // is `package`.
    module(
      "Program/CommandKit",
      needs: [
        "AudioDevices", "AudioFiles", "CKammerton", "CQRencode", "ClassicEstimators", "DecimalText",
        "InstrumentTuning", "MusicTheory", parser,
      ]),
    // Other programs, synthesizers and metronomes that are connected while a command runs.
    module(
      "Program/Connections",
      needs: [
        .target(name: "CALSA", condition: .when(platforms: [.linux])), "CommandKit", "Metronome",
        "OpenSoundControl", "PitchToMIDI", parser,
      ]),
    module(
      "Program/MeasureCommands",
      needs: ["BellTuning", "CommandKit", "PianoTuning", "Plotting", parser]),
    module(
      "Program/TuneCommands",
      needs: [
        "BellTuning", "ChordEstimation", "Connections", "MeasureCommands", "OnsetDetection",
        "PolyphonicTuning", "SessionHistory", parser,
      ]),
    module("Program/NameCommands", needs: ["CommandKit", parser]),
    module(
      "Program/TrackCommands",
      needs: [
        "ChordEstimation", "Connections", "NoteDetection", "PitchEvaluation", "Plotting", parser,
      ]),
    module("Program/SelfTestCommands", needs: ["CommandKit", "PitchEvaluation", parser]),
    module("Program/MetronomeCommands", needs: ["Connections", "OnsetDetection", parser]),
    module(
      "Program/MessageCommands",
      needs: ["ClassicModem", "CommandKit", "GgwaveModem", "LiveModem", "Plotting", parser]),
    module(
      "Program/PracticeCommands",
      needs: [
        "CExpat", "CZlib", "ChordEstimation", "ChordPractice", "IntonationPractice",
        "MetronomeCommands", "Plotting",
        "SessionHistory", parser,
      ]),
    module(
      "Program/WorkshopCommands", needs: ["CommandKit", "InstrumentSetup", "Plotting", parser]),
    // What is parsed before and after the parser: help by task, older names, unknown commands and options.
    module("Program/CommandParsing", needs: ["CommandKit", parser]),
    // All commands: both programs parse them. Nothing here needs the network's packages.
    module(
      "Program/KammertonCommand",
      needs: [
        "CommandParsing", "MeasureCommands", "MessageCommands", "MetronomeCommands", "NameCommands",
        "PracticeCommands", "SelfTestCommands", "TrackCommands", "TuneCommands", "WorkshopCommands",
        parser,
      ]),
    // The tuner alone, for `make tune` in a fresh clone.
    program(
      "Sources/Program/KammertonTune", needs: ["CommandParsing", "TuneCommands", parser]),
    // The two programs. The first one starts the second one for what needs it.
    program("Sources/Program/KammertonMain", needs: ["KammertonCommand"]),
    program(
      "Sources/Program/KammertonNetwork",
      needs: [
        "KammertonCommand", "PairingByAir", "PairingNetwork", "WebServer", nio, nioPosix, parser,
      ]),

    system("CALSA", "alsa", apt: "libasound2-dev"),
    system("CCairo", "cairo", apt: "libcairo2-dev", brew: "cairo"),
    system("CExpat", "expat", apt: "libexpat1-dev", brew: "expat"),
    system("CPortAudio", portAudioPackage, apt: "portaudio19-dev", brew: "portaudio"),
    system("CQRencode", "libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
    system("CSQLite", "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    system("CSndfile", "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
    system("CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),

    // Tools. The names and numbers that the page shares with WebCore, as JavaScript: Scripts/build-web.sh.
    program("Tools/_WebVocabulary", needs: ["WebCore"]),
    // Latencies and aligned loudspeakers in measured rooms: Benchmarks/beat-in-rooms.sh.
    program("Tools/_BeatInRooms", needs: ["AudioFiles", "Metronome", "_TestSignals"]),
    // What the tracker sees in training sounds: Training/train.sh.
    program("Tools/_TrainingFeatures", needs: ["PitchEstimation"]),
    // The reliability diagram of docs/measurements/confidence.md: Benchmarks/reliability.sh.
    program("Tools/_ReliabilityDiagram", needs: ["Plotting"]),
    // What the live tuner computes, for counting it: Benchmarks/instructions.sh.
    program("Tools/_LiveTuner", needs: ["InstrumentTuning"]),
    // How often the tracker's stages run: Benchmarks/stages.sh.
    program("Tools/_TrackerStages", needs: ["PitchEstimation"]),
    // When notes for synthesizers begin: Benchmarks/note-timing.py.
    program("Tools/_NoteTiming", needs: ["AudioFiles", "InstrumentTuning", "PitchToMIDI"]),
    // A recording through a loudspeaker whose phase wanders: Benchmarks/wandering-phase.sh.
    program("Tools/_WanderingPhase", needs: ["AudioFiles", "_TestSignals"]),

    // Tests mirror Sources.
    .target(
      name: "_TestSignals", dependencies: ["SignalProcessing"], path: "Tests/_TestSignals",
      swiftSettings: strict),
    program(
      "Tests/_WebReference",
      needs: ["InstrumentTuning", "PitchToMIDI", "SoundModem", "_TestSignals"]),
    tests("Core/DecimalText"),
    tests("Core/SignalProcessing"),
    tests("Core/MusicTheory"),
    tests("Core/PitchEstimation", needs: ["ClassicEstimators", "ToneGeneration"]),
    tests("Core/PitchEvaluation", resources: [.copy("Golden")]),
    tests("Core/InstrumentTuning"),
    tests("Core/PolyphonicTuning"),
    tests("Core/ChordEstimation", needs: ["ToneGeneration"]),
    tests("Core/PianoTuning"),
    tests("Core/BellTuning"),
    tests("Core/InstrumentSetup"),
    tests("Core/OnsetDetection"),
    tests("Core/NoteDetection", needs: ["ToneGeneration"]),
    tests("Core/IntonationPractice"),
    tests("Core/ChordPractice", needs: ["ToneGeneration"]),
    tests("Core/ToneGeneration", needs: ["InstrumentTuning"]),
    tests("Core/Metronome"),
    tests("Core/SoundModem"),
    tests("Core/GgwaveModem"),
    tests("Core/PitchToMIDI", needs: ["ToneGeneration"]),
    tests("Core/OpenSoundControl"),
    tests("Classics/ClassicEstimators", needs: ["ToneGeneration"]),
    tests("Classics/ClassicModem"),
    tests("Audio/FileWriting"),
    tests("Audio/LiveAudio"),
    tests("Audio/LiveModem"),
    tests("Audio/AudioFiles"),
    tests("Audio/AudioDevices"),
    tests("Services/Plotting"),
    tests("Services/SessionHistory", needs: [product("GRDB", "GRDB.swift")]),
    tests("Services/Pairing", needs: ["SignalProcessing"]),
    tests("Services/PairingByAir"),
    tests(
      "Services/PairingNetwork",
      needs: [nio, nioPosix]),
    tests(
      "Services/WebServer",
      needs: [
        product("HummingbirdCore", "hummingbird"),
        nio,
        nioPosix,
        product("NIOSSL", "swift-nio-ssl"),
        product("HTTPTypes", "swift-http-types"),
        product("X509", "swift-certificates"),
      ]),
    tests("Bindings/WebCore"),
    tests("Program/CommandKit", needs: [parser]),
    tests("Program/Connections"),
    tests("Program/MeasureCommands"),
    tests("Program/TuneCommands", needs: [parser]),
    tests("Program/TrackCommands", needs: [parser]),
    tests("Program/SelfTestCommands"),
    tests("Program/MetronomeCommands", needs: [parser]),
    tests("Program/MessageCommands"),
    tests("Program/PracticeCommands", needs: [parser], resources: [.copy("Scores/Cases")]),
    tests("Program/WorkshopCommands", needs: [parser]),
    tests("Program/KammertonCommand", needs: [parser, product("GRDB", "GRDB.swift")]),
    tests("Program/KammertonNetwork", needs: [nio, nioPosix, parser]),
    // The readers of outside bytes under mutated input: Scripts/fuzz.sh.
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "KammertonCommand", "PairingNetwork", "WebServer", "_TestSignals",
        product("HummingbirdCore", "hummingbird"),
        product("HTTPTypes", "swift-http-types"),
        nio,
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
