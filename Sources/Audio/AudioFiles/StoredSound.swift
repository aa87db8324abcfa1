/// The samples of a file in which one can seek.
struct StoredSound: ~Copyable, SampleReader {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int?
  private(set) var isTruncated: Bool

  private let file: SoundFile
  private let isCounted: Bool
  private var mix: ChannelMix
  private var position = 0
  private var interleaved: [Float]  // one pass of frames, all channels

  init(
    _ descriptor: borrowing FileDescriptor, channel: ChannelSelection
  ) throws(AudioFileError) {
    let path = descriptor.path
    let size = try descriptor.regularFileSize()
    guard size > 0 else { throw .empty(path: path) }
    let wave = try WaveHeader.ifPresent(in: descriptor)
    let uncounted = try UncountedMP3(in: descriptor, size: size)
    let file =
      if let uncounted { try SoundFile(reading: uncounted) } else {
        try Self.open(descriptor, size: size, wave: wave)
      }
    guard AudioFileError.supportedSampleRates.contains(file.sampleRate) else {
      throw .sampleRateOutOfRange(path: path, sampleRate: file.sampleRate)
    }
    try channel.validate(channelCount: file.channelCount, path: path)
    isTruncated =
      if let uncounted { uncounted.isCut } else { try Self.isTruncated(descriptor, size: size) }
    sampleRate = file.sampleRate
    channelCount = file.channelCount
    frameCount = file.frameCount
    isCounted = uncounted == nil
    interleaved = Array(repeating: 0, count: Self.framesInOnePass * file.channelCount)
    mix = ChannelMix(channel, channelCount: file.channelCount)
    self.file = file
  }

  var hasOppositeChannels: Bool { mix.isCancelled }

  private static func isTruncated(
    _ descriptor: borrowing FileDescriptor, size: Int
  ) throws(AudioFileError) -> Bool {
    if try DeclaredLength.exceeds(size: size, of: descriptor) { return true }
    return try PartialFrame.ends(descriptor, size: size)
  }

  /// Opens by content, and reads the samples of WAV files whose length is given as 0.
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
  mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    precondition(maximumCount > 0, "maximumCount must be positive")
    block.removeAll(keepingCapacity: true)
    while block.count < maximumCount {
      let wanted = min(Self.framesInOnePass, maximumCount - block.count)
      let count = file.readFrames(into: &interleaved, maximumCount: wanted)
      if count == 0 { break }
      mix.append(interleaved, frameCount: count, to: &block)
    }
    position += block.count
    if file.hasFailed { isTruncated = true }
    // A decoder may leave out the first frames of a recording that was cut out of another one.
    if block.isEmpty, isCounted, let frameCount, position < frameCount { isTruncated = true }
    return block.count
  }

  /// The number of samples that one pass can hold, which is constant.
  var passCapacity: Int { interleaved.count }

  private static var framesInOnePass: Int { 1024 }
}
