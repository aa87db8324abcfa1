internal import SignalProcessing

/// Measures how much the phase of a steady tone wanders on its way from a loudspeaker to a
/// microphone.
///
/// The tone is seen through windows of 5 ms, 800 a second. In its loudest 0.15 s, when a room has
/// settled, the phase is compared with the straight line that fits it best, because clocks and
/// motion turn it evenly. Each phase counts as much as the power there.
enum PhaseWander {
  /// The duration of the windows, and the time from one to the next, in seconds.
  private static var window: Double { 0.005 }
  private static var step: Double { 0.001_25 }
  /// The number of windows in which the phase is measured.
  private static var stretch: Int { 120 }
  /// The time before and after the loudest frame in which the tone is looked for, in seconds.
  private static var reach: Double { 0.16 }
  /// Windows and line take away a seventh of phases that wander by up to 30 or 100 Hz.
  private static var correction: Double { 1.17 }
  /// The lowest signal-to-noise ratio within 37.5 Hz at which a phase is measured, in decibels.
  static var leastSignalToNoise: Double { 20 }

  /// Returns the standard deviation of the phase of a tone.
  ///
  /// - Parameters:
  ///   - tone: The tone, with a signal-to-noise ratio of ``leastSignalToNoise`` or more.
  ///   - samples: A recording.
  ///   - frame: The samples in which the tone is loudest.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: Radians, right to a fifth up to 0.8 and only roughly beyond; `nil` if the recording is
  ///   too short.
  static func deviation(
    of tone: ToneReport, in samples: [Float], around frame: Range<Int>, sampleRate: Double
  ) -> Double? {
    let reach = Int(Self.reach * sampleRate)
    let end = min(samples.count, frame.upperBound + reach)
    let start = min(max(0, frame.lowerBound - reach), end)
    let (size, hop) = (Int(window * sampleRate), max(1, Int(step * sampleRate)))
    let count = (end - start - size) / hop
    guard count >= stretch else { return nil }
    let angle = 2 * .pi * tone.frequency / sampleRate
    var kernel: [Double] = []  // cosine and sine by turns, below Hann's window
    for index in 0..<size {
      let (sine, cosine) = Elementary.sineAndCosine(angle * Double(index))
      let weight = 1 - Elementary.cos(2 * .pi * (Double(index) + 0.5) / Double(size))
      kernel.append(weight * cosine)
      kernel.append(weight * sine)
    }
    var amplitudes: [Double] = []  // real and imaginary parts by turns
    for position in 0..<count {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<size {
        let sample = Double(samples[start + position * hop + index])
        real += sample * kernel[2 * index]
        imaginary -= sample * kernel[2 * index + 1]
      }
      amplitudes.append(real)
      amplitudes.append(imaginary)
    }
    // A window of 5 ms lets 8 times as much noise through, half of which turns the phase.
    let noise = 4 * Elementary.power(10, -tone.signalToNoise / 10)
    let variance = variance(amplitudes, from: loudest(amplitudes), turn: angle * Double(hop))
    return correction * max(0, variance - noise).squareRoot()
  }

  private static func power(_ amplitudes: [Double], _ index: Int) -> Double {
    let (real, imaginary) = (amplitudes[2 * index], amplitudes[2 * index + 1])
    return real * real + imaginary * imaginary
  }

  /// The first of the windows in a row with the most power.
  private static func loudest(_ amplitudes: [Double]) -> Int {
    var (sum, most, best) = (0.0, 0.0, 0)
    for index in 0..<amplitudes.count / 2 {
      sum += power(amplitudes, index)
      if index >= stretch { sum -= power(amplitudes, index - stretch) }
      guard index >= stretch - 1, sum > most else { continue }
      (most, best) = (sum, index + 1 - stretch)
    }
    return best
  }

  /// Returns the variance of the phases around the straight line that fits them best.
  ///
  /// - Parameters:
  ///   - amplitudes: Real and imaginary parts, window by window.
  ///   - first: The first window.
  ///   - turn: By how much the tone turns from one window to the next, in radians.
  /// - Returns: Square radians.
  private static func variance(_ amplitudes: [Double], from first: Int, turn: Double) -> Double {
    var phase = 0.0
    // Weighted sums of 1, of the time t, of the phase p, and of their products.
    var (one, t, p, tt, tp, pp) = (1e-30, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in first..<first + stretch {
      if index > first {
        let (real, imaginary) = (amplitudes[2 * index], amplitudes[2 * index + 1])
        let (before, beside) = (amplitudes[2 * index - 2], amplitudes[2 * index - 1])
        let step =
          Elementary.atan2(
            imaginary * before - real * beside, real * before + imaginary * beside) - turn
        phase += step - 2 * .pi * (step / (2 * .pi)).rounded()
      }
      let (weight, time) = (power(amplitudes, index), Double(index - first))
      one += weight
      t += weight * time
      p += weight * phase
      tt += weight * time * time
      tp += weight * time * phase
      pp += weight * phase * phase
    }
    let (spread, slant) = (tt / one - t / one * (t / one), tp / one - t / one * (p / one))
    return pp / one - p / one * (p / one) - (spread > 0 ? slant * slant / spread : 0)
  }
}
