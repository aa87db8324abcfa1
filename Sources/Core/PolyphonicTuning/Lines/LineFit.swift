internal import SignalProcessing

/// Tells apart lines that lie close together: damped exponentials in a narrow band, found one after
/// the other and refined together, each by what the others leave.
///
/// - SeeAlso: J. Li, P. Stoica, "Efficient mixed-spectrum estimation with applications to target
///   feature extraction", IEEE Trans. Signal Processing 44(2), 1996,
///   [doi:10.1109/78.485923](https://doi.org/10.1109/78.485923).
package struct LineFit: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// The distance from the middle of the band, and one standard error, in hertz.
    package var offset = 0.0
    package var error = 0.0
    /// The rate of decay, in nepers per second.
    package var decay = 0.0
    /// The amplitude in the middle of the frame.
    package var real = 0.0
    package var imaginary = 0.0
    /// Its power over its variance.
    package var clearness = 0.0

    package var power: Double { real * real + imaginary * imaginary }
  }

  /// The conditions under which a line is added.
  package struct Rules: Sendable {
    /// The largest number of lines.
    package var mostLines = 2
    /// The smallest distance of each from the others, in bins of the frame.
    package var separation = 2.0
    /// The smallest share of the strongest one's amplitude.
    package var leastShare = 0.1
    /// Twice the logarithm by which the likelihood must rise.
    package var evidence = 30.0
    /// Its largest distance from the middle, in hertz.
    package var reach = 10.0

    /// Creates rules, of which those that are left out have their usual values.
    package init(
      mostLines: Int = 2, separation: Double = 2, leastShare: Double = 0.1,
      evidence: Double = 30, reach: Double = 10
    ) {
      self.mostLines = mostLines
      self.separation = separation
      self.leastShare = leastShare
      self.evidence = evidence
      self.reach = reach
    }
  }

  package private(set) var lines: [Line]
  /// The number of lines that were found.
  package private(set) var count = 0

  private var kept: [Line]
  private var rest: (real: [Double], imaginary: [Double])
  private var basis: (real: [Double], imaginary: [Double])  // of line, sample
  private var inverse: SymmetricInverse
  private var right: [Double]
  private var solution: [Double]
  private var norms: [Double]
  private let capacity: Int

  /// Creates the workspace for up to `mostLines` in bands of up to `capacity` samples.
  package init(mostLines: Int, capacity: Int) {
    self.capacity = capacity
    lines = Array(repeating: Line(), count: mostLines)
    kept = lines
    rest = (Array(repeating: 0, count: capacity), Array(repeating: 0, count: capacity))
    basis = (
      Array(repeating: 0, count: mostLines * capacity),
      Array(repeating: 0, count: mostLines * capacity)
    )
    inverse = SymmetricInverse(capacity: 4 * mostLines)
    right = Array(repeating: 0, count: 4 * mostLines)
    solution = right
    norms = right
  }

  /// Finds the lines of a band of a frame of `duration` seconds, ascending: ``lines`` and
  /// ``count``.
  package mutating func find(in band: borrowing NarrowBand, duration: Double, _ rules: Rules) {
    count = 0
    var (accepted, power) = (0, Double.infinity)
    let independent = Double(band.count) * NarrowBand.independence
    while count < min(lines.count, rules.mostLines), independent > 2 * Double(count + 1) {
      subtract(from: band)
      guard addStrongest(band, duration: duration, reach: rules.reach),
        let left = refine(band, duration: duration, reach: rules.reach)
      else { break }
      // One line alone may fit badly where there are two.
      guard areApart(rules, duration), areStrong(rules) else { continue }
      let gain = 2 * independent * Elementary.log(power / max(1e-300, left))
      guard accepted == 0 || gain > rules.evidence else { continue }
      (accepted, power) = (count, left)
      for index in 0..<count { kept[index] = lines[index] }
    }
    count = accepted
    for index in 0..<count { lines[index] = kept[index] }
    sort()
  }

  /// Refines lines from known places, in hertz from the middle of the band, and decays, in nepers
  /// per second, and keeps all of them: ``lines`` and ``count``.
  ///
  /// - Returns: The power that they leave in a sample, or `nil` if they cannot be told apart.
  package mutating func refine(
    _ offsets: [Double], decay: Double = 0, in band: borrowing NarrowBand, duration: Double,
    reach: Double
  ) -> Double? {
    count = min(lines.count, offsets.count)
    for index in 0..<count {
      lines[index] = Line(offset: offsets[index])
      lines[index].decay = decay
    }
    guard count > 0, Double(band.count) * NarrowBand.independence > 2 * Double(count),
      let left = refine(band, duration: duration, reach: reach)
    else {
      count = 0
      return nil
    }
    return left
  }

  private func areApart(_ rules: Rules, _ duration: Double) -> Bool {
    for index in 0..<count {
      for other in 0..<index
      where (lines[index].offset - lines[other].offset).magnitude * duration < rules.separation {
        return false
      }
    }
    return true
  }

  private func areStrong(_ rules: Rules) -> Bool {
    var strongest = 0.0
    for index in 0..<count { strongest = max(strongest, lines[index].power) }
    for index in 0..<count {
      let line = lines[index]
      guard line.power >= rules.leastShare * rules.leastShare * strongest,
        line.clearness > 20, line.offset.magnitude <= rules.reach
      else { return false }
    }
    return true
  }

  private mutating func sort() {
    for index in 1..<max(1, count) {
      let line = lines[index]
      var position = index
      while position > 0, lines[position - 1].offset > line.offset {
        lines[position] = lines[position - 1]
        position -= 1
      }
      lines[position] = line
    }
  }

  /// Computes what the lines leave of the band.
  private mutating func subtract(from band: borrowing NarrowBand) {
    for index in 0..<band.count {
      (rest.real[index], rest.imaginary[index]) = (band.real[index], band.imaginary[index])
    }
    tabulate(band)
    for line in 0..<count {
      let start = line * capacity
      let (a, b) = (lines[line].real, lines[line].imaginary)
      for index in 0..<band.count {
        let (c, d) = (basis.real[start + index], basis.imaginary[start + index])
        rest.real[index] -= a * c - b * d
        rest.imaginary[index] -= a * d + b * c
      }
    }
  }

  /// Adds a line at the frequency where most is left.
  private mutating func addStrongest(
    _ band: borrowing NarrowBand, duration: Double, reach: Double
  ) -> Bool {
    var best = (power: 0.0, offset: 0.0)
    let spacing = 0.25 / duration
    let steps = Int(reach / spacing)
    for step in -steps...steps {
      let offset = Double(step) * spacing
      let turn = Elementary.sineAndCosine(-2 * .pi * offset * band.step)
      var (sine, cosine) = (0.0, 1.0)
      var sum = (0.0, 0.0)
      for index in 0..<band.count {
        sum.0 += rest.real[index] * cosine - rest.imaginary[index] * sine
        sum.1 += rest.real[index] * sine + rest.imaginary[index] * cosine
        (sine, cosine) = (
          sine * turn.cosine + cosine * turn.sine, cosine * turn.cosine - sine * turn.sine
        )
      }
      let power = sum.0 * sum.0 + sum.1 * sum.1
      if power > best.power { best = (power, offset) }
    }
    guard best.power > 0 else { return false }
    lines[count] = Line(offset: best.offset)
    count += 1
    return true
  }

  /// Tabulates e^((−decay + iω) t) of each line, 1 in the middle.
  private mutating func tabulate(_ band: borrowing NarrowBand) {
    let half = Double(band.count - 1) / 2 * band.step
    for line in 0..<count {
      let (omega, decay) = (2 * .pi * lines[line].offset, lines[line].decay)
      let turn = Elementary.sineAndCosine(omega * band.step)
      let loss = Elementary.exp(-decay * band.step)
      let first = Elementary.sineAndCosine(-omega * half)
      let size = Elementary.exp(decay * half)
      var (real, imaginary) = (size * first.cosine, size * first.sine)
      for index in 0..<band.count {
        (basis.real[line * capacity + index], basis.imaginary[line * capacity + index]) =
          (real, imaginary)
        (real, imaginary) = (
          loss * (real * turn.cosine - imaginary * turn.sine),
          loss * (real * turn.sine + imaginary * turn.cosine)
        )
      }
    }
  }
}

/// Refining all lines at once, by Gauss and Newton.
extension LineFit {
  /// Moves all lines to where the least is left over.
  ///
  /// - Returns: The power that is left in a sample, or `nil` if the lines cannot be told apart.
  private mutating func refine(
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
    measureErrors(band, power: power)
    return power
  }

  private mutating func measureErrors(_ band: borrowing NarrowBand, power: Double) {
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

  /// Solves the least squares of the band by each line and by its derivative, t times the line.
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

  /// Returns a sample of a line, or of its derivative.
  private func value(
    _ column: Int, _ index: Int, _ band: borrowing NarrowBand
  ) -> (real: Double, imaginary: Double) {
    let start = (column < count ? column : column - count) * capacity + index
    let (real, imaginary) = (basis.real[start], basis.imaginary[start])
    guard column >= count else { return (real, imaginary) }
    let time = (Double(index) - Double(band.count - 1) / 2) * band.step
    return (time * real, time * imaginary)
  }

  /// Sets a complex element, and its conjugate on the other side of the diagonal, as real matrices.
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
