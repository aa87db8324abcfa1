internal import CSndfile

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An MP3 file whose encoder has not left the number of frames in the first one.
///
/// Without it, the decoder guesses the length from the first frames, and reads no farther: a sixth
/// of a file whose bit rate varies. So the frames are counted, and the decoder gets the file with a
/// frame in front that says how many there are.
///
/// `@unchecked Sendable` holds because only the one ``SoundFile`` that owns it reads it.
final class UncountedMP3: @unchecked Sendable {
  let path: String
  /// True if the file ends within a frame.
  let isCut: Bool

  private let descriptor: Int32
  private let front: [UInt8]
  private let start: Int
  private let size: Int
  private var position = 0

  /// Counts the frames; `nil` unless this is MP3 without a count.
  ///
  /// - Parameters:
  ///   - file: A file of any format.
  ///   - size: Its number of bytes.
  /// - Throws: Errors of reading.
  init?(in file: borrowing FileDescriptor, size: Int) throws(AudioFileError) {
    guard let first = try MPEGFrame.first(in: file) else { return nil }
    let head = try file.bytes(at: first, count: 64)
    guard head.count == 64, let frame = MPEGFrame(head), !Self.isCount(head, frame) else {
      return nil
    }
    let (count, isCut) = try Self.count(file, from: first, like: frame, size: size)
    guard count > 0, let front = Self.front(head, frameCount: count) else { return nil }
    path = file.path
    self.isCut = isCut
    self.front = front
    start = first
    self.size = size
    descriptor = try file.duplicate()
  }

  deinit { close(descriptor) }

  private static func isCount(_ head: [UInt8], _ frame: MPEGFrame) -> Bool {
    // Fraunhofer's encoder has another place and name for it.
    ["Xing", "Info"].contains(head.name(at: 4 + frame.sideInfoSize)) || head.name(at: 36) == "VBRI"
  }

  /// Counts the frames up to the tags at the end, or to the end.
  private static func count(
    _ file: borrowing FileDescriptor, from first: Int, like frame: MPEGFrame, size: Int
  ) throws(AudioFileError) -> (count: Int, isCut: Bool) {
    var (position, count) = (first, 0)
    var (piece, pieceStart) = ([UInt8](), 0)
    while position < size {
      if position + 4 > pieceStart + piece.count {
        piece = try file.bytes(at: position, count: 65_536)
        pieceStart = position
      }
      if let next = MPEGFrame(piece, at: position - pieceStart), next.isLike(frame) {
        position += next.length
        if position > size { return (count, true) }
        count += 1
      } else {
        let rest = try file.bytes(at: position, count: 65_536)
        // Damaged bytes have frames behind them, tags do not.
        guard let skipped = MPEGFrame.start(in: rest) else {
          return (count, rest.count < 4 && rest.first == 0xFF)
        }
        position += skipped
      }
    }
    return (count, false)
  }

  /// Returns the frame that states the count; `nil` if it would not fit.
  private static func front(_ head: [UInt8], frameCount: Int) -> [UInt8]? {
    // Without a checksum, at a bit rate whose frames have the room.
    let header = [head[0], head[1] | 1, 0x90 | head[2] & 0x0C, head[3]]
    guard let frame = MPEGFrame(header), let number = UInt32(exactly: frameCount) else {
      return nil
    }
    let fields: [UInt8] =
      Array("Xing".utf8) + [0, 0, 0, 1] + (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) }
    let body = header + [UInt8](repeating: 0, count: frame.sideInfoSize) + fields
    guard body.count <= frame.length else { return nil }
    return body + [UInt8](repeating: 0, count: frame.length - body.count)
  }

  // MARK: - What libsndfile calls

  /// The functions by which libsndfile reads an object of this class.
  static var calls: SF_VIRTUAL_IO {
    SF_VIRTUAL_IO(
      get_filelen: { UncountedMP3.of($0).map { sf_count_t($0.length) } ?? -1 },
      seek: { offset, origin, object in
        UncountedMP3.of(object)?.seek(Int(offset), origin) ?? -1
      },
      read: { bytes, count, object in
        guard let bytes, let file = UncountedMP3.of(object) else { return 0 }
        return file.read(UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      },
      write: { _, _, _ in 0 },
      tell: { UncountedMP3.of($0).map { sf_count_t($0.position) } ?? -1 })
  }

  private static func of(_ object: UnsafeMutableRawPointer?) -> UncountedMP3? {
    object.map { Unmanaged<UncountedMP3>.fromOpaque($0).takeUnretainedValue() }
  }

  private var length: Int { front.count + size - start }

  private func seek(_ offset: Int, _ origin: Int32) -> sf_count_t {
    let base = origin == SEEK_CUR ? position : origin == SEEK_END ? length : 0
    position = max(0, min(length, base + offset))
    return sf_count_t(position)
  }

  private func read(_ bytes: UnsafeMutableRawBufferPointer) -> sf_count_t {
    var filled = 0
    while filled < bytes.count, position < front.count {
      bytes[filled] = front[position]
      (filled, position) = (filled + 1, position + 1)
    }
    while filled < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
      let place = off_t(start + position - front.count)
      let count = pread(descriptor, rest.baseAddress, rest.count, place)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      (filled, position) = (filled + count, position + count)
    }
    return sf_count_t(filled)
  }
}
