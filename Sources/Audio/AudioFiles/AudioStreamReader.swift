/// Reads mono samples from a pipe, such as standard input.
///
/// ```sh
/// arecord -f S16_LE -r 48000 -t wav | kammerton tune -
/// ```
///
/// WAV and raw samples are read as soon as they arrive, in constant memory. All other formats of
/// ``AudioFileReader``, such as FLAC and MP3, need a file in which one can seek: the stream is read
/// to its end first, into a file without a name in `$TMPDIR` or `/tmp`.
public struct AudioStreamReader: ~Copyable, SampleReader {
  /// Samples per second, in hertz, in 8000...192000.
  public var sampleRate: Double { input.sampleRate }
  /// The number of channels of the stream, before one was chosen or all were mixed.
  public var channelCount: Int { input.channelCount }
  /// The number of samples of each channel if the header states it.
  public var frameCount: Int? { input.frameCount }
  /// `true` if the stream ended before the length that its header states. Known at the end.
  public var isTruncated: Bool { input.isTruncated }
  /// `true` if the channels have sound so far, but cancel each other in the mix.
  public var hasOppositeChannels: Bool { input.hasOppositeChannels }

  private var input: SampleInput

  /// Prepares a stream, and reads the header if it has one.
  ///
  /// - Parameters:
  ///   - descriptor: The file descriptor to read from; it stays open. Standard input by default.
  ///   - name: The name of the stream in messages.
  ///   - format: The format of the stream. Any with a header by default.
  ///   - channel: The channels to use. All of them by default.
  /// - Throws: ``AudioFileError`` if this is not audio, or a rate, channel or count is out of its
  ///   range.
  public init(
    descriptor: Int32 = 0, name: String = "standard input", format: AudioStreamFormat = .wave,
    channel: ChannelSelection = .mix
  ) throws(AudioFileError) {
    input = try SampleInput(
      stream: FileDescriptor(borrowing: descriptor, path: name), format: format, channel: channel)
  }

  /// Waits for at least one frame, and returns what has arrived: at most 1024 frames at once.
  ///
  /// - Throws: ``AudioFileError/partialFrame(path:extraBytes:frameSize:)`` at the end of a raw
  ///   stream that stops within a frame; ``AudioFileError/noSamples(path:)`` at the end of a stream
  ///   without a single frame; and errors of the operating system.
  public mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    try input.read(into: &block, maximumCount: maximumCount)
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
  /// WAV, including the unknown length that recorders write to a pipe, or another format with a
  /// header.
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
