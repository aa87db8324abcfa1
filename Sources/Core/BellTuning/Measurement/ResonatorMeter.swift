internal import PianoTuning
internal import PolyphonicTuning
internal import SignalProcessing

/// Measures struck objects whose partials are not harmonic, each from a recording of one stroke.
///
/// The partials are found by the pattern that the object's physics gives them, and the strike note
/// from the pattern: for a bell, listeners name a note an octave below the nominal, whether or not
/// it has a partial there. Each partial is then measured in a band of its own, as one to three
/// decaying lines.
///
/// - Complexity: About a fifth of a second of computing for a recording of six seconds. Allocates.
/// - SeeAlso: W. A. Hibbert, "The quantification of strike pitch and pitch shifts in church bells",
///   PhD thesis, The Open University, 2008; E. Terhardt, M. Seewann, "Auditive und objektive
///   Bestimmung der Schlagtonhöhe von historischen Kirchenglocken", Acustica 54, 1984.
public struct ResonatorMeter: Sendable {
  /// The accepted sample rates, in hertz.
  public static let sampleRates = 8_000.0...192_000
  /// The shortest sound that can be measured, in seconds.
  public static let shortestDuration = 0.5
  /// Below this score no object is recognised.
  static let leastScore = 0.26

  private let sampleRate: Double

  /// Creates a meter for a sample rate.
  ///
  /// - Parameter sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``ResonatorMeterError/sampleRateOutOfRange(_:)``.
  public init(sampleRate: Double) throws(ResonatorMeterError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .sampleRateOutOfRange(sampleRate) }
    self.sampleRate = sampleRate
  }

  /// Measures the object that is struck in a recording.
  ///
  /// - Parameters:
  ///   - samples: One stroke, any values; those that are not numbers count as silence.
  ///   - given: What it is; `nil` for what the partials clearly fit, or else a bell.
  /// - Returns: The measurement.
  /// - Throws: ``ResonatorMeterError`` if there is no such object.
  public func measure(
    _ samples: [Float], as given: ResonatorKind?
  ) throws(ResonatorMeterError) -> ResonatorMeasurement {
    let sound = try Sound(samples, sampleRate: sampleRate)
    let best = Recognition(sound.peaks)
    let object = given ?? best.likeliest
    guard let match = PatternMatch.best(object, in: sound.peaks), match.score > Self.leastScore
    else {
      guard let other = best.object(insteadOf: object, score: 0) else { throw .noObject(object) }
      throw .other(other, insteadOf: object)
    }
    let other = best.object(insteadOf: object, score: match.score)
    var measurement = try object == .reed ? reeds(sound, match) : partials(sound, match)
    // Partials of several reeds lie beside those of one, but beat alike.
    let areReeds = object == .reed && measurement.partials[0].lines.count > 1
    measurement.likelierObject = areReeds ? nil : other
    measurement.isDoubtful = !best.isClear(match)
    measurement.isMixed = object == .bell && other == nil && match.hasAnother(in: sound.peaks)
    return measurement
  }

  private func partials(
    _ sound: Sound, _ match: PatternMatch
  ) throws(ResonatorMeterError) -> ResonatorMeasurement {
    var lines = ModalAnalysis(sound.samples, sampleRate: sound.sampleRate)
    var partials: [ObjectPartial] = []
    for (mode, frequency) in match.frequencies.enumerated() {
      guard let frequency else { continue }
      let room = match.frequencies.reduce(1e6) { room, other in
        guard let other, other != frequency else { return room }
        return min(room, (other - frequency).magnitude)
      }
      if let partial = lines.measure(mode, near: frequency, room: room) {
        partials.append(partial)
      }
    }
    guard match.object.isKnown(by: partials) else { throw .noObject(match.object) }
    return ResonatorMeasurement(
      object: match.object, strike: strike(match, partials), partials: partials,
      duration: lines.duration, score: match.score)
  }

  /// Reeds as the lines of the first partial. Of two, the lower one has the note, of three the
  /// middle one, as accordions are tuned.
  private func reeds(
    _ sound: Sound, _ match: PatternMatch
  ) throws(ResonatorMeterError) -> ResonatorMeasurement {
    var lines = ReedLines(sound.samples, sampleRate: sound.sampleRate)
    let reeds = lines.reeds(near: match.strike)
    guard !reeds.isEmpty else { throw .noObject(.reed) }
    let named = (reeds.count - 1) / 2
    let clearness = -20 * Elementary.log10(max(1e-9, reeds[named].error / reeds[named].frequency))
    let partial = ObjectPartial(
      mode: 0, frequency: reeds[named].frequency, lines: reeds, strongest: named,
      clearness: clearness)
    return ResonatorMeasurement(
      object: .reed, strike: partial.frequency, partials: [partial], duration: lines.duration,
      score: match.score)
  }

  /// The strike note by the measured frequency of the partial that gives it.
  private func strike(_ match: PatternMatch, _ partials: [ObjectPartial]) -> Double {
    let modes = match.object.modes
    let anchor = match.object.anchor
    if match.object.isHarmonic {
      var (sum, weights) = (0.0, 0.0)
      for partial in partials {
        let order = Double(partial.mode + 1)
        let error = max(1e-6, partial.lines[partial.strongest].error / order)
        sum += partial.frequency / order / (error * error)
        weights += 1 / (error * error)
      }
      return sum / weights
    }
    guard let partial = partials.first(where: { $0.mode == anchor }) else { return match.strike }
    return partial.frequency / Elementary.ratio(ofCents: modes[anchor].cents)
  }
}

extension ResonatorKind {
  /// True if measured partials are enough to be the object's: of a bell two of hum, tierce and
  /// nominal, of others any.
  fileprivate func isKnown(by partials: [ObjectPartial]) -> Bool {
    self == .bell
      ? partials.count { [0, 2, 4].contains($0.mode) } >= 2 : !partials.isEmpty
  }
}

/// A stroke, at a rate of at most 50 kHz, and the peaks of its beginning.
struct Sound: Sendable {
  let samples: ArraySlice<Float>  // from the stroke on
  let sampleRate: Double
  let peaks: StrikePeaks

  /// Where no sample is larger, −70 dBFS, nothing was struck: a converter's hiss may have a pitch.
  private static let quietest: Float = 3e-4

  init(_ samples: [Float], sampleRate: Double) throws(ResonatorMeterError) {
    guard let recording = Recording(samples, sampleRate: sampleRate),
      recording.samples.contains(where: { $0.magnitude > Self.quietest })
    else { throw .silent }
    guard recording.duration >= ResonatorMeter.shortestDuration else {
      throw .tooShort(recording.duration)
    }
    var reducer = RateReducer(sampleRate: sampleRate)
    let struck = recording.samples[recording.onset...]
    if reducer.outputRate < sampleRate {
      var history = SampleHistory(
        capacity: Int(Double(struck.count) * reducer.outputRate / sampleRate) + 1)
      reducer.reduce(Array(struck).span, into: &history)
      self.samples =
        history.newest(Int(Double(struck.count) * reducer.outputRate / sampleRate))[...]
    } else {
      self.samples = struck
    }
    self.sampleRate = reducer.outputRate
    let start = Int(0.02 * reducer.outputRate)
    peaks = StrikePeaks(self.samples.dropFirst(start), sampleRate: reducer.outputRate)
  }
}

/// A recording in which an object cannot be measured.
public enum ResonatorMeterError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``ResonatorMeter/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// There is no sound.
  case silent
  /// The object sounds for this many seconds only, but ``ResonatorMeter/shortestDuration`` are needed.
  case tooShort(Double)
  /// The sound's partials are not those of the object.
  case noObject(ResonatorKind)
  /// The sound's partials are those of another object.
  case other(ResonatorKind, insteadOf: ResonatorKind)
}

#if !hasFeature(Embedded)
  extension ResonatorMeterError: CustomStringConvertible {
    /// One sentence on the error, and what to do.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        """
        The sample rate must be between \(ResonatorMeter.sampleRates.lowerBound.plainText) and \
        \(ResonatorMeter.sampleRates.upperBound.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .silent: "There is no sound. Strike once, and check the level."
      case .tooShort(let duration):
        """
        The sound lasts \(((duration * 100).rounded() / 100).plainText) s only, but \
        \(ResonatorMeter.shortestDuration.plainText) s are needed. Let it ring, and do not damp it.
        """
      case .noObject(let object):
        """
        The partials do not fit \(object.phrase), nor anything else that is known here. Record \
        one stroke alone, without speech or other sounds.
        """
      case .other(let other, let object):
        """
        The partials do not fit \(object.phrase): this sounds like \(other.likeness). Choose with \
        --object.
        """
      }
    }
  }
#endif
