import SignalProcessing

/// The least standard error of f1 of each of several stiff strings that any unbiased estimate can
/// reach in white noise, from the Fisher information of all f1, B, amplitudes and phases.
///
/// S. M. Kay, "Fundamentals of Statistical Signal Processing: Estimation Theory", 1993, section 3.9.
func cramerRaoBounds(
  of strings: [SyntheticString], phases: [[Double]], seconds: Double, sampleRate: Double,
  noise: Double
) -> [Double] {
  let count = Int(seconds * sampleRate)
  var columns: [[Double]] = []
  var frequencyColumns: [Int] = []
  for (string, phases) in zip(strings, phases) {
    var byFrequency = [Double](repeating: 0, count: count)
    var byStiffness = byFrequency
    frequencyColumns.append(columns.count)
    columns += [byFrequency, byStiffness]
    let (first, b) = (columns.count - 2, string.inharmonicity)
    for order in 1...string.partialCount {
      let frequency = string.partial(order)
      let square = Double(order * order)
      // ∂f/∂B at a constant f1.
      let slope = frequency / 2 * (square / (1 + b * square) - 1 / (1 + b))
      let amplitude = string.amplitude / Elementary.power(Double(order), string.slope)
      var (sines, cosines) = (byFrequency, byFrequency)
      for index in 0..<count {
        let time = Double(index - count / 2) / sampleRate
        let (sine, cosine) = Elementary.sineAndCosine(
          2 * .pi * frequency * time + phases[order - 1])
        (sines[index], cosines[index]) = (sine, amplitude * cosine)
        let turning = 2 * .pi * time * amplitude * cosine
        columns[first][index] += turning * frequency / string.frequency
        columns[first + 1][index] += turning * slope
      }
      columns += [sines, cosines]
    }
    (byFrequency, byStiffness) = ([], [])
  }
  let inverse = invertedInformation(columns, noise: noise)
  return frequencyColumns.map { inverse[$0][$0].squareRoot() }
}

/// (Jᵀ J / σ²)⁻¹ by Gauss and Jordan, with scaled columns.
private func invertedInformation(_ columns: [[Double]], noise: Double) -> [[Double]] {
  let size = columns.count
  var matrix = [[Double]](repeating: Array(repeating: 0, count: size), count: size)
  for row in 0..<size {
    for column in 0...row {
      var sum = 0.0
      for index in columns[row].indices { sum += columns[row][index] * columns[column][index] }
      matrix[row][column] = sum / (noise * noise)
      matrix[column][row] = matrix[row][column]
    }
  }
  let scales = (0..<size).map { 1 / matrix[$0][$0].squareRoot() }
  var inverse = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0.0 } }
  for row in 0..<size {
    for column in 0..<size { matrix[row][column] *= scales[row] * scales[column] }
  }
  for pivot in 0..<size {
    let factor = 1 / matrix[pivot][pivot]
    for column in 0..<size {
      matrix[pivot][column] *= factor
      inverse[pivot][column] *= factor
    }
    for row in 0..<size where row != pivot {
      let share = matrix[row][pivot]
      for column in 0..<size {
        matrix[row][column] -= share * matrix[pivot][column]
        inverse[row][column] -= share * inverse[pivot][column]
      }
    }
  }
  return (0..<size).map { row in
    (0..<size).map { inverse[row][$0] * scales[row] * scales[$0] }
  }
}
