internal import CKammerton
internal import IntonationPractice

extension ReferencePerformance {
  /// Hears a recording that is followed, in two passes.
  ///
  /// - Parameters:
  ///   - samples: The recording.
  ///   - sampleRate: Samples per second.
  /// - Throws: The status that says why it cannot be followed.
  init(
    hearing samples: UnsafeBufferPointer<Float>, sampleRate: Double
  ) throws(Refusal) {
    let first = try Self.pass(after: nil, samples, sampleRate)
    self = try Self.pass(after: first, samples, sampleRate)
  }

  @inline(never)
  private static func pass(
    after first: ReferencePerformance?, _ samples: UnsafeBufferPointer<Float>, _ sampleRate: Double
  ) throws(Refusal) -> ReferencePerformance {
    var listener = ReferenceListener(after: first)
    let ear: Ear
    do {
      ear = Ear(try listener.hearing(sampleRate: sampleRate))
    } catch {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
    samples.forEachBlock { block in
      ear.append(block)
      while let heard = ear.next() { listener.process(heard) }
    }
    ear.finish()
    while let heard = ear.next() { listener.process(heard) }
    do {
      return try listener.performance()
    } catch {
      throw Refusal(KTN_NOT_A_SCORE)
    }
  }
}
