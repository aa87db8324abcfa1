internal import SignalProcessing

/// Follows strums: waits for one, lets it settle, and reads all strings again and again.
///
/// A reading uses samples from 80 ms after the strum's start on, 0.48 s of them at first and
/// ``PolyphonicTuner/longestFrame`` later, and a new one comes ten times a second until the sound
/// has decayed or another strum begins.
public struct StrumTuner: Sendable {
  /// What the newest reading is of.
  public enum Sound: Sendable, Hashable {
    /// Some of the strings.
    case strings
    /// Mostly something else: other notes than the open strings, or a voice.
    case other
  }

  /// The strings, in the order of the targets.
  public var strings: [StringReading] { tuner.readings }
  /// What the newest reading is of.
  public private(set) var sound = Sound.other
  /// The share of the spectrum's peaks that the strings explain, 0...1.
  public var explainedShare: Double { tuner.explainedShare }
  /// The end of the samples that the newest reading used, in seconds of the stream.
  public private(set) var time = 0.0
  /// The middle of the samples that the newest reading used, in seconds of the stream: strings
  /// glide, and this is when they were as they are read.
  public private(set) var center = 0.0
  /// By how many cents a second each string moves; 0 if nothing is known.
  public private(set) var glides: [Double]
  /// Whether samples of this strum reach full scale, and so are likely clipped.
  public private(set) var isClipped = false
  /// How many strums have begun.
  public private(set) var strumCount = 0

  private var tuner: PolyphonicTuner
  private var onset: OnsetDetector
  private let sampleRate: Double
  private var sampleCount: Int64 = 0
  private var start = -1.0  // of the strum, in seconds; negative before one
  private var nextReading = 0.0
  private var clippedCount = 0
  private var votes: [Int]  // of presence, during this strum
  private var previous: [Double]  // frequencies of the reading before
  private var previousCenter = -1.0

  private static let settling = 0.08
  private static let firstFrame = 0.48
  private static let interval = 0.1
  private static let fretted = 85.0  // cents

  /// Plans for some strings.
  ///
  /// - Parameters:
  ///   - targets: As of ``PolyphonicTuner``.
  ///   - sampleRate: Samples a second, in ``PolyphonicTuner/sampleRates``.
  /// - Throws: ``PolyphonicTunerError``.
  public init(targets: [Double], sampleRate: Double) throws(PolyphonicTunerError) {
    tuner = try PolyphonicTuner(targets: targets, sampleRate: sampleRate)
    onset = OnsetDetector(sampleRate: sampleRate)
    self.sampleRate = sampleRate
    votes = targets.map { _ in 0 }
    glides = targets.map { _ in 0 }
    previous = targets.map { _ in 0 }
  }

  /// Whether a strum sounds.
  public var isSounding: Bool { start >= 0 }

  /// How many strings sound.
  public var presentCount: Int { strings.reduce(0) { $0 + ($1.isPresent ? 1 : 0) } }

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
      for index in 0..<piece.count where piece[index].magnitude >= 0.999 { clippedCount += 1 }
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

  /// One step of the detector is complete.
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
    isClipped = clippedCount > 3
    vote()
    followGlides()
    sound = isFretted || tuner.explainedShare < 0.5 || presentCount == 0 ? .other : .strings
    report(self)
  }

  /// Whether strings lie about a semitone off in different directions, as the notes of a chord do.
  private var isFretted: Bool {
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    for string in strings where string.isPresent {
      lowest = min(lowest, string.cents)
      highest = max(highest, string.cents)
    }
    return highest - lowest > Self.fretted && max(highest, -lowest) > Self.fretted
  }

  private mutating func beginStrum() {
    strumCount += 1
    clippedCount = 0
    tuner.reset()
    previousCenter = -1
    for index in votes.indices { (votes[index], glides[index]) = (0, 0) }
  }

  /// Whether a string sounds is what most of the latest readings of a strum say.
  private mutating func vote() {
    for index in votes.indices {
      let isHeard = tuner.readings[index].isPresent
      votes[index] = min(3, max(-3, votes[index] + (isHeard ? 1 : -1)))
      tuner.set(index, isPresent: votes[index] > 0 || (votes[index] == 0 && isHeard))
    }
  }

  private mutating func followGlides() {
    let span = center - previousCenter
    for index in glides.indices {
      let frequency = strings[index].frequency
      if previousCenter >= 0, span > 0, previous[index] > 0 {
        let change = SeriesFit.centsPerUnit * Elementary.log(frequency / previous[index]) / span
        glides[index] += 0.4 * (change - glides[index])
      }
      previous[index] = frequency
    }
    previousCenter = center
  }
}
