/// The newest samples of the baseband.
struct BasebandRing: Sendable {
  private let mask: Int64
  private(set) var real: [Float]
  private(set) var imaginary: [Float]
  /// The position after the newest sample, counted from the first one ever.
  private(set) var end: Int64 = 0

  /// - Parameter capacity: A power of two.
  init(capacity: Int) {
    mask = Int64(capacity) - 1
    real = Array(repeating: 0, count: capacity)
    // An array of its own, here as everywhere: a shared one is copied, while sound waits, when it is first written.
    imaginary = Array(repeating: 0, count: real.count)
  }

  /// The position of the oldest sample that is kept.
  var start: Int64 { max(0, end - mask - 1) }

  mutating func append(_ sample: (real: Float, imaginary: Float)) {
    let index = Int(end & mask)
    real[index] = sample.real
    imaginary[index] = sample.imaginary
    end += 1
  }

  /// Copies samples; 0 where there are none.
  func copy(from position: Int64, count: Int, _ real: inout [Float], _ imaginary: inout [Float]) {
    for index in 0..<count {
      let sample = position + Int64(index)
      let isKept = sample >= start && sample < end
      real[index] = isKept ? self.real[Int(sample & mask)] : 0
      imaginary[index] = isKept ? self.imaginary[Int(sample & mask)] : 0
    }
  }
}
