/// The stages of a complex fast Fourier transform on split real and imaginary parts.
///
/// A decimation-in-frequency Stockham transform of radix 4, with one closing stage of radix 2 where
/// the length is an odd power of two. Every stage reads and writes whole vectors of four and leaves
/// the result in order, so that no bit reversal is needed. `length` is a power of two, 16 or more.
///
/// - SeeAlso: C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", SIAM 1992,
///   section 1.7.
struct ComplexStages: Sendable {
  typealias Vector = SIMD4<Float>

  /// Real and imaginary parts of a signal, `length` samples each.
  struct Parts {
    var real: UnsafeMutablePointer<Float>
    var imaginary: UnsafeMutablePointer<Float>
  }

  let length: Int
  /// For each stage of sub-length n: Re w, Im w, Re w², Im w², Re w³, Im w³ with w = e^(−2πip/n),
  /// n/4 values each.
  private let twiddles: [Float]

  init(length: Int) {
    self.length = length
    var twiddles: [Float] = []
    var subLength = length
    while subLength >= 4 {
      for power in 1...3 {
        for part in 0...1 {
          for p in 0..<(subLength / 4) {
            let angle = -2 * Double.pi * Double(power * p % subLength) / Double(subLength)
            let (sine, cosine) = Elementary.sineAndCosine(angle)
            twiddles.append(Float(part == 0 ? cosine : sine))
          }
        }
      }
      subLength /= 4
    }
    self.twiddles = twiddles
  }

  /// Transforms what stands in `first`, using both buffers.
  ///
  /// - Returns: Whichever of the two buffers holds the result.
  func transform(_ first: Parts, workspace second: Parts) -> Parts {
    twiddles.withUnsafeBufferPointer { twiddles in
      guard var stage = twiddles.baseAddress else { return first }
      firstStage(from: first, to: second, twiddles: stage)
      var source = second
      var destination = first
      var subLength = length / 4
      var stride = 4
      stage += 6 * (length / 4)
      while subLength >= 4 {
        laterStage(
          from: source, to: destination, subLength: subLength, stride: stride, twiddles: stage)
        stage += 6 * (subLength / 4)
        subLength /= 4
        stride *= 4
        swap(&source, &destination)
      }
      if subLength == 2 {
        closingStage(from: source, to: destination)
        return destination
      }
      return source
    }
  }
}

extension ComplexStages {
  /// The stage of stride 1: vectors run along p, and four of them are transposed on the way out.
  @inline(__always)
  private func firstStage(
    from source: Parts, to destination: Parts, twiddles: UnsafePointer<Float>
  ) {
    let quarter = length / 4
    for p in stride(from: 0, to: quarter, by: 4) {
      let out = butterfly(
        load(source, p), load(source, p + quarter), load(source, p + 2 * quarter),
        load(source, p + 3 * quarter),
        load(twiddles, p), load(twiddles + quarter, p), load(twiddles + 2 * quarter, p),
        load(twiddles + 3 * quarter, p), load(twiddles + 4 * quarter, p),
        load(twiddles + 5 * quarter, p))
      storeTransposed(out.0.real, out.1.real, out.2.real, out.3.real, destination.real + 4 * p)
      storeTransposed(
        out.0.imaginary, out.1.imaginary, out.2.imaginary, out.3.imaginary,
        destination.imaginary + 4 * p)
    }
  }

  /// A stage of stride 4 or more: vectors run along the stride, with one twiddle for all.
  @inline(__always)
  private func laterStage(
    from source: Parts, to destination: Parts, subLength: Int, stride: Int,
    twiddles: UnsafePointer<Float>
  ) {
    let quarter = subLength / 4
    let step = stride * quarter
    for p in 0..<quarter {
      let w1r = Vector(repeating: twiddles[p])
      let w1i = Vector(repeating: twiddles[p + quarter])
      let w2r = Vector(repeating: twiddles[p + 2 * quarter])
      let w2i = Vector(repeating: twiddles[p + 3 * quarter])
      let w3r = Vector(repeating: twiddles[p + 4 * quarter])
      let w3i = Vector(repeating: twiddles[p + 5 * quarter])
      let read = stride * p
      let write = 4 * stride * p
      var q = 0
      while q < stride {
        let out = butterfly(
          load(source, read + q), load(source, read + q + step), load(source, read + q + 2 * step),
          load(source, read + q + 3 * step), w1r, w1i, w2r, w2i, w3r, w3i)
        store(out.0, destination, write + q)
        store(out.1, destination, write + q + stride)
        store(out.2, destination, write + q + 2 * stride)
        store(out.3, destination, write + q + 3 * stride)
        q += 4
      }
    }
  }

  /// The stage of radix 2 with sub-length 2, whose twiddle is 1.
  @inline(__always)
  private func closingStage(from source: Parts, to destination: Parts) {
    let half = length / 2
    for q in stride(from: 0, to: half, by: 4) {
      let a = load(source, q)
      let b = load(source, q + half)
      store(Complex(a.real + b.real, a.imaginary + b.imaginary), destination, q)
      store(Complex(a.real - b.real, a.imaginary - b.imaginary), destination, q + half)
    }
  }
}

extension ComplexStages {
  /// Four complex numbers.
  private struct Complex {
    var real: Vector
    var imaginary: Vector

    @inline(__always)
    init(_ real: Vector, _ imaginary: Vector) {
      self.real = real
      self.imaginary = imaginary
    }
  }

  /// The discrete Fourier transform of four values, each result times its twiddle factor.
  @inline(__always)
  private func butterfly(
    _ a: Complex, _ b: Complex, _ c: Complex, _ d: Complex, _ w1r: Vector, _ w1i: Vector,
    _ w2r: Vector, _ w2i: Vector, _ w3r: Vector, _ w3i: Vector
  ) -> (Complex, Complex, Complex, Complex) {
    let sumAC = Complex(a.real + c.real, a.imaginary + c.imaginary)
    let differenceAC = Complex(a.real - c.real, a.imaginary - c.imaginary)
    let sumBD = Complex(b.real + d.real, b.imaginary + d.imaginary)
    // i (b − d)
    let rotatedBD = Complex(d.imaginary - b.imaginary, b.real - d.real)
    let y1 = Complex(
      differenceAC.real - rotatedBD.real, differenceAC.imaginary - rotatedBD.imaginary)
    let y2 = Complex(sumAC.real - sumBD.real, sumAC.imaginary - sumBD.imaginary)
    let y3 = Complex(
      differenceAC.real + rotatedBD.real, differenceAC.imaginary + rotatedBD.imaginary)
    return (
      Complex(sumAC.real + sumBD.real, sumAC.imaginary + sumBD.imaginary),
      Complex(y1.real * w1r - y1.imaginary * w1i, y1.real * w1i + y1.imaginary * w1r),
      Complex(y2.real * w2r - y2.imaginary * w2i, y2.real * w2i + y2.imaginary * w2r),
      Complex(y3.real * w3r - y3.imaginary * w3i, y3.real * w3i + y3.imaginary * w3r)
    )
  }

  @inline(__always)
  private func load(_ values: UnsafePointer<Float>, _ index: Int) -> Vector {
    UnsafeRawPointer(values + index).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private func load(_ parts: Parts, _ index: Int) -> Complex {
    Complex(load(parts.real, index), load(parts.imaginary, index))
  }

  @inline(__always)
  private func store(_ value: Complex, _ parts: Parts, _ index: Int) {
    UnsafeMutableRawPointer(parts.real + index).storeBytes(of: value.real, as: Vector.self)
    UnsafeMutableRawPointer(parts.imaginary + index)
      .storeBytes(of: value.imaginary, as: Vector.self)
  }

  /// Stores a0 b0 c0 d0, a1 b1 c1 d1, …
  @inline(__always)
  private func storeTransposed(
    _ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector, _ destination: UnsafeMutablePointer<Float>
  ) {
    let raw = UnsafeMutableRawPointer(destination)
    raw.storeBytes(of: Vector(a.x, b.x, c.x, d.x), as: Vector.self)
    raw.storeBytes(of: Vector(a.y, b.y, c.y, d.y), toByteOffset: 16, as: Vector.self)
    raw.storeBytes(of: Vector(a.z, b.z, c.z, d.z), toByteOffset: 32, as: Vector.self)
    raw.storeBytes(of: Vector(a.w, b.w, c.w, d.w), toByteOffset: 48, as: Vector.self)
  }
}
