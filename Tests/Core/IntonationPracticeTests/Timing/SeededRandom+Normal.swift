import _TestSignals

extension SeededRandom {
  /// A number of a nearly normal distribution with standard deviation 1: the sum of twelve uniform
  /// ones.
  mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
  }
}
