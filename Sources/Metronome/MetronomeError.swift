/// Something that a metronome cannot be told to do. Words are quoted as they were written.
public enum MetronomeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be a whole number in ``sampleRateLimits``.
  case invalidSampleRate(Double)
  /// No tempo: a number in ``Tempo/limits``, perhaps with a note value before it.
  case invalidTempo(String)
  /// A list has another number of tempos than the bars have beats.
  case tempoCount(Int, beats: Int)
  /// A tempo that changes over the bars needs a number of bars.
  case rampWithoutEnd
  /// No ramp.
  case invalidRamp(String)
  /// The tempo is told to change in two ways at once.
  case overlappingRamps
  /// No meter.
  case invalidMeter(String)
  /// No pattern, or one with another number of signs than the meter has beats.
  case invalidPattern(String, beats: Int)
  /// No number of bars.
  case invalidBars(String)
  /// No number of clicks to a beat, in ``Feel/subdivisionLimits``.
  case invalidSubdivision(String)
  /// No swing, in ``Feel/swingLimits`` percent.
  case invalidSwing(String)
  /// No polyrhythm such as 3:4.
  case invalidPolyrhythm(String)
  /// No rule for silent bars.
  case invalidRests(String)
  /// No volume, in ``TempoSection/volumeLimits``.
  case invalidVolume(String)
  /// A line ends before its number of bars or its tempo.
  case incomplete(String)
  /// A word that means nothing, or comes twice.
  case unexpected(String)
  /// A map without a line that sounds.
  case emptyMap
  /// Bytes that are no text.
  case notText
  /// A map of more than ``TempoMap/byteLimit`` bytes.
  case tooLong

  /// Sample rates, in hertz.
  public static var sampleRateLimits: ClosedRange<Double> { 8000...768_000 }
}

/// Why a tempo map cannot be played, and where.
public struct TempoMapError: Error, Equatable, Sendable {
  /// The line, counted from 1; `nil` if the map as a whole is wrong.
  public var line: Int?
  /// What is wrong.
  public var reason: MetronomeError

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - line: The line, counted from 1; `nil` if the map as a whole is wrong.
  ///   - reason: What is wrong.
  public init(line: Int?, reason: MetronomeError) {
    self.line = line
    self.reason = reason
  }
}

#if !hasFeature(Embedded)
  extension MetronomeError: CustomStringConvertible {
    /// One sentence with the offending word and what would do.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be a whole number of 8000 to 768000 hertz, but is \(rate)."
      case .invalidTempo(let text):
        "A tempo is 10 to 600 beats a minute, as in 137.5 or 3/8=80, but this is '\(text)'."
      case .tempoCount(let count, let beats):
        "A list of tempos needs one for each of the \(beats) beats, but has \(count)."
      case .rampWithoutEnd:
        "A tempo such as 120-140 needs a number of bars; without one, write ramp=+5/4bars."
      case .invalidRamp(let text):
        """
        A ramp is beats a minute per bars or seconds, as in +5/4bars, -10/30s, +5/4bars..180 or \
        +5/4bars,steps, but this is '\(text)'.
        """
      case .overlappingRamps: "Two ramps overlap: a tempo that changes by itself takes no ramp."
      case .invalidMeter(let text):
        """
        A meter is beats and note value, as in 3/4, 7/8=2+2+3 or 2+2+3/8, 1 to 128 beats of 1/1 to \
        1/64, but this is '\(text)'.
        """
      case .invalidPattern(let text, let beats):
        """
        A pattern has one of X, O, x, o and . for each of the \(beats) beats, but this is '\(text)'.
        """
      case .invalidBars(let text):
        "A number of bars is 1 to 1000000, or * for no end, but this is '\(text)'."
      case .invalidSubdivision(let text): "A beat has 1 to 16 parts, but this is '\(text)'."
      case .invalidSwing(let text):
        "Swing is the first note's part of a pair, 50 to 80 percent, but this is '\(text)'."
      case .invalidPolyrhythm(let text):
        "A polyrhythm is 1 to 64 clicks in 1 to 64 beats, as in 3:4, but this is '\(text)'."
      case .invalidRests(let text):
        """
        Silent bars are as in 3:1 (three sound, one does not) or 25% (at random), but this is \
        '\(text)'.
        """
      case .invalidVolume(let text): "A volume is a factor in 0...4, but this is '\(text)'."
      case .incomplete(let text):
        "A line is '[label:] bars [meter] tempo …', but this is '\(text)'."
      case .unexpected(let text): "'\(text)' means nothing here, or comes twice."
      case .emptyMap: "The tempo map has no bars; a line such as '8 4/4 120' would do."
      case .notText: "The tempo map is not text in UTF-8."
      case .tooLong: "The tempo map is longer than 1 MiB."
      }
    }
  }

  extension TempoMapError: CustomStringConvertible {
    /// The line, and one sentence on what is wrong.
    public var description: String {
      (line.map { "line \($0): " } ?? "") + reason.description
    }
  }
#endif
