internal import SignalProcessing

/// The newest sound of a frame, while the rest of it still holds what was before an attack.
extension MultiresolutionCandidates {
  private typealias Newest = TrackerParameters.Beginning

  /// Returns the frequency that the two shorter windows agree on if they end with the frame.
  ///
  /// The frame need not have been searched, and what a search has found is lost.
  ///
  /// - Parameter frame: ``frameSize`` samples.
  /// - Returns: Hertz; `nil` without agreement, and if the shortest window holds too few periods.
  @inline(never)
  mutating func newestFrequency(in frame: Span<Float>) -> Double? {
    guard count == Self.windowCount else { return nil }
    pyramid.load(frame, upTo: level(of: 1))
    guard let quick = strongest(of: 2, in: frame), let sure = strongest(of: 1, in: frame),
      (quick / sure - 1).magnitude < Newest.agreement
    else { return nil }
    return quick
  }

  /// Returns the frequency of the strongest candidate of a window that ends with a frame, in hertz;
  /// `nil` if its peak is low.
  private mutating func strongest(of window: Int, in frame: Span<Float>) -> Double? {
    let (size, level) = (correlations[window].frameSize, level(of: window))
    let end = frameSize >> level
    pyramid.withSamples(ofLevel: level, (end - size)..<end, of: frame) {
      correlations[window].analyze($0, mean: correlations[window].mean(of: $0))
    }
    correlations[window].correlate()
    var list = CandidateList()
    collectPeaks(of: window, into: &list)
    guard list.count > 0, list[0].height >= Newest.leastHeight else { return nil }
    return measuredFrequency(list[0])
  }
}
