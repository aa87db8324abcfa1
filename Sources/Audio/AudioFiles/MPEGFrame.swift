/// The header of a frame of MPEG audio, layer III (ISO/IEC 11172-3, 2.4.2.3).
struct MPEGFrame {
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

  /// Returns the position of the first frame of a file, behind the tags of ID3; `nil` if the file is
  /// not MP3.
  static func first(in file: borrowing FileDescriptor) throws(AudioFileError) -> Int? {
    let start = try file.bytes(at: 0, count: 10)
    guard start.count == 10 else { return nil }
    guard start.starts(with: "ID3".utf8) else { return MPEGFrame(start) == nil ? nil : 0 }
    let first = 10 + start.synchsafe(at: 6)
    let next = try file.bytes(at: first, count: 65_536)
    if MPEGFrame(next) != nil { return first }
    return Self.start(in: next).map { first + $0 }  // a tag may be longer than it says
  }

  /// The first of four frames of one kind, one after the other.
  static func start(in bytes: [UInt8]) -> Int? {
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

extension [UInt8] {
  /// The number in four bytes of seven bits, as the tags before MP3 have it.
  fileprivate func synchsafe(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
  }
}
