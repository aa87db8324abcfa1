internal import SignalProcessing

/// The Fourier transform of a complex signal, by two real ones.
///
/// - Complexity: O(N log N) time. No allocation after `init`.
struct ComplexTransform: Sendable {
  let length: Int
  private var transform: RealFourierTransform
  private var first: [Float]
  private var second: [Float]

  /// - Parameter length: A power of two in `RealFourierTransform.supportedLengths`.
  init(length: Int) {
    self.length = length
    guard let transform = try? RealFourierTransform(length: length) else {
      preconditionFailure("unsupported length")
    }
    self.transform = transform
    first = Array(repeating: 0, count: length)
    second = Array(repeating: 0, count: first.count)
  }

  /// Replaces samples by their spectrum, bins 0 to N - 1.
  mutating func forward(_ real: inout [Float], _ imaginary: inout [Float]) {
    Self.transform(&real, &transform)
    Self.transform(&imaginary, &transform)
    let half = length / 2
    // X = A + iB, where A and B are symmetric: bins k and N - k share their values.
    for bin in 0...half {
      let (a, b) = (Self.bin(bin, of: real), Self.bin(bin, of: imaginary))
      let mirror = (length - bin) % length
      first[bin] = a.real - b.imaginary
      second[bin] = a.imaginary + b.real
      first[mirror] = a.real + b.imaginary
      second[mirror] = b.real - a.imaginary
    }
    // Bins 0 and N/2 are real, so both assignments agree.
    swap(&real, &first)
    swap(&imaginary, &second)
  }

  /// Replaces a spectrum by its samples.
  mutating func inverse(_ real: inout [Float], _ imaginary: inout [Float]) {
    let half = length / 2
    for bin in 0..<half {
      let mirror = (length - bin) % length
      first[bin] = (real[bin] + real[mirror]) / 2
      second[bin] = (imaginary[bin] + imaginary[mirror]) / 2
      if bin > 0 {
        first[bin + half] = (imaginary[bin] - imaginary[mirror]) / 2
        second[bin + half] = (real[mirror] - real[bin]) / 2
      }
    }
    first[half] = real[half]
    second[half] = imaginary[half]
    Self.invert(&first, &transform)
    Self.invert(&second, &transform)
    swap(&real, &first)
    swap(&imaginary, &second)
  }

  private static func bin(_ bin: Int, of spectrum: [Float]) -> (real: Float, imaginary: Float) {
    let half = spectrum.count / 2
    if bin == 0 { return (spectrum[0], 0) }
    if bin == half { return (spectrum[half], 0) }
    return (spectrum[bin], spectrum[bin + half])
  }

  private static func transform(_ values: inout [Float], _ transform: inout RealFourierTransform) {
    var span = values.mutableSpan
    transform.forward(&span)
  }

  private static func invert(_ values: inout [Float], _ transform: inout RealFourierTransform) {
    var span = values.mutableSpan
    transform.inverse(&span)
  }
}
