internal import SignalProcessing

/// The measurement of one key.
public struct KeyMeasurement: Sendable, Hashable {
  /// The key.
  public var key: PianoKey
  /// The frequency of the first partial, in hertz; with several strings, that of their mean.
  public var frequency: Double
  /// One standard error of ``frequency``, in cents.
  public var frequencyError: Double
  /// B, where partial k lies at k f0 √(1 + B k²).
  public var inharmonicity: Double
  /// One standard error of ``inharmonicity``, as a share of it; 1 or more if B was refused.
  public var inharmonicityError: Double
  /// The number of partials that were used.
  public var partialCount: Int
  /// The strings that can be told apart: their deviations from ``frequency`` in cents, ascending.
  public var strings: [Double]
  /// The slowest beat that this recording can show, in hertz of the first partial.
  public var beatLimit: Double

  /// Creates a measurement.
  public init(
    key: PianoKey, frequency: Double, frequencyError: Double, inharmonicity: Double,
    inharmonicityError: Double, partialCount: Int, strings: [Double], beatLimit: Double
  ) {
    self.key = key
    self.frequency = frequency
    self.frequencyError = frequencyError
    self.inharmonicity = inharmonicity
    self.inharmonicityError = inharmonicityError
    self.partialCount = partialCount
    self.strings = strings
    self.beatLimit = beatLimit
  }

  /// True if ``inharmonicity`` is known well enough to be shown and used: its error is below 0.4.
  public var isInharmonicityKnown: Bool { inharmonicityError < 0.4 }

  /// Returns the deviation from the key in equal temperament without stretch, in cents.
  ///
  /// - Parameter concertPitch: The frequency of A4, in hertz.
  /// - Returns: Cents; above 0 if the key is sharp.
  public func cents(concertPitch: Double = 440) -> Double {
    Elementary.cents(ofRatio: frequency / key.equalFrequency(concertPitch: concertPitch))
  }

  /// The beats between the first partials of the strings, in hertz, ascending; none slower than
  /// ``beatLimit``.
  public var beats: [Double] {
    var beats: [Double] = []
    for (index, high) in strings.enumerated() {
      for low in strings[..<index] {
        let beat = frequency * (Elementary.ratio(ofCents: high) - Elementary.ratio(ofCents: low))
        if beat >= beatLimit { beats.append(beat) }
      }
    }
    return beats.sorted()
  }

  /// The slowest beat that a listener hears as an impure unison, in hertz of the first partial.
  public static let audibleBeat = 0.25

  /// The beats that sound like an impure unison, in hertz.
  public var audibleBeats: [Double] { beats.filter { $0 >= Self.audibleBeat } }

  /// True if the strings beat audibly.
  public var isUnisonOff: Bool { !audibleBeats.isEmpty }
}
