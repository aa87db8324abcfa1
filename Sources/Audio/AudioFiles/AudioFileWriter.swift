import CSndfile
internal import FileWriting

/// Writes an audio file that appears under its name only when it is complete.
///
/// A writer that is released without ``finish()`` leaves no file behind, and does not change an
/// older file of that name. Symbolic links stay, and their targets are replaced. Pipes and devices
/// get the whole content at the end.
public struct AudioFileWriter: ~Copyable, Sendable {
  /// The path of the finished file.
  public let path: String
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The number of interleaved channels.
  public let channelCount: Int

  private let format: AudioFileFormat
  private var target: WholeFile?  // until it is finished
  private let file: SoundFile

  /// Begins the file.
  ///
  /// - Parameters:
  ///   - path: The path of the finished file. An existing file will be replaced.
  ///   - format: The container and the encoding. 16-bit WAV by default.
  ///   - sampleRate: Samples per second, in hertz: a whole number in 8000...192000.
  ///   - channelCount: The number of channels, in 1...1024; FLAC supports at most 8.
  /// - Throws: ``AudioFileError`` if a parameter is out of its range, or the directory is missing
  ///   or not writable.
  public init(
    path: String, format: AudioFileFormat = .wave16, sampleRate: Double, channelCount: Int = 1
  ) throws(AudioFileError) {
    guard AudioFileError.supportedSampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(path: path, sampleRate: sampleRate)
    }
    guard (1...1024).contains(channelCount) else {
      throw .invalidChannelCount(path: path, channelCount: channelCount)
    }
    let target = try Self.begin(path)
    file = try SoundFile(
      writing: FileDescriptor(borrowing: target.descriptor, path: path), format: format,
      sampleRate: sampleRate.rounded(), channelCount: channelCount)
    self.path = path
    self.sampleRate = sampleRate.rounded()
    self.channelCount = channelCount
    self.format = format
    self.target = consume target
  }

  private static func begin(_ path: String) throws(AudioFileError) -> WholeFile {
    do throws(FileWritingError) {
      return try WholeFile(path: path, isSeekable: true)  // the header is written last
    } catch {
      throw AudioFileError(writing: path, code: error.code)
    }
  }

  /// Appends samples, nominal range -1...1.
  ///
  /// Integer formats clip samples beyond full scale and write samples that are not finite as 0;
  /// floating point keeps every value.
  ///
  /// - Parameter interleaved: Whole frames, each with one sample per channel.
  /// - Throws: ``AudioFileError/writeFailed(path:reason:)``, for example on a full disk.
  /// - Precondition: `interleaved.count` is a multiple of ``channelCount``, and the file is not
  ///   finished.
  public mutating func write(_ interleaved: [Float]) throws(AudioFileError) {
    precondition(target != nil, "the file is finished")
    precondition(interleaved.count.isMultiple(of: channelCount), "samples must be whole frames")
    if format != .waveFloat, interleaved.contains(where: { !$0.isFinite }) {
      try file.write(interleaved.map { $0.isFinite ? $0 : 0 })
    } else {
      try file.write(interleaved)
    }
  }

  /// Writes a whole file in one call.
  ///
  /// - Parameters:
  ///   - interleaved: Whole frames, nominal range -1...1.
  ///   - path: The path of the file.
  ///   - format: The container and the encoding, 16-bit WAV by default.
  ///   - sampleRate: Samples per second, in hertz, in 8000...192000.
  ///   - channelCount: The number of interleaved channels, 1 by default.
  /// - Throws: ``AudioFileError`` if a parameter is out of its range, or the file cannot be
  ///   written.
  public static func write(
    _ interleaved: [Float], to path: String, format: AudioFileFormat = .wave16,
    sampleRate: Double, channelCount: Int = 1
  ) throws(AudioFileError) {
    var writer = try AudioFileWriter(
      path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
    try writer.write(interleaved)
    try writer.finish()
  }

  /// Completes the file and moves it to its path in one step. Again, it does nothing.
  ///
  /// It does not consume the writer, so that a script can finish one that it keeps at top level.
  ///
  /// - Throws: ``AudioFileError`` if the end could not be written or the file could not be moved;
  ///   then no file is left behind.
  public mutating func finish() throws(AudioFileError) {
    guard let target = target.take() else { return }
    guard file.close() else {
      throw .writeFailed(path: path, reason: "the last samples were not taken")
    }
    do throws(FileWritingError) {
      try target.finish()
    } catch {
      throw AudioFileError(writing: path, code: error.code)
    }
  }
}

/// A container and an encoding that an ``AudioFileWriter`` can produce.
public struct AudioFileFormat: Sendable, Hashable {
  /// The format number of libsndfile.
  let code: Int32
  /// The name in messages.
  let name: String

  /// WAV with 16-bit integers, which every program can read.
  public static let wave16 = Self(SF_FORMAT_WAV, SF_FORMAT_PCM_16, "16-bit WAV")
  /// WAV with 24-bit integers.
  public static let wave24 = Self(SF_FORMAT_WAV, SF_FORMAT_PCM_24, "24-bit WAV")
  /// WAV with 32-bit floating point: nothing is rounded or clipped.
  public static let waveFloat = Self(SF_FORMAT_WAV, SF_FORMAT_FLOAT, "floating-point WAV")
  /// FLAC with 16-bit integers: lossless, about half the size of WAV, at most 8 channels.
  public static let flac16 = Self(SF_FORMAT_FLAC, SF_FORMAT_PCM_16, "16-bit FLAC")
  /// FLAC with 24-bit integers.
  public static let flac24 = Self(SF_FORMAT_FLAC, SF_FORMAT_PCM_24, "24-bit FLAC")

  /// A format of libsndfile, of which only those above are offered to users.
  init(_ container: Int, _ encoding: Int, _ name: String) {
    code = Int32(container | encoding)
    self.name = name
  }
}

extension AudioFileFormat: CustomStringConvertible {
  /// The common name of the format.
  public var description: String { name }
}
