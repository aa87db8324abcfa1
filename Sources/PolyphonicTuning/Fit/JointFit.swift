internal import SignalProcessing

/// Measures the partials of all strings at once by weighted least squares.
///
/// Each partial is a complex exponential whose frequency and decay are nearly known: its basis is
/// e^(iωt) and i t e^(iωt), as the derivatives by both say. Partials that lie within a few bins are
/// solved together, so that each explains only its own part where several overlap; the variance of
/// each frequency follows from the same equations and from what is left over beside the partial.
struct JointFit: Sendable {
  /// Partials that are solved together, at most.
  private static let largestGroup = 14
  /// Partials further apart than this many bins do not touch.
  private static let separation = 5.0
  /// Where the noise is measured, in bins from a partial.
  private static let probes = [-1.5, -0.75, 0.75, 1.5]

  private(set) var partials: [Partial]
  private(set) var count = 0
  private let moments = WindowMoments()
  private var inverse: SymmetricInverse
  private var scales: [Double]
  private var right: [(Double, Double)]
  private var solution: [(Double, Double)]
  private var centers: [Double]  // the frequencies about which the equations of a group were made

  init(capacity: Int) {
    partials = Array(repeating: Partial(), count: capacity)
    inverse = SymmetricInverse(capacity: 2 * Self.largestGroup)
    scales = Array(repeating: 0, count: 2 * Self.largestGroup)
    right = Array(repeating: (0, 0), count: 2 * Self.largestGroup)
    solution = right
    centers = scales
  }

  /// Forgets all partials.
  mutating func removeAll() { count = 0 }

  /// Adds a partial of a string at its expected frequency.
  mutating func add(string: Int, order: Int, frequency: Double) {
    partials[count] = Partial(string: string, order: order, model: frequency, frequency: frequency)
    count += 1
  }

  /// Measures all partials in the spectrum of a frame.
  ///
  /// - Parameters:
  ///   - spectrum: Of a frame in a triangular window.
  ///   - frameCount: Its number of samples.
  ///   - noise: The least variance of a sample that counts as noise at a frequency in hertz.
  ///   - passes: How often the equations are made anew about what was found.
  mutating func measure(
    _ spectrum: ContinuousSpectrum, frameCount: Double, sampleRate: Double, passes: Int,
    noise: (Double) -> Double
  ) {
    let bin = sampleRate / frameCount
    for pass in 0..<passes {
      sort()
      var first = 0
      while first < count {
        var end = first + 1
        while end < count, end - first < Self.largestGroup,
          partials[end].frequency - partials[end - 1].frequency <= Self.separation * bin
        { end += 1 }
        solve(
          first..<end, spectrum, frameCount, sampleRate, isLast: pass == passes - 1, noise: noise)
        first = end
      }
    }
    measureGaps()
  }

  private mutating func sort() {
    for index in 1..<max(1, count) {
      let partial = partials[index]
      var position = index
      while position > 0, partials[position - 1].frequency > partial.frequency {
        partials[position] = partials[position - 1]
        position -= 1
      }
      partials[position] = partial
    }
  }

  private mutating func solve(
    _ group: Range<Int>, _ spectrum: ContinuousSpectrum, _ frameCount: Double,
    _ sampleRate: Double, isLast: Bool, noise: (Double) -> Double
  ) {
    let size = group.count
    let bin = sampleRate / frameCount
    formEquations(group, spectrum, frameCount, sampleRate)
    guard inverse.invert(2 * size) else { return }
    for row in 0..<(2 * size) {
      var sum = (0.0, 0.0)
      for column in 0..<(2 * size) {
        let element = inverse.elements[row * inverse.capacity + column]
        sum.0 += element * right[column].0
        sum.1 += element * right[column].1
      }
      solution[row] = (sum.0 / scales[row], sum.1 / scales[row])
    }
    for index in group {
      let row = index - group.lowerBound
      let (amplitude, change) = (solution[row], solution[size + row])
      let power = max(1e-30, amplitude.0 * amplitude.0 + amplitude.1 * amplitude.1)
      // change / amplitude = 2πT (δf) + i T (decay).
      let turn = (change.0 * amplitude.0 + change.1 * amplitude.1) / power
      let loss = (change.1 * amplitude.0 - change.0 * amplitude.1) / power
      let shift = min(0.7, max(-0.7, turn / (2 * .pi))) * bin
      if isLast {
        let left = leftover(beside: index, group, spectrum, frameCount, sampleRate)
        let variance = max(left, noise(partials[index].frequency)) / frameCount
        let row = size + row
        let turning =
          0.5 * variance * inverse.elements[row * inverse.capacity + row]
          / (scales[row] * scales[row]) / power
        partials[index].error = turning.squareRoot() / (2 * .pi) * bin
        partials[index].clearness =
          power / max(1e-30, left * WindowMoments.energy * 4 / frameCount)
        partials[index].decay = loss * bin
        (partials[index].real, partials[index].imaginary) = amplitude
        partials[index].frequency += shift
      } else {
        let model = partials[index].model
        partials[index].frequency = min(
          model + 1.2 * bin, max(model - 1.2 * bin, partials[index].frequency + shift))
      }
    }
  }

  /// The matrix of a group, with ones on its diagonal, and what the frame has in each direction.
  private mutating func formEquations(
    _ group: Range<Int>, _ spectrum: ContinuousSpectrum, _ frameCount: Double,
    _ sampleRate: Double
  ) {
    let size = group.count
    let own = moments.value(at: 0)
    let (plain, turned) = (own.zeroth.squareRoot(), (-own.second).squareRoot())
    for row in 0..<size {
      let frequency = partials[group.lowerBound + row].frequency
      centers[row] = frequency
      scales[row] = plain
      scales[size + row] = turned
      let value = spectrum.value(at: 2 * .pi * frequency / sampleRate)
      right[row] = (value.real / frameCount / plain, value.imaginary / frameCount / plain)
      let perFrame = frameCount * frameCount * turned
      right[size + row] = (value.realSlope / perFrame, value.imaginarySlope / perFrame)
      for column in 0..<size {
        let other = partials[group.lowerBound + column].frequency
        let overlap = moments.value(at: (other - frequency) * frameCount / sampleRate)
        set(row, column, overlap.zeroth / (plain * plain))
        set(row, size + column, overlap.first / (plain * turned))
        set(size + row, column, -overlap.first / (plain * turned))
        set(size + row, size + column, -overlap.second / (turned * turned))
      }
      // Keeps equal frequencies solvable: they share the amplitude, and none of them moves.
      set(row, row, 1 + 1e-6)
      set(size + row, size + row, 1 + 1e-4)
    }
  }

  private mutating func set(_ row: Int, _ column: Int, _ value: Double) {
    inverse.elements[row * inverse.capacity + column] = value
  }

  /// The variance of white noise that would leave as much beside a partial as the solution does.
  private func leftover(
    beside index: Int, _ group: Range<Int>, _ spectrum: ContinuousSpectrum,
    _ frameCount: Double, _ sampleRate: Double
  ) -> Double {
    let bin = sampleRate / frameCount
    var power = 0.0
    for probe in Self.probes {
      let frequency = centers[index - group.lowerBound] + probe * bin
      let value = spectrum.value(at: 2 * .pi * max(0, frequency) / sampleRate)
      var rest = (value.real / frameCount, value.imaginary / frameCount)
      for member in group {
        let row = member - group.lowerBound
        let overlap = moments.value(at: (centers[row] - frequency) / bin)
        let (amplitude, change) = (solution[row], solution[group.count + row])
        rest.0 -= overlap.zeroth * amplitude.0 + overlap.first * change.0
        rest.1 -= overlap.zeroth * amplitude.1 + overlap.first * change.1
      }
      power += rest.0 * rest.0 + rest.1 * rest.1
    }
    return power / Double(Self.probes.count) * frameCount / WindowMoments.energy
  }

  private mutating func measureGaps() {
    sort()
    for index in 0..<count {
      let partial = partials[index]
      var gap = Double.infinity
      var other = index - 1
      while other >= 0, partials[other].string == partial.string { other -= 1 }
      if other >= 0 { gap = partial.frequency - partials[other].frequency }
      other = index + 1
      while other < count, partials[other].string == partial.string { other += 1 }
      if other < count { gap = min(gap, partials[other].frequency - partial.frequency) }
      partials[index].gap = gap
    }
  }
}
