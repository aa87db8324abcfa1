package import SignalProcessing

/// Measures the partials of all strings at once by weighted least squares.
///
/// Each partial is a complex exponential whose frequency and decay are nearly known: its basis is
/// e^(iωt) and i t e^(iωt), the derivatives by both. Partials that lie within a few bins are
/// solved together, so that each explains only its own part where several overlap; the variance of
/// each frequency follows from the same equations and from what is left over beside the partial.
package struct JointFit: Sendable {
  /// Partials that are solved together, at most.
  private static let largestGroup = 14
  /// Partials further apart than this many bins do not touch.
  private static let separation = 5.0
  /// The distances from a partial at which the noise is measured, in bins.
  static let probes = [-1.5, -0.75, 0.75, 1.5]

  /// The partials, of which the first ``count`` are used.
  package private(set) var partials: [Partial]
  package private(set) var count = 0
  private let orderCount: Int
  private var known: [Partial]  // as they were measured last, by string and order
  let moments = WindowMoments()
  var inverse: SymmetricInverse
  var scales: [Double]
  private var leftovers: [Double]
  var right: [(Double, Double)]
  var solution: [(Double, Double)]
  var centers: [Double]  // the frequencies about which the equations of a group were made

  package init(stringCount: Int, orderCount: Int) {
    self.orderCount = orderCount
    partials = Array(repeating: Partial(), count: stringCount * orderCount)
    known = partials
    leftovers = Array(repeating: 0, count: partials.count)
    inverse = SymmetricInverse(capacity: 2 * Self.largestGroup)
    scales = Array(repeating: 0, count: 2 * Self.largestGroup)
    right = Array(repeating: (0, 0), count: 2 * Self.largestGroup)
    solution = right
    centers = scales
  }

  /// Forgets all partials, and even how strong they were.
  package mutating func forget() {
    count = 0
    for index in known.indices { known[index].isKnown = false }
  }

  /// Removes all partials, but remembers how strong they were.
  package mutating func removeAll() {
    for index in 0..<count { known[slot(partials[index])] = partials[index] }
    count = 0
  }

  /// Adds a partial of a string at its expected frequency.
  package mutating func add(string: Int, order: Int, frequency: Double) {
    var partial = Partial(string: string, order: order, model: frequency, frequency: frequency)
    let before = known[slot(partial)]
    if before.isKnown {
      (partial.real, partial.imaginary) = (before.real, before.imaginary)
      (partial.decay, partial.isKnown) = (before.decay, true)
    }
    partials[count] = partial
    count += 1
  }

  private func slot(_ partial: Partial) -> Int {
    partial.string * orderCount + partial.order - 1
  }

  /// Measures all partials in the spectrum of a frame.
  ///
  /// - Parameters:
  ///   - spectrum: The spectrum of a frame in a triangular window.
  ///   - frameCount: Its number of samples.
  ///   - sampleRate: In hertz.
  ///   - passes: The number of times that the equations are solved, each about the last solution.
  package mutating func measure(
    _ spectrum: ContinuousSpectrum, frameCount: Double, sampleRate: Double, passes: Int
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
        solve(first..<end, spectrum, frameCount, sampleRate, isLast: pass == passes - 1)
        first = end
      }
    }
    poolNoise()
    measureGaps()
  }

  /// Raises each leftover to at least the median of all: beside a single partial it is sometimes
  /// too small by chance.
  private mutating func poolNoise() {
    guard count > 0 else { return }
    for index in 0..<count { leftovers[index] = partials[index].leftover }
    let used = count
    let median = leftovers.withUnsafeMutableBufferPointer {
      let values = UnsafeMutableBufferPointer(rebasing: $0[0..<used])
      return Selection.value(atRank: used / 2, of: values)
    }
    for index in 0..<count {
      partials[index].error *= max(partials[index].leftover, median).squareRoot()
    }
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
    _ sampleRate: Double, isLast: Bool
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
      partials[index].isKnown = true
      let row = index - group.lowerBound
      let (amplitude, change) = (solution[row], solution[size + row])
      let power = max(1e-30, amplitude.0 * amplitude.0 + amplitude.1 * amplitude.1)
      // change / amplitude = 2πT (δf) + i T (decay).
      let turn = (change.0 * amplitude.0 + change.1 * amplitude.1) / power
      let loss = (change.1 * amplitude.0 - change.0 * amplitude.1) / power
      let shift = min(0.7, max(-0.7, turn / (2 * .pi))) * bin
      if isLast {
        let left = leftover(beside: index, group, spectrum, frameCount, sampleRate)
        let row = size + row
        // For noise of variance 1; `poolNoise` has the rest.
        let turning =
          0.5 / frameCount * inverse.elements[row * inverse.capacity + row]
          / (scales[row] * scales[row]) / power
        partials[index].error = turning.squareRoot() / (2 * .pi) * bin
        partials[index].leftover = left
        partials[index].clearness =
          power / max(1e-30, left * WindowMoments.energy * 4 / frameCount)
        partials[index].decay = loss * bin
        (partials[index].real, partials[index].imaginary) = amplitude
        partials[index].frequency += shift
      } else {
        let model = partials[index].model
        partials[index].decay = loss * bin
        (partials[index].real, partials[index].imaginary) = amplitude
        partials[index].frequency = min(
          model + 1.2 * bin, max(model - 1.2 * bin, partials[index].frequency + shift))
      }
    }
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

/// A partial of one string, as measured in the frame.
package struct Partial: Sendable {
  /// The string, and the number of the partial, from 1.
  package var string = 0
  package var order = 1
  /// The frequency in the string's series, and the one in the frame, in hertz.
  package var model = 0.0
  package var frequency = 0.0
  /// One standard error of `frequency`, from the noise beside the partial, in hertz.
  package var error = Double.infinity
  /// The amplitude at the middle of the frame: a cosine of amplitude a has a/2.
  package var real = 0.0
  package var imaginary = 0.0
  /// The rate of decay, in nepers per second.
  package var decay = 0.0
  /// The variance of white noise that would leave as much beside the partial.
  package var leftover = 0.0
  /// |amplitude|² over its variance by the noise beside it.
  package var clearness = 0.0
  /// The distance to the nearest partial of another string, in hertz.
  package var gap = Double.infinity
  /// True if it has been measured: `frequency`, `real`, `imaginary` and `decay` are of the frame.
  package var isKnown = false

  /// |amplitude|².
  package var power: Double { real * real + imaginary * imaginary }
}
