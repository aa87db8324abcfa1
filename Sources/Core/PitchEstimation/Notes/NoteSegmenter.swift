import SignalProcessing

/// Divides a stream of pitch readings into notes.
///
/// A note begins once voiced readings have agreed on a pitch for ``Settings/minimumDuration``. It
/// ends when the sound stops for longer than ``Settings/longestGap``, or when another pitch,
/// further than ``Settings/leap`` away, has lasted long enough for a note. Shorter excursions are
/// part of a vibrato, or outliers if they exceed a whole tone, and do not split the note. A slide
/// belongs to no note unless it comes first. Pitches alone do not tell that the same note is struck
/// again without a gap: NoteDetection joins them with onsets.
///
/// A note is returned ``Settings/longestGap`` or ``Settings/minimumDuration`` after it ended. Its
/// measures come from its first 16,384 readings (164 s at 10 ms), so that memory is limited. The
/// segmenter collects readings in growing arrays, so do not use it on the audio thread.
public struct NoteSegmenter: Sendable {
  /// The rules for a note.
  public struct Settings: Sendable, Hashable {
    /// The shortest note, in seconds, at least 0. 80 ms is longer than a vibrato of ±100 cents
    /// exceeds the leap.
    public var minimumDuration: Double
    /// A change of pitch beyond this starts a new note, in cents, at least 1.
    public var leap: Double
    /// The longest silence within a note, in seconds, at least 0.
    public var longestGap: Double

    /// Creates settings from these properties, limited to their ranges.
    public init(minimumDuration: Double = 0.08, leap: Double = 70, longestGap: Double = 0.05) {
      self.minimumDuration = max(0, minimumDuration)
      self.leap = max(1, leap)
      self.longestGap = max(0, longestGap)
    }
  }

  /// The rules for a note.
  public let settings: Settings
  private var note: NoteDraft?  // has lasted long enough
  private var candidate: NoteDraft?  // may become the next note
  private var runStart: Double?  // of the voiced readings since a note or silence
  private var lastTime: Double?
  private var lastVoicedTime = -Double.infinity
  private var hop = 0.0

  /// Creates a segmenter at the start of a track.
  ///
  /// - Parameter settings: The rules for a note.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: A note, if this reading shows that one has ended.
  /// - Complexity: O(log n) comparisons and O(n) moves for the n readings of the note so far.
  public mutating func update(_ reading: PitchReading) -> PitchNote? {
    if let lastTime { hop = max(0, reading.time - lastTime) }
    lastTime = reading.time
    guard let frequency = reading.frequency else { return rest(at: reading.time) }
    lastVoicedTime = reading.time
    if runStart == nil { runStart = reading.time }
    let point = NoteDraft.Point(
      time: reading.time, pitch: Elementary.cents(ofRatio: frequency), level: reading.level)
    return follow(point)
  }

  /// The start of the note that sounds, in seconds, and its frequency so far, in hertz; `nil` if
  /// none does.
  package var sounding: (onset: Double, frequency: Double)? { note?.soFar(hop: hop) }

  /// Ends the track.
  ///
  /// - Returns: The last note, if it has not ended yet.
  public mutating func finish() -> PitchNote? {
    defer { runStart = nil }
    return endNote()
  }

  private mutating func rest(at time: Double) -> PitchNote? {
    guard time - lastVoicedTime > settings.longestGap + Self.timeTolerance else { return nil }
    defer { runStart = nil }
    return endNote()
  }

  private mutating func follow(_ point: NoteDraft.Point) -> PitchNote? {
    if note?.isNear(point, within: settings.leap) == true {
      absorbCandidate()
      note?.append(point)
      return nil
    }
    extendCandidate(by: point)
    guard let candidate, candidate.duration(hop: hop) >= settings.minimumDuration else {
      return nil
    }
    let ended = note.map { $0.finished(hop: hop) }
    note = candidate
    self.candidate = nil
    return ended
  }

  private mutating func endNote() -> PitchNote? {
    defer {
      note = nil
      candidate = nil
    }
    return note.map { $0.finished(hop: hop) }
  }

  private static let timeTolerance = 1e-9
}

extension NoteSegmenter {
  /// An excursion came back: its swings belong to the note, its outliers to nothing.
  private mutating func absorbCandidate() {
    for point in candidate?.points ?? []
    where note?.isNear(point, within: NoteDraft.farthest) == true { note?.append(point) }
    candidate = nil
  }

  private mutating func extendCandidate(by point: NoteDraft.Point) {
    if candidate?.isNear(point, within: settings.leap) == true {
      candidate?.append(point)
    } else {
      // The first note starts with the sound, however it slides to its pitch.
      candidate = NoteDraft(point, onset: note == nil ? runStart : nil)
    }
  }
}

/// A note that is still growing.
struct NoteDraft: Sendable {
  struct Point: Sendable {
    var time: Double  // seconds
    var pitch: Double  // cents, on any scale
    var level: Double  // dBFS
  }

  private(set) var points: [Point]  // in order of time, the first ones only
  private var sorted: [Double]  // their pitches
  private let onset: Double  // of the sound; the first point is in tune
  private var lastTime: Double
  private var level: Double

  /// Starts at a point; the sound may have started before, at `onset`.
  init(_ point: Point, onset: Double?) {
    points = [point]
    sorted = [point.pitch]
    self.onset = onset ?? point.time
    lastTime = point.time
    level = point.level
  }

  mutating func append(_ point: Point) {
    lastTime = point.time
    level = max(level, point.level)
    guard points.count < Self.longestMeasured else { return }
    points.append(point)
    sorted.insert(point.pitch, at: position(of: point.pitch))
  }

  /// The duration of the pitch, in seconds: each reading stands for one hop.
  func duration(hop: Double) -> Double { lastTime - points[0].time + hop + 1e-9 }

  func isNear(_ point: Point, within limit: Double) -> Bool {
    (point.pitch - median).magnitude <= limit
  }

  func soFar(hop: Double) -> (onset: Double, frequency: Double) {
    (max(0, onset - hop / 2), Elementary.ratio(ofCents: median))
  }

  func finished(hop: Double) -> PitchNote {
    let center = median
    let sum = points.reduce(0) { $0 + ($1.pitch - center) * ($1.pitch - center) }
    return PitchNote(
      onset: max(0, onset - hop / 2), offset: lastTime + hop / 2,
      frequency: Elementary.ratio(ofCents: center),
      spread: (sum / Double(points.count)).squareRoot(),
      vibrato: VibratoFit(points).vibrato, level: level)
  }

  private var median: Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The index of the first pitch that is not below `pitch`, by bisection.
  private func position(of pitch: Double) -> Int {
    var (lower, upper) = (0, sorted.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if sorted[middle] < pitch { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  /// How far from the pitch of a note its swings may be, in cents.
  static let farthest = 200.0
  private static let longestMeasured = 16_384
}

/// One note of a track, as a ``NoteSegmenter`` cuts it out.
public struct PitchNote: Sendable, Hashable {
  /// A periodic swing of the pitch.
  public struct Vibrato: Sendable, Hashable {
    /// Swings per second, in hertz.
    public var rate: Double
    /// The deviation of the pitch to each side, in cents.
    public var extent: Double

    /// Creates a vibrato of these properties.
    public init(rate: Double, extent: Double) {
      self.rate = rate
      self.extent = extent
    }
  }

  /// The start of the note, in seconds since the first sample.
  public var onset: Double
  /// The end of the note, in seconds since the first sample.
  public var offset: Double
  /// The median of its fundamental frequencies, in hertz.
  public var frequency: Double
  /// The root mean square deviation from ``frequency``, in cents; 0 is perfectly steady.
  public var spread: Double
  /// The vibrato; `nil` if the pitch does not vary regularly, or not for long enough.
  public var vibrato: Vibrato?
  /// The highest level during the note, in dBFS.
  public var level: Double

  /// Creates a note of these properties.
  public init(
    onset: Double, offset: Double, frequency: Double, spread: Double = 0, vibrato: Vibrato? = nil,
    level: Double = 0
  ) {
    self.onset = onset
    self.offset = offset
    self.frequency = frequency
    self.spread = spread
    self.vibrato = vibrato
    self.level = level
  }

  /// The duration of the note, in seconds.
  public var duration: Double { offset - onset }

  /// Returns a part of the note with its own pitch, vibrato and level.
  ///
  /// - Parameters:
  ///   - start: The start of the part, in seconds.
  ///   - end: Its end, in seconds.
  ///   - readings: The readings of the track, in order of time.
  /// - Returns: The part; as the whole, if no reading of it has a pitch near that of the note.
  package func part(from start: Double, to end: Double, of readings: [PitchReading]) -> PitchNote {
    let center = Elementary.cents(ofRatio: frequency)
    var draft: NoteDraft?
    for reading in readings where reading.time >= start && reading.time < end {
      guard let frequency = reading.frequency else { continue }
      let point = NoteDraft.Point(
        time: reading.time, pitch: Elementary.cents(ofRatio: frequency), level: reading.level)
      guard (point.pitch - center).magnitude <= NoteDraft.farthest else { continue }
      if draft == nil { draft = NoteDraft(point, onset: nil) } else { draft?.append(point) }
    }
    var part = draft?.finished(hop: 0) ?? self
    (part.onset, part.offset) = (start, end)
    return part
  }
}
