/// Reads an audio file as mono samples, block by block: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 and
/// the other formats of libsndfile.
///
/// A truncated file is read to its end, and ``isTruncated`` reports it. For WAV this is known at
/// once, for other formats when the last sample has been read, and for Ogg never.
///
/// - Complexity: Constant memory, whatever the length of the file.
public struct AudioFileReader: ~Copyable, SampleReader {
  /// Samples per second, in hertz, in 8000...192000.
  public let sampleRate: Double
  /// The number of channels of the file, before one was chosen or all were mixed.
  public let channelCount: Int
  /// The number of samples of each channel, or `nil` if the file does not state it.
  public let frameCount: Int?
  /// Whether the header promises more samples than the file has, or some could not be decoded.
  public private(set) var isTruncated: Bool

  private let file: SoundFile
  private let channel: ChannelSelection
  private var position = 0
  private var interleaved: [Float]  // one pass of frames, all channels

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file, with any name; its content determines the format.
  ///   - channel: The channels to use. All of them by default.
  /// - Throws: ``AudioFileError`` if the file does not exist, is not audio, has no samples, does
  ///   not have the channel, or has a sample rate outside 8000...192000 Hz.
  public init(path: String, channel: ChannelSelection = .mix) throws(AudioFileError) {
    let descriptor = try FileDescriptor(reading: path)
    let size = try descriptor.regularFileSize()
    guard size > 0 else { throw .empty(path: path) }
    let wave = try WaveHeader.ifPresent(in: descriptor)
    let file = try Self.open(descriptor, size: size, wave: wave)
    guard AudioFileError.supportedSampleRates.contains(file.sampleRate) else {
      throw .sampleRateOutOfRange(path: path, sampleRate: file.sampleRate)
    }
    try channel.validate(channelCount: file.channelCount, path: path)

    sampleRate = file.sampleRate
    channelCount = file.channelCount
    frameCount = file.frameCount
    isTruncated = wave?.promisesMore(thanFileOfSize: size) ?? false
    interleaved = Array(repeating: 0, count: Self.framesInOnePass * file.channelCount)
    self.channel = channel
    self.file = file
  }

  /// Opens by content, and helps where libsndfile takes a length of 0 at its word.
  private static func open(
    _ descriptor: borrowing FileDescriptor, size: Int, wave: WaveHeader?
  ) throws(AudioFileError) -> SoundFile {
    let path = descriptor.path
    let file: SoundFile
    do throws(AudioFileError) {
      file = try SoundFile(reading: descriptor)
    } catch {
      guard let wave, wave.encoding == nil else { throw error }
      throw .unsupported(path: path, detail: "WAV with encoding \(wave.tag)")
    }
    if file.frameCount != 0 { return file }
    guard let wave, let encoding = wave.encoding, wave.dataLength == nil, size > wave.dataOffset
    else { throw .noSamples(path: path) }
    descriptor.rewind()
    return try SoundFile(readingSamplesOf: descriptor, after: wave, encoding: encoding)
  }

  /// Decodes in passes of at most 1024 frames until `maximumCount` samples or the end is reached.
  public mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    precondition(maximumCount > 0, "maximumCount must be positive")
    block.removeAll(keepingCapacity: true)
    while block.count < maximumCount {
      let wanted = min(Self.framesInOnePass, maximumCount - block.count)
      let count = file.readFrames(into: &interleaved, maximumCount: wanted)
      if count == 0 { break }
      channel.append(interleaved, frameCount: count, channelCount: channelCount, to: &block)
    }
    position += block.count
    if file.hasFailed { isTruncated = true }
    if block.isEmpty, let frameCount, position < frameCount { isTruncated = true }
    return block.count
  }

  /// The number of samples that a pass has room for: constant.
  var passCapacity: Int { interleaved.count }

  private static var framesInOnePass: Int { 1024 }
}
