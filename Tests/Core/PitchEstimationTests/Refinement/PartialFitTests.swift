import Testing

@testable import PitchEstimation

@Suite("Partial fit")
struct PartialFitTests {
  private func fit(
    _ fundamental: Double, inharmonicity: Double, orders: [Int], noise: Double = 1e-6,
    displacement: (Int) -> Double = { _ in 0 }
  ) -> PartialFit {
    var fit = PartialFit(unit: 1e-6)
    for order in orders {
      let k = Double(order)
      let frequency = k * fundamental * (1 + inharmonicity * k * k).squareRoot()
      fit.add(order: k, frequency: frequency + displacement(order), noise: noise)
    }
    return fit
  }

  @Test("gives back f₀ and B of a stiff string exactly, with gaps among the partials")
  func string() throws {
    var fit = fit(0.02, inharmonicity: 3e-4, orders: [1, 2, 4, 5, 9, 14, 20])
    let line = fit.solve(sloped: true, steps: 6)
    let evidence = try #require(line.inharmonicity)
    #expect(abs(evidence.value / 3e-4 - 1) < 1e-6)
    #expect(abs(fit.fundamental(inharmonicity: evidence.value) / 0.02 - 1) < 1e-9)
    #expect(fit.mismatch == 0)
    #expect(fit.isNoiseLimited)
  }

  @Test("one partial gives its frequency")
  func single() {
    var fit = fit(0.1, inharmonicity: 0, orders: [1])
    #expect(fit.solve(sloped: true, steps: 6).inharmonicity == nil)
    #expect(abs(fit.fundamental(inharmonicity: 0) / 0.1 - 1) < 1e-12)
  }

  @Test("partials out of place raise the mismatch to the variance that they have")
  func mismatch() {
    // ±3e-4 radians a sample: a variance of 9e-8, which is 0.09 of the unit.
    var fit = fit(0.02, inharmonicity: 0, orders: Array(1...20)) { $0 % 2 == 0 ? 3e-4 : -3e-4 }
    _ = fit.solve(sloped: false, steps: 6)
    #expect(abs(fit.mismatch / 0.09 - 1) < 0.1)
    #expect(!fit.isNoiseLimited)
  }
}

@Suite("Inharmonicity memory")
struct InharmonicityMemoryTests {
  @Test("what one frame leaves open, several decide; another string starts anew")
  func accumulation() {
    var memory = InharmonicityMemory(hopDuration: 0.01, duration: 0.1)
    // Two standard deviations above 0 in each frame.
    let evidence = (value: 2e-4, information: 1e8)
    #expect(memory.believed(with: evidence) == 0)
    for _ in 0..<60 { memory.learn(evidence, fundamental: 0.02) }
    #expect(abs(memory.believed - 2e-4) < 1e-9)
    memory.approach(0.0201)
    #expect(memory.believed > 0)
    memory.approach(0.03)
    #expect(memory.believed == 0)
  }

  @Test("a negative B is no string")
  func negative() {
    let memory = InharmonicityMemory(hopDuration: 0.01, duration: 0.1)
    #expect(memory.believed(with: (value: -1e-3, information: 1e12)) == 0)
  }
}
