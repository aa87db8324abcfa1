internal import CVamp

/// What the plug-in offers to show. Hosts save identifiers; new outputs come last.
enum Output: Int, CaseIterable {
  case f0
  case notes
  case midiNotes
  case voicing
  case confidence

  private var identifier: StaticString {
    switch self {
    case .f0: "f0"
    case .notes: "notes"
    case .midiNotes: "midinotes"
    case .voicing: "voicing"
    case .confidence: "confidence"
    }
  }

  private var name: StaticString {
    switch self {
    case .f0: "Fundamental frequency"
    case .notes: "Notes"
    case .midiNotes: "Notes as MIDI numbers"
    case .voicing: "Voicing"
    case .confidence: "Confidence"
    }
  }

  private var explanation: StaticString {
    switch self {
    case .f0: "The fundamental frequency. Frames without a pitch are left out by default."
    case .notes: "Notes with their durations, at the median of their frequencies."
    case .midiNotes: "The same notes as MIDI numbers: 69 is A4."
    case .voicing: "1 where there is a pitch, 0 where there is none."
    case .confidence:
      "How likely the pitch is right, 0 to 1; of other estimators than best, how periodic it is."
    }
  }

  private var unit: StaticString {
    switch self {
    case .f0, .notes: "Hz"
    case .midiNotes: "MIDI units"
    case .voicing, .confidence: ""
    }
  }

  private var hasLimits: Bool { self == .voicing || self == .confidence }
  private var isWhole: Bool { self == .voicing || self == .midiNotes }
  private var hasDuration: Bool { self == .notes || self == .midiNotes }

  /// Returns what hosts ask for.
  ///
  /// - Parameter hop: The time between readings, in seconds.
  /// - Returns: The description, with texts that live as long as the program.
  func descriptor(hop: Double) -> VampOutputDescriptor {
    VampOutputDescriptor(
      identifier: identifier.cString, name: name.cString, description: explanation.cString,
      unit: unit.cString, hasFixedBinCount: 1, binCount: 1, binNames: nil,
      hasKnownExtents: hasLimits ? 1 : 0, minValue: 0, maxValue: hasLimits ? 1 : 0,
      isQuantized: isWhole ? 1 : 0, quantizeStep: isWhole ? 1 : 0,
      // Each result has its own time: that of the reading, wherever the host's blocks begin.
      sampleType: vampVariableSampleRate, sampleRate: Float(1 / hop),
      hasDuration: hasDuration ? 1 : 0)
  }
}
