/// A Reed-Solomon code over GF(256), systematic and shortened to any length.
///
/// The field is that of the polynomial x⁸ + x⁴ + x³ + x² + 1 with the generator α = 2; the code's
/// generator has the roots α⁰, α¹, … It corrects *e* wrong bytes at unknown positions and *f* at known
/// ones as long as 2*e* + *f* is at most ``parityCount``.
///
/// - SeeAlso: I. Reed, G. Solomon, "Polynomial codes over certain finite fields", J. SIAM 8(2), 1960;
///   J. Massey, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15(1), 1969;
///   G. Forney, "On decoding BCH codes", IEEE Trans. Inf. Theory 11(4), 1965.
struct ReedSolomonCode: Sendable {
  let parityCount: Int
  private let field = Field()
  private let generator: [UInt8]  // the highest power first, without the leading 1

  /// - Parameter parityCount: The number of parity bytes, in 1...254.
  init(parityCount: Int) {
    self.parityCount = parityCount
    var product: [UInt8] = [1]
    for root in 0..<parityCount {
      var next = product + [0]
      for (index, value) in product.enumerated() {
        next[index + 1] ^= field.product(value, field.power(root))
      }
      product = next
    }
    generator = Array(product.dropFirst())
  }

  /// Returns the data followed by its parity.
  func encode(_ data: [UInt8]) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: parityCount)
    for byte in data {
      let factor = byte ^ remainder[0]
      remainder.removeFirst()
      remainder.append(0)
      for index in remainder.indices {
        remainder[index] ^= field.product(factor, generator[index])
      }
    }
    return data + remainder
  }

  /// Corrects a word.
  ///
  /// - Parameters:
  ///   - word: Data and parity, at most 255 bytes.
  ///   - erased: The positions of unreliable bytes, all different.
  /// - Returns: The nearest codeword, or `nil` if there is none within reach.
  func correct(_ word: [UInt8], erased: [Int] = []) -> [UInt8]? {
    let syndromes = (0..<parityCount).map { evaluate(word, at: field.power($0)) }
    guard syndromes.contains(where: { $0 != 0 }) else { return word }
    guard erased.count <= parityCount else { return nil }
    // The position of a byte is a power of α, counted from the end.
    var erasures: [UInt8] = [1]
    for position in erased { erasures = multiply(erasures, [1, locator(position, word)]) }
    let locators = errorLocators(syndromes, erasures, erasedCount: erased.count)
    let degree = locators.count - 1
    let positions = word.indices.filter { evaluateRising(locators, at: inverse($0, word)) == 0 }
    guard positions.count == degree, 2 * degree - erased.count <= parityCount else { return nil }
    let corrected = correct(word, positions, locators, syndromes)
    let isCodeword = (0..<parityCount).allSatisfy {
      evaluate(corrected, at: field.power($0)) == 0
    }
    return isCodeword ? corrected : nil
  }

  /// Massey's algorithm, started with the known positions. Polynomials have the lowest power first.
  private func errorLocators(
    _ syndromes: [UInt8], _ erasures: [UInt8], erasedCount: Int
  ) -> [UInt8] {
    var (current, previous) = (erasures, erasures)
    var length = erasedCount
    for step in erasedCount..<parityCount {
      var discrepancy: UInt8 = 0
      for (index, value) in current.enumerated() where index <= step {
        discrepancy ^= field.product(value, syndromes[step - index])
      }
      previous.insert(0, at: 0)
      guard discrepancy != 0 else { continue }
      let next = add(current, previous.map { field.product($0, discrepancy) })
      if 2 * length <= step + erasedCount {
        length = step + 1 + erasedCount - length
        let factor = field.inverse(discrepancy)
        previous = current.map { field.product($0, factor) }
      }
      current = next
    }
    while current.count > 1, current.last == 0 { current.removeLast() }
    return current
  }

  /// Forney's algorithm.
  private func correct(
    _ word: [UInt8], _ positions: [Int], _ locators: [UInt8], _ syndromes: [UInt8]
  ) -> [UInt8] {
    let evaluator = Array(multiply(syndromes, locators).prefix(parityCount))
    var corrected = word
    for position in positions {
      let root = inverse(position, word)
      // The derivative over GF(2): every odd power, one lower.
      var slope: UInt8 = 0
      for (power, value) in locators.enumerated() where !power.isMultiple(of: 2) {
        slope ^= field.product(value, field.power(of: root, power - 1))
      }
      let numerator = field.product(
        locator(position, word), evaluateRising(evaluator, at: root))
      corrected[position] ^= field.product(numerator, field.inverse(slope))
    }
    return corrected
  }

  private func locator(_ position: Int, _ word: [UInt8]) -> UInt8 {
    field.power(word.count - 1 - position)
  }

  private func inverse(_ position: Int, _ word: [UInt8]) -> UInt8 {
    field.inverse(locator(position, word))
  }

  /// The value of a polynomial with the highest power first.
  private func evaluate(_ polynomial: [UInt8], at value: UInt8) -> UInt8 {
    polynomial.reduce(0) { field.product($0, value) ^ $1 }
  }

  /// The value of a polynomial with the lowest power first.
  private func evaluateRising(_ polynomial: [UInt8], at value: UInt8) -> UInt8 {
    polynomial.reversed().reduce(0) { field.product($0, value) ^ $1 }
  }

  private func multiply(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var product = [UInt8](repeating: 0, count: first.count + second.count - 1)
    for (i, a) in first.enumerated() {
      for (j, b) in second.enumerated() { product[i + j] ^= field.product(a, b) }
    }
    return product
  }

  private func add(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    var sum = first + [UInt8](repeating: 0, count: max(0, second.count - first.count))
    for (index, value) in second.enumerated() { sum[index] ^= value }
    return sum
  }
}

extension ReedSolomonCode {
  /// The arithmetic of GF(256), by logarithms.
  private struct Field: Sendable {
    private var powers = [UInt8](repeating: 1, count: 255)
    private var logarithms = [Int](repeating: 0, count: 256)

    init() {
      var value = 1
      for exponent in 0..<255 {
        powers[exponent] = UInt8(value)
        logarithms[value] = exponent
        value <<= 1
        if value > 255 { value ^= 0x11D }
      }
    }

    func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
      guard a != 0, b != 0 else { return 0 }
      return powers[(logarithms[Int(a)] + logarithms[Int(b)]) % 255]
    }

    /// α to the power of `exponent`, 0 or more.
    func power(_ exponent: Int) -> UInt8 { powers[exponent % 255] }

    func power(of value: UInt8, _ exponent: Int) -> UInt8 {
      guard exponent > 0 else { return 1 }
      return value == 0 ? 0 : powers[logarithms[Int(value)] * exponent % 255]
    }

    /// 1 / `value`; 0 for 0.
    func inverse(_ value: UInt8) -> UInt8 {
      value == 0 ? 0 : powers[(255 - logarithms[Int(value)]) % 255]
    }
  }
}
