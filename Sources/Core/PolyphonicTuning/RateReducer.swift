package import SignalProcessing

/// Divides a high sample rate by a whole number, so that frames stay short.
package struct RateReducer: Sendable {
  /// Rates up to this one, in hertz, are kept, unless another is asked for.
  package static let highestRate = 50_000.0

  package let outputRate: Double
  private let factor: Int
  private let weights: [Float]
  private var recent: [Float]  // twice, so that the newest follow each other
  private var next = 0
  private var phase = 0

  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - highest: The highest rate that is kept, in hertz.
  package init(sampleRate: Double, highest: Double = Self.highestRate) {
    factor = Int((sampleRate / highest).rounded(.up))
    outputRate = sampleRate / Double(factor)
    let half = 16 * factor
    let cutoff = 0.42 / Double(factor)
    let raw = (-half...half).map { index -> Double in
      let (time, edge) = (Double(index), Double(half + 1))
      let sinc =
        index == 0 ? 2 * cutoff : Elementary.sin(2 * .pi * cutoff * time) / (.pi * time)
      return sinc * (0.5 + 0.5 * Elementary.cos(.pi * time / edge))
    }
    let sum = raw.reduce(0, +)
    weights = raw.map { Float($0 / sum) }
    recent = Array(repeating: 0, count: 2 * weights.count)
  }

  /// Appends samples to a history at the lower rate.
  package mutating func reduce(_ block: Span<Float>, into history: inout SampleHistory) {
    guard factor > 1 else {
      history.append(block)
      return
    }
    for index in 0..<block.count {
      let sample = block[index]
      let kept = sample.magnitude <= Framer.largestMagnitude ? sample : 0
      recent[next] = kept
      recent[next + weights.count] = kept
      next = (next + 1) % weights.count
      phase += 1
      guard phase == factor else { continue }
      phase = 0
      var sum: Float = 0
      for tap in weights.indices { sum += weights[tap] * recent[next + tap] }
      withUnsafePointer(to: &sum) {
        history.append(UnsafeBufferPointer(start: $0, count: 1).span)
      }
    }
  }
}
