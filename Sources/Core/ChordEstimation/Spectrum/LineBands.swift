internal import SignalProcessing

/// The bins of each line of a spectrum on frequencies in steps of the same ratio.
///
/// A line is a triangle over the bins, as wide as a step, but not narrower than what the window or
/// the transform separates.
final class LineBands: Sendable {
  /// The first bin of each line, and where its weights begin; one more than there are lines.
  let firsts: [Int]
  let starts: [Int]
  let weights: [Float]
  /// The weights over the width of a step in hertz, and those times how far the bin lies from the
  /// line, in lines.
  let byHertz: [Float]
  let places: [Float]

  /// - Parameters:
  ///   - binWidth: The distance from bin to bin, in hertz.
  ///   - duration: The length of the window, in seconds.
  ///   - highest: The highest frequency to read, in hertz.
  init(binWidth: Double, duration: Double, highest: Double) {
    var (firsts, starts): ([Int], [Int]) = ([], [])
    var (weights, byHertz, places): ([Float], [Float], [Float]) = ([], [], [])
    let step = Elementary.exp2(1 / ChordWeights.stepsPerOctave) - 1
    let slope = Elementary.log(2.0) / ChordWeights.stepsPerOctave
    for line in 0..<ChordWeights.lineCount {
      let frequency = LineScale.frequency(of: Double(line))
      let width = max(frequency * step, 0.5 / duration, binWidth)
      let first = max(0, Int(((frequency - width) / binWidth).rounded(.up)))
      firsts.append(first)
      starts.append(weights.count)
      guard frequency + width <= highest else { continue }
      let end = Int((frequency + width) / binWidth) + 1
      func height(_ bin: Int) -> Double {
        max(0, 1 - (Double(bin) * binWidth - frequency).magnitude / width)
      }
      var sum = 0.0
      for bin in first..<end { sum += height(bin) }
      for bin in first..<end {
        let weight = height(bin) / max(1e-9, sum)
        let perHertz = weight / (frequency * slope)
        weights.append(Float(weight))
        byHertz.append(Float(perHertz))
        places.append(Float(perHertz * (Double(bin) * binWidth - frequency)))
      }
    }
    starts.append(weights.count)
    (self.firsts, self.starts, self.weights) = (firsts, starts, weights)
    (self.byHertz, self.places) = (byHertz, places)
  }
}
