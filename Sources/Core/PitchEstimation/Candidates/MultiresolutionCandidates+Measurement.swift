internal import SignalProcessing

/// A note that needs no search, since others tell where it is.
extension MultiresolutionCandidates {
  /// Measures a note that the frames before and after show, in one window.
  ///
  /// - Parameters:
  ///   - frequency: About that of the note, in hertz.
  ///   - window: The index of the window, 0 for the longest.
  ///   - frame: ``frameSize`` samples, in which there is no noise.
  ///   - center: The sample that the window is to be centred on.
  ///   - filledCount: The number of samples received so far.
  /// - Returns: The frequency of the nearest peak in hertz, and its height; `nil` if there is none,
  ///   or the window is not within the frame.
  mutating func measure(
    near frequency: Double, of window: Int, in frame: Span<Float>, around center: Int,
    filledCount: Int
  ) -> (frequency: Double, height: Double)? {
    let (size, level) = (correlations[window].frameSize, level(of: window))
    let first = (center >> level) - size / 2
    guard first >= 0, first + size <= filledCount >> level else { return nil }
    pyramid.load(frame, upTo: level)
    pyramid.withSamples(ofLevel: level, first..<(first + size), of: frame) {
      correlations[window].analyze($0, mean: correlations[window].mean(of: $0))
    }
    if window == 0 {
      correlations[0].correlate(without: noise.taken, addition: noise.addition)
    } else {
      correlations[window].correlate()
    }
    let rate = correlations[window].sampleRate
    let lag = rate / frequency
    let end = correlations[window].longestLag - BandlimitedInterpolation.reach
    guard lag >= 2, lag < Double(end - 1) else { return nil }
    let found = correlations[window].weighted.withUnsafeBufferPointer { values in
      if level > 0, lag < Double(Parameters.shortLags) {
        return interpolator.maximum(of: values, near: lag)
      }
      var nearest = Int(lag + 0.5)
      while nearest < end, values[nearest + 1] > values[nearest] { nearest += 1 }
      while nearest > 1, values[nearest - 1] > values[nearest] { nearest -= 1 }
      return peak(of: values, at: nearest)
    }
    let entry = CandidateList.Entry(
      frequency: rate / found.position, height: found.value, window: window,
      lag: Int(found.position + 0.5))
    guard let exact = measuredFrequency(entry) else { return nil }
    return (exact, found.value)
  }
}
