import PolyphonicTuning
import SignalProcessing
import Testing
import _TestSignals

@Suite struct BoundTests {
  /// 40, 20 and 10 dB of all strings over white noise.
  @Test(
    "The error of three strings at once is at most 1.5 times the Cramér-Rao bound",
    arguments: [40.0, 20, 10])
  func bound(decibels: Double) throws {
    let rate = 8000.0
    let targets = [guitar[0], guitar[1], guitar[2]]
    let strings = zip(targets, [4.0, -9, 6]).map {
      SyntheticString(
        frequency: detuned($0, by: $1), inharmonicity: 1e-4, partialCount: 10, slope: 0.5)
    }
    var power = 0.0
    for string in strings {
      for order in 1...string.partialCount {
        power += string.amplitude * string.amplitude / Double(order) / 2
      }
    }
    let noise = (power / Elementary.power(10, decibels / 10)).squareRoot()
    let duration = 0.6
    let phases = strings.map { string in (1...string.partialCount).map { Double($0 * $0) } }
    let bounds = cramerRaoBounds(
      of: strings, phases: phases, seconds: duration, sampleRate: rate, noise: noise)
    var squares = 0.0
    let trials = 40
    for trial in 1...trials {
      let strum = Strum(strings: strings, sampleRate: rate, seed: UInt64(trial))
      var tuner = try PolyphonicTuner(targets: targets, sampleRate: rate, settings: .exact)
      tuner.append(strum.samples(seconds: 0.65, noise: noise))
      tuner.measure()
      for index in strings.indices {
        let error = tuner.readings[index].frequency - strings[index].frequency
        squares += error * error / (bounds[index] * bounds[index])
      }
    }
    let ratio = (squares / Double(trials * strings.count)).squareRoot()
    #expect(ratio < 1.5, "\(ratio) times the bound")
  }
}
