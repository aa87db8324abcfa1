internal import CKammerton

/// What the user has set.
struct ParameterValues {
  private var values = Parameter.allCases.map { $0.standard }

  subscript(parameter: Parameter) -> Float { values[parameter.rawValue] }

  /// Sets a parameter, to the nearest value that it may have; not to NaN.
  mutating func set(_ parameter: Parameter, to value: Float) {
    guard !value.isNaN else { return }
    let limits = parameter.limits
    let limited = max(limits.lowerBound, min(limits.upperBound, value))
    values[parameter.rawValue] = parameter.isChoice ? limited.rounded() : limited
  }

  /// What the output f0 has for a frame without a pitch.
  var unvoiced: UnvoicedFrames { UnvoicedFrames(rawValue: Int(self[.unvoiced])) ?? .absent }

  /// The time between readings, in seconds.
  var hop: Double { Double(self[.hop]) / 1000 }

  /// Returns the settings of the tracker.
  ///
  /// - Parameter sampleRate: Hertz.
  /// - Returns: Settings that a tracker may still refuse.
  func trackerSettings(sampleRate: Double) -> ktn_tracker_settings {
    var settings = ktn_tracker_settings()
    _ = ktn_tracker_settings_init(&settings, MemoryLayout<ktn_tracker_settings>.stride)
    settings.method = ktn_method_name(Int(self[.estimator]))
    settings.sample_rate = sampleRate
    settings.lowest = Double(self[.lowest])
    // The tracker's own limit, since the user need not know the sample rate.
    settings.highest = min(Double(self[.highest]), 0.45 * sampleRate)
    settings.hop = hop * sampleRate
    return settings
  }
}
