/// The samples of a stream without compression, as soon as they arrive.
struct SampleStream: ~Copyable, SampleReader {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int?
  private(set) var isTruncated = false

  private let file: FileDescriptor
  private let encoding: SampleEncoding
  private var mix: ChannelMix
  private let isRaw: Bool
  private var bytesLeft: Int?  // until the end that the header states
  private var bytes: [UInt8]  // of fixed size; starts with `pending` bytes of a split frame
  private var pending = 0
  private var interleaved: [Float]
  private var hasSamples = false

  /// - Parameters:
  ///   - file: The stream, at its first sample.
  ///   - layout: What its header says, or the user.
  ///   - channel: The channels to use.
  /// - Throws: ``AudioFileError`` if a rate, channel or count is out of its range.
  init(
    _ file: consuming FileDescriptor, _ layout: StreamLayout, channel: ChannelSelection
  ) throws(AudioFileError) {
    try layout.validate(channel: channel, path: file.path)
    let frameSize = layout.channelCount * layout.encoding.size
    sampleRate = layout.sampleRate
    channelCount = layout.channelCount
    encoding = layout.encoding
    bytesLeft = layout.dataLength
    frameCount = layout.dataLength.map { $0 / frameSize }
    isRaw = layout.isRaw
    bytes = Array(repeating: 0, count: Self.framesInOnePass * frameSize)
    interleaved = Array(repeating: 0, count: Self.framesInOnePass * layout.channelCount)
    mix = ChannelMix(channel, channelCount: layout.channelCount)
    self.file = file
  }

  var hasOppositeChannels: Bool { mix.isCancelled }

  /// The number of samples that one pass can hold, which is constant.
  var passCapacity: Int { interleaved.count }

  /// Waits for at least one frame, and returns what has arrived: at most 1024 frames at once.
  ///
  /// - Throws: ``AudioFileError/partialFrame(path:extraBytes:frameSize:)`` at the end of a raw
  ///   stream that stops within a frame; ``AudioFileError/noSamples(path:)`` at the end of a stream
  ///   without a single frame; and errors of the operating system.
  mutating func read(
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
struct StreamLayout {
  let sampleRate: Double
  let channelCount: Int
  let encoding: SampleEncoding
  var dataLength: Int?
  var isRaw = false

  /// `nil` for a header of compressed samples.
  init?(_ header: WaveHeader) {
    guard let encoding = header.encoding else { return nil }
    self.encoding = encoding
    (sampleRate, channelCount) = (header.sampleRate, header.channelCount)
    dataLength = header.dataLength
  }

  init(raw format: RawSampleFormat, sampleRate: Double, channelCount: Int) {
    encoding = format.encoding
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    isRaw = true
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
