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
    guard let first = try MPEGFrame.first(in: file) else { return false }
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
      // A page is followed by another page; a match within a page does not count.
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
    guard var position = MPEGFrame.start(in: tail) else { return false }
    while position + 4 <= tail.count, let frame = MPEGFrame(tail, at: position) {
      position += frame.length
    }
    // Frames that ended are followed by nothing, or by tags; one that was cut exceeds the file.
    if position > tail.count { return true }
    let rest = tail[position...]
    return (1..<4).contains(rest.count) && rest.first == 0xFF
  }
}

extension [UInt8] {
  fileprivate func firstIndex(ofName name: String, from start: Int) -> Int? {
    let wanted = Array(name.utf8)
    guard start + wanted.count <= count else { return nil }
    return (start...count - wanted.count).first {
      self[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }
}
