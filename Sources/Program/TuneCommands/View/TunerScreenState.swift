import ChordEstimation
import InstrumentTuning
import MusicTheory
import PitchEstimation

/// Everything that the tuner shows, as plain values: what the view draws depends on nothing else.
package struct TunerScreenState: Hashable, Sendable {
  /// The note now, or `nil` while nothing sounds.
  var deviation: NoteDeviation?
  /// True while the last value of an ended note stays for a moment.
  var isHeld = false
  /// The kind of sound that has the note.
  var sound = TunerSound.tone
  /// True if the note is only the common divisor of several tones at once.
  var isDivisor: Bool { sound == .commonDivisor }
  /// The verdict on such a note.
  static let severalTones = "several tones at once"
  /// True if the note is the strike note of a bell, which was told by its partials.
  var isBellLike: Bool { sound == .unexpectedBell }
  /// The verdict on such a note.
  static let bellLike = "bell-like"
  /// The level, in dBFS; -infinity for digital silence.
  var level = -Double.infinity
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  var gateThreshold = -Double.infinity
  /// The noise of the room, in dBFS; -infinity while it is unknown.
  var noiseLevel = -Double.infinity
  /// The deviations of the last seconds.
  var history = TuningHistory()
  /// The calm note for players, while it is shown.
  var playing: PlayingNote.Display?
  /// The deviations of the last seconds in the playing view.
  var playingHistory = TuningHistory(duration: PlayingNote.historyTime)
  /// All strings, while they are shown.
  var strum: StrumWatch.Shown?
  /// The chord, while chords are shown.
  var chord: ChordWatch.Shown?
  /// The chord that sounds instead of a single note; `nil` for a single note, and until the chord is known.
  var chordHeard: HeardChord? {
    guard isDivisor, let heard = chord?.chord, heard.notes.count > 1 else { return nil }
    return heard
  }
  /// The choices of the user.
  package var setup = TunerSetup() {
    didSet { mode = setup.mode }
  }
  /// The targets, which follow from ``setup``.
  private(set) var mode = TargetMode.chromatic
  /// The list that the user chooses from, while one is open.
  var picker: SetupPicker?
  /// True while the help shows the keys.
  var showsHelp = false
  /// The data of the views beside the pitch.
  var scope = ScopeState()
  /// The string or note that is tuned now.
  var target: TuningTarget?
  /// True if the note is in tune: the one decision that words, colours and the list of strings follow.
  var isInTune: Bool { deviation?.state == .inTune && !isDivisor }
  /// The microphone, the file or the simulation.
  var source = ""
  /// True while the tuner waits for a lost source.
  var isLost = false
  /// A notice for the user, such as a problem of the source.
  var notice: String?
  /// The reference tone, while it may be heard.
  var reference: ReferenceState?
  /// True while the view stands still.
  var isPaused = false
  /// True if only the first stable pitch of each note is shown.
  var isFrozen = false

  /// Shows a reading.
  mutating func show(_ reading: TunerReading) {
    deviation = reading.deviation
    isHeld = reading.isHeld
    target = reading.target
    sound = reading.sound
    level = reading.pitch.level
    gateThreshold = reading.pitch.gateThreshold
    noiseLevel = reading.pitch.noiseLevel
    history.append(time: reading.time, cents: isHeld ? nil : deviation?.cents)
  }

  /// Shows no note: none of its parts stays.
  mutating func hideNote() {
    (deviation, target) = (nil, nil)
    (isHeld, sound) = (false, .tone)
  }
}

extension TunerScreenState {
  /// Shows the first stable pitch of a note, whatever the needle would show now.
  ///
  /// - Parameters:
  ///   - note: The note; `nil` before the first one, and until its pitch is known.
  ///   - live: The reading now, of which only the level is shown.
  mutating func show(frozen note: TunerReading?, during live: PitchReading) {
    deviation = note?.deviation
    isHeld = false
    target = note?.target
    sound = .tone
    level = live.level
    gateThreshold = live.gateThreshold
    noiseLevel = live.noiseLevel
    history.append(time: live.time, cents: deviation?.cents)
  }
}

/// The cents of the last seconds, thinned to a steady number of points.
struct TuningHistory: Hashable, Sendable {
  /// The time that the strip reaches back, in seconds.
  var duration = 8.0
  /// The time between two points, in seconds: finer than a column of the widest terminal.
  static let spacing = 0.02

  struct Point: Hashable, Sendable {
    /// Seconds since the first sample.
    var time: Double
    /// The deviation from the target, or `nil` while nothing sounds.
    var cents: Double?
  }

  private(set) var points: [Point] = []

  /// Appends a point. Points closer than ``spacing`` replace each other, and old ones are removed.
  ///
  /// A time before the last one means that the source started again: the strip starts again too.
  mutating func append(time: Double, cents: Double?) {
    if let last = points.last {
      if time < last.time { points.removeAll() }
      if time >= last.time, points.count > 1, time - points[points.count - 2].time < Self.spacing {
        points.removeLast()
      }
    }
    points.append(Point(time: time, cents: cents))
    let expired = points.prefix { $0.time < time - duration }.count
    if expired > 64 { points.removeFirst(expired) }  // rarely, so that it costs nothing
  }

  /// Returns the mean cents of each of `count` equal slices of the strip, the newest last.
  func slices(_ count: Int) -> [Double?] {
    guard let now = points.last?.time, count > 0 else {
      return Array(repeating: nil, count: max(0, count))
    }
    var sums = Array(repeating: 0.0, count: count)
    var counts = Array(repeating: 0, count: count)
    let width = duration / Double(count)
    // Slices are fixed in time, so that a drawn column never changes but only moves.
    let newest = (now / width).rounded(.down)
    for point in points {
      guard let cents = point.cents else { continue }
      let age = Int(newest - (point.time / width).rounded(.down))
      guard (0..<count).contains(age) else { continue }
      sums[count - 1 - age] += cents
      counts[count - 1 - age] += 1
    }
    return zip(sums, counts).map { $1 == 0 ? nil : $0 / Double($1) }
  }
}

/// The data of the views beside the pitch: plain values, computed once per frame.
struct ScopeState: Hashable, Sendable {
  /// One band of the strobe.
  struct Stripe: Hashable, Sendable {
    /// The number of the partial.
    var number: Int
    /// The position of its pattern, in turns: it stands still while the partial is on its target,
    /// and moves to the right while it is sharp.
    var turns: Double
    /// In dBFS.
    var level: Double
    /// The deviation from the partial of the target, in cents, if it is known.
    var deviation: Double?
  }

  /// The bands of the strobe, the fundamental first.
  var stripes: [Stripe] = []
  /// The inharmonicity coefficient of the string, after Fletcher (1964).
  var inharmonicity: Double?
  /// Levels of bands on a logarithmic axis, in dBFS.
  var spectrum: [Float] = []
  /// The ends of the axis, in hertz.
  var spectrumRange = 20.0...16_000.0
  /// Some periods of the wave, in -1...1.
  var wave: [Float] = []
  /// The ornament under the knob.
  var waves = PitchWaves()
}

/// The reference tone of the tuner. While it sounds, and for a moment after, readings are ignored,
/// because the microphone picks up the tone too.
struct ReferenceState: Hashable, Sendable {
  /// The note that sounds.
  var pitch: TargetPitch
  /// The frequency, in hertz.
  var frequency: Double
  /// True while it fades out and may still be heard.
  var isEnding = false

  var note: Note { pitch.note }
}
