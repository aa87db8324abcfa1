import Foundation
import SignalProcessing
import Testing

@Suite("Elementary functions agree with the platform's library")
struct ElementaryTests {
  /// The distance of two numbers, in units in the last place of the second.
  private func distance(_ value: Double, _ exact: Double) -> Double {
    (value - exact).magnitude / exact.ulp
  }

  @Test("log2 and log are within 2 units in the last place from 1e-320 to 1e300")
  func logarithms() {
    for exponent in stride(from: -320.0, through: 300, by: 0.37) {
      let x = Foundation.pow(10, exponent)
      #expect(distance(Elementary.log2(x), Foundation.log2(x)) <= 2)
      #expect(distance(Elementary.log(x), Foundation.log(x)) <= 2)
      #expect(distance(Elementary.log10(x), Foundation.log10(x)) <= 3)
    }
  }

  @Test("log2 is exact for every power of two, and accurate to 2e-16 near 1")
  func logarithmsAtSpecialPositions() {
    for exponent in -1074...1023 {
      #expect(
        Elementary.log2(Double(sign: .plus, exponent: exponent, significand: 1)) == Double(exponent)
      )
    }
    for offset in stride(from: -0.01, through: 0.01, by: 0.000_13) {
      #expect((Elementary.log2(1 + offset) - Foundation.log2(1 + offset)).magnitude < 1e-16 * 2)
    }
  }

  @Test("exp2 is within 2 units in the last place from -1000 to 1000, and exact for whole numbers")
  func exponentials() {
    for x in stride(from: -1000.0, through: 1000, by: 0.731) {
      #expect(distance(Elementary.exp2(x), Foundation.exp2(x)) <= 2)
    }
    for whole in -1022...1023 {
      #expect(Elementary.exp2(Double(whole)) == Foundation.exp2(Double(whole)))
    }
    for x in stride(from: -20.0, through: 20, by: 0.113) {
      #expect((Elementary.exp(x) / Foundation.exp(x) - 1).magnitude < 1e-14)
      #expect((Elementary.power(1.7, x) / Foundation.pow(1.7, x) - 1).magnitude < 1e-14)
    }
  }

  @Test("sine and cosine are within 2e-16 up to 1000 radians and within 1e-13 up to a million")
  func trigonometry() {
    for angle in stride(from: -1000.0, through: 1000, by: 0.193) {
      #expect((Elementary.sin(angle) - Foundation.sin(angle)).magnitude < 2e-16)
      #expect((Elementary.cos(angle) - Foundation.cos(angle)).magnitude < 2e-16)
    }
    for angle in stride(from: -1e6, through: 1e6, by: 977.3) {
      #expect((Elementary.sin(angle) - Foundation.sin(angle)).magnitude < 1e-13)
    }
  }

  @Test("atan2 is within 4e-16 all around, and 0 at the origin")
  func angles() {
    for angle in stride(from: -Double.pi, through: .pi, by: 0.000_731) {
      for radius in [1e-200, 1, 1e200] {
        let (y, x) = (radius * Foundation.sin(angle), radius * Foundation.cos(angle))
        #expect((Elementary.atan2(y, x) - Foundation.atan2(y, x)).magnitude < 4.5e-16)
      }
    }
    for (y, x) in [(0.0, 1.0), (1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1), (0, 0)] {
      #expect(Elementary.atan2(y, x) == Foundation.atan2(y, x))
    }
    #expect(Elementary.atan2(.nan, 1).isNaN)
    #expect(Elementary.atan2(1, .infinity).isNaN)
  }

  @Test("values outside the domain give infinities and NaN as IEEE 754 asks")
  func limits() {
    #expect(Elementary.log2(0) == -.infinity)
    #expect(Elementary.log2(-1).isNaN)
    #expect(Elementary.log2(.infinity) == .infinity)
    #expect(Elementary.log2(.nan).isNaN)
    #expect(Elementary.exp2(-.infinity) == 0)
    #expect(Elementary.exp2(.infinity) == .infinity)
    #expect(Elementary.exp2(5000) == .infinity)
    #expect(Elementary.exp2(.nan).isNaN)
    #expect(Elementary.sin(.infinity).isNaN)
    #expect(Elementary.cos(.nan).isNaN)
    #expect(Elementary.power(0, 2) == 0)
    #expect(Elementary.power(0, 0) == 1)
    #expect(Elementary.power(-1, 2).isNaN)
  }

  @Test("eight logarithms at once are within 2e-7 and a part in 5 million")
  func laneLogarithms() {
    var lanes = SIMD8<Float>()
    for exponent in stride(from: -37.0, through: 38.0, by: 0.0937) {
      for lane in 0..<8 {
        lanes[lane] = Float(Foundation.pow(10, exponent) * Double(8 + lane) / 16)
      }
      let logarithms = Elementary.log(lanes)
      for lane in 0..<8 {
        let exact = Foundation.log(Double(lanes[lane]))
        #expect((Double(logarithms[lane]) - exact).magnitude < 2e-7 * (1 + exact.magnitude))
      }
    }
    let limits = Elementary.log(SIMD8(0, -1, .nan, 1, 1, 1, 1, 1))
    for lane in 0..<3 { #expect(limits[lane] == limits[0] && limits[0] < -87) }
    #expect(limits[3] == 0)
  }

  @Test(
    "an octave has 1200 cents, a pure fifth 701.955, a pure third down -386.3137",
    arguments: [(2.0, 1200.0), (1.5, 701.9550008653874), (0.8, -386.3137138648348), (1, 0)])
  func cents(ratio: Double, cents: Double) {
    #expect((Elementary.cents(ofRatio: ratio) - cents).magnitude < 1e-9)
    #expect((Elementary.ratio(ofCents: cents) - ratio).magnitude < 1e-12)
  }

  @Test("eight exponentials at once are within half a millionth for each unit of the exponent")
  func laneExponentials() {
    var lanes = SIMD8<Float>()
    for start in stride(from: -86.9, through: 87, by: 0.219) {
      for lane in 0..<8 { lanes[lane] = Float(start + 0.0271 * Double(lane)) }
      let powers = Elementary.exp(lanes)
      for lane in 0..<8 {
        let exact = Foundation.exp(Double(lanes[lane]))
        let limit = 5e-7 * (1 + Double(lanes[lane].magnitude))
        #expect((Double(powers[lane]) / exact - 1).magnitude < limit)
      }
    }
    #expect(Elementary.exp(SIMD8(repeating: 0)) == SIMD8(repeating: 1))
    let limits = Elementary.exp(SIMD8(-1000, 1000, -.infinity, .infinity, 0, 0, 0, 0))
    #expect(limits[0] == limits[2] && limits[0] > 0 && limits[0] < 2e-38)
    #expect(limits[1] == limits[3] && limits[1].isFinite && limits[1] > 1e38)
  }
}
