internal import SignalProcessing

/// Finds the first stable pitch of a note: where the player put it, before any correction.
///
/// The attack does not count: ``Settings/skip``. Then the first stretch of
/// ``Settings/shortest`` that stays within ±``Settings/band`` begins, and lasts for as long as the
/// pitch stays, up to ``Settings/longest``. The string of a pluck, which begins sharp and settles,
/// has none until it has settled, and neither has a slide. A vibrato has none at all: if the pitch
/// swings about a steady centre for ``Settings/swingTime``, the centre is the pitch.
///
/// ```swift
/// var first = FirstPitch(onset: onset.time)
/// while let reading = tracker.next() {
///   if let pitch = first.update(reading) { show(pitch) }
/// }
/// ```
///
/// - Complexity: O(*n* log *n*) per reading, for the *n* readings of ``Settings/swingTime``.
public struct FirstPitch: Sendable {
  /// The rules for a stable pitch. `Benchmarks/first-pitch.sh` measures them.
  public struct Settings: Sendable, Hashable {
    /// The time after the onset that does not count, in seconds, at least 0.
    public var skip: Double
    /// The shortest stretch, in seconds, above 0.
    public var shortest: Double
    /// The longest stretch, in seconds, at least ``shortest``.
    public var longest: Double
    /// The largest deviation within a stretch from its centre, in cents, above 0.
    public var band: Double
    /// The duration of a swinging pitch, in seconds: two swings of a usual vibrato.
    public var swingTime: Double
    /// The largest deviation of a swing from its centre, in cents.
    public var swing: Double
    /// The largest difference between the centres of the halves of ``swingTime``, in cents: beyond,
    /// the pitch moves.
    public var drift: Double

    /// Creates settings from these properties, limited to their ranges.
    public init(
      skip: Double = 0.02, shortest: Double = 0.12, longest: Double = 0.25, band: Double = 4,
      swingTime: Double = 0.36, swing: Double = 60, drift: Double = 5
    ) {
      self.skip = max(0, skip)
      self.shortest = max(0.001, shortest)
      self.longest = max(self.shortest, longest)
      self.band = max(0.01, band)
      self.swingTime = max(self.shortest, swingTime)
      self.swing = max(self.band, swing)
      self.drift = max(0.01, drift)
    }
  }

  /// The rules for a stable pitch.
  public let settings: Settings
  /// The start of the note, in seconds.
  public let onset: Double
  /// The first stable pitch; `nil` until it is found.
  public private(set) var pitch: StableStretch?
  private var recent: [Point] = []  // of the last `swingTime`, without a gap
  private var stretch: [Point] = []  // within the band, and growing
  private var hop = 0.0
  private var lastTime: Double?

  private struct Point: Sendable {
    var time: Double  // seconds
    var cents: Double  // on any scale
  }

  /// The longest gap between two voiced readings of a stretch, in seconds.
  private static let longestGap = 0.03
  private static let timeTolerance = 1e-9

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - onset: The start of the note, in seconds, on the clock of the readings.
  ///   - settings: The rules for a stable pitch.
  public init(onset: Double, _ settings: Settings = Settings()) {
    self.onset = onset
    self.settings = settings
  }

  /// Processes the next reading. Readings before the end of ``Settings/skip`` are ignored.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: The first stable pitch, once.
  public mutating func update(_ reading: PitchReading) -> StableStretch? {
    update(time: reading.time, frequency: reading.frequency)
  }

  mutating func update(time: Double, frequency: Double?) -> StableStretch? {
    if let lastTime { hop = max(0, time - lastTime) }
    lastTime = time
    guard pitch == nil, time >= onset + settings.skip - Self.timeTolerance else { return nil }
    if let last = stretch.last ?? recent.last, time - last.time > max(Self.longestGap, 1.5 * hop) {
      if let found = finish() { return found }
      recent = []
    }
    guard let frequency else { return nil }
    let point = Point(time: time, cents: Elementary.cents(ofRatio: frequency))
    guard stretch.isEmpty else { return extend(by: point) }
    recent.append(point)
    recent.removeFirst(recent.prefix { time - $0.time >= settings.swingTime }.count)
    return begin()
  }

  /// Ends the note: a stretch that has not ended yet counts.
  ///
  /// - Returns: The first stable pitch, if this call has found it.
  public mutating func finish() -> StableStretch? {
    guard pitch == nil, !stretch.isEmpty else { return nil }
    pitch = stable(stretch[...])
    return pitch
  }

  private mutating func begin() -> StableStretch? {
    guard let last = recent.last else { return nil }
    let isPart = { [settings, hop] (point: Point, duration: Double) in
      last.time - point.time + hop <= max(duration, settings.shortest) + Self.timeTolerance
    }
    let newest = recent.drop { !isPart($0, settings.shortest) }
    if lasts(newest, settings.shortest), Self.isWithin(newest, settings.band) {
      stretch = Array(newest)
      return nil
    }
    guard lasts(recent[...], settings.swingTime), Self.isWithin(recent[...], settings.swing) else {
      return nil
    }
    let middle = recent.count / 2
    let movement = Self.mean(recent[middle...]) - Self.mean(recent[..<middle])
    guard movement.magnitude <= settings.drift else { return nil }
    pitch = stable(recent[...])
    return pitch
  }

  private mutating func extend(by point: Point) -> StableStretch? {
    let isNear = (point.cents - Self.mean(stretch[...])).magnitude <= settings.band
    if isNear { stretch.append(point) }
    guard !isNear || lasts(stretch[...], settings.longest) else { return nil }
    return finish()
  }

  /// Returns true if points last for a time; each stands for one hop.
  private func lasts(_ points: ArraySlice<Point>, _ duration: Double) -> Bool {
    guard points.count >= 3, let first = points.first, let last = points.last else { return false }
    return last.time - first.time + hop >= duration - Self.timeTolerance
  }

  private func stable(_ points: ArraySlice<Point>) -> StableStretch? {
    guard let first = points.first, let last = points.last else { return nil }
    let center = Self.mean(points)
    let squares = points.reduce(0) { $0 + ($1.cents - center) * ($1.cents - center) }
    return StableStretch(
      start: first.time, duration: last.time - first.time + hop,
      frequency: Elementary.ratio(ofCents: center),
      spread: (squares / Double(points.count)).squareRoot())
  }

  private static func isWithin(_ points: ArraySlice<Point>, _ limit: Double) -> Bool {
    let sorted = points.map { $0.cents }.sorted()
    guard let lowest = sorted.first, let highest = sorted.last else { return false }
    let median = sorted[sorted.count / 2]
    return max(highest - median, median - lowest) <= limit
  }

  private static func mean(_ points: ArraySlice<Point>) -> Double {
    points.reduce(0) { $0 + $1.cents } / Double(max(1, points.count))
  }
}

/// A stretch of a note in which its pitch stays the same, or swings about a steady centre.
public struct StableStretch: Sendable, Hashable {
  /// The start of the stretch, in seconds since the first sample.
  public var start: Double
  /// The duration of the stretch, in seconds.
  public var duration: Double
  /// The mean frequency, in hertz.
  public var frequency: Double
  /// The root mean square deviation from it, in cents.
  public var spread: Double

  /// Creates a stretch of these properties.
  public init(start: Double, duration: Double, frequency: Double, spread: Double = 0) {
    self.start = start
    self.duration = duration
    self.frequency = frequency
    self.spread = spread
  }
}

extension StableStretch {
  /// Finds the first and the last stable pitch of a note that has ended.
  ///
  /// The last one follows the same rules as the first, from the end of the note backwards. Both are
  /// the same stretch, or nearly so, if the player corrected nothing.
  ///
  /// - Parameters:
  ///   - readings: Readings of a track, in order of time.
  ///   - onset: The start of the note, in seconds.
  ///   - offset: The end of the note, in seconds.
  ///   - settings: The rules for a stable pitch.
  /// - Returns: The first and the last stable pitch; `nil` if the note is too short or too unsteady
  ///   for one.
  /// - Complexity: O(*n*) for *n* readings from `onset` to `offset`.
  public static func ends(
    of readings: [PitchReading], from onset: Double, to offset: Double,
    _ settings: FirstPitch.Settings = FirstPitch.Settings()
  ) -> (first: StableStretch, last: StableStretch)? {
    let note = readings.drop { $0.time < onset }.prefix { $0.time <= offset }
    var forwards = FirstPitch(onset: onset, settings)
    for reading in note where forwards.pitch == nil { _ = forwards.update(reading) }
    _ = forwards.finish()
    // Time runs backwards from the offset.
    var backwards = FirstPitch(onset: 0, settings)
    for reading in note.reversed() where backwards.pitch == nil {
      _ = backwards.update(time: offset - reading.time, frequency: reading.frequency)
    }
    _ = backwards.finish()
    guard let first = forwards.pitch, var last = backwards.pitch else { return nil }
    last.start = max(first.start, offset - last.start - last.duration)
    return (first, last)
  }
}
