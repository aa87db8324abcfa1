internal import SignalProcessing

/// The target that a key is tuned to.
public struct KeyTarget: Sendable, Hashable {
  /// The key.
  public let key: PianoKey
  /// Cents above equal temperament, with stretch and temperament.
  public let cents: Double
  /// The first partial's frequency, in hertz.
  public let frequency: Double
  /// The number of the partial to listen to.
  public let partial: Int
  /// The frequency of the partial to listen to, in hertz.
  public let partialFrequency: Double

  /// Creates the target of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - curve: The stretch of all keys.
  ///   - inharmonicity: B as it was measured; without it, the curve's.
  ///   - concertPitch: The frequency of A4, in hertz.
  ///   - temperament: Cents of this key above equal temperament.
  ///   - overpull: Cents to add while the pitch of a whole piano is raised.
  public init(
    _ key: PianoKey, curve: TuningCurve, inharmonicity: Double? = nil, concertPitch: Double = 440,
    temperament: Double = 0, overpull: Double = 0
  ) {
    self.key = key
    cents = curve.cents[key.index] + temperament + overpull
    frequency = key.equalFrequency(concertPitch: concertPitch) * Elementary.ratio(ofCents: cents)
    let order = Self.partial(of: key)
    let stiffness = inharmonicity ?? curve.inharmonicities[key.index]
    partial = order
    partialFrequency =
      frequency * Double(order)
      * Elementary.ratio(ofCents: Stretch.cents(ofPartial: order, stiffness))
  }

  /// Returns the partial to listen to: a high one in the bass, where the first hardly sounds, and
  /// the first one in the treble.
  ///
  /// - Parameter key: The key.
  /// - Returns: 8, 6, 4, 2 or 1.
  public static func partial(of key: PianoKey) -> Int {
    switch key.midi {
    case ..<33: 8
    case ..<48: 6
    case ..<60: 4
    case ..<72: 2
    default: 1
    }
  }
}

/// The rule for tuning sharp when the pitch of a whole piano is raised: strings tuned later pull
/// the soundboard down, and those tuned before go flat.
///
/// - SeeAlso: A. E. Sanderson's shares of the flatness, as piano technicians use them: wound
///   strings 1/5, the first six plain ones 1/3, all others 1/4.
package struct Overpull: Sendable, Hashable {
  /// A string may break beyond this many cents above its target.
  package static let limit = 50.0
  /// The lowest key with plain strings on many pianos.
  package static let usualLowestPlainKey = PianoKey(unchecked: 46)

  /// The lowest key whose strings are not wound.
  package var lowestPlainKey: PianoKey

  /// Creates a rule.
  ///
  /// - Parameter lowestPlainKey: The lowest key whose strings are not wound.
  package init(lowestPlainKey: PianoKey = Self.usualLowestPlainKey) {
    self.lowestPlainKey = lowestPlainKey
  }

  /// Returns the share of the flatness to add.
  package func share(_ key: PianoKey) -> Double {
    if key < lowestPlainKey { return 1.0 / 5 }
    return key.midi < lowestPlainKey.midi + 6 ? 1.0 / 3 : 1.0 / 4
  }

  /// Returns the cents to tune above the target, 0...``limit``.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - flatness: How far the key is below its target, in cents. A sharp key needs nothing.
  /// - Returns: Cents to add.
  package func cents(_ key: PianoKey, flatness: Double) -> Double {
    min(Self.limit, max(0, flatness) * share(key))
  }
}
