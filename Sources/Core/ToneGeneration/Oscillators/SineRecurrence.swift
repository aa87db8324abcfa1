internal import SignalProcessing

/// Sines one after the other by rotation, which is many times faster than one by one.
///
/// Every 64 samples it starts again from the exact phase, so that rounding errors stay below 1e-14 for
/// ever. Those positions depend on the count of samples alone, not on the blocks.
struct SineRecurrence: Sendable {
  private var sine = 0.0
  private var cosine = 1.0
  private var step = (sine: 0.0, cosine: 1.0)
  private var stepPhase: Phase = 0
  private var samplesLeft = 0

  /// Fills a part of a block with a sine, and moves its phase on.
  mutating func fill(
    _ block: inout MutableSpan<Float>, range: Range<Int>, phase: inout Phase,
    step newStep: Phase, amplitude: Double
  ) {
    if newStep != stepPhase {
      stepPhase = newStep
      step = Elementary.sineAndCosine(2 * .pi * newStep.turns)
      samplesLeft = 0
    }
    var index = range.lowerBound
    while index < range.upperBound {
      if samplesLeft == 0 { start(at: phase) }
      let run = min(samplesLeft, range.upperBound - index)
      var (s, c) = (sine, cosine)
      let (a, b) = (step.cosine, step.sine)
      for position in index..<index + run {
        block[position] = Float(amplitude * s)
        (s, c) = (a * s + b * c, a * c - b * s)
      }
      (sine, cosine) = (s, c)
      phase &+= Phase(truncatingIfNeeded: run) &* newStep
      samplesLeft -= run
      index += run
    }
  }

  private mutating func start(at phase: Phase) {
    (sine, cosine) = Elementary.sineAndCosine(2 * .pi * phase.turns)
    samplesLeft = 64
  }
}
