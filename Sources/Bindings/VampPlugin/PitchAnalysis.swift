internal import CKammerton

/// The analysis of one stream: the host's blocks in, features out.
final class PitchAnalysis {
  /// The layout of the blocks that the host passes.
  struct Layout {
    let channelCount: Int
    /// The number of samples from the start of a block to that of the next.
    let stepSize: Int
  }

  /// The number of samples that are mixed, and of readings that are read, at a time.
  private static let portion = 4096

  private let layout: Layout
  private let values: ParameterValues
  private let sampleRate: Double
  private let tracker: OpaquePointer
  private let detector: OpaquePointer
  private let mix: UnsafeMutablePointer<Float>
  private let zeros: UnsafeMutablePointer<Float>
  private let readings: UnsafeMutablePointer<ktn_reading>
  private var origin: Int64?  // the time of the first sample, in nanoseconds
  private var sampleCount = 0
  private var zeroCount = 0  // zeros at the end of what has come, which are held back

  private init(
    _ layout: Layout, _ values: ParameterValues, sampleRate: Double, tracker: OpaquePointer,
    detector: OpaquePointer
  ) {
    self.layout = layout
    self.values = values
    self.sampleRate = sampleRate
    self.tracker = tracker
    self.detector = detector
    mix = .allocate(capacity: Self.portion)
    zeros = .allocate(capacity: Self.portion)
    zeros.initialize(repeating: 0, count: Self.portion)
    readings = .allocate(capacity: Self.portion)
  }

  deinit {
    ktn_tracker_free(tracker)
    ktn_note_detector_free(detector)
    mix.deallocate()
    zeros.deallocate()
    readings.deallocate()
  }

  /// - Returns: `nil` if the tracker rejects the parameters, such as a lowest frequency above the
  ///   highest one.
  static func make(
    _ layout: Layout, _ values: ParameterValues, sampleRate: Double
  ) -> PitchAnalysis? {
    var settings = values.trackerSettings(sampleRate: sampleRate)
    var (tracker, detector): (OpaquePointer?, OpaquePointer?)
    guard ktn_tracker_create(&settings, &tracker) == ktn_status(KTN_OK), let tracker else {
      return nil
    }
    guard ktn_note_detector_create(sampleRate, nil, &detector) == ktn_status(KTN_OK), let detector
    else {
      ktn_tracker_free(tracker)
      return nil
    }
    return PitchAnalysis(
      layout, values, sampleRate: sampleRate, tracker: tracker, detector: detector)
  }

  /// Processes the next block.
  ///
  /// - Parameters:
  ///   - channels: A block for each channel. If blocks overlap, only the new part counts.
  ///   - time: The time of its first sample, in nanoseconds.
  ///   - features: Receives the results that are known now.
  func append(
    _ channels: UnsafePointer<UnsafePointer<Float>?>, at time: Int64, into features: FeatureSet
  ) {
    for channel in 0..<layout.channelCount where channels[channel] == nil { return }
    if origin == nil { origin = time }
    var start = 0
    while start < layout.stepSize {
      let count = min(Self.portion, layout.stepSize - start)
      mixDown(channels, from: start, count: count)
      holdBackZeros(count, into: features)
      start += count
    }
  }

  /// Passes mixed samples on, but for zeros at their end: hosts fill their last block with zeros, and
  /// do not say where the sound ends. At most a block of them is held back.
  private func holdBackZeros(_ count: Int, into features: FeatureSet) {
    var soundCount = count
    while soundCount > 0, mix[soundCount - 1] == 0 { soundCount -= 1 }
    if soundCount > 0 {
      trackZeros(zeroCount, into: features)
      zeroCount = 0
      track(mix, soundCount, into: features)
    }
    zeroCount += count - soundCount
    let excess = max(0, zeroCount - layout.stepSize)
    trackZeros(excess, into: features)
    zeroCount -= excess
  }

  private func trackZeros(_ count: Int, into features: FeatureSet) {
    var left = count
    while left > 0 {
      track(zeros, min(left, Self.portion), into: features)
      left -= min(left, Self.portion)
    }
  }

  private func track(
    _ samples: UnsafePointer<Float>, _ count: Int, into features: FeatureSet
  ) {
    // Rejected only after `finish`, when there are no more results.
    _ = ktn_tracker_append(tracker, samples, count)
    _ = ktn_note_detector_append(detector, samples, count, nil, 0)
    sampleCount += count
    processReadings(into: features)
  }

  /// Ends the stream.
  func finish(into features: FeatureSet) {
    guard ktn_tracker_finish(tracker) == ktn_status(KTN_OK) else { return }
    processReadings(into: features)
    _ = ktn_note_detector_finish(detector)
    processNotes(into: features)
  }

  /// Computes the mean of the channels, as the command does.
  private func mixDown(
    _ channels: UnsafePointer<UnsafePointer<Float>?>, from start: Int, count: Int
  ) {
    let scale = 1 / Float(layout.channelCount)
    for index in 0..<count {
      var sum: Float = 0
      for channel in 0..<layout.channelCount { sum += channels[channel]?[start + index] ?? 0 }
      mix[index] = sum * scale
    }
  }

  private func processReadings(into features: FeatureSet) {
    var count = 0
    repeat {
      _ = ktn_tracker_read(tracker, readings, Self.portion, &count)
      for index in 0..<count { add(readings[index], to: features) }
      _ = ktn_note_detector_append(detector, nil, 0, readings, count)
      processNotes(into: features)
    } while count == Self.portion
  }

  private func processNotes(into features: FeatureSet) {
    var (note, count) = (ktn_note(), 0)
    while ktn_note_detector_read(detector, &note, 1, &count) == ktn_status(KTN_OK), count == 1 {
      add(note, to: features)
    }
  }

  private func add(_ reading: ktn_reading, to features: FeatureSet) {
    let time = nanoseconds(reading.time)
    func append(_ value: Double, to output: Output) {
      features.append(Feature(time: time, value: Float(value)), to: output)
    }
    append(Double(reading.is_voiced), to: .voicing)
    append(reading.confidence, to: .confidence)
    if reading.is_voiced != 0 {
      append(reading.frequency, to: .f0)
    } else if reading.frequency > 0 {
      switch values.unvoiced {
      case .absent: break
      case .positive: append(reading.frequency, to: .f0)
      case .negative: append(-reading.frequency, to: .f0)
      }
    }
  }

  private func add(_ note: ktn_note, to features: FeatureSet) {
    let label = NoteLabel(
      frequency: note.frequency, concertPitch: Double(values[.concertPitch]))
    let time = nanoseconds(note.onset)
    // A note lasts half a hop longer than its last reading, but not longer than the sound.
    let duration = nanoseconds(min(note.offset, Double(sampleCount) / sampleRate)) - time
    features.append(
      Feature(time: time, value: Float(note.frequency), duration: duration, label: label),
      to: .notes)
    guard let label else { return }
    features.append(
      Feature(time: time, value: Float(label.number), duration: duration, label: label),
      to: .midiNotes)
  }

  /// Returns the host's time `seconds` after the first sample, in nanoseconds.
  private func nanoseconds(_ seconds: Double) -> Int64 {
    (origin ?? 0) + Int64((seconds * 1e9).rounded())
  }
}
