internal import PolyphonicTuning
internal import SignalProcessing

/// Measures a piano's keys, each from a recording of one stroke.
///
/// The key is found from the partials, its first partial f1 and inharmonicity B follow from a
/// robust fit of up to 40 partials, and lines of several strings from all partials at once. Below
/// C3 the fit begins where a scan of all orders does, and B is refused where another pair explains
/// the sound nearly as well.
///
/// - Complexity: About half a second of computing for a recording of five seconds. Allocates.
public struct KeyMeter: Sendable {
  /// The accepted sample rates, in hertz.
  public static let sampleRates = 16_000.0...192_000
  /// The shortest sound that can be measured, in seconds.
  public static let shortestDuration = 0.4
  /// The longest part of a recording that is used, in seconds after the stroke.
  public static let longestDuration = 5.0
  /// A key explains at least this share of the sound, by the search's measure. Single keys of the
  /// recordings that it was tried on reach 0.40 below C5 and 0.27 above, where the stroke's noise
  /// is strong; triads reach 0.23, and chords of four 0.29.
  static func leastScore(_ key: PianoKey) -> Double { key.midi < 72 ? 0.3 : 0.2 }

  /// Lines that leave less than this share of the sound are all of it: −23 dB. Keys of a real piano
  /// leave −8 to −19 dB, synthesized ones less than −28 dB.
  private static let leftover = 0.005
  /// Partials whose scatter falls below this share of what it was have moved.
  private static let movement = 0.6

  private let sampleRate: Double
  private var search: KeySearch

  /// Creates a meter for a sample rate.
  ///
  /// - Parameter sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``KeyMeterError/sampleRateOutOfRange(_:)``.
  public init(sampleRate: Double) throws(KeyMeterError) {
    guard Self.sampleRates.contains(sampleRate), let search = KeySearch(sampleRate: sampleRate)
    else { throw .sampleRateOutOfRange(sampleRate) }
    self.sampleRate = sampleRate
    self.search = search
  }

  /// Measures the key that is struck in a recording.
  ///
  /// - Parameter samples: One stroke, any values; those that are not numbers count as silence.
  /// - Returns: The measurement.
  /// - Throws: ``KeyMeterError`` if there is no single key.
  public mutating func measure(_ samples: [Float]) throws(KeyMeterError) -> KeyMeasurement {
    guard let recording = Recording(samples, sampleRate: sampleRate) else { throw .silent }
    guard recording.duration >= Self.shortestDuration else {
      throw .tooShort(recording.duration)
    }
    guard let best = search.candidates(in: recording).first, best.score >= Self.leastScore(best.key)
    else {
      throw .noKey
    }
    let (key, scan) = scanned(best.key, recording)
    var partials = PartialSeries(
      recording, from: scan?.series ?? best.series, isScanned: scan != nil)
    guard !partials.partials.isEmpty else { throw .noKey }
    var unison = UnisonFit(recording, partials)
    // Where lines are nearly all of the sound, the series goes through their middles. Real strings
    // move each other and the soundboard too much for that.
    let isRefined = unison.lines.count > 1 && unison.unexplained < Self.leftover
    if isRefined {
      let middles = PartialSeries(unison.partials, from: partials)
      let hasMoved = middles.scatter < Self.movement * partials.scatter
      partials = middles
      // Partials that moved against each other had hidden some of the lines.
      if hasMoved {
        unison = UnisonFit(recording, partials)
        let second = PartialSeries(unison.partials, from: partials)
        if unison.lines.count > 1, second.scatter <= 1.1 * partials.scatter { partials = second }
      }
    }
    let measured = measurement(key, partials, unison, recording, isRefined: isRefined)
    return scan.map { $0.judged(measured, partials.series) } ?? measured
  }

  /// Scans low keys. If the odd partials of the octave below are there as well, that is the key,
  /// however faint they are.
  private func scanned(_ key: PianoKey, _ recording: Recording) -> (PianoKey, SeriesScan?) {
    guard SeriesScan.keys.contains(key), let scan = SeriesScan(recording, key: key) else {
      return (key, nil)
    }
    guard scan.hasOctaveBelow, let lower = PianoKey(midi: key.midi - 12),
      let other = SeriesScan(recording, key: lower)
    else { return (key, scan) }
    return (lower, other)
  }

  private func measurement(
    _ key: PianoKey, _ partials: PartialSeries, _ unison: UnisonFit, _ recording: Recording,
    isRefined: Bool
  ) -> KeyMeasurement {
    let (lines, limit) = merged(unison, frequency: partials.series.frequency, recording)
    let width = (lines.last ?? 0) - (lines.first ?? 0)
    // Where within the strings the mean lies is known to a part of their distance only.
    let doubt = (isRefined ? 0.12 : 0.25) * width
    return KeyMeasurement(
      key: named(key, partials.series.frequency), frequency: partials.series.frequency,
      frequencyError: (Elementary.square(partials.frequencyError) + doubt * doubt).squareRoot(),
      inharmonicity: partials.series.inharmonicity,
      inharmonicityError: partials.partials.count < 3 ? 1 : partials.stiffnessError,
      partialCount: partials.partials.count, strings: lines, beatLimit: limit)
  }

  /// Returns the key whose usual frequency is nearest: a fit may have moved across a border.
  private func named(_ key: PianoKey, _ frequency: Double) -> PianoKey {
    let cents = Elementary.cents(ofRatio: frequency / key.equalFrequency()) - key.typicalStretch
    guard cents.magnitude > 60 else { return key }
    return PianoKey(midi: key.midi + (cents < 0 ? -1 : 1)) ?? key
  }

  /// Merges lines that the recording is too short to tell apart, and returns them with the closest
  /// it can tell apart, in hertz of the first partial.
  private func merged(
    _ unison: UnisonFit, frequency: Double, _ recording: Recording
  ) -> ([Double], Double) {
    var (squares, weight) = (0.0, 1e-9)
    for band in unison.bands {
      squares += Double(band.order * band.order)
      weight += 1
    }
    let order = max(1, (squares / weight).squareRoot())
    let duration = min(Self.longestDuration, recording.duration)
    let limit = 0.5 / duration / order
    var (lines, levels) = ([Double](), [Double]())
    for (line, level) in zip(unison.lines, unison.levels) {
      if let last = lines.last, let share = levels.last,
        frequency * (Elementary.ratio(ofCents: line) - Elementary.ratio(ofCents: last)) < limit
      {
        levels[levels.count - 1] = share + level
        lines[lines.count - 1] = (last * share + line * level) / (share + level)
      } else {
        lines.append(line)
        levels.append(level)
      }
    }
    let sum = levels.reduce(1e-30, +)
    let middle = zip(lines, levels).reduce(0) { $0 + $1.0 * $1.1 } / sum
    return (lines.map { $0 - middle }, limit)
  }
}

extension SeriesScan {
  /// Returns a measurement whose errors cover what the scan leaves open.
  ///
  /// - Parameters:
  ///   - measurement: The result of a fit that began at ``series``.
  ///   - fit: That fit.
  /// - Returns: The measurement; B is refused where the partials do not support it.
  func judged(_ measurement: KeyMeasurement, _ fit: StringSeries) -> KeyMeasurement {
    let departure = Elementary.cents(ofRatio: fit.partial(10) / series.partial(10)).magnitude
    let share = fit.inharmonicity / measurement.key.typicalInharmonicity
    let isSupported =
      significance > Self.leastSignificance && oddPartials > Self.leastOddPartials
      && measurement.partialCount >= Self.leastPartialCount
      && departure < Self.largestDeparture && Self.stiffnesses.contains(share)
    let mayBePhantom = rival.inharmonicity > Self.phantomRatio * series.inharmonicity
    let isAmbiguous =
      rivalry > (mayBePhantom ? Self.highestPhantomRivalry : Self.highestRivalry)
    guard isAmbiguous || !isSupported else { return measurement }
    var judged = measurement
    judged.inharmonicityError = max(1, judged.inharmonicityError)
    let doubt =
      isAmbiguous ? Elementary.cents(ofRatio: rival.frequency / series.frequency).magnitude : 0
    judged.frequencyError = max(judged.frequencyError, doubt, departure, 2)
    return judged
  }
}

/// A recording in which no key can be measured.
public enum KeyMeterError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``KeyMeter/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// There is no sound.
  case silent
  /// The key sounds for this many seconds only, but ``KeyMeter/shortestDuration`` are needed.
  case tooShort(Double)
  /// No single key explains the sound: it is a chord, speech, or another instrument.
  case noKey
}

#if !hasFeature(Embedded)
  extension KeyMeterError: CustomStringConvertible {
    /// One sentence on the error, and what to do.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        """
        The sample rate must be between \(KeyMeter.sampleRates.lowerBound.plainText) and \
        \(KeyMeter.sampleRates.upperBound.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .silent: "There is no sound. Play one key, and check the level."
      case .tooShort(let duration):
        """
        The key sounds for \(((duration * 100).rounded() / 100).plainText) s only, but \
        \(KeyMeter.shortestDuration.plainText) s are needed. Hold the key down.
        """
      case .noKey:
        """
        This is no single piano key, but a chord, speech or another instrument. Play one key \
        alone.
        """
      }
    }
  }
#endif
