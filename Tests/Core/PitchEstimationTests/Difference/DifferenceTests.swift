import PitchEstimation
import Testing
import _TestSignals

@Suite("Difference functions agree with their textbook sums")
struct DifferenceTests {
  static let signals: [(name: String, samples: [Float])] = [
    ("noise", TestSignal.noise(count: 700, rms: 0.3, seed: 2)),
    ("sawtooth", TestSignal.sawtooth(313, sampleRate: 48_000, count: 700)),
    (
      "sine with a large offset",
      TestSignal.sine(200, sampleRate: 48_000, count: 700).map { $0 + 3 }
    ),
  ]

  @Test("YIN's d(τ), equation 6, to 2e-6 of the energy", arguments: signals.map(\.samples))
  func difference(frame: [Float]) throws {
    var function = try DifferenceFunction(windowSize: 400, longestLag: 300)
    var output = [Float](repeating: .nan, count: function.outputSize)
    var span = output.mutableSpan
    function.transform(frame.span, into: &span)
    let mean = frame.reduce(0, +) / 700
    let energy = frame.reduce(0) { $0 + Double(($1 - mean) * ($1 - mean)) }
    for lag in 0...300 {
      let exact = (0..<400).reduce(0.0) { sum, index in
        let distance = Double(frame[index]) - Double(frame[index + lag])
        return sum + distance * distance
      }
      #expect((Double(output[lag]) - exact).magnitude < 2e-6 * energy)
    }
  }

  @Test("McLeod's n′(τ), equation 9, to 2e-6", arguments: signals.map(\.samples))
  func normalizedSquareDifference(frame: [Float]) throws {
    var function = try NormalizedSquareDifference(frameSize: 700, longestLag: 350)
    var output = [Float](repeating: .nan, count: function.outputSize)
    var span = output.mutableSpan
    function.transform(frame.span, into: &span)
    let mean = frame.reduce(0.0) { $0 + Double($1) } / 700
    let centred = frame.map { Double($0) - mean }
    for lag in 0...350 {
      var (correlation, energy) = (0.0, 0.0)
      for index in 0..<(700 - lag) {
        correlation += centred[index] * centred[index + lag]
        energy += centred[index] * centred[index] + centred[index + lag] * centred[index + lag]
      }
      #expect((Double(output[lag]) - 2 * correlation / energy).magnitude < 4e-6)
    }
  }

  @Test("a constant frame gives zeros, not NaN")
  func constant() throws {
    let frame = [Float](repeating: 0.25, count: 64)
    var difference = try DifferenceFunction(windowSize: 32, longestLag: 32)
    var square = try NormalizedSquareDifference(frameSize: 64, longestLag: 32)
    var output = [Float](repeating: .nan, count: 33)
    var span = output.mutableSpan
    difference.transform(frame.span, into: &span)
    #expect(output.allSatisfy { $0 == 0 })
    span = output.mutableSpan
    square.transform(frame.span, into: &span)
    #expect(output.allSatisfy { $0 == 0 })
  }
}
