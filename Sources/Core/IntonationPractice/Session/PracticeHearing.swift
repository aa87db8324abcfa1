package import OnsetDetection
package import PitchEstimation
internal import SignalProcessing

/// Hears a player: each onset, pitch and note, and the time that passes meanwhile.
///
/// The samples are heard in steps of ten milliseconds, counted from the first sample, so that the
/// order of the events is the same for blocks of any size. Of a rhythm, only onsets are heard.
package struct PracticeHearing: SampleAnalysis {
  /// What has been heard.
  package enum Event: Sendable, Hashable {
    /// A sound has begun.
    case onset(Onset)
    /// The pitch at a moment, or its absence.
    case pitch(PitchReading)
    /// A note has begun, or has its first stable pitch. Comes before the note itself.
    case first(FirstPitchFollower.Event)
    /// A note has ended.
    case note(PlayedNote)
    /// All of the sound up to this time has been heard, in seconds.
    case time(Double)
  }

  // One of the two. They are large: in arrays, copies of this structure do not copy them, nor does
  // the program hold the code for that at each place.
  private var listeners: [PracticeListener] = []
  private var detectors: [OnsetDetector] = []
  private let sampleRate: Double
  private let step: Int
  private var sampleCount = 0
  private var onsetCount = 0
  /// Locates attacks for a comparison with another performance; `nil` if there is none.
  private var refiner: AttackRefiner?
  private var events: [Event] = []

  /// Hears notes.
  ///
  /// - Parameters:
  ///   - listener: Detects the notes.
  ///   - sampleRate: Samples per second.
  ///   - isCompared: Whether the times are compared with those of another performance.
  init(
    _ listener: consuming PracticeListener, sampleRate: Double, isCompared: Bool = false
  ) {
    listeners = [listener]
    self.sampleRate = sampleRate
    step = Self.step(sampleRate)
    refiner = isCompared ? AttackRefiner(sampleRate: sampleRate) : nil
  }

  /// Hears onsets alone, whatever sounds.
  init(_ detector: consuming OnsetDetector, sampleRate: Double) {
    detectors = [detector]
    self.sampleRate = sampleRate
    step = Self.step(sampleRate)
  }

  private static func step(_ sampleRate: Double) -> Int {
    max(1, Int((sampleRate / PracticeListener.readingsPerSecond).rounded()))
  }

  /// Appends the next samples of the sound.
  package mutating func append(_ block: Span<Float>) {
    var start = 0
    while start < block.count {
      let count = min(block.count - start, step - sampleCount % step)
      let part = block.extracting(start..<(start + count))
      for index in listeners.indices { listeners[index].append(part) }
      for index in detectors.indices { detectors[index].append(part) }
      refiner?.append(part)
      (start, sampleCount) = (start + count, sampleCount + count)
      if sampleCount % step == 0 { hear() }
    }
  }

  /// Returns the next event, or `nil` until more samples arrive.
  package mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Marks missing samples: no onset is found across the gap.
  package mutating func interrupt() {
    for index in listeners.indices { listeners[index].interrupt() }
    for index in detectors.indices { detectors[index].interrupt() }
  }

  /// Ends the sound: the note that sounds ends with it.
  package mutating func finish() {
    for index in listeners.indices { listeners[index].finish() }
    for index in detectors.indices { detectors[index].finish() }
    hear()
  }

  private mutating func hear() {
    for index in detectors.indices {
      while let onset = detectors[index].next() { events.append(.onset(onset)) }
    }
    for index in listeners.indices { hearNotes(of: index) }
    events.append(.time(Double(sampleCount) / sampleRate))
  }

  private mutating func hearNotes(of index: Int) {
    var notes: [PlayedNote] = []
    while let note = listeners[index].next() { notes.append(note) }
    let onsets = listeners[index].onsets
    if refiner != nil {
      for onset in onsets[onsetCount...] { refiner?.add(onset) }
      for index in notes.indices { notes[index] = refiner?.refined(notes[index]) ?? notes[index] }
    }
    events += onsets[onsetCount...].map { .onset($0) }
    onsetCount = onsets.count
    for reading in listeners[index].takeReadings() { events.append(.pitch(reading)) }
    while let event = listeners[index].nextPitch() { events.append(.first(event)) }
    for note in notes { events.append(.note(note)) }
  }

  /// Returns an event of a sound that began later.
  package static func delayed(_ event: Event, by seconds: Double) -> Event {
    switch event {
    case .onset(let onset): return .onset(OnsetDetector.delayed(onset, by: seconds))
    case .pitch(var reading):
      reading.time += seconds
      return .pitch(reading)
    case .first(.began(let time)): return .first(.began(time + seconds))
    case .first(.found(var pitch)):
      pitch.start += seconds
      return .first(.found(pitch))
    case .note(let note): return .note(PracticeListener.delayed(note, by: seconds))
    case .time(let time): return .time(time + seconds)
    }
  }
}
