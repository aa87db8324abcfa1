/// The bytes of a MIDI file with a position; reading beyond their end is an error.
struct MIDIBytes: Sendable {
  static let header = [UInt8]("MThd".utf8)
  static let track = [UInt8]("MTrk".utf8)

  private let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The next bytes; the caller has checked that they are there.
  mutating func slice(_ length: Int) -> [UInt8] {
    let end = min(bytes.count, position + length)
    defer { position = end }
    return Array(bytes[position..<end])
  }

  mutating func tag() throws(PracticeScoreError) -> [UInt8] {
    guard bytes.count - position >= 4 else { throw position == 0 ? .notMIDI : .truncated }
    return slice(4)
  }

  /// A number of some bytes, the highest first. What is beyond 2³⁰ is no length of a file that is whole,
  /// nor would it be an `Int` everywhere.
  mutating func number(_ length: Int) throws(PracticeScoreError) -> Int {
    guard bytes.count - position >= length else { throw .truncated }
    var value = 0
    for _ in 0..<length {
      guard value < 1 << 22 else { throw .truncated }
      value = value << 8 | Int(bytes[position])
      position += 1
    }
    return value
  }

  /// Seven bits a byte, the highest first, four bytes at most.
  mutating func variableLength() throws(PracticeScoreError) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try number(1)
      value = value << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return value }
    }
    throw .truncated
  }
}
