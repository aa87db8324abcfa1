import Foundation
import Testing

@testable import AudioFiles

@Suite("AudioStreamReader")
struct AudioStreamReaderTests {
  private static let ramp = signed16((0..<5000).map { Int16($0) })
  private static let rampSamples = (0..<5000).map { Float($0) / 32_768 }

  @Test(
    "reads WAV from a pipe with lengths that SoX, arecord and FFmpeg leave",
    arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, .max, 10_000] as [UInt32])
  func unknownLength(stated: UInt32) throws {
    let wave = WaveBytes(statedLength: stated, data: Self.ramp)
    try withPipe(wave.bytes) { descriptor in
      var reader = try AudioStreamReader(descriptor: descriptor)
      let (rate, frameCount) = (reader.sampleRate, reader.frameCount)
      #expect(rate == 48_000)
      #expect(frameCount == (stated == 10_000 ? 5000 : nil))
      #expect(try readAll(&reader) == Self.rampSamples)
      let isTruncated = reader.isTruncated
      #expect(!isTruncated)
    }
  }

  @Test("gives the same samples however the bytes arrive", arguments: [1, 3, 7, 4095, 100_000])
  func portions(portion: Int) throws {
    let list = name("LIST") + little(UInt32(5)) + [1, 2, 3, 4, 5, 0]  // padded to 6 bytes
    let wave = WaveBytes(extraChunks: list, data: Self.ramp)
    try withPipe(wave.bytes, portion: portion) { descriptor in
      var reader = try AudioStreamReader(descriptor: descriptor)
      #expect(try readAll(&reader, blockSize: 333) == Self.rampSamples)
    }
  }

  @Test("stops at the stated length and ignores chunks behind it")
  func trailingChunk() throws {
    let wave = WaveBytes(data: Self.ramp).bytes + name("LIST") + little(UInt32(4)) + [9, 9, 9, 9]
    try withPipe(wave) { descriptor in
      var reader = try AudioStreamReader(descriptor: descriptor)
      #expect(try readAll(&reader) == Self.rampSamples)
    }
  }

  @Test("decodes every plain encoding to the same half of full scale")
  func encodings() throws {
    let cases: [(tag: UInt16, bits: UInt16, data: [UInt8])] = [
      (1, 8, [192, 64]), (1, 16, signed16([16_384, -16_384])),
      (1, 24, [0, 0, 0x40, 0, 0, 0xC0]), (1, 32, little(Int32(1 << 30)) + little(Int32(-1 << 30))),
      (3, 32, little(Float(0.5).bitPattern) + little(Float(-0.5).bitPattern)),
      (3, 64, little(0.5.bitPattern) + little((-0.5).bitPattern)),
    ]
    for (tag, bits, data) in cases {
      try withPipe(WaveBytes(tag: tag, bits: bits, data: data).bytes) { descriptor in
        var reader = try AudioStreamReader(descriptor: descriptor)
        #expect(try readAll(&reader) == [0.5, -0.5])
      }
    }
  }

  @Test("reads raw samples of both formats and picks channel 2 of 2")
  func raw() throws {
    let floats: [UInt8] = [Float(0.25), 0.5, -0.25, -0.5].flatMap { little($0.bitPattern) }
    try withPipe(floats, portion: 3) { descriptor in
      var reader = try AudioStreamReader(
        descriptor: descriptor, format: .raw(.f32le, sampleRate: 44_100, channelCount: 2),
        channel: .channel(2))
      let rate = reader.sampleRate
      #expect(rate == 44_100)
      #expect(try readAll(&reader) == [0.5, -0.5])
    }
    try withPipe(Self.ramp) { descriptor in
      var reader = try AudioStreamReader(
        descriptor: descriptor, format: .raw(.s16le, sampleRate: 16_000, channelCount: 1))
      #expect(try readAll(&reader) == Self.rampSamples)
    }
  }

  @Test("refuses 3 bytes too many of a raw stream, after its whole frames")
  func partialFrame() throws {
    try withPipe(Self.ramp + [1, 2, 3]) { descriptor in
      var reader = try AudioStreamReader(
        descriptor: descriptor, name: "tone",
        format: .raw(.s16le, sampleRate: 16_000, channelCount: 2))
      var block: [Float] = []
      var count = 0
      let expected = AudioFileError.partialFrame(path: "tone", extraBytes: 3, frameSize: 4)
      do throws(AudioFileError) {
        while try reader.read(into: &block, maximumCount: 100) > 0 { count += block.count }
        Issue.record("no error")
      } catch {
        #expect(error == expected)
      }
      #expect(count == 2500)
    }
  }

  @Test("reads what is left of a cut stream and says that it was cut")
  func truncated() throws {
    let wave = WaveBytes(statedLength: 20_000, data: Self.ramp + [1])
    try withPipe(wave.bytes) { descriptor in
      var reader = try AudioStreamReader(descriptor: descriptor)
      #expect(try readAll(&reader) == Self.rampSamples)
      let isTruncated = reader.isTruncated
      #expect(isTruncated)
    }
  }

  @Test("refuses streams without audio, each with its own reason")
  func refusals() throws {
    let raw = AudioStreamFormat.raw(.f32le, sampleRate: 48_000, channelCount: 1)
    let cases: [([UInt8], AudioStreamFormat, AudioFileError)] = [
      ([], .wave, .empty(path: "in")), ([], raw, .empty(path: "in")),
      (name("RIFF"), .wave, .damaged(path: "in")),
      (WaveBytes().bytes, .wave, .noSamples(path: "in")),
      (name("fLaC, but not really"), .wave, .damaged(path: "in")),
      (name("prose in a pipe"), .wave, .notAudio(path: "in")),
      (WaveBytes(channelCount: 0, data: [1]).bytes, .wave, .damaged(path: "in")),
      (
        WaveBytes(sampleRate: 0, data: [1]).bytes, .wave,
        .sampleRateOutOfRange(path: "in", sampleRate: 0)
      ),
      (
        WaveBytes(tag: 0x161, data: Array(repeating: 1, count: 400)).bytes, .wave,
        .unsupported(path: "in", detail: "WAV with encoding 353")
      ),
      (
        [], .raw(.s16le, sampleRate: 1, channelCount: 1),
        .sampleRateOutOfRange(path: "in", sampleRate: 1)
      ),
      (
        [], .raw(.s16le, sampleRate: 8000, channelCount: 0),
        .invalidChannelCount(path: "in", channelCount: 0)
      ),
    ]
    for (bytes, format, expected) in cases {
      #expect(throws: expected) {
        try withPipe(bytes) { descriptor in
          var reader = try AudioStreamReader(descriptor: descriptor, name: "in", format: format)
          _ = try readAll(&reader)
        }
      }
    }
  }

  @Test(
    "reads every format from a pipe like from a file",
    arguments: TruncatedFileTests.containers + TruncatedFileTests.framed)
  func formats(format: AudioFileFormat) throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a")
    let tone = (0..<9001).map { Float(sin(Double($0) * 0.05)) / 2 }
    try write(tone, to: path, format: format)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let expected = try readFile(path)
    #expect(expected.count >= tone.count)
    try withPipe(bytes, portion: 777) { descriptor in
      var reader = try AudioStreamReader(descriptor: descriptor)
      #expect(try readAll(&reader) == expected)
      let isTruncated = reader.isTruncated
      #expect(!isTruncated)
    }
  }

  @Test("reads a pipe with a name, and waits for the one who writes", arguments: [false, true])
  func namedPipe(isCompressed: Bool) throws {
    let directory = try TemporaryDirectory()
    let (path, source) = (directory.file("pipe"), directory.file("a"))
    try write([0.25, -0.5], to: source, format: isCompressed ? .flac16 : .wave16)
    let bytes = try Data(contentsOf: URL(filePath: source))
    mkfifo(path, 0o600)
    let writer = Thread {
      Thread.sleep(forTimeInterval: 0.05)
      try? FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: bytes)
    }
    writer.start()
    #expect(try readFile(path) == [0.25, -0.5])
  }
}
