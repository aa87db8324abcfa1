import SignalProcessing

/// The clicks besides the beats, and the swing of pairs.
public struct Feel: Sendable, Hashable {
  /// Clicks per beat, in ``subdivisionLimits``; 1 for the beats alone.
  public var subdivision = 1
  /// The share of a pair that its first note takes, in thousandths, in 500...800; 500 is straight.
  ///
  /// Pairs are those of the subdivision. Without a subdivision, they are the beats of each group in
  /// a meter written in groups, or the two halves of each beat in other meters.
  public var swing = 500
  /// A second voice, such as three clicks in four beats.
  public var polyrhythm: Polyrhythm?

  /// The allowed clicks per beat.
  public static var subdivisionLimits: ClosedRange<Int> { 1...16 }
  /// The allowed swing, in percent.
  public static var swingLimits: ClosedRange<Double> { 50...80 }

  /// Creates a feel of plain beats.
  public init() {}

  /// Reads a number of clicks per beat.
  ///
  /// - Parameter notation: The text.
  /// - Returns: The number.
  /// - Throws: ``MetronomeError/invalidSubdivision(_:)`` for any other text.
  package static func subdivision(notation: String) throws(MetronomeError) -> Int {
    let word = Word(notation)
    guard let count = word.wholeNumber(in: subdivisionLimits) else {
      throw .invalidSubdivision(word.quoted)
    }
    return count
  }

  /// Reads a swing in percent, such as 66.7.
  ///
  /// - Parameter notation: The text.
  /// - Returns: Thousandths.
  /// - Throws: ``MetronomeError/invalidSwing(_:)`` for any other text.
  package static func swing(notation: String) throws(MetronomeError) -> Int {
    let word = Word(notation)
    guard let millionths = (word.without(ending: "%") ?? word).millionths(),
      (50_000_000...80_000_000).contains(millionths)
    else { throw .invalidSwing(word.quoted) }
    return (millionths + 50_000) / 100_000
  }
}

/// A second voice of even clicks against the beats.
public struct Polyrhythm: Sendable, Hashable {
  /// The number of clicks, in 1...64.
  public let clickCount: Int
  /// The number of beats in which they are played, in 1...64; counted from the start of the
  /// section.
  public let beatCount: Int

  /// Creates a polyrhythm.
  ///
  /// Gives `nil` outside the limits.
  ///
  /// - Parameters:
  ///   - clickCount: The number of clicks, in 1...64.
  ///   - beatCount: The number of beats in which they are played, in 1...64.
  public init?(clickCount: Int, beatCount: Int) {
    guard (1...64).contains(clickCount), (1...64).contains(beatCount) else { return nil }
    self.clickCount = clickCount
    self.beatCount = beatCount
  }

  /// Reads `3:4`, three clicks in four beats.
  ///
  /// - Parameter notation: The text.
  /// - Throws: ``MetronomeError/invalidPolyrhythm(_:)`` for any other text.
  package init(notation: String) throws(MetronomeError) {
    let word = Word(notation)
    guard let (upper, lower) = word.parts(at: ":"), let clicks = upper.wholeNumber(in: 1...64),
      let beats = lower.wholeNumber(in: 1...64)
    else { throw .invalidPolyrhythm(word.quoted) }
    clickCount = clicks
    beatCount = beats
  }
}

/// The bars or beats that are silent, so that the player keeps time alone.
public enum BarRests: Sendable, Hashable {
  /// All bars play.
  case none
  /// Some bars play, then some are silent, repeatedly.
  case alternating(sounding: Int, silent: Int)
  /// Each bar is silent with a probability in thousandths; equal seeds give equal bars.
  case random(thousandths: Int, seed: UInt64)
  /// These beats of each bar are silent, counted from 0.
  case beats(Set<Int>)
  /// Each beat is silent with a probability in thousandths; equal seeds give equal beats.
  case randomBeats(thousandths: Int, seed: UInt64)

  /// Reads `3:1`, `25%`, `2,4`, `beat:3` or `25%beats`.
  ///
  /// - Parameters:
  ///   - notation: The text.
  ///   - seed: A different seed gives different random bars.
  /// - Throws: ``MetronomeError/invalidRests(_:)`` for any other text.
  package init(notation: String, seed: UInt64 = 1) throws(MetronomeError) {
    let word = Word(notation)
    if let (upper, lower) = word.parts(at: ":"), let sounding = upper.wholeNumber(in: 1...1000),
      let silent = lower.wholeNumber(in: 1...1000)
    {
      self = .alternating(sounding: sounding, silent: silent)
    } else if let thousandths = word.without(ending: "%")?.thousandths {
      self = .random(thousandths: thousandths, seed: seed)
    } else if let thousandths = word.without(ending: "%beats")?.thousandths {
      self = .randomBeats(thousandths: thousandths, seed: seed)
    } else {
      // One number alone could mean bars.
      var pieces = word.pieces(at: ",")
      if let (name, beat) = word.parts(at: ":"), name.elementsEqual("beat".utf8) {
        pieces = [beat]
      } else if pieces.count < 2 {
        throw .invalidRests(word.quoted)
      }
      var beats: Set<Int> = []
      for piece in pieces {
        guard let number = piece.wholeNumber(in: 1...128) else { throw .invalidRests(word.quoted) }
        beats.insert(number - 1)
      }
      self = .beats(beats)
    }
  }

  /// Returns `true` for a bar, counted from 0, that is silent as a whole.
  package func isSilent(bar: Int) -> Bool {
    switch self {
    case .none, .beats, .randomBeats: false
    case .alternating(let sounding, let silent): bar % (sounding + silent) >= sounding
    case .random(let thousandths, let seed):
      Self.isChosen(bar, seed: seed, of: thousandths)
    }
  }

  /// Returns `true` for a silent beat, by the numbers of bar and beat, from 0.
  package func isSilent(bar: Int, beat: Int) -> Bool {
    switch self {
    case .none, .alternating, .random: isSilent(bar: bar)
    case .beats(let beats): beats.contains(beat)
    case .randomBeats(let thousandths, let seed):
      Self.isChosen(beat, seed: Self.seed(seed, ofBar: bar), of: thousandths)
    }
  }

  /// Returns what holds for one bar, counted from 0, if it is a section of its own.
  package func rests(ofBar bar: Int) -> BarRests {
    switch self {
    case .none, .alternating, .random: .none
    case .beats: self
    case .randomBeats(let thousandths, let seed):
      // The first bar of a section has the seed of the section.
      .randomBeats(thousandths: thousandths, seed: Self.seed(seed, ofBar: bar))
    }
  }

  private static func seed(_ seed: UInt64, ofBar bar: Int) -> UInt64 {
    seed &+ UInt64(bar) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Each number has its own generator, so that the result does not depend on earlier calls.
  private static func isChosen(_ number: Int, seed: UInt64, of thousandths: Int) -> Bool {
    var generator = SeededGenerator(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    return generator.nextUniform() * 1000 < Double(thousandths)
  }
}

extension Word {
  /// A percentage in 0...100, in thousandths.
  fileprivate var thousandths: Int? {
    guard let millionths = millionths(), millionths <= 100_000_000 else { return nil }
    return (millionths + 50_000) / 100_000
  }
}
