internal import SignalProcessing

/// Follows a stream of readings, and finds the first stable pitch of each note.
///
/// A note begins with an onset, or when the pitch moves by more than ``leap`` without one, as in a
/// slur. A string that rings on when a louder note has ended is no note: without an onset, the
/// level must not fall by more than ``fall``.
///
/// Onsets are detected later than they sound, so the follower remembers the readings of the last
/// second, and reads them again from the onset.
public struct FirstPitchFollower: Sendable {
  /// A finding of the follower.
  public enum Event: Sendable, Hashable {
    /// A note has begun at this time, in seconds. Whatever was shown of the one before is over.
    case began(Double)
    /// The note that began last has its first stable pitch.
    case found(StableStretch)
  }

  /// The change of pitch that begins a note without an onset, in cents.
  public static var leap: Double { 70 }
  /// The fall of the level from one pitch to the next, beyond which the second one only rings on,
  /// in decibels.
  public static var fall: Double { 10 }
  /// The time before the end of a pitch in which its level is measured, in seconds: longer than a
  /// bow or a finger takes to leave the string.
  public static var ending: Double { 0.3 }
  /// The time for which such a pitch must last, in seconds.
  private static var leastTime: Double { 0.08 }
  /// The time of readings that are remembered, in seconds.
  private static var memory: Double { 1 }

  /// The rules for a stable pitch.
  public let settings: FirstPitch.Settings
  private var search: FirstPitch?
  private var onsets: [Double] = []  // after the last reading
  private var readings: [PitchReading] = []
  private var center: Double?  // of the note, in hertz
  private var near: [PitchReading] = []  // the last ones that are near it
  private var moved: [PitchReading] = []  // away from it
  private var events: [Event] = []
  private let onsetLatency: Double?
  private var firstVoiced: Double?  // while no note has begun

  /// Creates a follower at the start of a stream.
  ///
  /// - Parameters:
  ///   - settings: The rules for a stable pitch.
  ///   - onsetLatency: The longest time after a sound at which its onset is told, in seconds. A sound
  ///     that has none, because it was already there or begins softly, then begins the first note with
  ///     its pitch; with `nil`, the first note waits for an onset.
  public init(
    _ settings: FirstPitch.Settings = FirstPitch.Settings(), onsetLatency: Double? = nil
  ) {
    self.settings = settings
    self.onsetLatency = onsetLatency
  }

  /// Takes the onset of a note, before or after the readings that follow it. One that is older than
  /// the note that sounds is ignored.
  ///
  /// - Parameter time: The time of the onset, in seconds, on the clock of the readings.
  public mutating func begin(at time: Double) {
    guard let last = readings.last, last.time >= time else { return onsets.append(time) }
    begin(with: time)
  }

  private mutating func begin(with onset: Double) {
    if let search, onset <= search.onset { return }
    start(at: onset)
  }

  /// Takes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  public mutating func update(_ reading: PitchReading) {
    readings.append(reading)
    readings.removeFirst(readings.prefix { reading.time - $0.time > Self.memory }.count)
    follow(reading)
    while let onset = onsets.first, onset <= reading.time {
      onsets.removeFirst()
      begin(with: onset)
    }
    if reading.isVoiced, firstVoiced == nil { firstVoiced = reading.time }
    if let onsetLatency { beginWithoutOnset(until: reading.time - onsetLatency) }
  }

  /// Begins the first note with its pitch, if its onset does not come.
  private mutating func beginWithoutOnset(until time: Double) {
    guard search == nil, onsets.isEmpty, let firstVoiced, firstVoiced < time else { return }
    start(at: firstVoiced)
  }

  /// Returns the next event, or `nil` until more readings or onsets arrive.
  public mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }

  /// Ends the stream: a stable pitch that still grows counts.
  public mutating func finish() {
    if onsetLatency != nil { beginWithoutOnset(until: .infinity) }
    if let pitch = search?.finish() { events.append(.found(pitch)) }
  }

  private mutating func start(at time: Double) {
    events.append(.began(time))
    search = FirstPitch(onset: time, settings)
    (center, near, moved) = (nil, [], [])
    for reading in readings where reading.time >= time { follow(reading) }
  }

  private mutating func follow(_ reading: PitchReading) {
    guard search != nil else { return }
    if let pitch = search?.update(reading) {
      center = pitch.frequency
      events.append(.found(pitch))
    }
    guard let frequency = reading.frequency else {
      moved = []
      return
    }
    let distance = center.map { Elementary.cents(ofRatio: frequency / $0).magnitude } ?? 0
    guard distance > Self.leap else {
      moved = []
      near.append(reading)
      near.removeFirst(near.prefix { reading.time - $0.time > Self.ending }.count)
      return
    }
    if let first = moved.first?.frequency,
      Elementary.cents(ofRatio: frequency / first).magnitude > Self.leap
    {
      moved = []  // it slides on
    }
    moved.append(reading)
    guard let first = moved.first, reading.time - first.time >= Self.leastTime,
      Self.highestLevel(moved) >= Self.highestLevel(near) - Self.fall
    else { return }
    start(at: first.time)
  }

  private static func highestLevel(_ readings: [PitchReading]) -> Double {
    readings.reduce(-Double.infinity) { max($0, $1.level) }
  }
}
