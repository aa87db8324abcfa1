/// The source of samples: the one reader behind ``AudioFileReader`` and ``AudioStreamReader``.
enum SampleInput: ~Copyable, SampleReader {
  case stored(StoredSound)
  case stream(SampleStream)

  /// Reads a file or, if it is a pipe or a device, a stream.
  init(
    file: consuming FileDescriptor, channel: ChannelSelection
  ) throws(AudioFileError) {
    guard try file.isStream() else {
      self = .stored(try StoredSound(file, channel: channel))
      return
    }
    file.waitUntilReadable()  // until someone writes: without that, a pipe seems to be at its end
    try self.init(stream: file, format: .wave, channel: channel)
  }

  /// Reads a stream: WAV and raw samples as they arrive, everything else to its end first.
  init(
    stream file: consuming FileDescriptor, format: AudioStreamFormat, channel: ChannelSelection
  ) throws(AudioFileError) {
    if case .raw(let format, let sampleRate, let channelCount) = format {
      let layout = StreamLayout(raw: format, sampleRate: sampleRate, channelCount: channelCount)
      self = .stream(try SampleStream(file, layout, channel: channel))
      return
    }
    var start = StreamStart()
    let layout = try Self.layout(of: file, &start)
    if let layout {
      self = .stream(try SampleStream(file, layout, channel: channel))
    } else {
      self = .stored(try StoredSound(start.collect(file), channel: channel))
    }
  }

  /// Reads the header of a stream.
  ///
  /// - Returns: `nil` if only libsndfile can decode the samples.
  private static func layout(
    of file: borrowing FileDescriptor, _ start: inout StreamStart
  ) throws(AudioFileError) -> StreamLayout? {
    do throws(AudioFileError) {
      return StreamLayout(try WaveHeader(reading: file, keeping: &start))
    } catch .notAudio where SoundFile.startsLikeAudio(start.bytes) {
      return nil
    }
  }

  var sampleRate: Double {
    switch self {
    case .stored(let sound): sound.sampleRate
    case .stream(let stream): stream.sampleRate
    }
  }

  var channelCount: Int {
    switch self {
    case .stored(let sound): sound.channelCount
    case .stream(let stream): stream.channelCount
    }
  }

  var frameCount: Int? {
    switch self {
    case .stored(let sound): sound.frameCount
    case .stream(let stream): stream.frameCount
    }
  }

  var isTruncated: Bool {
    switch self {
    case .stored(let sound): sound.isTruncated
    case .stream(let stream): stream.isTruncated
    }
  }

  var hasOppositeChannels: Bool {
    switch self {
    case .stored(let sound): sound.hasOppositeChannels
    case .stream(let stream): stream.hasOppositeChannels
    }
  }

  /// The number of samples that one pass can hold, which is constant.
  var passCapacity: Int {
    switch self {
    case .stored(let sound): sound.passCapacity
    case .stream(let stream): stream.passCapacity
    }
  }

  mutating func read(
    into block: inout [Float], maximumCount: Int
  ) throws(AudioFileError) -> Int {
    switch consume self {
    case .stored(var sound):
      let result = Result { () throws(AudioFileError) in
        try sound.read(into: &block, maximumCount: maximumCount)
      }
      self = .stored(sound)
      return try result.get()
    case .stream(var stream):
      let result = Result { () throws(AudioFileError) in
        try stream.read(into: &block, maximumCount: maximumCount)
      }
      self = .stream(stream)
      return try result.get()
    }
  }
}
