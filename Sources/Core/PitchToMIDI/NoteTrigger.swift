public import MusicTheory
public import PitchEstimation

/// Turns the readings of a track into the notes of a synthesizer, as they come.
///
/// A note begins once ``Settings/agreement`` readings in a row are within ``Settings/spread`` of
/// each other. While it sounds, the pitch bend follows the tone, however it slides. Another key
/// begins once readings agree on a tone that is more than ``Settings/leap`` away from the sounding
/// key, and within ``Settings/slide`` only if the tone stays away for ``Settings/slideTime``,
/// because a vibrato comes back. The note ends when the tone has been absent for longer than
/// ``Settings/longestGap``. The same key begins again if the level falls and rises by
/// ``Settings/restrike``, for example when a tongue stops it for a moment, and at each stroke
/// that ``take(_:strokes:)`` is told of, once ``Settings/strokeAgreement`` readings after it keep
/// to the key.
///
/// At most one note sounds at any time, and every note that begins ends, at the latest by ``finish()``.
///
/// ```swift
/// var trigger = NoteTrigger()
/// send(trigger.setUp())
/// while let reading = tracker.next() { send(trigger.take(reading)) }
/// send(trigger.finish())
/// ```
///
/// - Complexity: O(``Settings/agreement``) per reading.
public struct NoteTrigger: Sendable {
  /// The rules for a note.
  public struct Settings: Sendable, Hashable {
    /// The number of readings in a row that must agree before a note begins, 1...100.
    public var agreement = 4
    /// The largest distance between these readings, in cents, above 0.
    public var spread = 50.0
    /// The number of readings in a row that must agree while another note sounds, 1...100.
    public var changeAgreement = 6
    /// The largest distance between these readings, in cents, above 0.
    public var changeSpread = 40.0
    /// The distance from the sounding key beyond which another one may begin, in cents, at least 50.
    public var leap = 65.0
    /// The distance up to which a tone may slide or swing, in cents.
    public var slide = 150.0
    /// The time for which such a tone must stay away from the key before another begins, in seconds.
    public var slideTime = 0.08
    /// The longest absence within a note, in seconds, at least 0.
    public var longestGap = 0.05
    /// The rise of the level within ``restrikeTime`` that begins the note again, in decibels.
    /// Before it, the level must have fallen by a third of that: a soft attack only rises.
    public var restrike = 9.0
    /// The largest difference below its loudest moment at which a note may begin again, in
    /// decibels: the strings of a piano beat as they decay.
    public var restrikeRange = 15.0
    /// The time within which the level must rise, in seconds; also the shortest note that may begin again.
    public var restrikeTime = 0.1
    /// The number of readings in a row after a stroke that must be of the sounding key before it
    /// begins again, 1...100: a stroke may also begin another one.
    public var strokeAgreement = 3
    /// The lowest probability of readings that begin a note, in 0...1. Readings without a
    /// probability count as certain.
    public var confidence = 0.6
    /// The range of the pitch bend.
    public var bendRange = BendRange(semitones: 2)
    /// `true` to follow MPE: a zone of a manager channel and one channel per note, in turn.
    public var isMPE = false
    /// The channel of notes without MPE, 0...15.
    public var channel: UInt8 = 0

    /// Creates the default settings.
    public init() {}
  }

  /// The rules for a note.
  public let settings: Settings
  /// The frequency of A4, and the temperament of the keys.
  public var concertPitch: ConcertPitch

  struct Sounding: Sendable {
    var key: UInt8
    var channel: UInt8
    var bend: UInt16
    var startTime: Double
  }

  private struct Tone: Sendable {
    var number: Double  // as of MIDI, with a fraction
    var isCertain: Bool
  }

  private(set) var sounding: Sounding?
  var stroke: Stroke?  // that has not begun a note yet
  private var recent: [Tone] = []  // that may agree
  private var levels: [(time: Double, level: Double)] = []
  private var loudest = -Double.infinity  // of the note, before `levels`
  private var leaveTime: Double?  // since when the tone has been away from the key
  private var lastVoicedTime = -Double.infinity
  private var memberIndex: UInt8 = 0

  /// Creates a trigger while nothing sounds.
  ///
  /// - Parameters:
  ///   - settings: The rules for a note.
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  public init(_ settings: Settings = Settings(), concertPitch: ConcertPitch = .standard) {
    var settings = settings
    settings.agreement = max(1, min(100, settings.agreement))
    settings.changeAgreement = max(1, min(100, settings.changeAgreement))
    settings.strokeAgreement = max(1, min(100, settings.strokeAgreement))
    settings.leap = max(50, settings.leap)
    self.settings = settings
    self.concertPitch = concertPitch
  }

  /// The key that sounds; `nil` if none does.
  public var key: UInt8? { sounding?.key }

  /// Returns the messages that prepare a receiver: the zone of MPE, if it is wanted, and the range of the
  /// bend.
  ///
  /// - Returns: Controllers for each channel that is used.
  public func setUp() -> [MIDIMessage] {
    guard settings.isMPE else { return settings.bendRange.setUp(channel: settings.channel) }
    // MPE 1.0 (RP-053), section 2.1: parameter 6 on the manager's channel says how many follow it.
    let zone = RegisteredParameter.messages(
      parameter: 6, value: UInt8(Self.members.count), channel: 0)
    return zone + Self.members.flatMap { settings.bendRange.setUp(channel: $0) }
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: The messages to send now, in order.
  public mutating func take(_ reading: PitchReading) -> [MIDIMessage] {
    guard let frequency = reading.frequency, frequency.isFinite, frequency > 0 else {
      return rest(at: reading.time)
    }
    lastVoicedTime = reading.time
    let tone = concertPitch.midiNumber(of: frequency)
    remember(tone, reading)
    guard let sounding else { return begin(tone, reading) }
    if hasLeft(sounding.key, tone, reading.time), let key = changedKey, key != sounding.key {
      return end() + start(key, tone, reading)
    }
    if changedKey == sounding.key, isStruckAgain(at: reading) {
      return end() + start(sounding.key, tone, reading)
    }
    return bend(to: tone)
  }

  /// Ends the note that sounds, for example when the sound is lost or the program ends.
  ///
  /// - Returns: The messages to send.
  public mutating func finish() -> [MIDIMessage] {
    recent.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    return end()
  }

  /// Returns the messages that silence a receiver that may have missed the end of a note, for
  /// example because it was unplugged: controller 123 on each channel of notes.
  ///
  /// - Returns: One controller for each of these channels.
  public func allNotesOff() -> [MIDIMessage] {
    let channels = settings.isMPE ? Array(Self.members) : [settings.channel]
    return channels.map { .controlChange(channel: $0, controller: 123, value: 0) }
  }

  private static var members: ClosedRange<UInt8> { 1...15 }
}

// MARK: - Steps

extension NoteTrigger {
  private mutating func rest(at time: Double) -> [MIDIMessage] {
    recent.removeAll(keepingCapacity: true)
    return time - lastVoicedTime > settings.longestGap + 1e-9 ? end() : []
  }

  private mutating func remember(_ tone: Double, _ reading: PitchReading) {
    if recent.count == max(settings.agreement, settings.changeAgreement) { recent.removeFirst() }
    recent.append(
      Tone(number: tone, isCertain: reading.confidence ?? 1 >= settings.confidence))
    while let first = levels.first, first.time < reading.time - settings.restrikeTime {
      if let sounding, first.time >= sounding.startTime { loudest = max(loudest, first.level) }
      levels.removeFirst()
    }
    levels.append((reading.time, reading.level))
  }

  /// The key to begin with in silence; `nil` while it is uncertain.
  private var agreedKey: UInt8? { key(of: settings.agreement, within: settings.spread) }

  /// The key to begin with while another sounds; `nil` while it is uncertain.
  private var changedKey: UInt8? {
    key(of: settings.changeAgreement, within: settings.changeSpread)
  }

  private func key(of count: Int, within spread: Double) -> UInt8? {
    guard recent.count >= count, let newest = recent.last else { return nil }
    var (lowest, highest) = (newest.number, newest.number)
    for tone in recent.suffix(count) {
      guard tone.isCertain else { return nil }
      lowest = min(lowest, tone.number)
      highest = max(highest, tone.number)
    }
    guard highest - lowest <= spread / 100 else { return nil }
    return UInt8(exactly: newest.number.rounded()).flatMap { $0 < 128 ? $0 : nil }
  }

  private mutating func hasLeft(_ key: UInt8, _ tone: Double, _ time: Double) -> Bool {
    let distance = 100 * (tone - Double(key)).magnitude
    guard distance > settings.leap else {
      leaveTime = nil
      return false
    }
    let since = leaveTime ?? time
    leaveTime = since
    return distance > settings.slide || time - since >= settings.slideTime - 1e-9
  }

  private mutating func begin(_ tone: Double, _ reading: PitchReading) -> [MIDIMessage] {
    guard let key = agreedKey else { return [] }
    return start(key, tone, reading)
  }

  mutating func start(
    _ key: UInt8, _ tone: Double, _ reading: PitchReading
  ) -> [MIDIMessage] {
    var channel = settings.channel
    if settings.isMPE {
      channel = Self.members.lowerBound + memberIndex
      memberIndex = (memberIndex + 1) % UInt8(Self.members.count)
    }
    let bend = settings.bendRange.value(of: tone - Double(key))
    leaveTime = nil
    stroke = nil
    loudest = -.infinity
    sounding = Sounding(key: key, channel: channel, bend: bend, startTime: reading.time)
    return [
      .pitchBend(channel: channel, value: bend),
      .noteOn(channel: channel, key: key, velocity: MIDIMessage.velocity(ofLevel: reading.level)),
    ]
  }

  private mutating func bend(to tone: Double) -> [MIDIMessage] {
    guard let sounding else { return [] }
    let value = settings.bendRange.value(of: tone - Double(sounding.key))
    guard value != sounding.bend else { return [] }
    self.sounding?.bend = value
    return [.pitchBend(channel: sounding.channel, value: value)]
  }

  mutating func end() -> [MIDIMessage] {
    guard let sounding else { return [] }
    self.sounding = nil
    return [.noteOff(channel: sounding.channel, key: sounding.key)]
  }

  /// Only a rise after a fall counts, and a note that has just begun still rises.
  private func isStruckAgain(at reading: PitchReading) -> Bool {
    guard let sounding, reading.time - sounding.startTime > settings.restrikeTime else {
      return false
    }
    var (loudest, lowest) = (loudest, Double.infinity)
    for (time, level) in levels where time >= sounding.startTime {
      if level <= loudest - settings.restrike / 3 { lowest = min(lowest, level) }
      loudest = max(loudest, level)
    }
    return reading.level - lowest >= settings.restrike
      && reading.level >= loudest - settings.restrikeRange
  }
}
