import Foundation
import Testing

@testable import AudioFiles

@Suite("AudioFileWriter")
struct AudioFileWriterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("shows the file only after finish, and nothing else after it")
  func atomic() throws {
    let path = try directory.file("tone.wav", bytes: [1, 2, 3])
    var writer = try AudioFileWriter(path: path, sampleRate: 48_000)
    try writer.write([0.5, -0.5])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))

    try writer.finish()
    try writer.finish()

    #expect(try directory.names == ["tone.wav"])
    #expect(try readFile(path) == [0.5, -0.5])
  }

  @Test("writes 20,000 frames of two channels in one call, and a reader gives all of their means")
  func oneCall() throws {
    let path = directory.file("tone.wav")
    let left = (0..<20_000).map { Float($0 % 100) / 128 }
    try AudioFileWriter.write(
      left.flatMap { [$0, 0] }, to: path, format: .waveFloat, sampleRate: 44_100, channelCount: 2)
    var reader = try AudioFileReader(path: path)
    let (samples, rest) = (try reader.readAll(), try reader.readAll())
    #expect(samples == left.map { $0 / 2 })
    #expect(rest.isEmpty)
    #expect(reader.sampleRate == 44_100)
  }

  @Test("leaves nothing behind without finish")
  func abandoned() throws {
    do {
      var writer = try AudioFileWriter(path: directory.file("tone.wav"), sampleRate: 48_000)
      try writer.write([0.5])
    }
    #expect(try directory.names.isEmpty)
  }

  @Test("keeps 3 channels apart")
  func channels() throws {
    let path = directory.file("three.flac")
    try write([0.25, 0.5, 0.75, 0, 0.125, 0], to: path, format: .flac24, channelCount: 3)
    #expect(try readFile(path, channel: .channel(1)) == [0.25, 0])
    #expect(try readFile(path, channel: .channel(2)) == [0.5, 0.125])
    #expect(try readFile(path, channel: .channel(3)) == [0.75, 0])
  }

  @Test(
    "clips integers at full scale and writes NaN as 0",
    arguments: [AudioFileFormat.wave16, .flac16])
  func clipping(format: AudioFileFormat) throws {
    let path = directory.file("loud")
    try write([2, -2, .nan, .infinity], to: path, format: format)
    let full: Float = 32_767.0 / 32_768
    #expect(try readFile(path) == [full, -1, 0, 0])
  }

  @Test("gives files the permissions that the user's mask allows")
  func permissions() throws {
    let path = directory.file("tone.wav")
    try write([0], to: path, format: .wave16)
    let plain = try directory.file("plain", bytes: [0])
    let manager = FileManager.default
    let expected = try manager.attributesOfItem(atPath: plain)[.posixPermissions] as? Int
    #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == expected)
  }

  @Test("refuses what cannot be written, and leaves nothing behind")
  func refusals() throws {
    let path = directory.file("a.wav")
    #expect(throws: AudioFileError.sampleRateOutOfRange(path: path, sampleRate: 0)) {
      _ = try AudioFileWriter(path: path, sampleRate: 0)
    }
    #expect(throws: AudioFileError.invalidChannelCount(path: path, channelCount: 0)) {
      _ = try AudioFileWriter(path: path, sampleRate: 48_000, channelCount: 0)
    }
    #expect(throws: AudioFileError.isDirectory(path: directory.path)) {
      _ = try AudioFileWriter(path: directory.path, sampleRate: 48_000)
    }
    #expect(throws: AudioFileError.self) {
      _ = try AudioFileWriter(path: path, format: .flac16, sampleRate: 48_000, channelCount: 9)
    }
    let lost = directory.file("none/a.wav")
    let reason = String(cString: strerror(ENOENT))
    #expect(throws: AudioFileError.writeFailed(path: lost, reason: reason)) {
      _ = try AudioFileWriter(path: lost, sampleRate: 48_000)
    }
    #expect(try directory.names.isEmpty)
  }
}
