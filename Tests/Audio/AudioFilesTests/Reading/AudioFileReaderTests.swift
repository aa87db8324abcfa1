import CSndfile
import Testing
import _TestSignals

@testable import AudioFiles

@Suite("AudioFileReader")
struct AudioFileReaderTests {
  static let losslessFormats: [(AudioFileFormat, Float)] = [
    (AudioFileFormat(SF_FORMAT_WAV, SF_FORMAT_PCM_U8, "wav 8"), 1.0 / 127),
    (.wave16, 1.0 / 32_768),
    (.wave24, 1.0 / 8_388_608),
    (AudioFileFormat(SF_FORMAT_WAV, SF_FORMAT_PCM_32, "wav 32"), 1e-7),
    (.waveFloat, 0),
    (AudioFileFormat(SF_FORMAT_WAV, SF_FORMAT_DOUBLE, "wav double"), 0),
    (AudioFileFormat(SF_FORMAT_WAVEX, SF_FORMAT_PCM_24, "wav extensible"), 1.0 / 8_388_608),
    (AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_PCM_16, "aiff"), 1.0 / 32_768),
    (.flac16, 1.0 / 32_768),
    (.flac24, 1.0 / 8_388_608),
  ]

  @Test("decodes lossless formats to one step", arguments: losslessFormats)
  func lossless(format: AudioFileFormat, peakError: Float) throws {
    let directory = try TemporaryDirectory()
    let tone = TestSignal.sine(440, sampleRate: 48_000, count: 5000)
    try write(tone, to: directory.file("tone"), format: format)

    let samples = try readFile(directory.file("tone"))

    #expect(samples.count == 5000)
    #expect(zip(samples, tone).allSatisfy { abs($0 - $1) <= peakError * 1.01 })
  }

  static let lossyFormats: [AudioFileFormat] = [
    AudioFileFormat(SF_FORMAT_OGG, SF_FORMAT_VORBIS, "vorbis"),
    AudioFileFormat(SF_FORMAT_OGG, SF_FORMAT_OPUS, "opus"),
    AudioFileFormat(SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III, "mp3"),
  ]

  @Test("decodes Vorbis, Opus and MP3 at the level they were encoded with", arguments: lossyFormats)
  func lossy(format: AudioFileFormat) throws {
    let directory = try TemporaryDirectory()
    let tone = TestSignal.sine(440, sampleRate: 48_000, count: 48_000)
    try write(tone, to: directory.file("tone"), format: format)

    let samples = try readFile(directory.file("tone"))

    #expect(abs(samples.count - 48_000) < 3000)  // MP3 pads its ends
    let middle = samples[10_000..<34_000]
    let meanSquare = middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)
    #expect(abs(meanSquare - 0.125) < 0.005)
    #expect(zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 } == 220)
  }

  @Test("mixes 8 channels, or picks the one asked for, from 1")
  func eightChannels() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("eight.wav")
    let frame = (1...8).map { Float($0) / 16 }
    let frames = (0..<3000).flatMap { _ in frame }
    try write(frames, to: path, format: .waveFloat, channelCount: 8)

    #expect(try readFile(path, channel: .channel(1)) == Array(repeating: 1 / 16, count: 3000))
    #expect(try readFile(path, channel: .channel(8)) == Array(repeating: 0.5, count: 3000))
    #expect(try readFile(path, channel: .mix) == Array(repeating: 4.5 / 16, count: 3000))
    for channel in [0, 9, -1] {
      let expected = AudioFileError.channelOutOfRange(
        path: path, channel: channel, channelCount: 8)
      #expect(throws: expected) { try readFile(path, channel: .channel(channel)) }
    }
  }

  @Test("says that opposite channels cancel, and not that others do, nor one of them alone")
  func oppositeChannels() throws {
    let directory = try TemporaryDirectory()
    let tone = TestSignal.sine(440, sampleRate: 48_000, count: 4800)
    let other = TestSignal.sine(700, sampleRate: 48_000, count: 4800)
    func isCancelled(_ right: [Float], _ channel: ChannelSelection = .mix) throws -> Bool {
      let path = directory.file("stereo.wav")
      let frames = zip(tone, right).flatMap { [$0, $1] }
      try write(frames, to: path, format: .waveFloat, channelCount: 2)
      var reader = try AudioFileReader(path: path, channel: channel)
      _ = try readAll(&reader)
      return reader.hasOppositeChannels
    }
    #expect(try isCancelled(tone.map { -$0 }))
    #expect(try isCancelled(tone.map { -0.9 * $0 }))
    #expect(try !isCancelled(tone.map { -$0 }, .channel(1)))
    #expect(try !isCancelled(tone) && !isCancelled(other) && !isCancelled(tone.map { 0 * $0 }))
  }

  @Test("tells rate, channels and length before the first read")
  func properties() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("tone.flac")
    let silence = [Float](repeating: 0, count: 200)
    try write(silence, to: path, format: .flac16, sampleRate: 192_000, channelCount: 2)

    let reader = try AudioFileReader(path: path)

    let (rate, channels, frames) = (reader.sampleRate, reader.channelCount, reader.frameCount)
    #expect(rate == 192_000)
    #expect(channels == 2)
    #expect(frames == 100)
  }

  @Test("reads a file of 1 sample")
  func oneSample() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("one.wav", bytes: WaveBytes(data: signed16([16_384])).bytes)
    #expect(try readFile(path) == [0.5])
  }

  @Test("passes NaN and infinity through")
  func notFinite() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("odd.wav")
    try write([.nan, .infinity, -.infinity, 2], to: path, format: .waveFloat)

    let samples = try readFile(path)

    #expect(samples[0].isNaN)
    #expect(samples[1...] == [.infinity, -.infinity, 2])
  }

  @Test("reads 2 hours in blocks of 4096 without growing")
  func twoHours() throws {
    let directory = try TemporaryDirectory()
    let count = 2 * 3600 * 8000
    let header = WaveBytes(sampleRate: 8000, bits: 8, statedLength: UInt32(count)).bytes
    let path = try directory.file("long.wav", bytes: header)
    try extendFile(path, toSize: header.count + count)  // sparse: takes no room on the disk
    var reader = try AudioFileReader(path: path)

    var block: [Float] = []
    var total = 0
    var largestCapacity = 0
    while try reader.read(into: &block, maximumCount: 4096) > 0 {
      total += block.count
      largestCapacity = max(largestCapacity, block.capacity)
    }

    #expect(total == count)
    #expect(largestCapacity <= 2 * 4096)
    let passCapacity = reader.passCapacity
    #expect(passCapacity == 1024)
  }
}
