internal import PolyphonicTuning
internal import SignalProcessing

/// Fits one to three decaying lines to a narrow band: z(t) = Σ a e^((−d + 2πif) t), with complex
/// amplitudes a.
///
/// The amplitudes follow from the poles by linear least squares, and only the poles are searched
/// for, by the method of Levenberg and Marquardt.
///
/// - SeeAlso: G. Golub, V. Pereyra, "Separable nonlinear least squares: the variable projection
///   method and its applications", Inverse Problems 19(2), 2003,
///   [doi:10.1088/0266-5611/19/2/201](https://doi.org/10.1088/0266-5611/19/2/201).
struct DampedLines: Sendable {
  /// A frequency in hertz from the middle of the band, and a decay in nepers per second.
  struct Pole: Sendable {
    var offset: Double
    var decay: Double
  }

  /// A fitted line.
  struct Line: Sendable {
    var pole: Pole
    /// One standard error of the frequency, in hertz.
    var error = 0.0
    /// The amplitude at the band's first sample.
    var amplitude = 0.0
    /// The square of the amplitude over its variance.
    var clearness = 0.0
  }

  private(set) var lines: [Line] = []
  /// The power that the lines leave, in a sample of the band.
  private(set) var rest = Double.infinity

  private static let mostRounds = 40
  /// Lines rise or fall by less, in nepers per second.
  private static let decays = -3.0...80

  private var poles: [Pole] = []
  private var amplitudes: [(real: Double, imaginary: Double)] = []
  private var columns: (real: [Double], imaginary: [Double]) = ([], [])
  private var inverse: [Double] = []  // the diagonal, of lines and then of their derivatives

  /// Fits lines from a start; returns false if they cannot be told apart.
  mutating func fit(_ start: [Pole], in band: borrowing NarrowBand) -> Bool {
    (poles, lines, rest) = (start, [], .infinity)
    guard band.count > 3 * start.count, evaluate(band) else { return false }
    var damping = 1e-2
    for _ in 0..<Self.mostRounds {
      let (before, cost) = (poles, rest)
      guard let changes = step(band, damping: damping) else {
        damping *= 10
        guard damping < 1e6 else { break }
        continue
      }
      for index in poles.indices {
        poles[index].decay -= changes[index].real
        poles[index].offset += changes[index].imaginary / (2 * .pi)
      }
      if poles.allSatisfy({ Self.decays.contains($0.decay) }), evaluate(band), rest < cost {
        damping = max(1e-9, damping / 8)
        if rest > (1 - 1e-7) * cost { break }
      } else {
        poles = before
        damping *= 6
        guard damping < 1e6, evaluate(band) else { break }
      }
    }
    return finish(band)
  }

  /// Computes the columns of the lines and their derivatives, the amplitudes, and what is left.
  private mutating func evaluate(_ band: borrowing NarrowBand) -> Bool {
    let (count, size) = (poles.count, band.count)
    if columns.real.count != 2 * count * size {
      columns.real = Array(repeating: 0, count: 2 * count * size)
      columns.imaginary = columns.real
    }
    for (index, pole) in poles.enumerated() {
      let turn = Elementary.sineAndCosine(2 * .pi * pole.offset * band.step)
      let loss = Elementary.exp(-pole.decay * band.step)
      var (real, imaginary) = (1.0, 0.0)
      for sample in 0..<size {
        let time = Double(sample) * band.step
        columns.real[index * size + sample] = real
        columns.imaginary[index * size + sample] = imaginary
        columns.real[(count + index) * size + sample] = time * real
        columns.imaginary[(count + index) * size + sample] = time * imaginary
        (real, imaginary) = (
          loss * (real * turn.cosine - imaginary * turn.sine),
          loss * (real * turn.sine + imaginary * turn.cosine)
        )
      }
    }
    guard let solution = solve(band, columns: count, damping: 0)?.values else { return false }
    amplitudes = solution
    var power = 0.0
    for sample in 0..<size {
      let left = remainder(sample, band)
      power += left.real * left.real + left.imaginary * left.imaginary
    }
    rest = max(1e-300, power / Double(size))
    return true
  }

  private func remainder(
    _ sample: Int, _ band: borrowing NarrowBand
  ) -> (real: Double, imaginary: Double) {
    var (real, imaginary) = (band.real[sample], band.imaginary[sample])
    for (index, amplitude) in amplitudes.enumerated() {
      let (c, d) = (
        columns.real[index * band.count + sample], columns.imaginary[index * band.count + sample]
      )
      real -= amplitude.real * c - amplitude.imaginary * d
      imaginary -= amplitude.real * d + amplitude.imaginary * c
    }
    return (real, imaginary)
  }

  /// The change of each pole, −decay + 2πi frequency, by one step.
  private mutating func step(
    _ band: borrowing NarrowBand, damping: Double
  ) -> [(real: Double, imaginary: Double)]? {
    guard let solution = solve(band, columns: 2 * poles.count, damping: damping)?.values else {
      return nil
    }
    return poles.indices.map { index in
      let (a, b) = (amplitudes[index], solution[poles.count + index])
      let power = max(1e-300, a.real * a.real + a.imaginary * a.imaginary)
      return (
        (b.real * a.real + b.imaginary * a.imaginary) / power,
        (b.imaginary * a.real - b.real * a.imaginary) / power
      )
    }
  }

  /// Fits the first columns to the band. Derivatives are damped.
  private func solve(
    _ band: borrowing NarrowBand, columns count: Int, damping: Double
  ) -> (values: [(real: Double, imaginary: Double)], variances: [Double])? {
    let size = band.count
    var matrix = DenseMatrix(size: 2 * count)
    var right = [Double](repeating: 0, count: 2 * count)
    for row in 0..<count {
      for column in 0...row {
        var (real, imaginary) = (0.0, 0.0)
        for sample in 0..<size {
          let (a, b) = (columns.real[row * size + sample], columns.imaginary[row * size + sample])
          let (c, d) = (
            columns.real[column * size + sample], columns.imaginary[column * size + sample]
          )
          real += a * c + b * d
          imaginary += a * d - b * c
        }
        // As real matrices, in both triangles.
        let (r, c) = (2 * row, 2 * column)
        matrix[r, c] = real
        matrix[r, c + 1] = -imaginary
        matrix[r + 1, c] = imaginary
        matrix[r + 1, c + 1] = real
        matrix[c, r] = real
        matrix[c, r + 1] = imaginary
        matrix[c + 1, r] = -imaginary
        matrix[c + 1, r + 1] = real
      }
      for sample in 0..<size {
        let (a, b) = (columns.real[row * size + sample], columns.imaginary[row * size + sample])
        right[2 * row] += a * band.real[sample] + b * band.imaginary[sample]
        right[2 * row + 1] += a * band.imaginary[sample] - b * band.real[sample]
      }
    }
    let norms = (0..<(2 * count)).map { max(1e-150, matrix[$0, $0].squareRoot()) }
    for row in 0..<(2 * count) {
      for column in 0..<(2 * count) { matrix[row, column] /= norms[row] * norms[column] }
      matrix[row, row] += 1e-12 + (row >= 2 * poles.count ? damping : 0)
      right[row] /= norms[row]
    }
    let solution = matrix.solution(right)
    guard solution.contains(where: { $0 != 0 }) else { return nil }
    var values: [(real: Double, imaginary: Double)] = []
    for row in 0..<count {
      let (real, imaginary) = (2 * row, 2 * row + 1)
      values.append((solution[real] / norms[real], solution[imaginary] / norms[imaginary]))
    }
    guard damping == 0, count == 2 * poles.count else { return (values, []) }
    let inverse = matrix.inverse
    var variances: [Double] = []
    for row in 0..<count {
      let norm = norms[2 * row]
      variances.append(inverse[2 * row, 2 * row] / (norm * norm))
    }
    return (values, variances)
  }

  private mutating func finish(_ band: borrowing NarrowBand) -> Bool {
    guard evaluate(band), let errors = solve(band, columns: 2 * poles.count, damping: 0)?.variances,
      errors.count == 2 * poles.count
    else { return false }
    let independent = Double(band.count) * NarrowBand.independence
    // White noise that would leave as much; half of it in each of the two directions.
    let noise =
      rest / NarrowBand.independence * independent
      / max(1, independent - 2 * Double(poles.count)) / 2
    lines = poles.indices.map { index in
      let a = amplitudes[index]
      let power = max(1e-300, a.real * a.real + a.imaginary * a.imaginary)
      return Line(
        pole: poles[index],
        error: (errors[poles.count + index] * noise / power).squareRoot() / (2 * .pi),
        amplitude: power.squareRoot(), clearness: power / max(1e-300, errors[index] * noise))
    }.ascending { $0.pole.offset }
    return lines.allSatisfy { $0.error.isFinite && $0.clearness.isFinite }
  }
}
