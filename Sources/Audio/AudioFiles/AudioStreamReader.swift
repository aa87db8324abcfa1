/// Reads mono samples from a pipe, such as standard input, as soon as they arrive.
///
/// ```sh
/// arecord -f S16_LE -r 48000 -t wav | kammerton tune -
/// ```
///
/// - Complexity: Constant memory, whatever the length of the stream.
public struct AudioStreamReader: ~Copyable, SampleReader {
  /// Samples per second, in hertz, in 8000...192000.
  public let sampleRate: Double
  /// The number of channels of the stream, before one was chosen or all were mixed.
  public let channelCount: Int
  /// The number of samples of each channel if the header states it.
  public let frameCount: Int?
  /// `true` if the stream ended before the length that its header states. Known at the end.
  public private(set) var isTruncated = false

  private let file: FileDescriptor
  private let encoding: SampleEncoding
  private var mix: ChannelMix
  private let isRaw: Bool
  private var bytesLeft: Int?  // until the end that the header states
  private var bytes: [UInt8]  // of fixed size; starts with `pending` bytes of a split frame
  private var pending = 0
  private var interleaved: [Float]
  private var hasSamples = false

  /// Prepares a stream, and reads the header if it has one.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor to read from; it stays open. Standard input by default.
  ///   - name: The name of the stream in messages.
  ///   - format: The format of the stream. WAV by default.
  ///   - channel: The channels to use. All of them by default.
  /// - Throws: ``AudioFileError`` if this is not a WAV stream, or a rate, channel or count is out
  ///   of its range.
  public init(
    descriptor: Int32 = 0, name: String = "standard input", format: AudioStreamFormat = .wave,
    channel: ChannelSelection = .mix
  ) throws(AudioFileError) {
    let file = FileDescriptor(borrowing: descriptor, path: name)
    let layout = try Layout(format, reading: file)
    try layout.validate(channel: channel, path: name)
    let frameSize = layout.channelCount * layout.encoding.size
    sampleRate = layout.sampleRate
    channelCount = layout.channelCount
    encoding = layout.encoding
    bytesLeft = layout.dataLength
    frameCount = layout.dataLength.map { $0 / frameSize }
    isRaw = format != .wave
    bytes = Array(repeating: 0, count: Self.framesInOnePass * frameSize)
    interleaved = Array(repeating: 0, count: Self.framesInOnePass * layout.channelCount)
    mix = ChannelMix(channel, channelCount: layout.channelCount)
    self.file = file
  }

  /// `true` if the channels have sound so far, but cancel each other in the mix.
  public var hasOppositeChannels: Bool { mix.isCancelled }

  /// Waits for at least one frame, and returns what has arrived: at most 1024 frames at once.
  ///
  /// - Throws: ``AudioFileError/partialFrame(path:extraBytes:frameSize:)`` at the end of a raw
  ///   stream that stops within a frame; ``AudioFileError/noSamples(path:)`` at the end of a stream
  ///   without a single frame; and errors of the operating system.
  public mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    precondition(maximumCount > 0, "maximumCount must be positive")
    block.removeAll(keepingCapacity: true)
    let frameSize = channelCount * encoding.size
    let wanted = min(maximumCount, Self.framesInOnePass) * frameSize
    while pending < frameSize {
      let count = try fill(upTo: wanted)
      if count == 0 {
        try finish(frameSize: frameSize)
        return 0
      }
      pending += count
    }
    let count = min(pending, wanted) / frameSize
    decode(count, to: &block)
    keepRest(after: count * frameSize)
    hasSamples = true
    return count
  }

  /// Reads after the pending bytes, not beyond the length that the header states.
  private mutating func fill(upTo wanted: Int) throws(AudioFileError) -> Int {
    let room = min(wanted - pending, bytesLeft ?? .max)
    guard room > 0 else { return 0 }
    let count = try file.read(into: &bytes, range: pending..<pending + room)
    if let left = bytesLeft { bytesLeft = left - count }
    return count
  }

  private mutating func decode(_ count: Int, to block: inout [Float]) {
    let sampleCount = count * channelCount
    bytes.withUnsafeBytes { encoding.decode($0, into: &interleaved, count: sampleCount) }
    mix.append(interleaved, frameCount: count, to: &block)
  }

  /// Moves the bytes of a frame that has not fully arrived to the start.
  private mutating func keepRest(after used: Int) {
    for index in 0..<(pending - used) { bytes[index] = bytes[used + index] }
    pending -= used
  }

  /// Judges the end of the stream.
  private mutating func finish(frameSize: Int) throws(AudioFileError) {
    isTruncated = !isRaw && (pending > 0 || (bytesLeft ?? 0) > 0)
    let extra = pending
    pending = 0
    if isRaw, extra > 0 {
      throw .partialFrame(path: file.path, extraBytes: extra, frameSize: frameSize)
    }
    guard hasSamples else { throw isRaw ? .empty(path: file.path) : .noSamples(path: file.path) }
  }

  private static var framesInOnePass: Int { 1024 }
}

/// The properties of a stream that are known before its first sample.
private struct Layout {
  var sampleRate: Double
  var channelCount: Int
  var encoding: SampleEncoding
  var dataLength: Int?

  init(
    _ format: AudioStreamFormat, reading file: borrowing FileDescriptor
  ) throws(AudioFileError) {
    switch format {
    case .wave:
      let header = try WaveHeader(reading: file)
      guard let encoding = header.encoding else {
        throw .unsupported(path: file.path, detail: "compressed WAV in a pipe")
      }
      self.encoding = encoding
      (sampleRate, channelCount) = (header.sampleRate, header.channelCount)
      dataLength = header.dataLength
    case .raw(let format, let sampleRate, let channelCount):
      encoding = format.encoding
      (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
      dataLength = nil
    }
  }

  func validate(channel: ChannelSelection, path: String) throws(AudioFileError) {
    guard (1...1024).contains(channelCount) else {
      throw .invalidChannelCount(path: path, channelCount: channelCount)
    }
    guard AudioFileError.supportedSampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(path: path, sampleRate: sampleRate)
    }
    try channel.validate(channelCount: channelCount, path: path)
  }
}

/// The sample format of a raw stream. The raw values are FFmpeg's names.
public enum RawSampleFormat: String, Sendable, Hashable, CaseIterable {
  /// 32-bit floating point, little-endian, nominal range -1...1.
  case f32le
  /// Signed 16-bit integer, little-endian.
  case s16le
}

/// The format of a stream of bytes.
public enum AudioStreamFormat: Sendable, Hashable {
  /// WAV, including the unknown length that recorders write to a pipe.
  case wave
  /// Samples without a header, the channels interleaved.
  ///
  /// `sampleRate` is in hertz, in 8000...192000; `channelCount` in 1...1024.
  case raw(RawSampleFormat, sampleRate: Double, channelCount: Int)
}

extension RawSampleFormat {
  var encoding: SampleEncoding {
    switch self {
    case .f32le: .float32
    case .s16le: .signed16
    }
  }
}
