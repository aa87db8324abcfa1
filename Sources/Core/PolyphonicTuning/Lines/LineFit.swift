internal import SignalProcessing

/// Tells lines apart that lie close together: damped exponentials in a narrow band, found one after
/// the other and refined together, each by what the others leave.
///
/// - SeeAlso: J. Li, P. Stoica, "Efficient mixed-spectrum estimation with applications to target
///   feature extraction", IEEE Trans. Signal Processing 44(2), 1996,
///   [doi:10.1109/78.485923](https://doi.org/10.1109/78.485923).
struct LineFit: Sendable {
  /// One line.
  struct Line: Sendable {
    /// From the middle of the band, and one standard error, in hertz.
    var offset = 0.0
    var error = 0.0
    /// In nepers a second.
    var decay = 0.0
    /// The amplitude in the middle of the frame.
    var real = 0.0
    var imaginary = 0.0
    /// Its power over its variance.
    var clearness = 0.0

    var power: Double { real * real + imaginary * imaginary }
  }

  /// What makes a line one more.
  struct Rules: Sendable {
    /// How many at most.
    var mostLines = 2
    /// How far each must be from the others, in bins of the frame.
    var separation = 2.0
    /// Its least share of the strongest one's amplitude.
    var leastShare = 0.1
    /// Twice the logarithm by which the likelihood must rise.
    var evidence = 30.0
    /// How far from the middle it may be, in hertz.
    var reach = 10.0
  }

  var lines: [Line]
  /// How many lines were found.
  private(set) var count = 0

  private var kept: [Line]
  var rest: (real: [Double], imaginary: [Double])
  var basis: (real: [Double], imaginary: [Double])  // of line, sample
  var inverse: SymmetricInverse
  var right: [Double]
  var solution: [Double]
  var norms: [Double]
  let capacity: Int

  /// Plans for up to `mostLines` in bands of up to `capacity` samples.
  init(mostLines: Int, capacity: Int) {
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

  /// Finds the lines of a band of a frame of `duration` seconds, ascending: ``lines`` and ``count``.
  mutating func find(in band: borrowing NarrowBand, duration: Double, _ rules: Rules) {
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

  /// What the lines leave of the band.
  mutating func subtract(from band: borrowing NarrowBand) {
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

  /// Adds a line where most is left.
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

  /// e^((−decay + iω) t) of each line, 1 in the middle.
  mutating func tabulate(_ band: borrowing NarrowBand) {
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
