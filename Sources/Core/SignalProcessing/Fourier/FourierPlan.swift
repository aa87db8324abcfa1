/// The order of the stages of a real Fourier transform, and of the memory that they use.
///
/// It never changes, so that all copies of a transform share one.
final class FourierPlan: Sendable {
  /// Shorter transforms have too few values for the vectors of the outer stages.
  static let shortestLength = 128

  let length: Int
  private let outer: OuterStages
  private let inner: ComplexStages

  /// - Parameter length: The number of real samples, a power of two from `shortestLength`.
  init(length: Int) {
    self.length = length
    outer = OuterStages(length: length / 2)
    inner = ComplexStages(length: length / 2)
  }

  /// Computes the split spectrum of samples less their mean, with zeros behind them.
  ///
  /// - Parameters:
  ///   - samples: At most `length` samples.
  ///   - mean: The value to subtract from each.
  ///   - data: Memory for the spectrum, which may be that of the samples.
  ///   - work: Memory for 2 `length` values.
  func forward(
    _ samples: UnsafeBufferPointer<Float>, less mean: Float, to data: UnsafeMutablePointer<Float>,
    _ work: UnsafeMutablePointer<Float>
  ) {
    let buffers = buffers(data, work)
    outer.readSamples(samples, less: mean, into: buffers.work)
    outer.writeSpectrum(buffers.data, from: perform(buffers))
  }

  /// Replaces a split spectrum with its first `count` samples.
  func inverse(
    _ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>, count: Int
  ) {
    let buffers = buffers(data, work)
    outer.readSpectrum(buffers.data, into: buffers.work)
    let result = perform(buffers)
    let isInWork = result.real == buffers.work.real
    outer.writeSamples(
      data, count: count, from: result, spare: isInWork ? buffers.spare : buffers.work,
      scale: 2 / Float(length))
  }

  private typealias Buffers = (data: SplitPointer, work: SplitPointer, spare: SplitPointer)

  private func buffers(
    _ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>
  ) -> Buffers {
    let half = length / 2
    return (
      SplitPointer(data, data + half), SplitPointer(work, work + half),
      SplitPointer(work + length, work + length + half)
    )
  }

  @inline(never)
  private func perform(_ buffers: Buffers) -> SplitPointer {
    inner.perform(in: buffers.work, data: buffers.data, spare: buffers.spare)
  }
}
