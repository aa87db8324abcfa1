internal import CVamp

/// An output of the plug-in. Hosts save its identifier; new outputs come last.
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

  /// Returns the description for hosts.
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

/// A result for the host.
struct Feature {
  /// The time in the host's stream, in nanoseconds.
  let time: Int64
  let value: Float
  /// The duration in nanoseconds; `nil` for a single moment.
  var duration: Int64?
  var label: NoteLabel?
}

/// The results of one call, which the host may read until the next call.
final class FeatureSet {
  private var features: [[Feature]] = Output.allCases.map { _ in [] }
  private let lists: UnsafeMutablePointer<VampFeatureList>
  private var values: [UnsafeMutablePointer<Float>] = []
  private var labels: [UnsafeMutablePointer<CChar>] = []

  init() {
    let nothing = VampFeatureList(featureCount: 0, features: nil)
    lists = .allocate(capacity: Output.allCases.count)
    lists.initialize(repeating: nothing, count: Output.allCases.count)
  }

  deinit {
    removeAll()
    lists.deallocate()
  }

  /// Frees the results of the previous call.
  func removeAll() {
    for output in Output.allCases {
      features[output.rawValue].removeAll(keepingCapacity: true)
      lists[output.rawValue].features?.deallocate()
      lists[output.rawValue] = VampFeatureList(featureCount: 0, features: nil)
    }
    for pointer in values { pointer.deallocate() }
    for pointer in labels { pointer.deallocate() }
    values.removeAll(keepingCapacity: true)
    labels.removeAll(keepingCapacity: true)
  }

  func append(_ feature: Feature, to output: Output) {
    features[output.rawValue].append(feature)
  }

  /// - Returns: A list for each output.
  func published() -> UnsafeMutablePointer<VampFeatureList> {
    for output in Output.allCases where !features[output.rawValue].isEmpty {
      publish(features[output.rawValue], as: output)
    }
    return lists
  }

  /// Stores the features that hosts of every version read first, and then the durations.
  private func publish(_ features: [Feature], as output: Output) {
    let count = features.count
    let memory = UnsafeMutablePointer<VampFeatureUnion>.allocate(capacity: 2 * count)
    let numbers = UnsafeMutablePointer<Float>.allocate(capacity: count)
    values.append(numbers)
    for (index, feature) in features.enumerated() {
      numbers[index] = feature.value
      let (seconds, nanoseconds) = Self.parts(feature.time)
      let first = VampFeature(
        hasTimestamp: 1, sec: seconds, nsec: nanoseconds, valueCount: 1, values: numbers + index,
        label: feature.label.map { text($0) })
      (memory + index).initialize(to: VampFeatureUnion(v1: first))
      let (long, rest) = Self.parts(feature.duration ?? 0)
      let second = VampFeatureV2(
        hasDuration: feature.duration == nil ? 0 : 1, durationSec: long, durationNsec: rest)
      (memory + count + index).initialize(to: VampFeatureUnion(v2: second))
    }
    lists[output.rawValue] = VampFeatureList(
      featureCount: UInt32(clamping: count), features: memory)
  }

  private func text(_ label: NoteLabel) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: NoteLabel.capacity)
    label.write(to: text)
    labels.append(text)
    return text
  }

  /// Returns whole seconds and the remaining nanoseconds, both with the sign of the time.
  private static func parts(_ time: Int64) -> (Int32, Int32) {
    (Int32(clamping: time / 1_000_000_000), Int32(time % 1_000_000_000))
  }
}
