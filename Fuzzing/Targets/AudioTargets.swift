import AudioFiles

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sound in files and pipes.
extension FuzzTarget {
  static let audioTargets = [waveStream, rawStream, audioFile]

  private static let waveWords = ["RIFF", "RF64", "WAVE", "fmt ", "data", "LIST", "ds64", "fact"]

  /// What `kammerton tune -` reads.
  private static let waveStream = FuzzTarget(
    name: "wave-stream", longestInput: 1024, words: waveWords,
    seeds: { WaveBytes.all },
    read: { bytes in readStream(bytes, format: .wave) })

  /// The first byte chooses format and channels.
  private static let rawStream = FuzzTarget(
    name: "raw-stream", longestInput: 1024,
    seeds: { [[0] + WaveBytes.samples(12), [9] + WaveBytes.samples(64)] },
    read: { bytes in
      var input = InputReader(bytes)
      let choice = input.byte()
      let format: RawSampleFormat = choice & 1 == 0 ? .f32le : .s16le
      let channelCount = 1 + Int(choice >> 1) % 9
      return readStream(
        input.remaining(), format: .raw(format, sampleRate: 48_000, channelCount: channelCount))
    })

  /// Any file, which libsndfile opens by its content.
  private static let audioFile = FuzzTarget(
    name: "audio-file", longestInput: 2048, quickRuns: 6000,
    words: waveWords + ["fLaC", "OggS", "FORM", "AIFF", "COMM", "SSND", ".snd", "vorbis"],
    seeds: { WaveBytes.all + WaveBytes.flac },
    read: { bytes in
      withTemporaryFile(bytes) { path in
        guard var reader = try? AudioFileReader(path: path) else { return false }
        var block: [Float] = []
        var count = 0
        // A file of some bytes may promise 2⁶³ frames, but a compressed byte cannot hold 10⁶.
        while let read = try? reader.read(into: &block, maximumCount: 4096), read > 0 {
          require(block.count == read && read <= 4096, "a block is as long as it says")
          count += read
          if count > 1_000_000 { break }
        }
        return count > 0
      }
    })

  private static func readStream(_ bytes: [UInt8], format: AudioStreamFormat) -> Bool {
    withPipe(bytes) { descriptor in
      guard var reader = try? AudioStreamReader(descriptor: descriptor, format: format) else {
        return false
      }
      require((8000...192_000).contains(reader.sampleRate), "the sample rate is in its range")
      require((1...1024).contains(reader.channelCount), "the number of channels is in its range")
      var block: [Float] = []
      var count = 0
      while let read = try? reader.read(into: &block, maximumCount: 1 + bytes.count % 2000),
        read > 0
      {
        require(block.count == read && read <= 2000, "a block is as long as it says")
        count += read
        if count > 1_000_000 { break }
      }
      // A mutated header may promise compressed samples.
      require(format == .wave || count <= bytes.count, "no more samples than bytes")
      return count > 0
    }
  }

  /// A pipe that holds all bytes and is closed at the other end.
  private static func withPipe(_ bytes: [UInt8], _ body: (Int32) -> Bool) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("no pipe") }
    defer { close(ends[0]) }
    let written = write(ends[1], bytes, bytes.count)
    close(ends[1])
    guard written == bytes.count else { fatalError("a pipe holds less than \(bytes.count) bytes") }
    return body(ends[0])
  }
}

func withTemporaryFile<Value>(_ bytes: [UInt8], _ body: (String) -> Value) -> Value {
  var template = Array("/tmp/kammerton-fuzz-XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { fatalError("no temporary file") }
  let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { unlink(path) }
  let written = write(descriptor, bytes, bytes.count)
  close(descriptor)
  guard written == bytes.count else { fatalError("a temporary file is not written") }
  return body(path)
}

/// Small sound files.
private enum WaveBytes {
  static var all: [[UInt8]] {
    [
      wave(tag: 1, bits: 16, channels: 1, data: samples(32)),
      wave(tag: 1, bits: 8, channels: 2, data: samples(10)),
      wave(tag: 1, bits: 24, channels: 3, data: samples(27)),
      wave(tag: 3, bits: 32, channels: 1, data: samples(16), length: 0xFFFF_FFFF),
      wave(tag: 3, bits: 64, channels: 2, data: samples(48), length: 0),
      wave(tag: 0xFFFE, bits: 16, channels: 2, data: samples(16), extra: extension16),
      wave(tag: 7, bits: 8, channels: 1, data: samples(16)),
    ]
  }

  static var flac: [[UInt8]] {
    [AudioFileFormat.flac16, .flac24].map { format in
      let path = "/tmp/kammerton-fuzz-seed-\(getpid()).flac"
      defer { unlink(path) }
      guard var writer = try? AudioFileWriter(path: path, format: format, sampleRate: 8000),
        (try? writer.write((0..<256).map { Float($0 % 32) / 64 })) != nil,
        (try? writer.finish()) != nil, let file = fopen(path, "rb")
      else { return [] }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
      return bytes
    }
  }

  static func samples(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * 37 & 0x3F) } }

  /// The rest of an extensible format: its length, valid bits, mask and identifier.
  private static var extension16: [UInt8] {
    [22, 0, 16, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]
  }

  private static func wave(
    tag: Int, bits: Int, channels: Int, data: [UInt8], length: Int? = nil, extra: [UInt8] = []
  ) -> [UInt8] {
    let frame = channels * bits / 8
    var format = number(tag, 2) + number(channels, 2) + number(48_000, 4)
    format += number(48_000 * frame, 4) + number(frame, 2) + number(bits, 2) + extra
    return Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8)
      + number(format.count, 4) + format + Array("data".utf8) + number(length ?? data.count, 4)
      + data
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
  }
}
