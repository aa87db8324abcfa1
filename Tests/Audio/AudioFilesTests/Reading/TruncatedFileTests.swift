import CSndfile
import Foundation
import Testing
import _TestSignals

@testable import AudioFiles

@Suite("Truncated files")
struct TruncatedFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Formats that state the length of their samples.
  static let containers: [AudioFileFormat] = [
    AudioFileFormat(SF_FORMAT_WAV, SF_FORMAT_PCM_16, "wav"),
    AudioFileFormat(SF_FORMAT_WAV, SF_FORMAT_IMA_ADPCM, "wav ima"),
    AudioFileFormat(SF_FORMAT_RF64, SF_FORMAT_PCM_16, "rf64"),
    AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_PCM_16, "aiff"),
    AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_PCM_24, "aiff 24"),
    AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_FLOAT, "aifc"),
    AudioFileFormat(SF_FORMAT_SVX, SF_FORMAT_PCM_16, "8svx"),
    AudioFileFormat(SF_FORMAT_AU, SF_FORMAT_PCM_16, "au"),
    AudioFileFormat(SF_FORMAT_AU, SF_FORMAT_ULAW, "au ulaw"),
    AudioFileFormat(SF_FORMAT_W64, SF_FORMAT_PCM_16, "w64"),
    AudioFileFormat(SF_FORMAT_W64, SF_FORMAT_PCM_24, "w64 24"),
    AudioFileFormat(SF_FORMAT_CAF, SF_FORMAT_PCM_16, "caf"),
    AudioFileFormat(SF_FORMAT_CAF, SF_FORMAT_FLOAT, "caf float"),
  ]

  /// Formats that consist of frames or pages.
  static let framed: [AudioFileFormat] = [
    AudioFileFormat(SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III, "mp3"),
    AudioFileFormat(SF_FORMAT_OGG, SF_FORMAT_VORBIS, "vorbis"),
    AudioFileFormat(SF_FORMAT_OGG, SF_FORMAT_OPUS, "opus"),
    AudioFileFormat(SF_FORMAT_FLAC, SF_FORMAT_PCM_16, "flac"),
  ]

  /// Whether a file with these bytes is called truncated, after it was read to its end.
  private func isCalledTruncated(_ bytes: some Sequence<UInt8>) throws -> Bool {
    let path = try directory.file("cut", bytes: Array(bytes))
    do {
      var reader = try AudioFileReader(path: path)
      _ = try readAll(&reader, blockSize: 4096)
      return reader.isTruncated
    } catch AudioFileError.damaged {
      return true  // libsndfile refuses some of them at once
    }
  }

  /// A second of sound that no format compresses well: an odd number of samples.
  private func bytes(_ format: AudioFileFormat) throws -> [UInt8] {
    let path = directory.file("whole")
    let tone = TestSignal.sine(440, sampleRate: 48_000, count: 48_001)
    try write(tone, to: path, format: format)
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test("a whole file is not, whatever its format", arguments: containers + framed)
  func whole(format: AudioFileFormat) throws {
    #expect(try !isCalledTruncated(bytes(format)))
  }

  @Test("one that was cut is, wherever", arguments: containers + framed)
  func cut(format: AudioFileFormat) throws {
    let whole = try bytes(format)
    for share in [0.3, 0.5, 0.71, 0.9, 0.97] {
      let count = Int(share * Double(whole.count))
      #expect(try isCalledTruncated(whole.prefix(count)), "\(count) of \(whole.count) bytes")
    }
  }

  @Test("one whose last bytes are missing is", arguments: containers)
  func lastBytes(format: AudioFileFormat) throws {
    let whole = try bytes(format)
    // A byte that only fills up an odd length may be missing.
    #expect(try isCalledTruncated(whole.dropLast(8)))
  }

  @Test("chunks behind the samples, and cut ones, make no difference")
  func trailingChunks() throws {
    let aiff = try bytes(AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_PCM_16, "aiff"))
    let note = name("ANNO") + [0, 0, 0, 5] + name("hello") + [0]
    #expect(try !isCalledTruncated(aiff + note))
    #expect(try !isCalledTruncated(aiff + note.prefix(10)))
    let wave = WaveBytes(data: signed16(Array(0..<300))).bytes
    let list = name("LIST") + little(UInt32(4)) + name("INFO")
    #expect(try !isCalledTruncated(wave + list) && !isCalledTruncated(wave + list.prefix(9)))
  }

  @Test("an odd number of bytes without a filling byte behind it is whole")
  func oddLength() throws {
    let wave = WaveBytes(bits: 8, data: Array(repeating: 130, count: 301))
    #expect(try !isCalledTruncated(wave.bytes) && !isCalledTruncated(wave.bytes + [0]))
  }

  /// What writers leave that cannot go back to the header, because they write to a pipe.
  static let streamed: [(String, AudioFileFormat, [UInt8], [UInt8])] = [
    // SoX: 0x7F000000 bytes and a little more.
    (
      "aiff of SoX", AudioFileFormat(SF_FORMAT_AIFF, SF_FORMAT_PCM_16, "aiff"), name("SSND"),
      [0x7F, 0, 0, 8]
    ),
    (
      "au", AudioFileFormat(SF_FORMAT_AU, SF_FORMAT_PCM_16, "au"), name(".snd") + [0, 0, 0, 24],
      [0xFF, 0xFF, 0xFF, 0xFF]
    ),
    (
      "caf", AudioFileFormat(SF_FORMAT_CAF, SF_FORMAT_PCM_16, "caf"), name("data"),
      Array(repeating: 0xFF, count: 8)
    ),
    (
      "w64 of FFmpeg", AudioFileFormat(SF_FORMAT_W64, SF_FORMAT_PCM_16, "w64"),
      name("data") + [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A],
      Array(repeating: 0xFF, count: 7) + [0x7F]
    ),
  ]

  @Test("a length that a writer did not know is not missed", arguments: streamed)
  func unknownLength(
    title: String, format: AudioFileFormat, before: [UInt8], length: [UInt8]
  ) throws {
    var whole = try bytes(format)
    let start = try #require(
      whole.indices.first { whole[$0...].starts(with: before) }, "\(title) has this chunk")
    whole.replaceSubrange(start + before.count..<start + before.count + length.count, with: length)
    let isTruncated = try DeclaredLength.exceedsFile(directory.file("stream", bytes: whole))
    #expect(!isTruncated)
  }

  @Test("tags behind the frames of an MP3 file are no cut frame")
  func tagsOfMP3() throws {
    let whole = try bytes(AudioFileFormat(SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III, "mp3"))
    let tag = name("TAG") + Array(repeating: UInt8(32), count: 125)
    #expect(try !isCalledTruncated(whole + tag))
    #expect(try !isCalledTruncated(whole + Array(repeating: 0, count: 1000)))
    let before = name("ID3") + [4, 0, 0, 0, 0, 1, 0] + Array(repeating: 0, count: 128)
    #expect(try !isCalledTruncated(before + whole))
    #expect(try isCalledTruncated(before + whole.prefix(whole.count * 2 / 3)))
  }

  /// An MP3 file, sound and then silence, whose first frame does not count the others.
  private func uncountedMP3(mode: Int32) throws -> [UInt8] {
    let path = directory.file("a.mp3")
    var info = SF_INFO()
    (info.samplerate, info.channels) = (44_100, 1)
    info.format = Int32(SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
    var mode = mode
    sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, 4)
    var samples = TestSignal.sine(440, sampleRate: 44_100, count: 44_100)
    samples += [Float](repeating: 0, count: 44_100)
    sf_write_float(file, samples, sf_count_t(samples.count))
    sf_close(file)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    let first = try #require(MPEGFrame(bytes))
    #expect(["Xing", "Info"].contains(bytes.name(at: 21)))
    return Array(bytes[first.length...])
  }

  /// SF_BITRATE_MODE_CONSTANT and SF_BITRATE_MODE_VARIABLE.
  @Test("an MP3 file whose frames nobody counted is whole, and read to its end", arguments: [0, 2])
  func uncounted(mode: Int32) throws {
    let whole = try uncountedMP3(mode: mode)
    let tags = name("ID3") + [4, 0, 0, 0, 0, 1, 0] + Array(repeating: 0, count: 128)
    for bytes in [whole, tags + whole, whole + name("TAG") + Array(repeating: 32, count: 125)] {
      #expect(try !isCalledTruncated(bytes))
      // The encoder pads both ends, by three frames at most.
      let count = try readFile(directory.file("cut")).count
      #expect((88_200...88_200 + 3 * 1152).contains(count), "\(count)")
    }
    #expect(try isCalledTruncated(whole.dropLast(30)))
    for share in [0.3, 0.51, 0.71] {
      #expect(try isCalledTruncated(whole.prefix(Int(share * Double(whole.count)))))
    }
  }
}

extension DeclaredLength {
  /// Whether a file has fewer bytes than its header declares.
  fileprivate static func exceedsFile(_ path: String) throws -> Bool {
    let file = try FileDescriptor(reading: path)
    return try exceeds(size: file.regularFileSize(), of: file)
  }
}
