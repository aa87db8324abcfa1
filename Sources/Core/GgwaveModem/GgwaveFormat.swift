/// What ggwave's protocols of variable length send, and when.
///
/// Time goes in frames of 1024 samples at 48 kHz, frequencies in steps of the inverse. A packet is a
/// start marker of 16 frames, the bytes in groups of three, and an end marker of 16 frames. A byte is
/// two tones, of 16 each: the first one tells its lower half. The first byte is the length, with two
/// more that protect it; then come the payload and the bytes that protect it; zeros fill the last
/// group.
///
/// - SeeAlso: [ggwave](https://github.com/ggerganov/ggwave), whose readme describes the modulation;
///   the rest was observed at the output of its Python package, version 0.4.3.
enum GgwaveFormat {
  /// In seconds.
  static var frameDuration: Double { 1024.0 / 48_000 }
  /// From tone to tone, in hertz.
  static var spacing: Double { 46.875 }
  static var toneCount: Int { 96 }
  /// The frames of a marker.
  static var markerLength: Int { 16 }
  /// The tones of a marker: one of each of 16 pairs.
  static var markerPairs: Int { 16 }
  static var bytesPerGroup: Int { 3 }
  /// The bytes that tell the length.
  static var headerCount: Int { 3 }

  /// The tone of a pair that sounds in a marker; the other one of the pair sounds in the other marker.
  static func markerTone(pair: Int, isStart: Bool) -> Int {
    let isUpper = pair.isMultiple(of: 2) != isStart
    return 2 * pair + (isUpper ? 1 : 0)
  }

  /// The number of bytes that protect a payload.
  static func parityCount(payloadCount: Int) -> Int {
    payloadCount < 4 ? 2 : max(4, payloadCount / 5 * 2)
  }

  /// The groups of three bytes for a payload.
  static func groupCount(payloadCount: Int) -> Int {
    let bytes = headerCount + payloadCount + parityCount(payloadCount: payloadCount)
    return (bytes + bytesPerGroup - 1) / bytesPerGroup
  }

  /// The bytes that are sent, filled up to whole groups.
  static func bytes(of payload: [UInt8]) -> [UInt8] {
    let length = ReedSolomonCode(parityCount: 2).encode([UInt8(payload.count)])
    let parity = parityCount(payloadCount: payload.count)
    var bytes = length + ReedSolomonCode(parityCount: parity).encode(payload)
    while !bytes.count.isMultiple(of: bytesPerGroup) { bytes.append(0) }
    return bytes
  }

  /// The tones of a group: six, one of each 16.
  static func tones(ofGroup bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.flatMap { [Int($0 & 15), Int($0 >> 4)] }.enumerated().map { 16 * $0.offset + $0.element }
  }
}

extension GgwaveProtocol.Speed {
  /// The frames of a group of three bytes.
  var groupLength: Int {
    switch self {
    case .normal: 9
    case .fast: 6
    case .fastest: 3
    }
  }
}
