/// The header of a WAV file, read up to the first sample.
///
/// libsndfile reads headers too, but it does not start on a pipe without waiting for a full buffer,
/// and takes a length of 0 literally.
struct WaveHeader: Equatable {
  var sampleRate: Double
  var channelCount: Int
  /// The number of the encoding: 1 for integers, 3 for floating point.
  var tag: Int
  /// `nil` for an encoding other than plain samples, such as µ-law or ADPCM.
  var encoding: SampleEncoding?
  /// The number of bytes before the first sample.
  var dataOffset: Int
  /// The number of bytes of samples, or `nil` if the writer did not know.
  var dataLength: Int?

  /// Reads a header if the file starts like WAV, and moves back to the start.
  ///
  /// - Returns: `nil` if this is another format, or a header that libsndfile must judge.
  /// - Throws: ``AudioFileError/sampleRateOutOfRange(path:sampleRate:)``, and errors of reading.
  static func ifPresent(in file: borrowing FileDescriptor) throws(AudioFileError) -> WaveHeader? {
    defer { file.rewind() }
    do {
      return try WaveHeader(reading: file)
    } catch {
      switch error {
      case .sampleRateOutOfRange, .readFailed: throw error
      default: return nil
      }
    }
  }

  /// Reads a header and stops at the first sample.
  init(reading file: borrowing FileDescriptor) throws(AudioFileError) {
    var start = StreamStart()
    try self.init(reading: file, keeping: &start)
  }

  /// Reads a header, keeps its bytes, and stops at the first sample.
  init(
    reading file: borrowing FileDescriptor, keeping kept: inout StreamStart
  ) throws(AudioFileError) {
    var input = HeaderReader(path: file.path)
    defer { kept = input.start }
    guard let start = try input.read(12, from: file) else {
      throw input.count == 0 ? .empty(path: file.path) : .damaged(path: file.path)
    }
    let name = start.name(at: 0)
    guard name == "RIFF" || name == "RF64", start.name(at: 8) == "WAVE" else {
      throw .notAudio(path: file.path)
    }
    var format: Format?
    while true {
      guard let head = try input.read(8, from: file) else { throw .damaged(path: file.path) }
      let length = Int(head.integer(at: 4, size: 4))
      switch head.name(at: 0) {
      case "fmt ":
        guard (16...4096).contains(length), let body = try input.read(length, from: file)
        else { throw .damaged(path: file.path) }
        format = try Self.format(from: body, path: file.path)
        try input.skip(length & 1, in: file)
      case "data":
        guard let format else { throw .damaged(path: file.path) }
        sampleRate = format.sampleRate
        channelCount = format.channelCount
        tag = format.tag
        encoding = format.encoding
        dataOffset = input.count
        dataLength = Self.knownLength(length)
        return
      default:
        try input.skip(length + length & 1, in: file)
      }
    }
  }

  private typealias Format = (
    sampleRate: Double, channelCount: Int, tag: Int, encoding: SampleEncoding?
  )

  private static func format(
    from body: [UInt8], path: String
  ) throws(AudioFileError) -> Format {
    let channelCount = Int(body.integer(at: 2, size: 2))
    let sampleRate = Double(body.integer(at: 4, size: 4))
    guard (1...1024).contains(channelCount) else { throw .damaged(path: path) }
    guard AudioFileError.supportedSampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(path: path, sampleRate: sampleRate)
    }
    var tag = body.integer(at: 0, size: 2)
    // The extensible format states its tag at the start of an identifier.
    if tag == 0xFFFE, body.count >= 26 { tag = body.integer(at: 24, size: 2) }
    let encoding = encoding(tag: tag, bits: body.integer(at: 14, size: 2))
    return (sampleRate, channelCount, Int(tag), encoding)
  }

  private static func encoding(tag: UInt64, bits: UInt64) -> SampleEncoding? {
    switch (tag, bits) {
    case (1, 8): .unsigned8
    case (1, 16): .signed16
    case (1, 24): .signed24
    case (1, 32): .signed32
    case (3, 32): .float32
    case (3, 64): .float64
    default: nil
    }
  }

  /// Recorders that write into a pipe cannot know the length. They leave 0 (GStreamer), 2³² − 1
  /// (FFmpeg), or a value just below 2³¹ (SoX, arecord).
  private static func knownLength(_ length: Int) -> Int? {
    length == 0 || length >= 0x7FFF_F000 ? nil : length
  }
}

/// A reader of a file's bytes that counts them.
private struct HeaderReader {
  let path: String
  private(set) var count = 0
  private(set) var start = StreamStart()

  init(path: String) { self.path = path }

  /// Returns exactly `length` bytes, or `nil` if the file ends earlier.
  mutating func read(
    _ length: Int, from file: borrowing FileDescriptor
  ) throws(AudioFileError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: length)
    var filled = 0
    while filled < length {
      let got = try file.read(into: &bytes, range: filled..<length)
      if got == 0 { return nil }
      start.append(bytes[filled..<filled + got])
      filled += got
      count += got
    }
    return bytes
  }

  mutating func skip(_ length: Int, in file: borrowing FileDescriptor) throws(AudioFileError) {
    var left = length
    while left > 0 {
      guard try read(min(left, 4096), from: file) != nil else { throw .damaged(path: path) }
      left -= min(left, 4096)
    }
  }
}

/// The encoding of one sample in bytes, the lowest byte first.
enum SampleEncoding: Sendable {
  case unsigned8, signed16, signed24, signed32, float32, float64

  /// The number of bytes of one sample.
  var size: Int {
    switch self {
    case .unsigned8: 1
    case .signed16: 2
    case .signed24: 3
    case .signed32, .float32: 4
    case .float64: 8
    }
  }

  /// Decodes `samples.count` samples from the start of `bytes`; integers become -1..<1.
  func decode(_ bytes: UnsafeRawBufferPointer, into samples: inout [Float], count: Int) {
    precondition(bytes.count >= count * size && samples.count >= count, "too few bytes")
    for index in 0..<count { samples[index] = sample(in: bytes, at: index * size) }
  }

  private func sample(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Float {
    func load<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer {
      Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self))
    }
    switch self {
    case .unsigned8: return (Float(bytes[offset]) - 128) / 128
    case .signed16: return Float(load(Int16.self)) / 32_768
    case .signed24:
      let low = Int32(load(UInt16.self))
      let high = Int32(Int8(bitPattern: bytes[offset + 2]))
      return Float(high << 16 | low) / 8_388_608
    case .signed32: return Float(load(Int32.self)) / 2_147_483_648
    case .float32: return Float(bitPattern: load(UInt32.self))
    case .float64: return Float(Double(bitPattern: load(UInt64.self)))
    }
  }
}
