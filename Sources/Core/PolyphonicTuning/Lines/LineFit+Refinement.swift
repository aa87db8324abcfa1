internal import SignalProcessing

/// Refining all lines at once, by Gauss and Newton.
extension LineFit {
  /// Moves all lines to where the least is left.
  ///
  /// - Returns: The power that is left in a sample, or `nil` if the lines cannot be told apart.
  mutating func refine(
    _ band: borrowing NarrowBand, duration: Double, reach: Double
  ) -> Double? {
    for _ in 0..<12 {
      tabulate(band)
      guard solve(band) else { return nil }
      var isSettled = true
      for line in 0..<count {
        let (a, b) = (element(line), element(count + line))
        let power = a.real * a.real + a.imaginary * a.imaginary
        guard power > 0 else { return nil }
        // change / amplitude = −decay + iω.
        let loss = (b.real * a.real + b.imaginary * a.imaginary) / power
        let turn = (b.imaginary * a.real - b.real * a.imaginary) / power / (2 * .pi)
        let shift = min(0.4, max(-0.4, turn * duration)) / duration
        lines[line].offset = min(2 * reach, max(-2 * reach, lines[line].offset + shift))
        lines[line].decay = min(40 / duration, max(-4 / duration, lines[line].decay - loss))
        (lines[line].real, lines[line].imaginary) = a
        if shift.magnitude * duration > 1e-4 { isSettled = false }
      }
      if isSettled { break }
    }
    tabulate(band)
    guard solve(band) else { return nil }
    for line in 0..<count { (lines[line].real, lines[line].imaginary) = element(line) }
    subtract(from: band)
    var power = 0.0
    for index in 0..<band.count {
      power += rest.real[index] * rest.real[index] + rest.imaginary[index] * rest.imaginary[index]
    }
    power /= Double(band.count)
    takeErrors(band, power: power)
    return power
  }

  private mutating func takeErrors(_ band: borrowing NarrowBand, power: Double) {
    let independent = Double(band.count) * NarrowBand.independence
    // Of white noise that would leave as much; half of it in each of the two directions.
    let noise =
      power / NarrowBand.independence * independent / max(1, independent - 2 * Double(count)) / 2
    for line in 0..<count {
      let own = lines[line].power
      let turning = variance(count + line) * noise / max(1e-300, own)
      lines[line].error = turning.squareRoot() / (2 * .pi)
      lines[line].clearness = own / max(1e-300, variance(line) * noise)
    }
  }

  private func variance(_ column: Int) -> Double {
    inverse.elements[2 * column * inverse.capacity + 2 * column] / (norms[column] * norms[column])
  }

  private func element(_ column: Int) -> (real: Double, imaginary: Double) {
    (solution[2 * column], solution[2 * column + 1])
  }

  /// Least squares of the band by each line and by its derivative, t times the line.
  private mutating func solve(_ band: borrowing NarrowBand) -> Bool {
    let size = 2 * count
    for row in 0..<size {
      var sum = 0.0
      for index in 0..<band.count {
        let value = value(row, index, band)
        sum += value.real * value.real + value.imaginary * value.imaginary
      }
      norms[row] = max(1e-150, sum.squareRoot())
    }
    for row in 0..<size {
      var target = (real: 0.0, imaginary: 0.0)
      for column in 0...row {
        var sum = (real: 0.0, imaginary: 0.0)
        for index in 0..<band.count {
          let (a, b) = (value(row, index, band), value(column, index, band))
          // conjugate(a) b
          sum.real += a.real * b.real + a.imaginary * b.imaginary
          sum.imaginary += a.real * b.imaginary - a.imaginary * b.real
        }
        let scale = 1 / (norms[row] * norms[column])
        set(row, column, sum.real * scale, sum.imaginary * scale)
        if row == column {
          for index in 0..<band.count {
            let a = value(row, index, band)
            target.real += a.real * band.real[index] + a.imaginary * band.imaginary[index]
            target.imaginary += a.real * band.imaginary[index] - a.imaginary * band.real[index]
          }
        }
      }
      right[2 * row] = target.real / norms[row]
      right[2 * row + 1] = target.imaginary / norms[row]
    }
    guard inverse.invert(2 * size) else { return false }
    for row in 0..<(2 * size) {
      var sum = 0.0
      for column in 0..<(2 * size) {
        sum += inverse.elements[row * inverse.capacity + column] * right[column]
      }
      solution[row] = sum / norms[row / 2]
    }
    return true
  }

  /// A sample of a line, or of its derivative.
  private func value(
    _ column: Int, _ index: Int, _ band: borrowing NarrowBand
  ) -> (real: Double, imaginary: Double) {
    let start = (column < count ? column : column - count) * capacity + index
    let (real, imaginary) = (basis.real[start], basis.imaginary[start])
    guard column >= count else { return (real, imaginary) }
    let time = (Double(index) - Double(band.count - 1) / 2) * band.step
    return (time * real, time * imaginary)
  }

  /// A complex element, and its conjugate on the other side of the diagonal, as real matrices.
  private mutating func set(_ row: Int, _ column: Int, _ real: Double, _ imaginary: Double) {
    let capacity = inverse.capacity
    let (r, c) = (2 * row, 2 * column)
    inverse.elements[r * capacity + c] = real
    inverse.elements[r * capacity + c + 1] = -imaginary
    inverse.elements[(r + 1) * capacity + c] = imaginary
    inverse.elements[(r + 1) * capacity + c + 1] = real
    inverse.elements[c * capacity + r] = real
    inverse.elements[c * capacity + r + 1] = imaginary
    inverse.elements[(c + 1) * capacity + r] = -imaginary
    inverse.elements[(c + 1) * capacity + r + 1] = real
  }
}
