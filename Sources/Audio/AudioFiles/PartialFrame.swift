/// The last frame of an MP3 file, or the last page of an Ogg file: a file that was cut ends within
/// one.
///
/// Only the end of the file is read. A file that was cut exactly between two frames cannot be told
/// from a shorter one, unless the encoder left the number of bytes in the first frame.
enum PartialFrame {
  /// Returns `true` if the file ends within a frame, or before the length in its first frame.
  static func ends(
    _ file: borrowing FileDescriptor, size: Int
  ) throws(AudioFileError) -> Bool {
    let start = try file.bytes(at: 0, count: 10)
    guard start.count == 10 else { return false }
    if start.name(at: 0) == "OggS" { return try endsWithinPage(file, size: size) }
    let first = start.starts(with: "ID3".utf8) ? 10 + start.synchsafe(at: 6) : 0
    guard MPEGFrame(try file.bytes(at: first, count: 4)) != nil else { return false }
    // Some encoders count the tags before and behind the frames too.
    if let length = try lengthOfInfo(file, at: first), length > size { return true }
    return try endsWithinFrame(file, first: first, size: size)
  }

  // MARK: Ogg

  private static func endsWithinPage(
    _ file: borrowing FileDescriptor, size: Int
  ) throws(AudioFileError) -> Bool {
    let longestPage = 27 + 255 + 255 * 255
    let tail = try file.bytes(at: max(0, size - 2 * longestPage), count: 2 * longestPage)
    var position = tail.firstIndex(ofName: "OggS", from: 0)
    while let start = position {
      guard let end = endOfPage(in: tail, at: start), end <= tail.count else { return true }
      if end == tail.count { return false }
      // What follows a page is another page; a match within a page is none.
      position = tail.firstIndex(ofName: "OggS", from: end)
      if position == nil { return tail[end...].count < 4 && tail[end...].starts(with: "O".utf8) }
    }
    return false
  }

  /// The end of a page; `nil` if its own header is cut.
  private static func endOfPage(in bytes: [UInt8], at start: Int) -> Int? {
    guard bytes.count >= start + 27 else { return nil }
    let segments = Int(bytes[start + 26])
    guard bytes.count >= start + 27 + segments else { return nil }
    let lengths = bytes[(start + 27)..<(start + 27 + segments)]
    return start + 27 + segments + lengths.reduce(0) { $0 + Int($1) }
  }

  // MARK: MP3

  /// The number of bytes from the first frame to the end, from the frame that encoders put first.
  private static func lengthOfInfo(
    _ file: borrowing FileDescriptor, at first: Int
  ) throws(AudioFileError) -> Int? {
    let frame = try file.bytes(at: first, count: 192)
    guard frame.count == 192, let header = MPEGFrame(frame) else { return nil }
    let offset = 4 + header.sideInfoSize
    let name = frame.name(at: offset)
    guard name == "Xing" || name == "Info" else { return nil }
    let flags = frame.integer(at: offset + 4, size: 4, isBigEndian: true)
    guard flags & 2 != 0 else { return nil }
    let position = offset + 8 + (flags & 1 != 0 ? 4 : 0)
    return Int(frame.integer(at: position, size: 4, isBigEndian: true))
  }

  private static func endsWithinFrame(
    _ file: borrowing FileDescriptor, first: Int, size: Int
  ) throws(AudioFileError) -> Bool {
    let from = max(first, size - 32_768)
    let tail = try file.bytes(at: from, count: size - from)
    guard var position = startOfFrames(in: tail) else { return false }
    while position + 4 <= tail.count, let frame = MPEGFrame(tail, at: position) {
      position += frame.length
    }
    // Frames that ended are followed by nothing, or by tags; one that was cut exceeds the file.
    if position > tail.count { return true }
    let rest = tail[position...]
    return (1..<4).contains(rest.count) && rest.first == 0xFF
  }

  /// The first of four frames of one kind, one after the other.
  private static func startOfFrames(in bytes: [UInt8]) -> Int? {
    bytes.indices.first { start in
      guard let first = MPEGFrame(bytes, at: start) else { return false }
      var position = start
      for _ in 0..<4 {
        guard let frame = MPEGFrame(bytes, at: position), frame.isLike(first) else { return false }
        position += frame.length
      }
      return true
    }
  }
}

/// The header of a frame of MPEG audio, layer III (ISO/IEC 11172-3, 2.4.2.3).
private struct MPEGFrame {
  /// The number of bytes of the frame.
  let length: Int
  /// The number of bytes between the header and the main data.
  let sideInfoSize: Int
  private let kind: [UInt8]

  /// Reads the four bytes of a header; `nil` if they are none.
  init?(_ bytes: [UInt8], at start: Int = 0) {
    guard bytes.count >= start + 4, bytes[start] == 0xFF, bytes[start + 1] & 0xE0 == 0xE0 else {
      return nil
    }
    let version = Int(bytes[start + 1] >> 3 & 3)  // 0: MPEG 2.5, 2: MPEG 2, 3: MPEG 1
    let (bitrate, rate) = (Int(bytes[start + 2] >> 4), Int(bytes[start + 2] >> 2 & 3))
    guard version != 1, bytes[start + 1] >> 1 & 3 == 1, (1...14).contains(bitrate), rate < 3 else {
      return nil
    }
    let isFirst = version == 3
    let kilobits = isFirst ? Self.bitrates[bitrate - 1] : Self.lowBitrates[bitrate - 1]
    let sampleRate = [44_100, 48_000, 32_000][rate] / (isFirst ? 1 : version == 2 ? 2 : 4)
    let padding = Int(bytes[start + 2] >> 1 & 1)
    length = (isFirst ? 144_000 : 72_000) * kilobits / sampleRate + padding
    let isMono = bytes[start + 3] >> 6 == 3
    sideInfoSize = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    kind = [bytes[start + 1] & 0xFE, bytes[start + 2] & 0x0C]
  }

  /// True for frames of one file: the same version, layer and sample rate.
  func isLike(_ other: MPEGFrame) -> Bool { kind == other.kind }

  /// In kilobits per second, by number, from 1.
  private static let bitrates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
  ]
  /// Those of MPEG 2 and 2.5, with half and a quarter of the sample rates.
  private static let lowBitrates = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}

extension [UInt8] {
  /// The number in four bytes of seven bits, as the tags before MP3 have it.
  fileprivate func synchsafe(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }

  fileprivate func firstIndex(ofName name: String, from start: Int) -> Int? {
    let wanted = Array(name.utf8)
    guard start + wanted.count <= count else { return nil }
    return (start...count - wanted.count).first {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
