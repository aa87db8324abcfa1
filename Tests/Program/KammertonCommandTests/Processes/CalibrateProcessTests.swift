@testable import CommandKit
import Foundation
import InstrumentTuning
import LiveAudio
import MusicTheory
import Testing

@Suite("Settings, and kammerton calibrate as a process", .timeLimit(.minutes(5)))
struct CalibrateProcessTests {
  @Test("settings are written and read again; a broken line is named")
  func text() throws {
    var settings = SavedSettings()
    settings.clock = try ClockCalibration(factor: 1.000104)
    settings.concertPitch = try ConcertPitch(442.5)
    #expect(try SavedSettings(text: settings.text) == settings)
    #expect(try SavedSettings(text: SavedSettings().text) == SavedSettings())
    for text in ["\na4: 900", "\nclock-factor: 2", "\nx: 1", "\nnonsense", "\na4: nan"] {
      #expect(throws: SavedSettingsError(line: 2)) { try SavedSettings(text: text) }
    }
  }

  @Test("latencies are saved for pairs of devices, whose names may have any characters")
  func latencies() throws {
    var settings = SavedSettings()
    settings.remember(
      LatencyRecord(
        microphone: "Mic | 50 %, clock", loudspeaker: "Höhe: (hw:0,0)", latency: 0.1875,
        spread: 0.0005))
    settings.remember(
      LatencyRecord(microphone: "headset", loudspeaker: "headset", latency: 0.2, spread: 0))
    settings.remember(
      LatencyRecord(microphone: "headset", loudspeaker: "headset", latency: 0.25, spread: 0.001))
    #expect(try SavedSettings(text: settings.text) == settings)
    #expect(settings.latencies.count == 2)
    let headset = settings.latency(ofMicrophone: "headset", loudspeaker: "headset")
    #expect(headset?.text == "250 ms ± 1.0, headset")
    #expect(settings.latency(ofMicrophone: "headset", loudspeaker: "other") == nil)
    // With a corrected clock, the source's name has a remark.
    settings.clock = try ClockCalibration(factor: 1.000104)
    #expect(
      settings.latency(
        ofMicrophone: "headset, clock +104.0 ppm", loudspeaker: "headset") == headset)
    for text in ["latency: 1", "latency: 1 2 a", "latency: x 1 a | b", "latency: 9e9 1 a | b"] {
      #expect(throws: SavedSettingsError(line: 1)) { try SavedSettings(text: text) }
    }
  }

  @Test(
    "options of the latency that make no sense are refused",
    arguments: [
      (["calibrate", "--latency", "a.wav"], "recording"),
      (["calibrate", "--latency", "--reset"], "exclude each other"),
      (["calibrate", "--latency", "--heard", "A4"], "exclude each other"),
      (["calibrate", "--loudspeaker", "x"], "needs --latency"),
      (["metronome", "--align"], "--lead or --join"),
      (["metronome", "--microphone", "x", "--lead"], "needs --align"),
      (["metronome", "--join", "--level", "--plain"], "use --align"),
    ] as [([String], String)])
  func latencyOptions(arguments: [String], message: String) async throws {
    let directory = try TemporaryDirectory()
    let result = try await Program.run(
      arguments, environment: ["XDG_CONFIG_HOME": directory.url.path])
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test("A4 is taken from a heard note and used by tune; a broken file is kept aside")
  func process() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": directory.url.path]
    try Recording.sine(442, to: directory.path("a.wav"), seconds: 3)
    let heard = try await Program.run(
      ["calibrate", directory.path("a.wav"), "--heard", "A4"], environment: environment)
    #expect(heard.status == 0)
    #expect(heard.output.contains("A4     442.00 Hz"))
    let tuned = try await Program.run(["tune", directory.path("a.wav")], environment: environment)
    #expect(tuned.output.contains("in tune") && !tuned.output.contains("sharp"))
    let clock = try await Program.run(
      ["calibrate", directory.path("a.wav"), "--reference", "442.1"], environment: environment)
    #expect(clock.output.contains("+226.2 ppm (+0.392 cents)"))

    let path = directory.path("kammerton/settings.txt")
    try Data("a4: loud\n".utf8).write(to: URL(fileURLWithPath: path))
    let broken = try await Program.run(["calibrate"], environment: environment)
    #expect(broken.status == 0)
    #expect(broken.errors.contains("line 1") && broken.errors.contains(".broken"))
    #expect(FileManager.default.fileExists(atPath: path + ".broken"))
  }

  @Test("another tone than the reference, and silence, are refused")
  func refusals() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": directory.url.path]
    try Recording.sine(466, to: directory.path("a.wav"), seconds: 3)
    let other = try await Program.run(
      ["calibrate", directory.path("a.wav"), "--reference", "440"], environment: environment)
    #expect(other.status == 2 && other.errors.contains("too much for a clock"))
    try Recording.sine(440, to: directory.path("b.wav"), seconds: 1)
    let short = try await Program.run(
      ["calibrate", directory.path("b.wav"), "--reference", "440"], environment: environment)
    #expect(short.status == 2 && short.errors.contains("two seconds"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("kammerton")))
  }
}
