/// The first and the last stage of a real Fourier transform.
///
/// The even samples of a real signal are the real parts, the odd ones the imaginary parts of a
/// complex signal z of half the length, `length`. With a = Z(k), b = conj Z(length − k) and
/// g = −i/2 · e^(−πik/length), the spectrum of the real signal is X(k) = (a + b)/2 + (a − b) g, and
/// conj X(length − k) = (a + b)/2 − (a − b) g; the way back has conj g for g. Both are done in
/// passing, while the stage beside them has its values in hand.
struct OuterStages: Sendable {
  private typealias Lanes = ComplexVector.Lanes

  /// The number of complex values, 32 or more.
  let length: Int
  /// The radix of the stage beside the samples, 4 or 8; that beside the spectrum has radix 4.
  let sampleRadix: Int
  /// With w = e^(−2πi/length), for each four p: the real and the imaginary parts of w^p, w^2p, …
  /// w^(r − 1)p.
  private let sampleTwiddles: [Float]
  /// Re w^p, Im w^p, Re w^2p, Im w^2p, Re w^3p, Im w^3p, `length` / 4 values of each.
  private let spectrumTwiddles: [Float]
  /// Re g for k in 0..<`length` / 2, then Im g.
  private let turns: [Float]

  init(length: Int, sampleRadix: Int) {
    self.length = length
    self.sampleRadix = sampleRadix
    var twiddles: [Float] = []
    for block in stride(from: 0, to: length / sampleRadix, by: 4) {
      for power in 1..<sampleRadix {
        Self.append(block..<block + 4, times: power, of: length, to: &twiddles)
      }
    }
    sampleTwiddles = twiddles
    twiddles = []
    for power in 1...3 {
      Self.append(0..<length / 4, times: power, of: length, to: &twiddles)
    }
    spectrumTwiddles = twiddles
    twiddles = []
    // g = −i/2 · w is a quarter of a turn behind the root w.
    for index in 0..<length / 2 {
      twiddles.append(0.5 * ComplexStages.root(of: 2 * length, power: index).imaginary)
    }
    for index in 0..<length / 2 {
      twiddles.append(-0.5 * ComplexStages.root(of: 2 * length, power: index).real)
    }
    turns = twiddles
  }

  /// Appends the real parts of some roots of one, raised to a power, then the imaginary parts.
  @inline(never)
  private static func append(
    _ indices: Range<Int>, times power: Int, of length: Int, to twiddles: inout [Float]
  ) {
    for index in indices {
      twiddles.append(ComplexStages.root(of: length, power: power * index).real)
    }
    for index in indices {
      twiddles.append(ComplexStages.root(of: length, power: power * index).imaginary)
    }
  }
}

// The stage beside the samples.
extension OuterStages {
  /// The first stage of the forward transform: reads pairs of samples.
  func readSamples(_ samples: UnsafeMutablePointer<Float>, into destination: SplitPointer) {
    if sampleRadix == 8 {
      readSamples(samples, into: destination, Radix8.self)
    } else {
      readSamples(samples, into: destination, Radix4.self)
    }
  }

  /// All factors of this stage are 1.
  @inline(__always)
  private func readSamples<Transform: Butterfly>(
    _ samples: UnsafeMutablePointer<Float>, into destination: SplitPointer,
    _ transform: Transform.Type
  ) {
    let stride = length / Transform.radix
    var q = 0
    while q < stride {
      Transform.transform(
        load: { Self.pairs(samples + 2 * (q + $0 * stride)) },
        store: { $1.store(destination, q + $0 * stride) })
      q += 4
    }
  }

  /// Four complex numbers whose real and imaginary parts take turns.
  @inline(__always)
  private static func pairs(_ source: UnsafePointer<Float>) -> ComplexVector {
    let (low, high) = (Lanes(source, 0), Lanes(source, 4))
    return ComplexVector(.evens(low, high), .odds(low, high))
  }

  /// The last stage of the inverse transform: writes pairs of samples. Real and imaginary parts are
  /// exchanged.
  ///
  /// - Parameters:
  ///   - samples: Where the samples go.
  ///   - source: The values, which are lost.
  ///   - spare: Memory for as many values.
  ///   - scale: A factor for the samples.
  func writeSamples(
    _ samples: UnsafeMutablePointer<Float>, from source: SplitPointer, spare: SplitPointer,
    scale: Float
  ) {
    if sampleRadix == 8 {
      lastStage(from: source, to: spare, scale: scale, Radix8.self)
    } else {
      lastStage(from: source, to: spare, scale: scale, Radix4.self)
    }
    // A pass of its own: together with the stage, the compiler takes the vectors apart.
    for index in stride(from: 0, to: length, by: 4) {
      let (even, odd) = (Lanes(spare.imaginary, index), Lanes(spare.real, index))
      Lanes.zippedLow(even, odd).store(samples, 2 * index)
      Lanes.zippedHigh(even, odd).store(samples, 2 * index + 4)
    }
  }

  /// Vectors run along p: four groups of values are transposed on the way in.
  @inline(__always)
  private func lastStage<Transform: Butterfly>(
    from source: SplitPointer, to destination: SplitPointer, scale: Float,
    _ transform: Transform.Type
  ) {
    let (count, radix) = (length / Transform.radix, Transform.radix)
    sampleTwiddles.withUnsafeBufferPointer { twiddles in
      guard var factors = twiddles.baseAddress else { return }
      for p in Swift.stride(from: 0, to: count, by: 4) {
        let low = ComplexVector.transposed(source, radix * p, step: radix)
        let high = ComplexVector.transposed(source, radix * p + radix - 4, step: radix)
        Transform.transform(
          load: { index in
            let value = Self.row(index % 4, of: index < 4 ? low : high)
            guard index > 0 else { return value }
            return value * ComplexVector(factors, 8 * (index - 1), 4)
          },
          store: {
            ComplexVector($1.real * scale, $1.imaginary * scale).store(
              destination, p + $0 * count)
          })
        factors += 8 * (radix - 1)
      }
    }
  }
}

// The stage beside the spectrum, of radix 4. Row j of it holds the bins q + j length/4; the mirror
// image of row j are the bins length/4 − q of row 3 − j.
extension OuterStages {
  private typealias Rows = (ComplexVector, ComplexVector, ComplexVector, ComplexVector)

  /// The last stage of the forward transform.
  func writeSpectrum(_ spectrum: SplitPointer, from source: SplitPointer) {
    let quarter = length / 4
    spectrumTwiddles.withUnsafeBufferPointer { twiddles in
      guard let twiddles = twiddles.baseAddress else { return }
      forEachBlock { q, mirror, turns in
        let a = ComplexVector.transposed(source, 4 * q, step: 4)
        let w = Self.rows { ComplexVector(twiddles + 2 * quarter * max(0, $0 - 1), q, quarter) }
        let near = Self.butterfly((a.0, a.1 * w.1, a.2 * w.2, a.3 * w.3))
        let b = ComplexVector.transposed(source, 4 * (mirror + 3), step: -4)
        let v = Self.rows {
          ComplexVector(twiddles + 2 * quarter * max(0, $0 - 1), mirror, quarter).reversed
        }
        let far = Self.butterfly((b.0, b.1 * v.1, b.2 * v.2, b.3 * v.3))
        let (bins, images) = Self.untangle(near, far, turns, isInverse: false)
        bins.0.store(spectrum, q)
        bins.1.store(spectrum, q + quarter)
        bins.2.store(spectrum, q + 2 * quarter)
        bins.3.store(spectrum, q + 3 * quarter)
        images.0.storeReversed(spectrum, mirror)
        images.1.storeReversed(spectrum, mirror + quarter)
        images.2.storeReversed(spectrum, mirror + 2 * quarter)
        images.3.storeReversed(spectrum, mirror + 3 * quarter)
      }
    }
    let z = Self.butterfly(Self.rows { ComplexVector(repeating: source, $0) })
    spectrum.real[0] = z.0.real.x + z.0.imaginary.x
    spectrum.imaginary[0] = z.0.real.x - z.0.imaginary.x
    let (bin, image) = Self.untangle(z.1, z.3, turnOfQuarter, isInverse: false)
    bin.storeFirst(spectrum, quarter)
    z.2.conjugate.storeFirst(spectrum, 2 * quarter)
    image.storeFirst(spectrum, 3 * quarter)
  }

  /// The first stage of the inverse transform. Real and imaginary parts are exchanged, which turns
  /// the forward complex transform into the inverse one.
  func readSpectrum(_ spectrum: SplitPointer, into destination: SplitPointer) {
    let quarter = length / 4
    forEachBlock { q, mirror, turns in
      let (near, far) = Self.untangle(
        Self.rows { ComplexVector(spectrum, q + $0 * quarter) },
        Self.rows { ComplexVector(reversed: spectrum, mirror + $0 * quarter) }, turns,
        isInverse: true)
      let a = Self.butterfly(Self.exchanged(near))
      a.0.store(destination, q)
      a.1.store(destination, q + quarter)
      a.2.store(destination, q + 2 * quarter)
      a.3.store(destination, q + 3 * quarter)
      let b = Self.butterfly(Self.exchanged(far))
      b.0.storeReversed(destination, mirror)
      b.1.storeReversed(destination, mirror + quarter)
      b.2.storeReversed(destination, mirror + 2 * quarter)
      b.3.storeReversed(destination, mirror + 3 * quarter)
    }
    let x = Self.rows { ComplexVector(repeating: spectrum, $0 * quarter) }
    let first = ComplexVector(
      (x.0.real + x.0.imaginary) * 0.5, (x.0.real - x.0.imaginary) * 0.5)
    let (bin, image) = Self.untangle(x.1, x.3, turnOfQuarter, isInverse: true)
    let z = Self.butterfly(Self.exchanged((first, bin, x.2.conjugate, image)))
    z.0.storeFirst(destination, 0)
    z.1.storeFirst(destination, quarter)
    z.2.storeFirst(destination, 2 * quarter)
    z.3.storeFirst(destination, 3 * quarter)
  }

  /// Visits q...q + 3 and their mirror images, which start at `mirror`, for q from 1 up to
  /// `length` / 8, with g of rows 0 and 1. The last visit may do bins of the one before once more.
  @inline(__always)
  private func forEachBlock(
    _ body: (_ q: Int, _ mirror: Int, _ turns: (ComplexVector, ComplexVector)) -> Void
  ) {
    let (half, quarter) = (length / 2, length / 4)
    let last = quarter / 2 - 3
    turns.withUnsafeBufferPointer { turns in
      guard let turns = turns.baseAddress else { return }
      var q = 1
      while true {
        body(
          q, quarter - q - 3,
          (ComplexVector(turns, q, half), ComplexVector(turns, q + quarter, half)))
        if q == last { break }
        q = min(q + 4, last)
      }
    }
  }

  /// g of bin `length` / 4.
  private var turnOfQuarter: ComplexVector {
    ComplexVector(
      Lanes(repeating: turns[length / 4]), Lanes(repeating: turns[length / 4 + length / 2]))
  }

  @inline(__always)
  private static func rows(_ row: (_ index: Int) -> ComplexVector) -> Rows {
    (row(0), row(1), row(2), row(3))
  }

  @inline(__always)
  private static func row(_ index: Int, of rows: Rows) -> ComplexVector {
    index == 0 ? rows.0 : index == 1 ? rows.1 : index == 2 ? rows.2 : rows.3
  }

  @inline(__always)
  private static func exchanged(_ rows: Rows) -> Rows {
    (rows.0.exchanged, rows.1.exchanged, rows.2.exchanged, rows.3.exchanged)
  }

  @inline(__always)
  private static func butterfly(_ rows: Rows) -> Rows {
    var results = rows
    Radix4.transform(
      load: { row($0, of: rows) },
      store: {
        switch $0 {
        case 0: results.0 = $1
        case 1: results.1 = $1
        case 2: results.2 = $1
        default: results.3 = $1
        }
      })
    return results
  }

  /// The bins of four rows and their mirror images from what the even and the odd samples have of
  /// them, or the other way round.
  @inline(__always)
  private static func untangle(
    _ near: Rows, _ far: Rows, _ turns: (ComplexVector, ComplexVector), isInverse: Bool
  ) -> (near: Rows, far: Rows) {
    // g of bin length/2 − k is that of bin k with real and imaginary parts exchanged.
    let (near0, far3) = untangle(near.0, far.3, turns.0, isInverse: isInverse)
    let (near1, far2) = untangle(near.1, far.2, turns.1, isInverse: isInverse)
    let (far0, near3) = untangle(far.0, near.3, turns.1.exchanged, isInverse: isInverse)
    let (far1, near2) = untangle(far.1, near.2, turns.0.exchanged, isInverse: isInverse)
    return ((near0, near1, near2, near3), (far0, far1, far2, far3))
  }

  @inline(__always)
  private static func untangle(
    _ value: ComplexVector, _ image: ComplexVector, _ turn: ComplexVector, isInverse: Bool
  ) -> (ComplexVector, ComplexVector) {
    let sum = ComplexVector(
      (value.real + image.real) * 0.5, (value.imaginary - image.imaginary) * 0.5)
    let difference = ComplexVector(value.real - image.real, value.imaginary + image.imaginary)
    let turned = isInverse ? difference.times(conjugateOf: turn) : difference * turn
    return (
      sum + turned,
      ComplexVector(sum.real - turned.real, turned.imaginary - sum.imaginary)
    )
  }
}
