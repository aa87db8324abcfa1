/// The first and the last stage of a real Fourier transform, both of radix 4.
///
/// The even samples of a real signal are the real parts, the odd ones the imaginary parts of a
/// complex signal z of half the length, `length`. With a = Z(k), b = conj Z(length − k) and g =
/// −i/2 · e^(−πik/length), the spectrum of the real signal is X(k) = (a + b)/2 + (a − b) g, and
/// conj X(length − k) = (a + b)/2 − (a − b) g; the inverse has conj g instead of g. Both are
/// computed within the stage beside them, while its values are loaded.
///
/// Indices are not checked for overflow, of which they are far.
struct OuterStages: Sendable {
  private typealias Lanes = ComplexVector.Lanes

  /// The number of complex values, 64 or more.
  let length: Int
  /// With w = e^(−2πi/length): Re w^p, Im w^p, Re w^2p, Im w^2p, Re w^3p, Im w^3p, `length` / 4
  /// values of each.
  private let twiddles: [Float]
  /// Re g for k in 0..<`length` / 2, then Im g.
  private let turns: [Float]

  init(length: Int) {
    self.length = length
    let (half, quarter) = (length / 2, length / 4)
    var twiddles = [Float](repeating: 0, count: 6 * quarter)
    for row in 0..<3 {
      for index in 0..<quarter {
        let root = ComplexStages.root(of: length, power: (row + 1) * index)
        twiddles[2 * row * quarter + index] = root.real
        twiddles[(2 * row + 1) * quarter + index] = root.imaginary
      }
    }
    self.twiddles = twiddles
    // g = −i/2 · w is a quarter of a turn behind the root w.
    var turns = [Float](repeating: 0, count: length)
    for index in 0..<half {
      let root = ComplexStages.root(of: 2 * length, power: index)
      turns[index] = 0.5 * root.imaginary
      turns[half + index] = -0.5 * root.real
    }
    self.turns = turns
  }
}

extension OuterStages {
  /// Whether samples without zeros behind them have code of their own: not in the C library
  /// and in the page's modules, which are small.
  #if hasFeature(Embedded)
    private static let isUnrolled = false
  #else
    private static let isUnrolled = true
  #endif
}

// The stage beside the samples.
extension OuterStages {
  /// The first stage of the forward transform: reads pairs of samples, less their mean; behind them
  /// are zeros.
  ///
  /// All factors of this stage are 1.
  func readSamples(
    _ samples: UnsafeBufferPointer<Float>, less mean: Float, into destination: SplitPointer
  ) {
    let stride = length / 4
    var q = 0
    if Self.isUnrolled, samples.count == 2 &* length, let start = samples.baseAddress {
      let means = Lanes(repeating: mean)
      while q < stride {
        Radix4.transform(
          load: {
            let index = 2 &* (q &+ $0 &* stride)
            let (low, high) = (Lanes(start, index), Lanes(start, index &+ 4))
            return ComplexVector(.evens(low, high) - means, .odds(low, high) - means)
          },
          store: { $1.store(destination, q &+ $0 &* stride) })
        q &+= 4
      }
    }
    while q < stride {
      Radix4.transform(
        load: { Self.pairs(samples, 2 &* (q &+ $0 &* stride), less: mean) },
        store: { $1.store(destination, q &+ $0 &* stride) })
      q &+= 4
    }
  }

  /// Loads four complex numbers whose real and imaginary parts alternate.
  @inline(__always)
  private static func pairs(
    _ samples: UnsafeBufferPointer<Float>, _ index: Int, less mean: Float
  ) -> ComplexVector {
    guard let source = samples.baseAddress, index < samples.count else {
      return ComplexVector(.zero, .zero)
    }
    guard index &+ 8 <= samples.count else { return lastPairs(samples, index, less: mean) }
    let (low, high) = (Lanes(source, index), Lanes(source, index &+ 4))
    let means = Lanes(repeating: mean)
    return ComplexVector(.evens(low, high) - means, .odds(low, high) - means)
  }

  /// Loads the last samples, fewer than eight.
  @inline(never)
  private static func lastPairs(
    _ samples: UnsafeBufferPointer<Float>, _ index: Int, less mean: Float
  ) -> ComplexVector {
    var pairs = ComplexVector(.zero, .zero)
    for position in index..<samples.count {
      let lane = (position - index) / 2
      if position.isMultiple(of: 2) {
        pairs.real[lane] = samples[position] - mean
      } else {
        pairs.imaginary[lane] = samples[position] - mean
      }
    }
    return pairs
  }

  /// The last stage of the inverse transform: writes pairs of samples. Real and imaginary parts are
  /// exchanged.
  ///
  /// - Parameters:
  ///   - samples: The memory for the samples.
  ///   - count: The number of samples that are needed; those after it mean nothing.
  ///   - source: The values, which are overwritten.
  ///   - spare: Memory for as many values.
  ///   - scale: A factor for the samples.
  func writeSamples(
    _ samples: UnsafeMutablePointer<Float>, count: Int, from source: SplitPointer,
    spare: SplitPointer, scale: Float
  ) {
    lastStage(from: source, to: spare, scale: scale, isHalf: count <= length)
    // A separate pass: within the stage, the compiler would split the vectors.
    for index in stride(from: 0, to: min(length, (count &+ 1) / 2), by: 4) {
      let (even, odd) = (Lanes(spare.imaginary, index), Lanes(spare.real, index))
      Lanes.zippedLow(even, odd).store(samples, 2 &* index)
      Lanes.zippedHigh(even, odd).store(samples, 2 &* index &+ 4)
    }
  }

  /// Vectors run along p: four groups of values are transposed on the way in. Only the first two
  /// rows are written if `isHalf`.
  private func lastStage(
    from source: SplitPointer, to destination: SplitPointer, scale: Float, isHalf: Bool
  ) {
    let quarter = length / 4
    twiddles.withUnsafeBufferPointer { twiddles in
      guard let factors = twiddles.baseAddress else { return }
      for p in Swift.stride(from: 0, to: quarter, by: 4) {
        let values = ComplexVector.transposed(source, 4 &* p, step: 4)
        Radix4.transform(
          load: { index in
            let value = Self.row(index, of: values)
            guard index > 0 else { return value }
            return value * ComplexVector(factors + 2 &* quarter &* (index &- 1), p, quarter)
          },
          store: {
            guard $0 < 2 || !isHalf else { return }
            ComplexVector($1.real * scale, $1.imaginary * scale).store(
              destination, p &+ $0 &* quarter)
          })
      }
    }
  }
}

// The stage beside the spectrum. Row j of it holds the bins q + j length/4; the mirror
// image of row j are the bins length/4 − q of row 3 − j.
extension OuterStages {
  private typealias Rows = (ComplexVector, ComplexVector, ComplexVector, ComplexVector)

  /// The last stage of the forward transform.
  func writeSpectrum(_ spectrum: SplitPointer, from source: SplitPointer) {
    let quarter = length / 4
    twiddles.withUnsafeBufferPointer { twiddles in
      guard let twiddles = twiddles.baseAddress else { return }
      for q in stride(from: 0, to: quarter, by: 4) {
        let values = ComplexVector.transposed(source, 4 &* q, step: 4)
        let factors = Self.rows {
          ComplexVector(twiddles + 2 &* quarter &* max(0, $0 &- 1), q, quarter)
        }
        let rows = Self.butterfly(
          (values.0, values.1 * factors.1, values.2 * factors.2, values.3 * factors.3))
        Self.store(rows, spectrum, q, quarter)
      }
    }
    // A separate pass in the same place: within the first, there would be too few registers.
    let z = Self.rows { ComplexVector(repeating: spectrum, $0 &* quarter) }
    forEachBlock { q, mirror, turns in
      let (bins, images) = Self.untangle(
        Self.rows { ComplexVector(spectrum, q &+ $0 &* quarter) },
        Self.rows { ComplexVector(reversed: spectrum, mirror &+ $0 &* quarter) }, turns,
        isInverse: false)
      Self.store(bins, spectrum, q, quarter)
      images.0.storeReversed(spectrum, mirror)
      images.1.storeReversed(spectrum, mirror &+ quarter)
      images.2.storeReversed(spectrum, mirror &+ 2 &* quarter)
      images.3.storeReversed(spectrum, mirror &+ 3 &* quarter)
    }
    spectrum.real[0] = z.0.real.x + z.0.imaginary.x
    spectrum.imaginary[0] = z.0.real.x - z.0.imaginary.x
    let (bin, image) = Self.untangle(z.1, z.3, turnOfQuarter, isInverse: false)
    bin.storeFirst(spectrum, quarter)
    z.2.conjugate.storeFirst(spectrum, 2 * quarter)
    image.storeFirst(spectrum, 3 * quarter)
  }

  @inline(__always)
  private static func store(
    _ rows: Rows, _ destination: SplitPointer, _ index: Int, _ quarter: Int
  ) {
    rows.0.store(destination, index)
    rows.1.store(destination, index &+ quarter)
    rows.2.store(destination, index &+ 2 &* quarter)
    rows.3.store(destination, index &+ 3 &* quarter)
  }

  /// The first stage of the inverse transform. Real and imaginary parts are exchanged, which turns
  /// the forward complex transform into the inverse one.
  func readSpectrum(_ spectrum: SplitPointer, into destination: SplitPointer) {
    let quarter = length / 4
    forEachBlock { q, mirror, turns in
      let (near, far) = Self.untangle(
        Self.rows { ComplexVector(spectrum, q &+ $0 &* quarter) },
        Self.rows { ComplexVector(reversed: spectrum, mirror &+ $0 &* quarter) }, turns,
        isInverse: true)
      let a = Self.butterfly(Self.exchanged(near))
      a.0.store(destination, q)
      a.1.store(destination, q &+ quarter)
      a.2.store(destination, q &+ 2 &* quarter)
      a.3.store(destination, q &+ 3 &* quarter)
      let b = Self.butterfly(Self.exchanged(far))
      b.0.storeReversed(destination, mirror)
      b.1.storeReversed(destination, mirror &+ quarter)
      b.2.storeReversed(destination, mirror &+ 2 &* quarter)
      b.3.storeReversed(destination, mirror &+ 3 &* quarter)
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
          q, quarter &- q &- 3,
          (ComplexVector(turns, q, half), ComplexVector(turns, q &+ quarter, half)))
        if q == last { break }
        q = min(q &+ 4, last)
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

  /// Combines the spectra of the even and the odd samples to the bins of four rows and their mirror
  /// images, or separates them.
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
