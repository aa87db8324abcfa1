internal import SignalProcessing

/// Keeps hold of a note that decays into the noise.
///
/// Where the noise has become as loud as the note, the sound as a whole no longer repeats; yet the
/// strongest partial still stands out of the noise next to it, since a window of a tenth of a second
/// separates frequencies 10 Hz apart. It is looked for only where the note was just now.
struct DecayingTone: Sendable {
  /// A candidate this strong is taken for a note that may decay.
  static let clearStrength = 0.6
  /// A candidate this strong tells where the note is now.
  static let exactStrength = 0.75
  /// A frame whose strongest candidate is stronger than this needs no help.
  static let sufficientStrength = 0.55
  /// The strength of the candidate that is kept.
  static let strength = 0.52
  /// The partial must have this many times the power of the noise next to it. By chance, noise has
  /// it in one frame of 1500.
  static let leastSignal = 12.0
  /// How far the note may drift while it decays, as a ratio.
  static let largestDrift = 0.02
  /// The partials that are looked at.
  static let partialCount = 3

  private let sampleRate: Double
  private let window: TrapezoidWindow
  private let count: Int
  private var spectrum: ContinuousSpectrum
  private var frame: [Float]
  private var note = 0.0  // in hertz; 0 if there is none
  private var frequency = 0.0  // where it was last

  init(_ range: SearchRange, frameSize: Int) throws(EstimatorError) {
    sampleRate = range.sampleRate
    count = frameSize | 1
    window = TrapezoidWindow(span: 0.7 * Double(frameSize), rise: 0.3 * Double(frameSize))
    spectrum = try range.required(try? ContinuousSpectrum(maximumCount: count))
    frame = Array(repeating: 0, count: count)
  }

  /// Whether the last frame holds the note that was heard before.
  private(set) var holds = false

  /// Adds a candidate for the note that sounded last, if it still stands out of the noise.
  ///
  /// - Parameters:
  ///   - candidates: Those of the current frame, the strongest first.
  ///   - framer: Holds the sound.
  ///   - isOpen: Whether the sound is loud enough for a new note.
  ///   - isNoisy: Whether noise was taken off before the candidates were found.
  mutating func extend(
    _ candidates: inout CandidateList, in framer: Framer, isOpen: Bool, isNoisy: Bool
  ) {
    holds = false
    let strongest = candidates.count > 0 ? candidates[0] : CandidateList.Entry()
    // In noise, a known note tells more than a weak candidate near it, and what is left of the noise
    // can look like another note.
    let isSame = note > 0 && (strongest.frequency / note - 1).magnitude < Self.largestDrift
    let clear = isNoisy && note > 0 && !isSame ? Self.exactStrength : Self.clearStrength
    if strongest.strength > clear {
      guard isOpen || isSame else {
        note = 0
        return
      }
      holds = true
      if !isSame || strongest.strength > Self.exactStrength {
        note = strongest.frequency
        frequency = note
      }
    }
    let sufficient =
      isNoisy ? Self.exactStrength : isSame ? Self.sufficientStrength : Self.clearStrength
    guard note > 0, strongest.strength < sufficient else { return }
    let toMiddle = Int64(framer.frameSize / 2 - framer.centerInFrame)
    framer.copySamples(around: framer.centerPosition + toMiddle, count: count, to: &frame)
    spectrum.process(frame, count: count, window: window)
    guard let found = standingOut(), (found / note - 1).magnitude < Self.largestDrift else {
      note = 0
      return
    }
    frequency = found
    holds = true
    candidates.insert(
      CandidateList.Entry(
        frequency: found, height: Self.strength,
        strength: isSame && !isNoisy
          ? Self.strength : max(Self.strength, strongest.strength.nextUp)))
  }

  /// The frequency of the note by its partial that stands out most.
  private func standingOut() -> Double? {
    let width = 2 * .pi / Double(count)
    var best = (signal: Self.leastSignal, frequency: 0.0)
    for order in 1...Self.partialCount {
      let center = 2 * .pi * Double(order) * frequency / sampleRate
      guard center < 0.9 * .pi, center > 8 * width else { continue }
      let value = spectrum.value(at: center)
      var noise = 0.0
      for distance in 3...6 {
        noise += spectrum.value(at: center - Double(distance) * width).power
        noise += spectrum.value(at: center + Double(distance) * width).power
      }
      let signal = 8 * value.power / max(noise, 1e-30)
      guard signal > best.signal else { continue }
      let quadrature = value.realSlope * value.real + value.imaginarySlope * value.imaginary
      let distance = quadrature / value.power * window.span / window.secondMoment
      guard distance.magnitude < width else { continue }
      best = (signal, (center + distance) * sampleRate / (2 * .pi * Double(order)))
    }
    return best.frequency > 0 ? best.frequency : nil
  }
}
