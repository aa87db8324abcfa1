internal import SignalProcessing

/// Keeps hold of a note that decays into the noise.
///
/// Where the noise is as loud as the note, the sound as a whole no longer repeats; yet the
/// strongest partial still stands out from the noise next to it, since a window of a tenth of a
/// second separates frequencies 10 Hz apart. The search is limited to where the note was just
/// before.
struct DecayingTone: Sendable {
  private typealias Parameters = TrackerParameters.Decay

  /// The state of the note.
  struct Memory: Sendable {
    fileprivate var note = 0.0  // in hertz; 0 if there is none
    fileprivate var frequency = 0.0  // where it was last
    /// True if the last frame contains the note that was detected before.
    fileprivate(set) var holds = false
  }

  var memory = Memory()
  private var spectrum: ContinuousSpectrum
  private var samples: [Float]

  /// - Parameter frameSize: The number of samples in a frame; a ``ContinuousSpectrum`` holds them.
  init(frameSize: Int) {
    let count = frameSize | 1
    spectrum = ContinuousSpectrum(holding: count)
    samples = Array(repeating: 0, count: count)
  }

  /// Adds a candidate for the note that sounded last, if it still stands out from the noise.
  ///
  /// - Parameters:
  ///   - candidates: Those of the current frame, the strongest first.
  ///   - frame: The frame.
  ///   - finder: Has searched it.
  ///   - isOpen: Whether the sound is loud enough for a new note.
  mutating func extend(
    _ candidates: inout CandidateList, in frame: Span<Float>,
    of finder: borrowing MultiresolutionCandidates, isOpen: Bool
  ) {
    let isNoisy = finder.isNoisy
    memory.holds = false
    let note = memory.note
    let strongest = candidates.strongest
    // In noise, a known note is more reliable than a weak candidate near it, and residual noise can
    // look like another note.
    let isSame = note > 0 && (strongest.frequency / note - 1).magnitude < Parameters.largestDrift
    let clear = isNoisy && note > 0 && !isSame ? Parameters.exactStrength : Parameters.clearStrength
    if strongest.strength > clear {
      guard isOpen || isSame else {
        memory.note = 0
        return
      }
      memory.holds = true
      if !isSame || strongest.strength > Parameters.exactStrength {
        memory.note = strongest.frequency
        memory.frequency = strongest.frequency
      }
    }
    let sufficient =
      isNoisy
      ? Parameters.exactStrength : isSame ? Parameters.sufficientStrength : Parameters.clearStrength
    guard memory.note > 0, strongest.strength < sufficient else { return }
    let (count, sampleRate) = finder.copy(
      frame, holding: Double(Parameters.partialCount) * memory.frequency, to: &samples)
    let place = standingOut(count: count, sampleRate: sampleRate)
    guard let found = place, (found / memory.note - 1).magnitude < Parameters.largestDrift else {
      memory.note = 0
      return
    }
    memory.frequency = found
    memory.holds = true
    candidates.insert(
      CandidateList.Entry(
        frequency: found, height: Parameters.strength,
        strength: isSame && !isNoisy
          ? Parameters.strength : max(Parameters.strength, strongest.strength.nextUp)))
  }

  /// The frequency of the note by its partial that stands out most.
  private mutating func standingOut(count size: Int, sampleRate: Double) -> Double? {
    let length = Double(size)
    let window = TrapezoidWindow(span: 0.7 * length, rise: 0.3 * length - 2)
    let count = size - (size + 1) % 2
    spectrum.process(samples, count: count, window: window)
    let width = 2 * .pi / Double(count)
    // By its period alone, a high note is known less exactly than a line is wide.
    let uncertainty = memory.frequency == memory.note ? Parameters.uncertainty : 0
    var best = (signal: Parameters.leastSignal, frequency: 0.0)
    for order in 1..<(Parameters.partialCount + 1) {
      let middle = 2 * .pi * Double(order) * memory.frequency / sampleRate
      guard middle < Parameters.highestShare * .pi, middle > Parameters.leastWidths * width else {
        continue
      }
      let reach = Int(uncertainty * middle / width + 0.5)
      for step in -reach..<(reach + 1) {
        let center = middle + Double(step) * width
        let value = spectrum.value(at: center)
        var noise = 0.0
        for distance in stride(from: 3.0, through: 6, by: 1) {
          noise += spectrum.power(at: center - distance * width)
          noise += spectrum.power(at: center + distance * width)
        }
        let signal = 8 * value.power / max(noise, 1e-30)
        guard signal > best.signal else { continue }
        let quadrature = value.realSlope * value.real + value.imaginarySlope * value.imaginary
        let distance = quadrature / value.power * window.span / window.secondMoment
        guard distance.magnitude < width else { continue }
        best = (signal, (center + distance) * sampleRate / (2 * .pi * Double(order)))
      }
    }
    return best.frequency > 0 ? best.frequency : nil
  }
}
