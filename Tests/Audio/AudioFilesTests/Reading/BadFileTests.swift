import Foundation
import Testing

@testable import AudioFiles

@Suite("Bad audio files")
struct BadFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func refusal(of path: String) -> AudioFileError? {
    do throws(AudioFileError) {
      _ = try AudioFileReader(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test("names a missing file")
  func missing() {
    let path = directory.file("none.wav")
    #expect(refusal(of: path) == .notFound(path: path))
    #expect(refusal(of: path)?.description == "\(path) does not exist. Check the name.")
  }

  @Test("names a directory")
  func isDirectory() {
    #expect(refusal(of: directory.path) == .isDirectory(path: directory.path))
  }

  @Test("names a file of 0 bytes")
  func empty() throws {
    let path = try directory.file("empty.wav", bytes: [])
    #expect(refusal(of: path) == .empty(path: path))
  }

  @Test("is not deceived by text that is named .wav")
  func text() throws {
    let path = try directory.file("text.wav", bytes: Array("Not audio, but prose.\n".utf8))
    #expect(refusal(of: path) == .notAudio(path: path))
  }

  @Test("calls every cut within a WAV header damaged, and a cut behind it empty")
  func truncatedHeader() throws {
    let whole = WaveBytes(data: signed16([1, 2, 3])).bytes
    for length in 4..<46 {
      let path = try directory.file("cut.wav", bytes: Array(whole.prefix(length)))
      // libsndfile reads a cut length of the samples as 0.
      let expected: AudioFileError = length < 41 ? .damaged(path: path) : .noSamples(path: path)
      #expect(refusal(of: path) == expected, "\(length) bytes")
    }
  }

  @Test("reads what is left of a cut WAV file and says that it was cut")
  func truncatedData() throws {
    let wave = WaveBytes(statedLength: 2000, data: signed16(Array(0..<300)))
    let path = try directory.file("cut.wav", bytes: wave.bytes)

    var reader = try AudioFileReader(path: path)

    let isTruncated = reader.isTruncated
    #expect(isTruncated)
    #expect(try readAll(&reader).count == 300)
  }

  @Test("tells at the end that a FLAC file was cut")
  func truncatedFLAC() throws {
    let path = directory.file("cut.flac")
    let noise = (0..<40_000).map { Float(($0 &* 7919) % 1000) / 1000 - 0.5 }
    try write(noise, to: path, format: .flac16)
    let half = try Data(contentsOf: URL(filePath: path)).prefix(30_000)
    try half.write(to: URL(filePath: path))

    var reader = try AudioFileReader(path: path)
    let count = try readAll(&reader).count

    let isTruncated = reader.isTruncated
    #expect(count > 1000 && count < 40_000)
    #expect(isTruncated)
  }

  @Test("does not call a WAV file of unknown length cut", arguments: [0, 0x7FFF_F000, .max])
  func unknownLength(stated: UInt32) throws {
    let wave = WaveBytes(statedLength: stated, data: signed16(Array(0..<300)))
    let path = try directory.file("stream.wav", bytes: wave.bytes)

    var reader = try AudioFileReader(path: path)

    let isTruncated = reader.isTruncated
    #expect(!isTruncated)
    #expect(try readAll(&reader).count == 300)
  }

  @Test("names a file with a header and 0 samples")
  func noSamples() throws {
    let path = try directory.file("none.wav", bytes: WaveBytes().bytes)
    #expect(refusal(of: path) == .noSamples(path: path))
  }

  @Test("refuses sample rates outside 8000...192000 Hz", arguments: [0, 7999, 192_001, .max])
  func sampleRate(rate: UInt32) throws {
    let wave = WaveBytes(sampleRate: rate, data: signed16([1, 2]))
    let path = try directory.file("rate.wav", bytes: wave.bytes)
    #expect(refusal(of: path) == .sampleRateOutOfRange(path: path, sampleRate: Double(rate)))
  }

  @Test("names an encoding that it cannot decode")
  func unsupported() throws {
    let wave = WaveBytes(tag: 0x0161, data: Array(repeating: 1, count: 400))  // Windows Media
    let path = try directory.file("wma.wav", bytes: wave.bytes)
    guard case .unsupported(path, _) = refusal(of: path) else {
      Issue.record("\(String(describing: refusal(of: path)))")
      return
    }
  }

  @Test("reads a device without a byte as empty")
  func device() {
    #expect(refusal(of: "/dev/null") == .empty(path: "/dev/null"))
  }

  @Test("names missing permission", arguments: [EACCES, EPERM])
  func permission(code: Int32) {
    // By its code: the tests may run as root, whom nothing is forbidden.
    #expect(AudioFileError(opening: "a.wav", code: code) == .notPermitted(path: "a.wav"))
    #expect(AudioFileError(writing: "a.wav", code: code) == .notPermitted(path: "a.wav"))
  }
}
