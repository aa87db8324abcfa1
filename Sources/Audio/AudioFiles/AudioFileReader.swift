/// Reads an audio file as mono samples, block by block: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 and
/// the other formats of libsndfile.
///
/// A truncated file is read to its end, and ``isTruncated`` reports it: at once for formats that
/// state their length, and for FLAC when the last sample has been read. An MP3 or Ogg file that was
/// cut exactly between two frames cannot be told from a shorter one.
///
/// A pipe or a device with a name, such as `/dev/stdin`, is read like the streams of
/// ``AudioStreamReader``.
///
/// - Complexity: Constant memory, whatever the length of the file.
public struct AudioFileReader: ~Copyable, SampleReader {
  /// Samples per second, in hertz, in 8000...192000.
  public var sampleRate: Double { input.sampleRate }
  /// The number of channels of the file, before one was chosen or all were mixed.
  public var channelCount: Int { input.channelCount }
  /// The number of samples of each channel, or `nil` if the file does not state it.
  public var frameCount: Int? { input.frameCount }
  /// `true` if the header promises more samples than the file has, or some could not be decoded.
  public var isTruncated: Bool { input.isTruncated }
  /// `true` if the channels have sound so far, but cancel each other in the mix.
  public var hasOppositeChannels: Bool { input.hasOppositeChannels }

  private var input: SampleInput

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file, with any name; its content determines the format.
  ///   - channel: The channels to use. All of them by default.
  /// - Throws: ``AudioFileError`` if the file does not exist, is not audio, has no samples, does
  ///   not have the channel, or has a sample rate outside 8000...192000 Hz.
  public init(path: String, channel: ChannelSelection = .mix) throws(AudioFileError) {
    input = try SampleInput(file: FileDescriptor(reading: path), channel: channel)
  }

  /// Decodes in passes of at most 1024 frames until `maximumCount` samples or the end is reached.
  public mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    try input.read(into: &block, maximumCount: maximumCount)
  }

  /// The number of samples that one pass can hold, which is constant.
  var passCapacity: Int { input.passCapacity }
}

/// A stream of mono samples that is read block by block, in constant memory.
///
/// ``AudioFileReader`` and ``AudioStreamReader`` conform, so that one loop serves both:
///
/// ```swift
/// var block: [Float] = []
/// while try reader.read(into: &block, maximumCount: 4096) > 0 {
///   tracker.append(block.span)
/// }
/// ```
public protocol SampleReader: ~Copyable, Sendable {
  /// Samples per second, in hertz, in 8000...192000.
  var sampleRate: Double { get }

  /// The number of channels of the source, before one was chosen or all were mixed.
  var channelCount: Int { get }

  /// The number of samples of each channel, or `nil` if it is known only at the end, for example in
  /// a pipe.
  var frameCount: Int? { get }

  /// `true` if the source is known to be truncated: its header promises more samples than it has.
  ///
  /// The existing samples are read anyway. The value is final only after a read has returned 0.
  var isTruncated: Bool { get }

  /// `true` if the channels have sound so far, but cancel each other in the mix, so that hardly
  /// anything of it is left; `false` by default.
  var hasOppositeChannels: Bool { get }

  /// Replaces the content of `block` with the next samples, nominal range -1...1.
  ///
  /// Samples that are not finite are passed through.
  ///
  /// - Parameters:
  ///   - block: Receives the samples; its storage is reused.
  ///   - maximumCount: The largest number of samples to read, at least 1.
  /// - Returns: The number of samples read; 0 only at the end. Fewer samples than `maximumCount` do
  ///   not mean the end.
  /// - Throws: ``AudioFileError`` if the source cannot be read.
  mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int
}

extension SampleReader where Self: ~Copyable {
  /// `false`.
  public var hasOppositeChannels: Bool { false }

  /// Reads all remaining samples, nominal range -1...1: an hour at 48 kHz takes 691 MB.
  ///
  /// - Returns: All samples up to the end.
  /// - Throws: ``AudioFileError`` if the source cannot be read.
  public mutating func readAll() throws(AudioFileError) -> [Float] {
    var samples: [Float] = []
    var block: [Float] = []
    while try read(into: &block, maximumCount: 16_384) > 0 { samples += block }
    return samples
  }
}
