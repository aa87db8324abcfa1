import Foundation
import Testing

@testable import Plotting

@Suite("Colours")
struct ColorScaleTests {
  /// Lightness in the OKLab space, from B. Ottosson's matrices in the other direction.
  static func lightness(_ color: Color) -> Double {
    func linear(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
    let long = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let medium = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let short = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
  }

  @Test("equal steps of level are equal steps of lightness, within 3 % of the scale")
  func perceptuallyUniform() {
    for step in 0...20 {
      let position = Double(step) / 20
      let expected = 1 - 0.76 * position
      #expect(abs(Self.lightness(ColorScale.color(at: position)) - expected) < 0.03 * 0.76)
    }
  }

  @Test("lightness falls from each of 256 colours to the next")
  func monotonic() {
    let values = (0...255).map { Self.lightness(ColorScale.color(at: Double($0) / 255)) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("primaries in OKLab come back as sRGB")
  func primaries() {
    // Lightness, chroma and hue of sRGB red, by the formulas of CSS Color 4.
    let red = Color(lightness: 0.627955, chroma: 0.257683, hue: 29.2339)
    #expect(abs(red.red - 1) < 0.001 && red.green < 0.005 && red.blue < 0.005)
    #expect(Color(0xFF8000, opacity: 0.5).pixel == 0x8080_4000)
  }
}
