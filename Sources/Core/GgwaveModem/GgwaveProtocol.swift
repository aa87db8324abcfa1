import SignalProcessing

/// A protocol of ggwave: audible or near-ultrasonic, at one of three speeds.
public struct GgwaveProtocol: Sendable, Hashable {
  /// The part of the spectrum in which a protocol sends.
  public enum Band: UInt8, Sendable, Hashable, CaseIterable {
    /// 1.9-6.3 kHz: everyone can hear it.
    case audible
    /// 15.0-19.5 kHz, which ggwave marks with [U]: many people under 40 can hear it.
    case ultrasonic
  }

  /// The duration of each group of three bytes.
  public enum Speed: UInt8, Sendable, Hashable, CaseIterable {
    /// 192 ms.
    case normal
    /// 128 ms.
    case fast
    /// 64 ms.
    case fastest
  }

  /// The band.
  public var band: Band
  /// The duration of each group of three bytes.
  public var speed: Speed

  /// Creates a protocol.
  ///
  /// - Parameters:
  ///   - band: The band to use.
  ///   - speed: The duration of each group of three bytes.
  public init(band: Band, speed: Speed) {
    self.band = band
    self.speed = speed
  }

  /// All six protocols.
  package static var all: [GgwaveProtocol] {
    Band.allCases.flatMap { band in Speed.allCases.map { GgwaveProtocol(band: band, speed: $0) } }
  }

  /// The name that users choose, such as `ggwave-u-fast`.
  public var name: String {
    switch (band, speed) {
    case (.audible, .normal): "ggwave-a-normal"
    case (.audible, .fast): "ggwave-a-fast"
    case (.audible, .fastest): "ggwave-a-fastest"
    case (.ultrasonic, .normal): "ggwave-u-normal"
    case (.ultrasonic, .fast): "ggwave-u-fast"
    case (.ultrasonic, .fastest): "ggwave-u-fastest"
    }
  }

  /// The largest number of bytes in a payload.
  public static var largestPayload: Int { 140 }
  /// The highest supported sample rate, in hertz.
  package static var highestSampleRate: Double { 384_000 }
}

extension GgwaveProtocol.Band {
  /// The frequency of the lowest tone, in hertz.
  package var lowestFrequency: Double { self == .audible ? 1875 : 15_000 }
  /// The lowest sample rate that carries the band, in hertz.
  public var lowestSampleRate: Double { self == .audible ? 16_000 : 44_100 }

  /// The frequency of a tone.
  ///
  /// - Parameter tone: Its number, in 0..<96.
  /// - Returns: In hertz.
  package func frequency(ofTone tone: Int) -> Double {
    lowestFrequency + GgwaveFormat.spacing * Double(tone)
  }

  /// Checks that a sample rate can carry the band.
  func validate(sampleRate: Double) throws(GgwaveError) {
    guard sampleRate.isFinite, sampleRate > 0, sampleRate <= GgwaveProtocol.highestSampleRate else {
      throw .invalidSampleRate(sampleRate)
    }
    guard sampleRate >= lowestSampleRate else {
      throw .cannotHearBand(self, sampleRate: sampleRate)
    }
  }
}

/// A configuration or a payload that ggwave's protocols cannot carry.
public enum GgwaveError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite, above 0 and at most 384 000.
  case invalidSampleRate(Double)
  /// This input or output cannot carry the band: half of its sample rate, in hertz, is too low.
  case cannotHearBand(GgwaveProtocol.Band, sampleRate: Double)
  /// The payload must have 1 to ``GgwaveProtocol/largestPayload`` bytes.
  case payloadSizeOutOfRange(Int)
  /// The peak level, in dBFS, must be in -120...0.
  case levelOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension GgwaveError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        """
        The sample rate must be above 0 Hz and at most \
        \(GgwaveProtocol.highestSampleRate.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .cannotHearBand(let band, let rate):
        """
        This band of ggwave needs a sample rate of at least \(band.lowestSampleRate.plainText) Hz, \
        but this one is \(rate.plainText) Hz. Raise the rate.
        """
      case .payloadSizeOutOfRange(let count):
        """
        ggwave carries 1 to \(GgwaveProtocol.largestPayload) bytes, but the message has \(count).
        """
      case .levelOutOfRange(let level):
        outOfRange("The level", level, -120...0, "dBFS")
      }
    }
  }
#endif

/// The tones and times of ggwave's protocols of variable length.
///
/// The unit of time is a frame of 1024 samples at 48 kHz; tones are its inverse apart. A packet is
/// a start marker of 16 frames, the bytes in groups of three, and an end marker of 16 frames. A
/// byte is two tones, each one of 16: the first one gives its lower half. The first byte is the
/// length, with two parity bytes; then come the payload and its parity bytes; zeros fill the last
/// group.
///
/// - SeeAlso: [ggwave](https://github.com/ggerganov/ggwave), whose readme describes the modulation;
///   the rest was observed at the output of its Python package, version 0.4.3.
enum GgwaveFormat {
  /// The duration of a frame, in seconds.
  static var frameDuration: Double { 1024.0 / 48_000 }
  /// The distance between two tones, in hertz.
  static var spacing: Double { 46.875 }
  static var toneCount: Int { 96 }
  /// The length of a marker, in frames.
  static var markerLength: Int { 16 }
  /// The tones of a marker: one of each of 16 pairs.
  static var markerPairs: Int { 16 }
  static var bytesPerGroup: Int { 3 }
  /// The number of bytes that encode the length.
  static var headerCount: Int { 3 }

  /// Returns the tone of a pair that sounds in a marker; the other one sounds in the other marker.
  static func markerTone(pair: Int, isStart: Bool) -> Int {
    let isUpper = pair.isMultiple(of: 2) != isStart
    return 2 * pair + (isUpper ? 1 : 0)
  }

  /// Returns the number of parity bytes of a payload.
  static func parityCount(payloadCount: Int) -> Int {
    payloadCount < 4 ? 2 : max(4, payloadCount / 5 * 2)
  }

  /// Returns the number of groups of three bytes for a payload.
  static func groupCount(payloadCount: Int) -> Int {
    let bytes = headerCount + payloadCount + parityCount(payloadCount: payloadCount)
    return (bytes + bytesPerGroup - 1) / bytesPerGroup
  }

  /// Returns the bytes that are sent, filled up to whole groups.
  static func bytes(of payload: [UInt8]) -> [UInt8] {
    let length = ReedSolomonCode(parityCount: 2).encode([UInt8(payload.count)])
    let parity = parityCount(payloadCount: payload.count)
    var bytes = length + ReedSolomonCode(parityCount: parity).encode(payload)
    while !bytes.count.isMultiple(of: bytesPerGroup) { bytes.append(0) }
    return bytes
  }

  /// Returns the tones of a group: six, one of each 16.
  static func tones(ofGroup bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.flatMap { [Int($0 & 15), Int($0 >> 4)] }.enumerated().map { 16 * $0.offset + $0.element }
  }
}

extension GgwaveProtocol.Speed {
  /// The length of a group of three bytes, in frames.
  var groupLength: Int {
    switch self {
    case .normal: 9
    case .fast: 6
    case .fastest: 3
    }
  }
}
