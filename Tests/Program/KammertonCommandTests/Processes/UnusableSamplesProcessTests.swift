import AudioFiles
import Foundation
import Testing
import _TestSignals

/// Files with samples that are not sound, as programs leave them behind.
@Suite("Samples that are not sound, as processes", .timeLimit(.minutes(20)))
struct UnusableSamplesProcessTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("nan.wav")
    var samples = TestSignal.sine(440, sampleRate: 44_100, count: 132_300)
    samples[40_000] = .nan
    samples[40_001] = .infinity
    samples[40_002] = 1e20
    try Recording.write(samples, to: path, format: .waveFloat)
  }

  @Test(
    "every command that reads a recording counts them as silence, and says so in the same words",
    arguments: [
      "track", "tune", "tune --json", "tune --strum", "tune --beats A4", "bell", "piano",
      "calibrate --reference 440", "receive", "band-test", "practice C-major",
      "practice --wait C-major",
    ])
  func told(command: String) async throws {
    let arguments = command.split(separator: " ").map(String.init) + [path]
    let result = try await Program.run(
      arguments, environment: ["HOME": directory.url.path])
    let sentence =
      "kammerton: \(path) has samples that are not sound (NaN, infinite or huge): 3. "
      + "They count as silence.\n"
    if command.hasPrefix("calibrate") {
      // It has its tone before the end of the file, or reads all of it and says so.
      #expect(result.status == 0 || result.errors.contains(sentence), "\(result)")
    } else {
      #expect(result.errors.contains(sentence), "\(result)")
    }
    #expect(!result.output.lowercased().contains("nan"), "\(result)")
  }

  @Test("a pipe of raw samples is told apart from its file")
  func pipe() async throws {
    var bytes: [UInt8] = []
    for index in 0..<22_050 {
      let sample: Float = index == 100 ? .nan : index.isMultiple(of: 50) ? 0.5 : -0.01
      withUnsafeBytes(of: sample.bitPattern.littleEndian) { bytes += $0 }
    }
    let result = try await Program.run(
      ["tune", "-", "--raw", "f32le", "--rate", "44100", "--plain"], input: .init(bytes))
    #expect(
      result.errors.contains(
        "standard input has samples that are not sound (NaN, infinite or huge): 1."), "\(result)")
  }

  @Test("a click of NaN is silent, and is told", arguments: ["metronome"])
  func clickSound(command: String) async throws {
    let output = directory.path("clicks.wav")
    let result = try await Program.run([
      command, "120", "--sound", path, "--duration", "1s", "--output", output,
    ])
    #expect(result.status == 0, "\(result)")
  }
}
