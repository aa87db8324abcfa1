internal import PolyphonicTuning
internal import SignalProcessing

/// Names the strike note of what sounds in a stream, while it sounds.
///
/// For a known object its pattern is looked for. Otherwise only bells are told, where nothing else
/// explains the partials: the patterns of other objects are too much like chords of strings.
///
/// - Complexity: A judgement, every 0.15 s, costs about 15 ms. None is made while ``isHarmonic`` is
///   true. Allocates.
package struct StrikeListener: Sendable {
  private static let step = 0.05  // seconds
  /// The time after a stroke from which on it is judged, and from one judgement to the next.
  private static let earliest = 0.4
  private static let interval = 0.15
  /// A stroke raises the power by this factor; below this power, of full scale 1, nothing sounds.
  private static let rise = 6.0
  private static let silence = 1e-7
  /// Left out after a stroke, in seconds.
  private static let settling = 0.03
  /// Strike notes nearer than this are the same, in cents.
  private static let same = 60.0

  /// A bell's strike note moves less than this from one judgement to the next, in cents, and so
  /// often in a row.
  private static let stillness = 5.0
  private static let confirmations = 3
  /// Its power has fallen below this share of the highest: an organ's does not.
  private static let fading = 0.4

  /// True while something cheaper has found that one tone explains the partials. Bells are not
  /// looked for then; a known object is.
  package var isHarmonic = false

  private let object: ResonatorKind?
  private let sampleRate: Double
  private var reducer: RateReducer
  private var history: SampleHistory
  private var spectrum: StrikeSpectrum
  private let inputStep: Int
  private var pending = 0
  private var energy = 0.0
  private var level = 0.0  // the power that a stroke must exceed
  private var sounding = 0.0  // seconds since the stroke; negative before one
  private var nextJudgement = 0.0
  private var votes: [(strike: Double, score: Double, best: Double)] = []
  private var last: Double?
  private var agreements = 0
  private var highest = 0.0  // power since the stroke
  private var isFading = false

  /// The strike note of what sounds, in hertz; `nil` if nothing sounds that is known.
  package private(set) var strike: Double?

  /// - Parameters:
  ///   - object: What sounds; `nil` to tell bells from all else.
  ///   - sampleRate: In hertz.
  package init(_ object: ResonatorKind?, sampleRate: Double) {
    self.object = object
    reducer = RateReducer(sampleRate: sampleRate)
    self.sampleRate = reducer.outputRate
    history = SampleHistory(capacity: Int(StrikePeaks.longest * reducer.outputRate) + 1)
    spectrum = StrikeSpectrum(sampleRate: reducer.outputRate)
    inputStep = max(1, Int(Self.step * sampleRate))
    sounding = -1
  }

  /// Appends the next samples of the stream.
  package mutating func append(_ block: Span<Float>) {
    var position = 0
    while position < block.count {
      let end = min(block.count, position + inputStep - pending)
      let piece = block.extracting(position..<end)
      reducer.reduce(piece, into: &history)
      for index in 0..<piece.count {
        let sample = Double(piece[index])
        if sample.magnitude <= Double(Framer.largestMagnitude) { energy += sample * sample }
      }
      pending += piece.count
      position = end
      guard pending == inputStep else { continue }
      follow(power: energy / Double(inputStep))
      (pending, energy) = (0, 0)
    }
  }

  /// Forgets what sounds, because samples are missing: the sound after the gap is judged again.
  package mutating func interrupt() {
    (sounding, level, pending, energy) = (-1, 0, 0, 0)
    (votes, strike, last) = ([], nil, nil)
  }

  private mutating func follow(power: Double) {
    if power > Self.silence, power > Self.rise * level {
      (sounding, nextJudgement, votes, strike) = (0, Self.earliest, [], nil)
      (last, highest) = (nil, power)
    } else if power < Self.silence {
      (sounding, votes, strike) = (-1, [], nil)
    }
    level = max(power, 0.8 * level)
    highest = max(highest, power)
    isFading = power < Self.fading * highest
    guard sounding >= 0 else { return }
    sounding += Self.step
    guard sounding >= nextJudgement else { return }
    nextJudgement += Self.interval
    judge()
  }

  private mutating func judge() {
    guard object != nil || !isHarmonic else {
      last = nil
      return
    }
    let length = min(StrikePeaks.longest, sounding - Self.settling)
    let samples = history.newest(Int(length * sampleRate))
    let peaks = spectrum.findPeaks(samples[...])
    // Once it was clear, it is that until it has died away.
    guard let match = match(peaks) else {
      last = nil
      return
    }
    let near = votes.indices.filter {
      Elementary.cents(ofRatio: votes[$0].strike / match.strike).magnitude < Self.same
    }
    // The clearest of those that agree counts: partials die away one after the other.
    if let vote = near.first {
      votes[vote].score += match.score
      if match.score > votes[vote].best {
        (votes[vote].strike, votes[vote].best) = (match.strike, match.score)
      }
    } else {
      votes.append((match.strike, match.score, match.score))
    }
    if object == nil {
      confirm(match.strike)
    } else {
      strike = votes.max { $0.score < $1.score }?.strike
    }
  }

  /// Names a bell once its strike note has stood still: voices and melodies do not.
  private mutating func confirm(_ candidate: Double) {
    let isStill =
      last.map { Elementary.cents(ofRatio: candidate / $0).magnitude < Self.stillness } ?? false
    agreements = isStill ? agreements + 1 : 1
    last = candidate
    if agreements >= Self.confirmations, isFading, strike == nil { strike = candidate }
  }

  private func match(_ peaks: StrikePeaks) -> PatternMatch? {
    if let object {
      let match = PatternMatch.best(object, in: peaks)
      return match.map { $0.score > ResonatorMeter.leastScore } == true ? match : nil
    }
    let likeness = BellClassifier(peaks)
    return likeness.isBell ? likeness.bell : nil
  }
}
