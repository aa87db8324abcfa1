internal import SignalProcessing

extension JointFit {
  /// The matrix of a group, with ones on its diagonal, and what the frame has in each direction.
  mutating func formEquations(
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
      let value = value(of: spectrum, at: frequency, without: group, frameCount, sampleRate)
      right[row] = (value.real / plain, value.imaginary / plain)
      right[size + row] = (value.realSlope / turned, value.imaginarySlope / turned)
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

  /// The spectrum over the frame's length, and its slope, less what the partials around the group
  /// bring there.
  private func value(
    of spectrum: ContinuousSpectrum, at frequency: Double, without group: Range<Int>,
    _ frameCount: Double, _ sampleRate: Double
  ) -> ContinuousSpectrum.Value {
    var value = spectrum.value(at: 2 * .pi * frequency / sampleRate)
    value.real /= frameCount
    value.imaginary /= frameCount
    value.realSlope /= frameCount * frameCount
    value.imaginarySlope /= frameCount * frameCount
    let bin = sampleRate / frameCount
    func remove(_ partial: Partial, side: Double = 1) {
      let overlap = moments.value(at: (side * partial.frequency - frequency) / bin)
      let loss = partial.decay / bin
      let (real, imaginary) = (partial.real, side * partial.imaginary)
      value.real -= overlap.zeroth * real - overlap.first * loss * imaginary
      value.imaginary -= overlap.zeroth * imaginary + overlap.first * loss * real
      value.realSlope += overlap.first * real - overlap.second * loss * imaginary
      value.imaginarySlope += overlap.first * imaginary + overlap.second * loss * real
    }
    let reach = WindowMoments.reach * bin
    var index = group.lowerBound - 1
    while index >= 0, frequency - partials[index].frequency < reach {
      if partials[index].isKnown { remove(partials[index]) }
      index -= 1
    }
    index = group.upperBound
    while index < count, partials[index].frequency - frequency < reach {
      if partials[index].isKnown { remove(partials[index]) }
      index += 1
    }
    // A real tone also has a mirror image at its negative frequency.
    index = 0
    while index < count, partials[index].frequency + frequency < reach {
      if partials[index].isKnown { remove(partials[index], side: -1) }
      index += 1
    }
    return value
  }

  private mutating func set(_ row: Int, _ column: Int, _ value: Double) {
    inverse.elements[row * inverse.capacity + column] = value
  }

  /// The variance of white noise that would leave as much beside a partial as the solution does.
  func leftover(
    beside index: Int, _ group: Range<Int>, _ spectrum: ContinuousSpectrum,
    _ frameCount: Double, _ sampleRate: Double
  ) -> Double {
    let bin = sampleRate / frameCount
    var power = 0.0
    for probe in Self.probes {
      let frequency = centers[index - group.lowerBound] + probe * bin
      let value = value(
        of: spectrum, at: max(0, frequency), without: group, frameCount, sampleRate)
      var rest = (value.real, value.imaginary)
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
}
