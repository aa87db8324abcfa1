internal import SignalProcessing

/// The strongest line of a partial's band in a Hann window.
struct PartialPeak: Sendable {
  /// In hertz.
  let frequency: Double
  /// The amplitude at the peak over the median of the band around it.
  let clearness: Double
  /// The amplitude of the line, of full scale 1.
  let amplitude: Double

  /// Finds the highest maximum within `width` hertz of an expected frequency.
  init?(_ band: PartialBand, near expected: Double, width: Double, times: ClosedRange<Double>) {
    var (cosines, first) = ([Complex](), -1)
    for index in band.values.indices where times.contains(band.time(index)) {
      if first < 0 { first = index }
      cosines.append(band.values[index])
    }
    let count = cosines.count
    guard count >= 6 else { return nil }
    var sum = 0.0
    for index in 0..<count {
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let weight = 0.5 - 0.5 * Elementary.cos(angle)
      sum += weight
      cosines[index].real *= weight
      cosines[index].imaginary *= weight
    }
    let duration = Double(count) * band.step
    let grid = 0.25 / duration
    let reach = Int(0.5 / band.step / grid)
    var powers: [Double] = []
    for point in -reach...reach {
      powers.append(Self.power(cosines, Double(point) * grid * band.step))
    }
    let offset = expected - band.frequency
    let low = max(1, reach + Int(((offset - width) / grid).rounded(.up)))
    let high = min(powers.count - 2, reach + Int(((offset + width) / grid).rounded(.down)))
    guard low <= high else { return nil }
    var best = low
    for index in low...high where powers[index] > powers[best] { best = index }
    guard powers[best] > powers[best - 1], powers[best] >= powers[best + 1], powers[best] > 0
    else { return nil }
    let logarithms = (best - 1...best + 1).map { Elementary.log(max(1e-300, powers[$0])) }
    let curvature = logarithms[0] - 2 * logarithms[1] + logarithms[2]
    guard curvature < 0 else { return nil }
    let shift = 0.5 * (logarithms[0] - logarithms[2]) / curvature
    // Within ±1.5 / kernel the kernel passes everything; the noise is measured there.
    let quarter = min(reach, Int(1.2 / band.kernel / grid))
    var around = Array(powers[(reach - quarter)...(reach + quarter)])
    let median = around.withUnsafeMutableBufferPointer {
      Selection.value(atRank: $0.count / 2, of: $0)
    }
    frequency = band.frequency + (Double(best - reach) + shift) * grid
    clearness = (powers[best] / max(1e-300, median)).squareRoot()
    amplitude = 2 * powers[best].squareRoot() / sum
  }

  /// |Σ z(i) e^(−2πi u i)|², for u cycles from one value to the next.
  private static func power(_ values: [Complex], _ cycles: Double) -> Double {
    let turn = Elementary.sineAndCosine(-2 * .pi * cycles)
    var (sine, cosine, sum) = (0.0, 1.0, Complex())
    for value in values {
      sum.real += value.real * cosine - value.imaginary * sine
      sum.imaginary += value.real * sine + value.imaginary * cosine
      (sine, cosine) = (
        sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
      )
    }
    return sum.power
  }
}
