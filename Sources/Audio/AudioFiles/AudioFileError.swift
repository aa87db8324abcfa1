/// An error of reading or writing audio. Each description is one sentence for the user.
public enum AudioFileError: Error, Equatable, Sendable {
  /// No file has this path.
  case notFound(path: String)
  /// The path names a directory.
  case isDirectory(path: String)
  /// The permissions of the file or of its directory forbid it.
  case notPermitted(path: String)
  /// The path names a disk or a socket, which has no audio.
  case notRegularFile(path: String)
  /// The file or stream has no bytes at all.
  case empty(path: String)
  /// The content is not a known audio format, whatever the name.
  case notAudio(path: String)
  /// The content starts like audio, but its header is truncated or contradicts itself.
  case damaged(path: String)
  /// The content is audio in an encoding that cannot be decoded or encoded here.
  case unsupported(path: String, detail: String)
  /// The header is good, but not one sample follows.
  case noSamples(path: String)
  /// The sample rate, in hertz, must be in ``supportedSampleRates``.
  case sampleRateOutOfRange(path: String, sampleRate: Double)
  /// The channel must be in `1...channelCount`.
  case channelOutOfRange(path: String, channel: Int, channelCount: Int)
  /// The number of channels must be in `1...1024`.
  case invalidChannelCount(path: String, channelCount: Int)
  /// A raw stream ended with `extraBytes` bytes of an incomplete frame of `frameSize` bytes.
  case partialFrame(path: String, extraBytes: Int, frameSize: Int)
  /// The operating system refused to read; `reason` is its own wording.
  case readFailed(path: String, reason: String)
  /// The operating system refused to write; `reason` is its own wording.
  case writeFailed(path: String, reason: String)

  /// The sample rates that are read and written, in hertz: 8 kHz to 192 kHz.
  public static let supportedSampleRates = 8000.0...192_000.0
}

extension AudioFileError: CustomStringConvertible {
  /// One sentence with the file, the error and what to do about it.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path) does not exist. Check the name."
    case .isDirectory(let path):
      "\(path) is a directory. Give the audio files inside it."
    case .notPermitted(let path):
      "\(path) cannot be opened. Change its permissions or those of its directory."
    case .notRegularFile(let path):
      "\(path) is neither a file nor a pipe. Send its audio to standard input instead."
    case .empty(let path):
      "\(path) is empty (0 bytes). Record or copy it again."
    case .notAudio(let path):
      "\(path) is not audio in a known format. Convert it to WAV or FLAC first."
    case .damaged(let path):
      "\(path) has a damaged or truncated header. Record or copy it again."
    case .unsupported(let path, let detail):
      "\(path) is not supported (\(detail)). Convert it to WAV or FLAC first."
    case .noSamples(let path):
      "\(path) has no samples. Record it again."
    case .sampleRateOutOfRange(let path, let rate):
      "\(path) has a sample rate of \(Self.text(rate)) Hz, but it must be between 8000 and 192000 Hz."
    case .channelOutOfRange(let path, let channel, let count):
      "\(path) has no channel \(channel). Choose one in 1...\(count), or mix them."
    case .invalidChannelCount(let path, let count):
      "\(path) cannot have \(count) channels. Use 1 to 1024."
    case .partialFrame(let path, let extra, let size):
      """
      \(path) ends with \(extra) bytes of a frame of \(size) bytes. Check the raw format and the \
      number of channels.
      """
    case .readFailed(let path, let reason):
      "\(path) could not be read (\(reason)). Check the disk or the connection."
    case .writeFailed(let path, let reason):
      "\(path) could not be written (\(reason)). Choose another place."
    }
  }

  /// Returns a whole rate without `.0`.
  private static func text(_ sampleRate: Double) -> String {
    Int(exactly: sampleRate).map { "\($0)" } ?? "\(sampleRate)"
  }
}
