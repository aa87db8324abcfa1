import CSndfile
import Synchronization

/// An open file of libsndfile.
///
/// `@unchecked Sendable` holds because the handle is private to its one owner, a noncopyable reader
/// or writer, whose exclusive access orders all calls; libsndfile ties a handle to no thread, and
/// the only state that handles share, the error code of a failed open, is behind `opening`.
final class SoundFile: @unchecked Sendable {
  let sampleRate: Double
  let channelCount: Int
  /// The number of frames, or `nil` if unknown.
  let frameCount: Int?

  private let handle: OpaquePointer
  private let path: String
  /// The source that libsndfile reads, if it is not a file.
  private let source: UncountedMP3?
  private var isOpen = true

  /// Opens for reading; the content decides on the format.
  convenience init(reading file: borrowing FileDescriptor) throws(AudioFileError) {
    var info = SF_INFO()
    let isKnown = Self.startsLikeAudio(try file.bytes(at: 0, count: 4))
    guard let handle = try Self.open(file, SFM_READ, &info).0 else {
      throw isKnown ? .damaged(path: file.path) : .notAudio(path: file.path)
    }
    self.init(handle: handle, info: info, path: file.path)
  }

  /// Opens for reading as plain samples from the end of a WAV header to the end of the file.
  convenience init(
    readingSamplesOf file: borrowing FileDescriptor, after wave: WaveHeader,
    encoding: SampleEncoding
  ) throws(AudioFileError) {
    var info = SF_INFO()
    info.samplerate = Int32(wave.sampleRate)
    info.channels = Int32(wave.channelCount)
    info.format = Int32(SF_FORMAT_RAW | SF_ENDIAN_LITTLE | encoding.subtype)
    guard let handle = try Self.open(file, SFM_READ, &info).0 else {
      throw .damaged(path: file.path)
    }
    var offset = sf_count_t(wave.dataOffset)
    let size = Int32(MemoryLayout.size(ofValue: offset))
    sf_command(handle, Int32(SFC_SET_RAW_START_OFFSET), &offset, size)
    sf_seek(handle, 0, 0)  // 0: from the start, SEEK_SET; the command alone does not move
    let frameSize = wave.channelCount * encoding.size
    info.frames -= sf_count_t((wave.dataOffset + frameSize - 1) / frameSize)
    self.init(handle: handle, info: info, path: file.path)
  }

  /// Opens an empty file for writing.
  convenience init(
    writing file: borrowing FileDescriptor, format: AudioFileFormat, sampleRate: Double,
    channelCount: Int
  ) throws(AudioFileError) {
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = Int32(channelCount)
    info.format = format.code
    guard sf_format_check(&info) != 0 else {
      throw .unsupported(
        path: file.path, detail: "\(channelCount) channels at \(sampleRate) Hz in \(format)")
    }
    let (handle, code) = try Self.open(file, SFM_WRITE, &info)
    guard let handle else {
      throw .writeFailed(path: file.path, reason: String(cString: sf_error_number(code)))
    }
    // Without this a sample beyond full scale would wrap around to the other sign.
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    self.init(handle: handle, info: info, path: file.path)
  }

  /// Opens an MP3 file with the number of frames that it does not state itself.
  convenience init(reading file: UncountedMP3) throws(AudioFileError) {
    var info = SF_INFO()
    var calls = UncountedMP3.calls
    let handle = opening.withLock { _ in
      // It lives as long as this object, which keeps it.
      sf_open_virtual(&calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(file).toOpaque())
    }
    guard let handle else { throw .damaged(path: file.path) }
    self.init(handle: handle, info: info, path: file.path, source: file)
  }

  private init(
    handle: OpaquePointer, info: SF_INFO, path: String, source: UncountedMP3? = nil
  ) {
    self.handle = handle
    self.path = path
    self.source = source
    sampleRate = Double(info.samplerate)
    channelCount = Int(info.channels)
    // An unknown length is SF_COUNT_MAX.
    frameCount = info.frames == .max ? nil : Int(info.frames)
  }

  deinit { close() }

  /// Reads up to `maximumCount` frames of all channels; 0 at the end.
  func readFrames(into interleaved: inout [Float], maximumCount: Int) -> Int {
    precondition(interleaved.count >= maximumCount * channelCount, "interleaved is too short")
    let count = interleaved.withUnsafeMutableBufferPointer { buffer in
      sf_readf_float(handle, buffer.baseAddress, sf_count_t(maximumCount))
    }
    return max(0, Int(count))
  }

  /// `true` after a decoding error; the rest may have been skipped or be silent.
  var hasFailed: Bool { sf_error(handle) != 0 }

  /// Writes interleaved samples: whole frames of all channels.
  func write(_ interleaved: [Float]) throws(AudioFileError) {
    let count = interleaved.withUnsafeBufferPointer { buffer in
      sf_write_float(handle, buffer.baseAddress, sf_count_t(buffer.count))
    }
    guard count == interleaved.count else {
      throw .writeFailed(path: path, reason: Self.reason(String(cString: sf_strerror(handle))))
    }
  }

  /// Returns the system's own words, which libsndfile wraps: `System error : No space left on device.`
  static func reason(_ message: String) -> String {
    let prefix = "System error : "
    guard message.hasPrefix(prefix) else { return message }
    let words = message.dropFirst(prefix.count)
    return String(words.last == "." ? words.dropLast() : words)
  }

  /// Completes the header and closes. Later calls do nothing.
  ///
  /// - Returns: `true` if everything was written.
  @discardableResult
  func close() -> Bool {
    guard isOpen else { return true }
    isOpen = false
    return sf_close(handle) == 0
  }
}

extension SoundFile {
  /// Returns `true` if the first bytes are those of a format that libsndfile decodes.
  static func startsLikeAudio(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    let isMPEG = bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0
    let names = ["RIFF", "RIFX", "RF64", "FORM", "fLaC", "OggS", "caff", ".snd", "riff"]
    return isMPEG || bytes.starts(with: "ID3".utf8) || names.contains(bytes.name(at: 0))
  }

  /// Opens a copy of the descriptor, because libsndfile closes its descriptor when it fails, even if
  /// asked not to.
  private static func open(
    _ file: borrowing FileDescriptor, _ mode: Int, _ info: inout SF_INFO
  ) throws(AudioFileError) -> (OpaquePointer?, code: Int32) {
    let descriptor = try file.duplicate()
    return opening.withLock { _ in
      let handle = sf_open_fd(descriptor, Int32(mode), &info, Int32(SF_TRUE))
      return (handle, handle == nil ? sf_error(nil) : 0)
    }
  }
}

extension SampleEncoding {
  /// The number that libsndfile gives to this encoding.
  fileprivate var subtype: Int {
    switch self {
    case .unsigned8: SF_FORMAT_PCM_U8
    case .signed16: SF_FORMAT_PCM_16
    case .signed24: SF_FORMAT_PCM_24
    case .signed32: SF_FORMAT_PCM_32
    case .float32: SF_FORMAT_FLOAT
    case .float64: SF_FORMAT_DOUBLE
    }
  }
}

/// libsndfile keeps the error of a failed open in one variable for the whole process.
private let opening = Mutex(())
