/// A moment: seconds since 1 January 1900, UTC, in units of 2⁻³² s, as in NTP.
public struct OSCTimeTag: Sendable, Hashable {
  /// Whole seconds in the upper 32 bits, the fraction in the lower. The seconds wrap in 2036.
  public let value: UInt64

  /// The special value that tells receivers to act at once.
  public static var immediately: OSCTimeTag { OSCTimeTag(value: 1) }

  private init(value: UInt64) { self.value = value }

  /// Creates the tag of a moment.
  ///
  /// - Parameter seconds: Seconds since the Unix epoch. Moments before 1900, and values that
  ///   are not finite, become ``immediately``.
  public init(secondsSince1970 seconds: Double) {
    let sinceEpoch = seconds + Self.secondsFrom1900To1970
    guard sinceEpoch >= 1, sinceEpoch < 0x1p62 else {
      self = .immediately
      return
    }
    let whole = sinceEpoch.rounded(.down)
    // A double has 20 bits left for the fraction of a time of today: a microsecond.
    let fraction = UInt64((sinceEpoch - whole) * 0x1p32)
    value = UInt64(whole) << 32 | min(fraction, 0xFFFF_FFFF)
  }

  private static var secondsFrom1900To1970: Double { 2_208_988_800 }
}
