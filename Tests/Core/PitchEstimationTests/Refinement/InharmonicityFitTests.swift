import PitchEstimation
import Testing

extension InharmonicityFit {
  fileprivate init?(_ partials: [MeasuredPartial]) { self.init(partials.span) }
}

@Suite("Inharmonicity fit")
struct InharmonicityFitTests {
  /// f(k) = k f₀ √(1 + B k²), H. Fletcher 1964.
  private func string(
    _ fundamental: Double, _ inharmonicity: Double, orders: [Int]
  ) -> [MeasuredPartial] {
    orders.map { order in
      let k = Double(order)
      return MeasuredPartial(
        order: order, frequency: k * fundamental * (1 + inharmonicity * k * k).squareRoot(),
        uncertainty: 0.01)
    }
  }

  @Test("finds f0 and B of exact partials", arguments: [0, 1e-5, 1e-4, 5e-4, 5e-3])
  func exact(inharmonicity: Double) throws {
    for orders in [Array(1...8), [2, 3, 7], [1, 2, 4, 8], Array(1...32)] {
      let partials = string(110, inharmonicity, orders: orders)
      let fit = try #require(InharmonicityFit(partials))
      #expect(abs(fit.inharmonicity - inharmonicity) < 1e-9)
      #expect(abs(fit.fundamental - 110) < 1e-6)
      #expect(fit.meanResidual < 1e-6)
      #expect(fit.partialCount == orders.count)
      #expect(abs(fit.frequency(ofPartial: orders[0]) - partials[0].frequency) < 1e-6)
    }
  }

  @Test("weighs partials by their uncertainty: one that is 20 cents off and unsure changes nothing")
  func weights() throws {
    var partials = string(82.407, 2e-4, orders: Array(1...8))
    partials[4].frequency *= 1.0116
    partials[4].uncertainty = 100
    let fit = try #require(InharmonicityFit(partials))
    #expect(abs(fit.inharmonicity - 2e-4) < 1e-6)
    #expect(abs(fit.residual(of: partials[4]) - 19.97) < 0.05)
    #expect(abs(fit.residual(of: partials[3])) < 0.01)
  }

  @Test("is absent for fewer than 3 partials, and for numbers that are none")
  func absent() {
    #expect(InharmonicityFit(string(110, 1e-4, orders: [1, 2])) == nil)
    #expect(InharmonicityFit([]) == nil)
    for value in [0, -1, .nan, .infinity] {
      var partials = string(110, 1e-4, orders: [1, 2, 3])
      partials[1].frequency = value
      #expect(InharmonicityFit(partials) == nil)
    }
    let falling = [500.0, 300, 100].enumerated().map {
      MeasuredPartial(order: $0 + 1, frequency: $1, uncertainty: 0.01)
    }
    #expect(InharmonicityFit(falling) == nil)
  }
}
