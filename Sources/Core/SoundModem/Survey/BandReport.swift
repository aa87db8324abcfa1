/// The reception of one tone of a ``SurveySound``.
package struct ToneReport: Sendable, Equatable {
  /// In hertz.
  package let frequency: Double
  /// The peak level of the tone as it arrived, in dBFS.
  package let level: Double
  /// The signal-to-noise ratio of the tone at its frequency, within 37.5 Hz, in decibels.
  package let signalToNoise: Double
}

/// The reception of a band.
package struct BandReport: Sendable, Equatable {
  /// The modes for which the band can be used between the two devices at their current distance.
  package enum Reach: UInt8, Sendable, Comparable {
    /// Too weak for any mode, or not there.
    case none
    /// For the modes *far* and *beacon*.
    case far
    /// For the mode *room* and, if the devices are near each other, *desk* and *touch*.
    case room

    /// Returns whether the left reach is weaker.
    package static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// Which one.
  package let band: ModemBand
  /// Its tones, from the lowest to the highest.
  package let tones: [ToneReport]

  /// The median signal-to-noise ratio of the tones, in decibels.
  package var signalToNoise: Double {
    let sorted = tones.map { $0.signalToNoise }.sorted()
    return sorted.isEmpty ? 0 : (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }

  /// The modes for which the band can be used.
  ///
  /// A packet as loud as the tones has 5 dB less power, and 28 dB more noise in 24 kHz than a tone
  /// in its 37.5 Hz. The mode room needs -15 dB of that, the mode far -18 dB; the survey requires at
  /// least 6 dB more, for three of four tones.
  package var reach: Reach {
    let sorted = tones.map { $0.signalToNoise }.sorted()
    guard !sorted.isEmpty else { return .none }
    let weak = sorted[sorted.count / 4]
    return weak >= 26 ? .room : weak >= 21 ? .far : .none
  }
}
