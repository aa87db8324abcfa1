internal import SignalProcessing

/// A pitch for display, from a ``PitchStabilizer``: smoothed, and held while a note decays.
public struct StablePitch: Sendable, Hashable {
  /// The change with this reading.
  public enum Event: Sendable, Hashable {
    /// A note began, after silence or with a leap.
    case started
    /// The note was released: its pitch is no longer held.
    case ended
    /// The level fell below the gate; the last pitch may still be held.
    case wentBelowThreshold
  }

  /// The moment of the reading, in seconds since the first sample.
  public var time: Double
  /// The smoothed fundamental frequency, in hertz; `nil` if no note sounds or is held.
  public var frequency: Double?
  /// True if ``frequency`` is the last detected one, and no longer sounds.
  public var isHeld: Bool
  /// The change with this reading; `nil` if nothing changed.
  public var event: Event?

  /// Creates a pitch of these properties.
  public init(time: Double, frequency: Double?, isHeld: Bool = false, event: Event? = nil) {
    self.time = time
    self.frequency = frequency
    self.isHeld = isHeld
    self.event = event
  }
}

/// Steadies a track of pitch readings for a display: acquires, smooths, holds and releases notes.
///
/// A note is acquired once the last readings agree. Its pitch is the median of the last readings,
/// which removes single outliers, smoothed exponentially, both in cents. A leap starts a new note
/// without a slide. When the sound stops, the last pitch is held for a while.
public struct PitchStabilizer: Sendable {
  /// The balance between steadiness and speed of a ``PitchStabilizer``.
  public struct Settings: Sendable, Hashable {
    /// The number of readings in the median, 1...31; 1 turns it off.
    public var medianCount: Int
    /// The time constant of the exponential smoothing, in seconds; 0 switches it off.
    public var smoothingTime: Double
    /// The time that voiced readings must agree before a note starts, in seconds.
    public var acquireTime: Double
    /// The time that the last pitch is held after the sound stops, in seconds.
    public var holdTime: Double
    /// A change of pitch beyond this starts a new note, in cents, at least 1.
    public var leap: Double

    /// Creates settings from these properties, limited to their ranges.
    public init(
      medianCount: Int = 5, smoothingTime: Double = 0.08, acquireTime: Double = 0.03,
      holdTime: Double = 1, leap: Double = 80
    ) {
      self.medianCount = min(31, max(1, medianCount))
      self.smoothingTime = max(0, smoothingTime)
      self.acquireTime = max(0, acquireTime)
      self.holdTime = max(0, holdTime)
      self.leap = max(1, leap)
    }
  }

  /// Readings within this many cents are settled.
  static let settledSpread = 5.0
  /// A note starts after this time, settled or not, in seconds.
  static let longestAttack = 0.12

  /// The balance between steadiness and speed.
  public let settings: Settings
  private var recent: [Double]  // log2 of the last frequencies, a ring
  private var sorted: [Double]
  private var recentCount = 0
  private var voicedSince: Double?
  private var smoothed: Double?  // log2 of the note's frequency
  private var lastTime: Double?
  private var lastVoicedTime = -Double.infinity
  private var lastRememberedTime = -Double.infinity
  private var wasAboveGate = false

  /// Creates a stabilizer without a pitch.
  ///
  /// - Parameter settings: The balance between steadiness and speed.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    recent = Array(repeating: 0, count: settings.medianCount)
    sorted = Array(repeating: 0, count: settings.medianCount)
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: The pitch to show now.
  /// - Complexity: O(m²) time for a median of m readings; no allocation.
  public mutating func update(_ reading: PitchReading) -> StablePitch {
    let wentBelow = wasAboveGate && !reading.isAboveGate
    wasAboveGate = reading.isAboveGate
    let elapsed = reading.time - (lastTime ?? reading.time)
    lastTime = reading.time
    guard let frequency = reading.frequency else {
      return hold(at: reading.time, wentBelow: wentBelow)
    }
    return follow(Elementary.log2(frequency), at: reading.time, elapsed: elapsed)
  }

  private mutating func follow(
    _ pitch: Double, at time: Double, elapsed: Double
  ) -> StablePitch {
    if let last = latest, isLeap(from: last, to: pitch) { forgetRecent() }
    remember(pitch, at: time)
    let median = medianOfRecent()
    let isAcquired = hasSettled(after: time - (voicedSince ?? time))
    guard let current = smoothed, !isLeap(from: current, to: median) else {
      // A first note, or a leap: believe it once it has lasted.
      guard isAcquired else { return hold(at: time, wentBelow: false) }
      smoothed = median
      lastVoicedTime = time
      return pitchNow(at: time, isHeld: false, event: .started)
    }
    let share =
      settings.smoothingTime > 0 ? 1 - Elementary.exp(-elapsed / settings.smoothingTime) : 1
    smoothed = current + share * (median - current)
    lastVoicedTime = time
    return pitchNow(at: time, isHeld: false, event: nil)
  }

  private mutating func hold(at time: Double, wentBelow: Bool) -> StablePitch {
    if recentCount > 0, latestIsStale(at: time) { forgetRecent() }
    let event: StablePitch.Event? = wentBelow ? .wentBelowThreshold : nil
    guard smoothed != nil else { return StablePitch(time: time, frequency: nil, event: event) }
    guard time - lastVoicedTime <= settings.holdTime else {
      smoothed = nil
      return StablePitch(time: time, frequency: nil, event: .ended)
    }
    return pitchNow(at: time, isHeld: true, event: event)
  }

  private func pitchNow(at time: Double, isHeld: Bool, event: StablePitch.Event?) -> StablePitch {
    StablePitch(
      time: time, frequency: smoothed.map { Elementary.exp2($0) }, isHeld: isHeld, event: event)
  }
}

extension PitchStabilizer {
  private var latest: Double? {
    recentCount > 0 ? recent[(recentCount - 1) % recent.count] : nil
  }

  private func isLeap(from first: Double, to second: Double) -> Bool {
    (second - first).magnitude * 1200 > settings.leap
  }

  /// Returns `true` if a note has lasted, and neither its attack nor the remainder of the note
  /// before bends its pitch. Call `medianOfRecent` first, which sorts the readings.
  private func hasSettled(after duration: Double) -> Bool {
    guard duration >= settings.acquireTime - 1e-9 else { return false }
    let spread = 1200 * (sorted[min(recentCount, recent.count) - 1] - sorted[0])
    return spread <= Self.settledSpread || duration >= Self.longestAttack
  }

  /// Returns `true` if the run of voiced readings was interrupted for longer than acquiring one
  /// takes.
  private func latestIsStale(at time: Double) -> Bool {
    time - lastRememberedTime > max(settings.acquireTime, 0.02)
  }

  private mutating func remember(_ pitch: Double, at time: Double) {
    recent[recentCount % recent.count] = pitch
    recentCount += 1
    lastRememberedTime = time
    if voicedSince == nil { voicedSince = time }
  }

  private mutating func forgetRecent() {
    recentCount = 0
    voicedSince = nil
  }

  /// The median of the last readings, by insertion into a workspace.
  private mutating func medianOfRecent() -> Double {
    let count = min(recentCount, recent.count)
    for index in 0..<count {
      var position = index
      while position > 0, sorted[position - 1] > recent[index] {
        sorted[position] = sorted[position - 1]
        position -= 1
      }
      sorted[position] = recent[index]
    }
    return count % 2 == 1
      ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}
