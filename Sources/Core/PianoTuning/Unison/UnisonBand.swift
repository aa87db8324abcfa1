internal import SignalProcessing

/// One partial of all strings of a key, as decaying lines of unknown amplitudes.
///
/// Each string is c₁ e^((2πiδf − a)t) + c₂ e^((2πiδf − b)t), with the same δ in all partials and
/// the same decays a and b for all strings of a partial: a piano's tone falls fast at first, then
/// slowly. The amplitudes follow by linear least squares, so that only δ, a, b and the partial's
/// own offset from the series are left to be searched.
struct UnisonBand: Sendable {
  static let largestLineCount = 3

  let order: Int
  /// The partial of the series, in hertz.
  let frequency: Double
  private let shift: Double  // of the series' partial from 0 Hz of the band, in hertz
  private let step: Double
  private let values: [Complex]
  private let energy: Double
  /// The number of values that count as independent.
  let independentCount: Double
  /// ln of the two decays, in nepers per second, and the offset from the series in cents.
  var decays = (fast: 2.3, slow: 0.5)
  var offset = 0.0
  /// The expected scatter of the offset about 0, in cents.
  let scatter: Double

  init(_ band: PartialBand, order: Int, frequency: Double, scatter: Double) {
    self.order = order
    self.frequency = frequency
    self.scatter = scatter
    shift = frequency - band.frequency
    step = band.step
    values = band.values
    energy = band.values.reduce(0) { $0 + $1.power }
    independentCount = Double(band.values.count) * 1.5 / 4
  }

  /// Returns minus the logarithm of the likelihood of lines at some offsets, in cents, with the
  /// noise that fits best.
  func cost(_ lines: [Double]) -> Double {
    let rest = max(1e-9 * energy, energy - explained(lines, nil))
    let deviation = offset / scatter
    return independentCount * Elementary.log(rest / Double(values.count)) + 0.5 * deviation
      * deviation
  }

  /// Returns the share of the band's energy that the lines leave unexplained.
  func unexplained(_ lines: [Double]) -> Double {
    1 - explained(lines, nil) / max(1e-30, energy)
  }

  /// Returns one standard error of ``offset`` by noise, in cents, from how sharply the likelihood
  /// falls.
  func offsetError(_ lines: [Double]) -> Double {
    let middle = cost(lines)
    var step = 0.01
    while step < 5 {
      var (low, high) = (self, self)
      low.offset -= step
      high.offset += step
      let rise = 0.5 * (low.cost(lines) + high.cost(lines)) - middle
      if rise > 0.1 { return step / (2 * rise).squareRoot() }
      step *= 2
    }
    return 5
  }

  /// Returns the root mean square amplitude of each line.
  func levels(_ lines: [Double]) -> [Double] {
    var levels = Array(repeating: 0.0, count: lines.count)
    _ = explained(lines, &levels)
    return levels
  }

  /// Finds decays and offset for given lines, and returns the cost.
  mutating func settle(_ lines: [Double], rounds: Int = 6) -> Double {
    var best = cost(lines)
    var steps = (fast: 0.6, slow: 0.6, offset: min(0.3, scatter))
    for _ in 0..<rounds {
      var improved = false
      for direction in [1.0, -1] {
        let before = decays.fast
        decays.fast = min(5, before + direction * steps.fast)
        let value = cost(lines)
        if value < best { (best, improved) = (value, true) } else { decays.fast = before }
      }
      for direction in [1.0, -1] {
        let before = decays.slow
        decays.slow = max(-3, before + direction * steps.slow)
        let value = cost(lines)
        if value < best { (best, improved) = (value, true) } else { decays.slow = before }
      }
      for direction in [1.0, -1] {
        let before = offset
        offset = before + direction * steps.offset
        let value = cost(lines)
        if value < best { (best, improved) = (value, true) } else { offset = before }
      }
      if !improved { steps = (steps.fast / 2, steps.slow / 2, steps.offset / 2) }
    }
    return best
  }

  /// Returns the energy that the lines explain, by least squares.
  private func explained(_ lines: [Double], _ levels: UnsafeMutablePointer<[Double]>?) -> Double {
    let size = 2 * lines.count
    var rates = [Complex](repeating: Complex(), count: size)
    for (index, line) in lines.enumerated() {
      let turn =
        2 * .pi * step
        * (shift + frequency * (Elementary.ratio(ofCents: line + offset) - 1))
      rates[2 * index] = Complex(real: -step * Elementary.exp(decays.fast), imaginary: turn)
      rates[2 * index + 1] = Complex(real: -step * Elementary.exp(decays.slow), imaginary: turn)
    }
    var products = [Complex](repeating: Complex(), count: size)
    for column in 0..<size { products[column] = product(rates[column]) }
    var matrix = [Complex](repeating: Complex(), count: size * size)
    for row in 0..<size {
      for column in 0...row {
        matrix[row * size + column] = geometricSum(
          Complex(
            real: rates[row].real + rates[column].real,
            imaginary: rates[column].imaginary - rates[row].imaginary))
      }
      matrix[row * size + row].real *= 1 + 1e-8
    }
    var solution = products
    guard Self.solve(&matrix, &solution, size) else { return 0 }
    var sum = 0.0
    for column in 0..<size {
      sum +=
        solution[column].real * products[column].real + solution[column].imaginary
        * products[column].imaginary
    }
    if let levels {
      for line in lines.indices {
        let (one, other) = (2 * line, 2 * line + 1)
        let both = geometricSum(
          Complex(real: rates[one].real + rates[other].real, imaginary: 0)
        ).real
        let power =
          solution[one].power * geometricSum(Complex(real: 2 * rates[one].real)).real
          + solution[other].power * geometricSum(Complex(real: 2 * rates[other].real)).real + 2
          * both
          * (solution[one].real * solution[other].real + solution[one].imaginary
            * solution[other].imaginary)
        levels.pointee[line] = max(0, power / Double(values.count)).squareRoot()
      }
    }
    return sum
  }

  /// Σ conj(e^(rate n)) z(n).
  private func product(_ rate: Complex) -> Complex {
    let turn = Elementary.sineAndCosine(rate.imaginary)
    let loss = Elementary.exp(rate.real)
    let (stepReal, stepImaginary) = (loss * turn.cosine, -loss * turn.sine)
    var (real, imaginary, sum) = (1.0, 0.0, Complex())
    for value in values {
      sum.real += value.real * real - value.imaginary * imaginary
      sum.imaginary += value.real * imaginary + value.imaginary * real
      (real, imaginary) = (
        real * stepReal - imaginary * stepImaginary, real * stepImaginary + imaginary * stepReal
      )
    }
    return sum
  }

  /// Σ e^(rate n) over all values.
  private func geometricSum(_ rate: Complex) -> Complex {
    let count = Double(values.count)
    let (last, one) = (Self.exponential(rate, count), Self.exponential(rate, 1))
    let top = Complex(real: 1 - last.real, imaginary: -last.imaginary)
    let bottom = Complex(real: 1 - one.real, imaginary: -one.imaginary)
    guard bottom.power > 1e-18 else { return Complex(real: count) }
    return Complex(
      real: (top.real * bottom.real + top.imaginary * bottom.imaginary) / bottom.power,
      imaginary: (top.imaginary * bottom.real - top.real * bottom.imaginary) / bottom.power)
  }

  private static func exponential(_ rate: Complex, _ count: Double) -> Complex {
    let turn = Elementary.sineAndCosine(rate.imaginary * count)
    let loss = Elementary.exp(rate.real * count)
    return Complex(real: loss * turn.cosine, imaginary: loss * turn.sine)
  }

  /// Solves a Hermitian system by Cholesky's method; only the lower triangle is read.
  private static func solve(_ matrix: inout [Complex], _ right: inout [Complex], _ size: Int)
    -> Bool
  {
    for column in 0..<size {
      for row in column..<size {
        var sum = matrix[row * size + column]
        for inner in 0..<column {
          let (left, other) = (matrix[row * size + inner], matrix[column * size + inner])
          sum.real -= left.real * other.real + left.imaginary * other.imaginary
          sum.imaginary -= left.imaginary * other.real - left.real * other.imaginary
        }
        if row == column {
          guard sum.real > 0 else { return false }
          matrix[row * size + row] = Complex(real: sum.real.squareRoot())
        } else {
          let pivot = matrix[column * size + column].real
          matrix[row * size + column] = Complex(
            real: sum.real / pivot, imaginary: sum.imaginary / pivot)
        }
      }
    }
    for row in 0..<size {
      var sum = right[row]
      for inner in 0..<row { sum.subtract(matrix[row * size + inner], times: right[inner]) }
      let pivot = matrix[row * size + row].real
      right[row] = Complex(real: sum.real / pivot, imaginary: sum.imaginary / pivot)
    }
    for row in (0..<size).reversed() {
      var sum = right[row]
      for inner in (row + 1)..<max(size, row + 1) {
        let element = matrix[inner * size + row]
        sum.subtract(
          Complex(real: element.real, imaginary: -element.imaginary), times: right[inner])
      }
      let pivot = matrix[row * size + row].real
      right[row] = Complex(real: sum.real / pivot, imaginary: sum.imaginary / pivot)
    }
    return true
  }
}

extension Complex {
  fileprivate mutating func subtract(_ left: Complex, times right: Complex) {
    real -= left.real * right.real - left.imaginary * right.imaginary
    imaginary -= left.real * right.imaginary + left.imaginary * right.real
  }
}
