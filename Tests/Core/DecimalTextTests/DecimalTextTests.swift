import DecimalText
import Testing
import _TestSignals

@Suite struct DecimalTextTests {
  private func written(_ value: Double, _ decimals: Int) -> String? {
    var bytes: [UInt8] = []
    guard DecimalText.append(value, decimals: decimals, to: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func number(_ text: String) -> Double? { DecimalText.number(Array(text.utf8)) }

  @Test("Numbers are rounded to their decimals, and none is written -0.0")
  func writing() {
    #expect(written(440, 3) == "440.000")
    #expect(written(-0.04, 1) == "0.0")
    #expect(written(-0.96, 1) == "-1.0")
    #expect(written(2.675e-4, 9) == "0.000267500")
    #expect(written(7, 0) == "7")
    #expect(written(.nan, 1) == nil && written(1e19, 0) == nil)
  }

  @Test("Of 2000 numbers of up to 15 digits, each is read as Swift reads it")
  func reading() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 {
      let digits = Int.random(in: 0..<1_000_000_000_000_000, using: &random)
      let exponent = Int.random(in: -22...7, using: &random)
      let text = "\(Bool.random(using: &random) ? "-" : "")\(digits)e\(exponent)"
      #expect(number(text) == Double(text), "\(text)")
      let value = Double(digits) / 1e9
      guard let plain = written(value, 6) else { continue }
      #expect(number(plain) == Double(plain), "\(plain)")
    }
  }

  @Test("Signs, points and exponents are read; all else is refused")
  func spelling() {
    #expect(number("+1.5") == 1.5 && number(".5") == 0.5 && number("3.") == 3)
    #expect(number("1E-3") == 1e-3 && number("2e+2") == 200)
    #expect(number("12345678901234567890123") == 12_345_678_901_234_567_741_440)
    for text in [
      "", "-", ".", "e5", "1e", "1e+", "nan", "inf", "0x1", "1,5", "1.2.3", " 1", "1e999",
    ] {
      #expect(number(text) == nil, "\(text)")
    }
    #expect(DecimalText.whole(Array("0042".utf8)) == 42)
    for text in ["", "-1", "1234567890"] {
      #expect(DecimalText.whole(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
