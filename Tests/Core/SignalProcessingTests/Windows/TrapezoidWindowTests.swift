import Foundation
import SignalProcessing
import Testing

@Suite("Trapezoid window")
struct TrapezoidWindowTests {
  private let window = TrapezoidWindow(span: 4000, rise: 1000)

  /// Sums over all samples.
  private func sum(_ term: (Double, Double) -> Double) -> Double {
    (-2500...2500).reduce(0) { $0 + term(Double(window.weight(abs($1))), Double($1)) }
  }

  @Test("its moments are those of its samples")
  func moments() {
    #expect(abs(sum { w, _ in w } / window.span - 1) < 1e-6)
    #expect(abs(sum { w, t in w * t * t } / window.secondMoment - 1) < 1e-5)
    #expect(abs(sum { w, _ in w * w } / window.energy - 1) < 1e-5)
    #expect(abs(sum { w, t in w * w * t * t } / window.energySecondMoment - 1) < 1e-5)
  }

  @Test("is 1 in the middle, a half in the middle of the rise, and 0 from the end on")
  func shape() {
    #expect(window.weight(0) == 1)
    #expect(window.weight(1500) == 1)
    #expect(abs(window.weight(2000) - 0.5) < 1e-6)
    #expect(window.weight(2500) == 0)
    #expect(window.weight(9999) == 0)
    #expect(window.halfLength == 2500)
  }

  @Test("has double zeros at the multiples of a frequency of which it holds 4 and 1 periods")
  func zeros() {
    for order in 1...5 {
      let frequency = 2 * Double.pi * Double(order) / 1000
      let value = sum { w, t in w * Foundation.cos(frequency * t) }
      let slope = sum { w, t in w * t * Foundation.sin(frequency * t) }
      #expect(abs(value) < 1e-5 * window.span)
      #expect(abs(slope) < 1e-5 * window.span * 1000)
    }
  }
}
