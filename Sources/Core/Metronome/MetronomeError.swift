internal import SignalProcessing

/// An error for an impossible setting of a metronome. Words are quoted as they were written.
public enum MetronomeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be a whole number in 8000...768000.
  case invalidSampleRate(Double)
  /// Not a tempo: a number in ``Tempo/limits``, with an optional note value before it.
  case invalidTempo(String)
  /// The number of tempos in a list differs from the number of beats in the bars.
  case tempoCount(Int, beats: Int)
  /// A tempo that changes over the bars needs a number of bars.
  case rampWithoutEnd
  /// Not a ramp.
  case invalidRamp(String)
  /// The tempo has two changes at once.
  case overlappingRamps
  /// Not a meter.
  case invalidMeter(String)
  /// Not a pattern, or one whose number of signs differs from the number of beats.
  case invalidPattern(String, beats: Int)
  /// Not a number of bars.
  case invalidBars(String)
  /// Not a number of clicks per beat, in ``Feel/subdivisionLimits``.
  case invalidSubdivision(String)
  /// Not a swing, in ``Feel/swingLimits`` percent.
  case invalidSwing(String)
  /// Not a polyrhythm such as 3:4.
  case invalidPolyrhythm(String)
  /// Not a rule for silent bars or beats.
  case invalidRests(String)
  /// Not a volume, in ``TempoSection/volumeLimits``.
  case invalidVolume(String)
  /// A line ends before its number of bars or its tempo.
  case incomplete(String)
  /// An unknown or repeated word.
  case unexpected(String)
  /// A map without a line of bars.
  case emptyMap
  /// Bytes that are not text.
  case notText
  /// A map of more than ``TempoMap/byteLimit`` bytes.
  case tooLong

  /// The allowed sample rates, in hertz.
  static var sampleRateLimits: ClosedRange<Double> { 8000...768_000 }
}

/// The reason why a tempo map cannot be played, and its line.
public struct TempoMapError: Error, Equatable, Sendable {
  /// The line, counted from 1; `nil` if the map as a whole is wrong.
  public var line: Int?
  /// The error.
  public var reason: MetronomeError

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1; `nil` if the map as a whole is wrong.
  ///   - reason: The error.
  package init(line: Int?, reason: MetronomeError) {
    self.line = line
    self.reason = reason
  }
}

#if !hasFeature(Embedded)
  extension MetronomeError: CustomStringConvertible {
    /// One sentence with the offending word and the accepted form.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a whole number between 8000 and 768000 Hz, but is \(rate.plainText) Hz."
      case .invalidTempo(let text):
        """
        '\(text)' is not a tempo. Write 10 to 600 beats per minute, such as 137.5 or 3/8=80, or a word \
        such as andante.
        """
      case .tempoCount(let count, let beats):
        "A list of tempos needs one for each of the \(beats) beats, but this one has \(count)."
      case .rampWithoutEnd:
        "A tempo such as 120-140 needs a number of bars. Without one, write ramp=+5/4bars."
      case .invalidRamp(let text):
        """
        '\(text)' is not a ramp. Write beats per minute per bars or seconds, such as +5/4bars, \
        -10/30s, +5/4bars..180 or +5/4bars,steps.
        """
      case .overlappingRamps:
        "Two ramps overlap: the tempo already changes. Remove the ramp, or write a steady tempo."
      case .invalidMeter(let text):
        """
        '\(text)' is not a meter. Write 1 to 128 beats of 1/1, 1/2, 1/4, 1/8, 1/16, 1/32 or 1/64, such \
        as 3/4, 7/8=2+2+3 or 2+2+3/8.
        """
      case .invalidPattern(let text, let beats):
        """
        '\(text)' is not a pattern for \(beats) beats. Write one of X, O, x, o and . per beat.
        """
      case .invalidBars(let text):
        "'\(text)' is not a number of bars. Write 1 to 1000000, or * for no end."
      case .invalidSubdivision(let text):
        "'\(text)' is not a number of clicks per beat. Write 1 to 16."
      case .invalidSwing(let text):
        "'\(text)' is not a swing. Write the first note's share of a pair, 50 to 80 percent."
      case .invalidPolyrhythm(let text):
        "'\(text)' is not a polyrhythm. Write 1 to 64 clicks in 1 to 64 beats, such as 3:4."
      case .invalidRests(let text):
        """
        '\(text)' does not describe silence. Write 3:1 (three bars play, one is silent), 25% (of the \
        bars, at random), 2,4 or beat:3 (these beats of each bar), or 25%beats (of the beats, at \
        random).
        """
      case .invalidVolume(let text): "'\(text)' is not a volume. Write a factor in 0...4."
      case .incomplete(let text):
        "'\(text)' is not a line of a tempo map. Write '[label:] bars [meter] tempo …'."
      case .unexpected(let text): "'\(text)' is unknown here, or appears twice. Remove it."
      case .emptyMap: "The tempo map has no bars. Write a line such as '8 4/4 120'."
      case .notText: "The tempo map is not UTF-8 text. Save it as UTF-8."
      case .tooLong: "The tempo map is longer than 1 MiB. Split it."
      }
    }
  }

  extension TempoMapError: CustomStringConvertible {
    /// The line, and one sentence with the error.
    public var description: String {
      (line.map { "line \($0): " } ?? "") + reason.description
    }
  }
#endif
