import SignalProcessing

/// Correlates each position of the baseband with the chirps of all preambles.
///
/// The spectrum of each frame is whitened first, so that neither a steady whine nor coloured noise
/// dominates the correlation. Results are relative to noise: their mean there is 1.
///
/// - SeeAlso: C. H. Knapp, G. C. Carter, "The generalized correlation method for estimation of time
///   delay", IEEE Trans. ASSP 24(4), 1976, [doi:10.1109/TASSP.1976.1162830](https://doi.org/10.1109/TASSP.1976.1162830).
struct ChirpCorrelator: Sendable {
  /// One chirp, as its spectrum.
  private struct Template: Sendable {
    var real: [Float]
    var imaginary: [Float]
    var scale: Float
  }

  let frameLength: Int
  /// The number of samples from the start of one frame to that of the next.
  let hop: Int
  private let historyMask: Int64
  private var transform: ComplexTransform
  private var templates: [Template] = []  // rising and falling, short and long
  private var histories: [[Float]]
  private let edge: Int  // the last bin of the band, to either side
  private let smoothing: Int
  private var real: [Float]
  private var imaginary: [Float]
  private var productReal: [Float]
  private var productImaginary: [Float]
  private var power: [Float]
  /// The position after the last one with a result.
  private(set) var end: Int64 = 0

  init(_ grid: SymbolGrid) {
    frameLength = 16 * grid.binCount
    let longest = Preamble.Kind.tones.chirpLength(grid)
    hop = frameLength - longest
    historyMask = Int64(4 * frameLength) - 1
    transform = ComplexTransform(length: frameLength)
    edge = Int((0.53 * grid.bandwidth / grid.basebandRate * Double(frameLength)).rounded())
    smoothing = 16
    real = Array(repeating: 0, count: frameLength)
    imaginary = Array(repeating: 0, count: real.count)
    productReal = Array(repeating: 0, count: real.count)
    productImaginary = Array(repeating: 0, count: real.count)
    power = Array(repeating: 0, count: 2 * edge + 1)
    histories = Array(
      repeating: Array(repeating: 0, count: 4 * frameLength), count: 4)
    for kind in [Preamble.Kind.carriers, .tones] {
      for isRising in [true, false] {
        templates.append(
          template(Chirp(grid, length: kind.chirpLength(grid), isRising: isRising), grid))
      }
    }
  }

  /// The match at a position, which must be among the newest ones.
  @inline(__always)
  func value(_ position: Int64, kind: Preamble.Kind, isRising: Bool) -> Float {
    histories[(kind == .carriers ? 0 : 2) + (isRising ? 0 : 1)][Int(position & historyMask)]
  }

  /// Returns `true` if enough samples have arrived for the next frame.
  func isReady(_ ring: BasebandRing) -> Bool { ring.end >= end + Int64(frameLength) }

  /// Analyses the next frame.
  mutating func advance(_ ring: BasebandRing) {
    ring.copy(from: end, count: frameLength, &real, &imaginary)
    if isSilent {
      for index in histories.indices { clear(index) }
    } else {
      transform.forward(&real, &imaginary)
      whiten()
      for index in templates.indices { correlate(index) }
    }
    end += Int64(hop)
  }

  private var isSilent: Bool {
    for index in real.indices where real[index] != 0 || imaginary[index] != 0 { return false }
    return true
  }

  private mutating func clear(_ index: Int) {
    for offset in 0..<hop { histories[index][Int((end + Int64(offset)) & historyMask)] = 0 }
  }

  /// Divides each bin of the band by the mean magnitude around it, and clears the others.
  private mutating func whiten() {
    let count = 2 * edge + 1
    for offset in 0..<count {
      let bin = bin(offset)
      power[offset] = real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
    }
    var sum: Float = 0
    for offset in 0..<min(smoothing, count) { sum += power[offset] }
    productReal.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    productImaginary.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    for offset in 0..<count {
      if offset + smoothing < count { sum += power[offset + smoothing] }
      if offset > smoothing { sum -= power[offset - smoothing - 1] }
      let terms = min(offset + smoothing, count - 1) - max(offset - smoothing, 0) + 1
      let mean = max(sum / Float(terms), 0)
      let factor = mean > 1e-20 ? 1 / mean.squareRoot() : 0
      let bin = bin(offset)
      productReal[bin] = real[bin] * factor
      productImaginary[bin] = imaginary[bin] * factor
    }
    swap(&real, &productReal)
    swap(&imaginary, &productImaginary)
  }

  private func bin(_ offset: Int) -> Int {
    offset >= edge ? offset - edge : frameLength + offset - edge
  }

  private mutating func correlate(_ index: Int) {
    for bin in 0..<frameLength {
      let (a, b) = (templates[index].real[bin], templates[index].imaginary[bin])
      productReal[bin] = real[bin] * a + imaginary[bin] * b
      productImaginary[bin] = imaginary[bin] * a - real[bin] * b
    }
    transform.inverse(&productReal, &productImaginary)
    let scale = templates[index].scale
    for offset in 0..<hop {
      let (a, b) = (productReal[offset], productImaginary[offset])
      histories[index][Int((end + Int64(offset)) & historyMask)] = scale * (a * a + b * b)
    }
  }

  private mutating func template(_ chirp: Chirp, _ grid: SymbolGrid) -> Template {
    var real = [Float](repeating: 0, count: frameLength)
    var imaginary = real
    let length = Int((chirp.duration * grid.basebandRate).rounded())
    for index in 0..<length {
      let time = Double(index) / grid.basebandRate
      let angle = Elementary.sineAndCosine(2 * .pi * chirp.turns(at: time))
      real[index] = Float(chirp.gain(at: time) * angle.cosine)
      imaginary[index] = Float(chirp.gain(at: time) * angle.sine)
    }
    transform.forward(&real, &imaginary)
    // Whitened noise has power 1 in each bin of the band, so this is its mean after the inverse.
    var energy: Float = 0
    for offset in 0..<2 * edge + 1 {
      let bin = bin(offset)
      energy += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
    }
    let scale = Float(frameLength) * Float(frameLength) / energy
    return Template(real: real, imaginary: imaginary, scale: scale)
  }
}

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
