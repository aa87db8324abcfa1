/// The newest sound of a microphone, in which the chirps of a session are found once they are over.
package struct ChirpMemory: Sendable {
  private var sampleRate: Double
  private var finder: ChirpFinder
  /// The duration of the sound before ``samples``, in seconds.
  private var start = 0.0
  private var samples: [Float] = []

  /// Creates an empty memory.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, at most 192 000.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    finder = ChirpFinder(sampleRate: sampleRate)
  }

  /// The duration of the sound so far, in seconds.
  package var end: Double { start + Double(samples.count) / sampleRate }

  /// Adds sound.
  package mutating func append(_ block: some Sequence<Float>) { samples += block }

  /// Forgets the sound, and goes on at another rate, as after a loss of the microphone.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, at most 192 000.
  package mutating func begin(sampleRate: Double) {
    start = end
    samples = []
    guard sampleRate != self.sampleRate else { return }
    self.sampleRate = sampleRate
    finder = ChirpFinder(sampleRate: sampleRate)
  }

  /// Forgets old sound, in large pieces, so that the rest is not moved for every block.
  ///
  /// - Parameter second: Seconds since the start, up to which nothing is needed any more.
  package mutating func forget(before second: Double) {
    let count = min(samples.count, Int((second - start) * sampleRate))
    guard count > Int(5 * sampleRate) else { return }
    samples.removeFirst(count)
    start += Double(count) / sampleRate
  }

  /// Finds the chirp of a slot.
  ///
  /// - Parameter second: When the slot begins, in seconds since the start.
  /// - Returns: When the chirp begins, in seconds since the start; `nil` if none stands out.
  package mutating func arrival(inSlotFrom second: Double) -> Double? {
    finder.arrival(in: samples, from: second - start, within: AlignmentPlan.window)
      .map { start + $0.time }
  }
}
