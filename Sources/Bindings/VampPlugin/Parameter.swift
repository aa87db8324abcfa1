internal import CKammerton
internal import CVamp

/// A parameter that the user sets in the host. Hosts save its number: new ones come last.
enum Parameter: Int, CaseIterable {
  case estimator
  case lowest
  case highest
  case hop
  case concertPitch
  case unvoiced

  /// True if the values are whole numbers.
  var isChoice: Bool { self == .estimator || self == .unvoiced }

  /// The range of its values.
  var limits: ClosedRange<Float> {
    switch self {
    case .estimator: 0...Float(ktn_method_count() - 1)
    case .lowest: 15...2000
    case .highest: 50...20_000
    case .hop: 1...100
    case .concertPitch: 300...500
    case .unvoiced: 0...Float(UnvoicedFrames.allCases.count - 1)
    }
  }

  /// The default value.
  var standard: Float {
    switch self {
    case .estimator, .unvoiced: 0
    case .lowest: 26
    case .highest: 4980
    case .hop: 10
    case .concertPitch: 440
    }
  }

  private var identifier: StaticString {
    switch self {
    case .estimator: "estimator"
    case .lowest: "lowest"
    case .highest: "highest"
    case .hop: "hop"
    case .concertPitch: "a4"
    case .unvoiced: "outputunvoiced"
    }
  }

  private var name: StaticString {
    switch self {
    case .estimator: "Method"
    case .lowest: "Lowest frequency"
    case .highest: "Highest frequency"
    case .hop: "Time between readings"
    case .concertPitch: "A4"
    case .unvoiced: "Show unvoiced frames"
    }
  }

  private var explanation: StaticString {
    switch self {
    case .estimator: "Pitch estimation method. The first one suits most sounds."
    case .lowest: "The lowest frequency to look for. A higher one is faster."
    case .highest: "The highest frequency to look for, at most 0.45 of the sample rate."
    case .hop: "The time from one reading to the next."
    case .concertPitch: "The frequency of A4, from which notes get their names and MIDI numbers."
    case .unvoiced: "What the output f0 has where nothing has a pitch."
    }
  }

  private var unit: StaticString {
    switch self {
    case .estimator, .unvoiced: ""
    case .lowest, .highest, .concertPitch: "Hz"
    case .hop: "ms"
    }
  }

  private var valueNames: [UnsafePointer<CChar>?] {
    switch self {
    case .estimator: (0..<ktn_method_count()).map { ktn_method_name($0) }
    case .unvoiced: UnvoicedFrames.allCases.map { $0.name.cString }
    case .lowest, .highest, .hop, .concertPitch: []
    }
  }

  /// The description for hosts. Its arrays are never freed.
  var descriptor: VampParameterDescriptor {
    VampParameterDescriptor(
      identifier: identifier.cString, name: name.cString, description: explanation.cString,
      unit: unit.cString, minValue: limits.lowerBound, maxValue: limits.upperBound,
      defaultValue: standard, isQuantized: isChoice ? 1 : 0, quantizeStep: isChoice ? 1 : 0,
      valueNames: isChoice ? lasting(valueNames + [nil]) : nil)
  }
}

/// The value of the output f0 for a frame without a pitch, with the choices of pYIN's plug-in.
enum UnvoicedFrames: Int, CaseIterable {
  /// Nothing.
  case absent
  /// The most likely frequency.
  case positive
  /// The most likely frequency as a negative number.
  case negative

  fileprivate var name: StaticString {
    switch self {
    case .absent: "No"
    case .positive: "Yes"
    case .negative: "Yes, as negative frequencies"
    }
  }
}

/// The values of all parameters.
struct ParameterValues {
  private var values = Parameter.allCases.map { $0.standard }

  subscript(parameter: Parameter) -> Float { values[parameter.rawValue] }

  /// Sets a parameter to the nearest value in its range; NaN is ignored.
  mutating func set(_ parameter: Parameter, to value: Float) {
    guard !value.isNaN else { return }
    let limits = parameter.limits
    let limited = max(limits.lowerBound, min(limits.upperBound, value))
    values[parameter.rawValue] = parameter.isChoice ? limited.rounded() : limited
  }

  /// The value of the output f0 for a frame without a pitch.
  var unvoiced: UnvoicedFrames { UnvoicedFrames(rawValue: Int(self[.unvoiced])) ?? .absent }

  /// The time between readings, in seconds.
  var hop: Double { Double(self[.hop]) / 1000 }

  /// Returns the settings of the tracker.
  ///
  /// - Parameter sampleRate: Hertz.
  /// - Returns: Settings that a tracker may still reject.
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
