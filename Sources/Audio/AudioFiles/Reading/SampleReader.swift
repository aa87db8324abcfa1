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

  /// Whether the source is known to be truncated: its header promises more samples than it has.
  ///
  /// The existing samples are read anyway. The value is final only after a read has returned 0.
  var isTruncated: Bool { get }

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
