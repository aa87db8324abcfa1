internal import SignalProcessing

/// Follows strums: waits for one, lets it settle, and reads all strings again and again.
///
/// A reading uses samples from 80 ms after the strum's start on, 0.48 s of them at first and
/// ``PolyphonicTuner/longestFrame`` later, and a new one comes ten times a second until the sound
/// has decayed or another strum begins.
public struct StrumTuner: Sendable {
  /// The source of the newest reading.
  public enum Sound: Sendable, Hashable {
    /// Some of the strings.
    case strings
    /// Mostly something else: other notes than the open strings, or a voice.
    case other
  }

  /// The strings, in the order of the targets. Of two strings that are tuned alike, the first one
  /// is the lower.
  public private(set) var strings: [StringReading]
  /// The beat of each string with the others of its course.
  public private(set) var beats: [StringBeat]
  /// The source of the newest reading.
  public private(set) var sound = Sound.other
  /// The strongest peak that no string explains; see ``PolyphonicTuner``.
  var strangestPeak: Double { tuner.strangestPeak }
  /// The end of the samples that the newest reading used, in seconds of the stream.
  public private(set) var time = 0.0
  /// The middle of the samples that the newest reading used, in seconds of the stream: strings
  /// glide, and the readings are those of this time.
  package private(set) var center = 0.0
  /// The glide of each string, in cents per second; 0 if it is not known.
  package private(set) var glides: [Double]
  /// The speed from which a string counts as gliding, in cents per second.
  private static let glideLimit = 3.0
  /// True if samples of this strum reach full scale, and so are probably clipped.
  public private(set) var isClipped = false
  /// The number of strums that have begun.
  public private(set) var strumCount = 0

  private var tuner: PolyphonicTuner
  private var courseTuner: CourseTuner?
  private let courses: Courses
  private var onset: OnsetDetector
  private let sampleRate: Double
  private var sampleCount: Int64 = 0
  private var start = -1.0  // of the strum, in seconds; negative before one
  private var nextReading = 0.0
  private var clipping = ClippingCounter()
  private(set) var odds: [Double]  // of presence, over this strum's readings
  private var isHeard: [Bool]
  private var wasHeard: [Bool]  // at some moment of this strum
  private var isLate: [Bool]
  private var steadiness: Steadiness
  private var previous: [Double]  // frequencies of the reading before
  private var previousCenter = -1.0
  private var readingCount = 0  // of this strum
  private var strangeness = 0  // more than 0: most of its first readings have a note of no string

  private static let settling = 0.08
  private static let firstFrame = 0.48
  private static let interval = 0.1
  private static let unisonSpread = Elementary.ratio(ofCents: CourseFit.reach) - 1
  private static let strange = 0.55
  private static let deciding = 5  // readings
  private static let fretted = 85.0  // cents

  /// Creates a tuner of strums for some strings.
  ///
  /// - Parameters:
  ///   - targets: The frequencies that the strings are tuned to, in hertz, in any order. Two equal
  ///     ones are tuned alike: they are told apart by their beat, and it is not known which one is
  ///     which.
  ///   - numbers: The number of each string's course; without it, each string has its own.
  ///   - sampleRate: Samples per second, in ``PolyphonicTuner/sampleRates``.
  /// - Throws: ``PolyphonicTunerError``.
  public init(
    targets: [Double], numbers: [Int] = [], sampleRate: Double
  ) throws(PolyphonicTunerError) {
    courses = Courses(targets: targets, numbers: numbers)
    tuner = try PolyphonicTuner(
      targets: courses.targets, spreads: courses.isUnison.map { $0 ? Self.unisonSpread : 0 },
      sampleRate: sampleRate)
    courseTuner = CourseTuner(isCourse: courses.isUnison, sampleRate: sampleRate)
    strings = targets.map { StringReading(target: $0) }
    beats = targets.map { _ in StringBeat() }
    onset = OnsetDetector(sampleRate: sampleRate)
    self.sampleRate = sampleRate
    odds = courses.targets.map { _ in 0 }
    isHeard = courses.targets.map { _ in false }
    wasHeard = isHeard
    isLate = isHeard
    steadiness = Steadiness(stringCount: courses.targets.count)
    previous = courses.targets.map { _ in 0 }
    glides = targets.map { _ in 0 }
  }

  /// True while a strum sounds.
  public var isSounding: Bool { start >= 0 }

  /// The number of strings that sound.
  var presentCount: Int { strings.reduce(0) { $0 + ($1.isPresent ? 1 : 0) } }

  /// Appends the next samples of the stream.
  ///
  /// - Parameters:
  ///   - block: Samples, any count and any values.
  ///   - report: Called after each new reading.
  public mutating func append(_ block: Span<Float>, report: (borrowing StrumTuner) -> Void) {
    var position = 0
    while position < block.count {
      let end = min(block.count, position + onset.missingCount)
      let piece = block.extracting(position..<end)
      tuner.append(piece)
      courseTuner?.append(piece)
      clipping.append(piece)
      sampleCount += Int64(piece.count)
      if onset.append(piece) { follow(report) }
      position = end
    }
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameters:
  ///   - block: Samples, any count and any values.
  ///   - report: Called after each new reading.
  public mutating func append(_ block: [Float], report: (borrowing StrumTuner) -> Void) {
    append(block.span, report: report)
  }

  /// Marks a gap in the samples: the strum that sounds is no longer read.
  public mutating func interrupt() { start = -1 }

  /// Follows one complete step of the detector.
  private mutating func follow(_ report: (borrowing StrumTuner) -> Void) {
    let now = Double(sampleCount) / sampleRate
    if onset.isOnset {
      if start < 0 || now - start > 0.15 { beginStrum() }
      start = now
      nextReading = now + Self.settling + Self.firstFrame
    } else if onset.isSilent {
      start = -1
    }
    guard start >= 0, now >= nextReading else { return }
    nextReading += Self.interval
    let duration = min(PolyphonicTuner.longestFrame, now - start - Self.settling)
    tuner.measure(duration: duration)
    time = now
    center = now - duration / 2
    isClipped = clipping.isClipped
    vote()
    if readingCount % 3 == 0 {
      let span = min(CourseTuner.longestFrame, now - start - Self.settling)
      courseTuner?.measure(duration: span, tuner.readings)
    }
    readingCount += 1
    updateStrings()
    followGlides()
    judgeNotes()
    let isOther =
      isFretted || strangeness > 0 || tuner.explainedShare < 0.5 || presentCount == 0
    sound = isOther ? .other : .strings
    report(self)
  }

  /// True if strings lie about a semitone off in different directions, as the notes of a chord do.
  private var isFretted: Bool {
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for string in tuner.readings where string.isPresent {
      lowest = min(lowest, string.cents)
      highest = max(highest, string.cents)
    }
    return highest - lowest > Self.fretted && max(highest, -lowest) > Self.fretted
  }

  /// Votes whether the strum has a note that is not a string's, which shows as a strong peak that
  /// no string explains. In real strums the strongest such peak is at most 0.43, in chords at least
  /// 0.8. While they decay that changes, so that the first readings of a strum decide.
  private mutating func judgeNotes() {
    guard readingCount <= Self.deciding else { return }
    strangeness += strangestPeak > Self.strange ? 1 : -1
  }

  private mutating func beginStrum() {
    strumCount += 1
    clipping = ClippingCounter()
    (readingCount, strangeness) = (0, 0)
    tuner.reset()
    courseTuner?.reset()
    previousCenter = -1
    steadiness.reset()
    for index in glides.indices { glides[index] = 0 }
  }

  /// Decides by the latest readings of a strum together which strings sound.
  private mutating func vote() {
    for index in odds.indices {
      if readingCount == 0 { (isHeard[index], wasHeard[index]) = (false, false) }
      let change = tuner.odds[index] - odds[index]
      odds[index] += readingCount == 0 ? change : 0.35 * change
    }
    for index in isLate.indices { isLate[index] = readingCount >= 3 && !wasHeard[index] }
    Presence.decide(odds, isLate: isLate, into: &isHeard)
    for index in wasHeard.indices where isHeard[index] { wasHeard[index] = true }
    let isAlone = isHeard.reduce(0) { $0 + ($1 ? 1 : 0) } == 1
    for index in odds.indices {
      let place =
        isHeard[index]
        ? steadiness.place(index, tuner.readings[index], odds: odds[index], isAlone: isAlone) : nil
      tuner.set(index, place: place)
    }
  }

  /// Copies the readings of each course to each of its strings.
  private mutating func updateStrings() {
    for index in strings.indices {
      let slot = courses.slots[index]
      strings[index] = tuner.readings[slot]
      beats[index] = StringBeat()
      beats[index].isMerged =
        courses.isUnison[slot] && strings[index].isPresent
        && courseTuner?.readings[slot]?.beat == nil
      guard let course = courseTuner?.readings[slot] else { continue }
      beats[index].limit = course.limit
      guard let beat = course.beat else { continue }
      (beats[index].frequency, beats[index].error) = (beat, course.beatError)
      strings[index].frequency = courses.isUpper[index] ? course.upper : course.lower
      strings[index].error = course.error
    }
    for index in strings.indices {
      guard let below = courses.below[index], strings[index].isPresent, strings[below].isPresent
      else { continue }
      let (upper, lower) = (strings[index], strings[below])
      let order = Int(upper.target / lower.target + 0.5)
      let partial = StringSeries(
        frequency: lower.frequency, inharmonicity: lower.inharmonicity
      ).partial(order)
      beats[index].frequency = (upper.frequency - partial).magnitude
      let error = (upper.error * upper.error + lower.error * lower.error).squareRoot()
      beats[index].error = error / SeriesFit.centsPerUnit * partial
    }
  }

  /// Judges whether a string is still being tuned, or has just been plucked.
  ///
  /// - Parameter index: Its place among the targets.
  /// - Returns: True if it glides faster than a string that rings.
  package func isGliding(_ index: Int) -> Bool { glides[index].magnitude > Self.glideLimit }

  private mutating func followGlides() {
    let span = center - previousCenter
    for index in glides.indices {
      let slot = courses.slots[index]
      let frequency = tuner.readings[slot].frequency
      if previousCenter >= 0, span > 0, previous[slot] > 0 {
        let change = SeriesFit.centsPerUnit * Elementary.log(frequency / previous[slot]) / span
        glides[index] += 0.4 * (change - glides[index])
      }
    }
    for slot in previous.indices { previous[slot] = tuner.readings[slot].frequency }
    previousCenter = center
  }
}

/// The beat of a string with the others of its course.
public struct StringBeat: Sendable, Hashable {
  /// Beats per second: of partial 1 with a string that is tuned alike, or with the partial of a
  /// lower string that it is tuned to. `nil` while they cannot be told apart, and for a string that
  /// is alone.
  public internal(set) var frequency: Double?
  /// One standard error of ``frequency``, in hertz.
  public internal(set) var error = 0.0
  /// The slowest beat that strings that are tuned alike could show, in hertz; `nil` if there is
  /// none. In T seconds lines can be told apart that are 2 / T away from each other, and partials k
  /// of two strings are k times as far apart as the strings are.
  public internal(set) var limit: Double?
  /// True if this string and another one that is tuned alike are read as one, because they cannot
  /// be told apart yet. The reading is that of both together: each may be half of ``limit``, or
  /// more, from it.
  public internal(set) var isMerged = false

  /// Creates the beat of a string that is alone.
  package init() {}
}

/// Detects when a pluck or a strum begins, from the level in steps of 10 ms.
struct OnsetDetector: Sendable {
  /// Below this power, of full scale 1, nothing sounds: −60 dBFS.
  private static let silence = 1e-6
  /// The rise of the power at an onset, and its fall from a strum's highest at the end, as ratios.
  private static let rise = 8.0
  private static let fall = 3e-5
  private static let memory = 12  // steps

  private(set) var isOnset = false
  private(set) var isSilent = true
  private let stepSize: Int
  private var count = 0
  private var energy = 0.0
  private var powers: [Double]  // of the latest steps, a ring
  private var next = 0
  private var highest = 0.0

  init(sampleRate: Double) {
    stepSize = max(1, Int(0.01 * sampleRate))
    powers = Array(repeating: 0, count: Self.memory)
  }

  /// The number of samples that complete the current step.
  var missingCount: Int { stepSize - count }

  /// Appends up to ``missingCount`` samples, and returns whether a step is complete.
  mutating func append(_ piece: Span<Float>) -> Bool {
    for index in 0..<piece.count {
      let sample = Double(piece[index])
      if sample.magnitude <= Double(Framer.largestMagnitude) { energy += sample * sample }
    }
    count += piece.count
    guard count >= stepSize else { return false }
    decide(energy / Double(count))
    (count, energy) = (0, 0)
    return true
  }

  private mutating func decide(_ power: Double) {
    // The steps just before this one may hold the beginning of the same rise.
    var mean = 0.0
    for offset in 0..<(Self.memory - 2) { mean += powers[(next + offset) % Self.memory] }
    mean /= Double(Self.memory - 2)
    isOnset = power > Self.silence && power > Self.rise * mean
    if isOnset { highest = power } else { highest = max(highest, power) }
    isSilent = power < Self.silence || power < Self.fall * highest
    powers[next] = power
    next = (next + 1) % Self.memory
  }
}
