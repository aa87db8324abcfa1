internal import SignalProcessing

/// What a key is to be tuned to.
public struct KeyTarget: Sendable, Hashable {
  /// The key.
  public let key: PianoKey
  /// Cents above equal temperament, with stretch and temperament.
  public let cents: Double
  /// The first partial's frequency, in hertz.
  public let frequency: Double
  /// The number of the partial to listen to, and its frequency in hertz.
  public let partial: Int
  /// The frequency of the partial to listen to, in hertz.
  public let partialFrequency: Double

  /// Creates the target of a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - curve: Where keys belong.
  ///   - inharmonicity: B as it was measured; the curve's where it was not.
  ///   - concertPitch: The frequency of A4, in hertz.
  ///   - temperament: Cents of this key above equal temperament.
  ///   - overpull: Cents to add, see ``Overpull``.
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

  /// The partial to listen to: high ones in the bass, where the first hardly sounds, the first one
  /// in the treble.
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
