/// The order of the stages of a real Fourier transform and of the memory that they go through.
struct FourierPlan: Sendable {
  /// Shorter transforms have too few values for the vectors of the outer stages.
  static let shortestLength = 64

  let length: Int
  private let outer: OuterStages
  private let forward: ComplexStages
  private let inverse: ComplexStages

  /// - Parameter length: The number of real samples, a power of two from `shortestLength`.
  init(length: Int) {
    self.length = length
    let half = length / 2
    // The stage beside the spectrum has radix 4; the others multiply to the rest. Radix 8 saves
    // passes through memory, but the eight rows of a long transform fall on the same cache lines.
    var radices: [Int] = []
    var rest = half / 4
    while rest > 1 {
      let radix = rest == 8 || (half < 8192 && rest != 4 && rest != 16) ? 8 : 4
      radices.append(radix)
      rest /= radix
    }
    outer = OuterStages(length: half, sampleRadix: radices[0])
    forward = ComplexStages(
      radices: Array(radices.dropFirst()), length: half, subLength: radices[0])
    inverse = ComplexStages(
      radices: Array(radices.dropFirst().reversed()), length: half, subLength: 4)
  }

  /// Replaces `length` samples with their split spectrum.
  ///
  /// - Parameters:
  ///   - data: The samples.
  ///   - work: Memory for 2 `length` values.
  func forward(_ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>) {
    let buffers = buffers(data, work)
    outer.readSamples(data, into: buffers.work)
    outer.writeSpectrum(buffers.data, from: perform(forward, buffers))
  }

  /// Replaces a split spectrum with its samples.
  func inverse(_ data: UnsafeMutablePointer<Float>, _ work: UnsafeMutablePointer<Float>) {
    let buffers = buffers(data, work)
    outer.readSpectrum(buffers.data, into: buffers.work)
    let result = perform(inverse, buffers)
    let spare = inverse.stages.count.isMultiple(of: 2) ? buffers.spare : buffers.work
    outer.writeSamples(data, from: result, spare: spare, scale: 2 / Float(length))
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

  /// Performs all stages on what stands in `work`.
  ///
  /// - Returns: Where the result stands: not in `data`.
  private func perform(_ stages: ComplexStages, _ buffers: Buffers) -> SplitPointer {
    var source = buffers.work
    var destination = buffers.data
    for (index, stage) in stages.stages.enumerated() {
      // An odd number of stages needs one more buffer, to end outside `data`.
      if index == 0, !stages.stages.count.isMultiple(of: 2) {
        stages.perform(stage, from: source, to: buffers.spare)
        source = buffers.spare
      } else {
        stages.perform(stage, from: source, to: destination)
        swap(&source, &destination)
      }
    }
    return source
  }
}
