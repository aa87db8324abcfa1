/// The end of the samples by the header of a container.
///
/// libsndfile decodes whatever exists and does not report that more was promised. So the headers of
/// RIFF, RF64, RIFX, AIFF, AU, Wave64 and CAF are read here too. MP3 and Ogg declare no length, but
/// their frames and pages do (``PartialFrame``); FLAC is judged while it is decoded.
enum DeclaredLength {
  /// Returns `true` if the header promises more samples than a file of `size` bytes has.
  ///
  /// It is `false` if the writer did not know the length, because it wrote to a pipe, and if only
  /// something behind the samples is missing.
  static func exceeds(
    size: Int, of file: borrowing FileDescriptor
  ) throws(AudioFileError) -> Bool {
    let start = try file.bytes(at: 0, count: 16)
    guard start.count == 16 else { return false }
    if let layout = ChunkLayout(start) {
      return try layout.samplesExceed(size: size, of: file)
    }
    let name = start.name(at: 0)
    guard name == ".snd" || name == "dns." else { return false }
    // AU: the offset of the samples and their number of bytes; 2³² − 1 is "unknown".
    let isBigEndian = name == ".snd"
    let offset = start.integer(at: 4, size: 4, isBigEndian: isBigEndian)
    let length = start.integer(at: 8, size: 4, isBigEndian: isBigEndian)
    return length != UInt64(UInt32.max) && length > UInt64(max(0, size - Int(offset)))
  }
}

/// The chunks of a container: where they begin, and how they state their lengths.
private struct ChunkLayout {
  /// The bytes before the first chunk.
  var start: Int
  var nameSize = 4
  var lengthSize = 4
  var isBigEndian = false
  /// Chunks begin at multiples of this.
  var alignment = 2
  /// True if the length of a chunk includes its name and length.
  var includesHead = false
  /// The chunk with the samples.
  var samples = ["data"]
  /// The length from which on a writer did not know it: see ``WaveHeader/knownLength(_:)``.
  var unknownLength: UInt64 = 0x7FFF_F000

  /// Recognises the first bytes of a file; `nil` for a file without chunks.
  init?(_ bytes: [UInt8]) {
    switch bytes.name(at: 0) {
    case "RIFF", "RF64": start = 12
    case "RIFX": (start, isBigEndian) = (12, true)
    case "FORM":
      // AIFF and 8SVX. SoX leaves a little less than 0x7F000000 when it writes to a pipe.
      (start, isBigEndian, samples, unknownLength) = (12, true, ["SSND", "BODY"], 0x7EFF_0000)
    case "riff":
      // Wave64. The names are GUIDs, of which the first four bytes are enough here.
      (start, nameSize, lengthSize, alignment, includesHead) = (40, 16, 8, 8, true)
      unknownLength = 1 << 62
    case "caff":
      (start, lengthSize, isBigEndian, alignment) = (8, 8, true, 1)
      unknownLength = 1 << 62  // −1 as a signed number
    default: return nil
    }
  }

  func samplesExceed(
    size: Int, of file: borrowing FileDescriptor
  ) throws(AudioFileError) -> Bool {
    var position = start
    var longLength: UInt64?
    for _ in 0..<Self.mostChunks {
      let head = try file.bytes(at: position, count: nameSize + lengthSize)
      guard head.count == nameSize + lengthSize else { return false }
      let name = head.name(at: 0)
      var length = head.integer(at: nameSize, size: lengthSize, isBigEndian: isBigEndian)
      if includesHead { length -= min(length, UInt64(head.count)) }
      let body = position + head.count
      let rest = UInt64(max(0, size - body))
      if samples.contains(name) {
        if let longLength { return longLength > rest }
        return length > rest && length < unknownLength
      }
      if name == "ds64" {
        // RF64 has the length of its samples here, as the second number.
        let numbers = try file.bytes(at: body, count: 16)
        if numbers.count == 16 { longLength = numbers.integer(at: 8, size: 8, isBigEndian: false) }
      }
      guard length < rest else { return false }
      let end = body + Int(length)
      position = (end + alignment - 1) / alignment * alignment
    }
    return false
  }

  /// More chunks than any writer makes; without a limit, empty ones could take minutes.
  private static let mostChunks = 10_000
}

extension FileDescriptor {
  /// Reads bytes at a position, without moving: fewer at the end of the file.
  borrowing func bytes(at position: Int, count: Int) throws(AudioFileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try read(into: &bytes, range: filled..<count, at: position + filled)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}

extension [UInt8] {
  /// The four characters at a position.
  func name(at offset: Int) -> String {
    String(decoding: self[offset..<offset + 4], as: UTF8.self)
  }

  /// The unsigned number of `size` bytes at a position.
  func integer(at offset: Int, size: Int, isBigEndian: Bool = false) -> UInt64 {
    (0..<size).reduce(0) { number, index in
      number << 8 | UInt64(self[offset + (isBigEndian ? index : size - 1 - index)])
    }
  }
}
