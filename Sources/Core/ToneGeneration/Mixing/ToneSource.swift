/// A sound on one channel, which a ``Voice`` of a ``Mixer`` plays.
public enum ToneSource: Sendable {
  /// A steady tone, or one that is changed from outside.
  case oscillator(Oscillator)
  /// A tone that moves.
  case sweep(Sweep)
  /// Noise.
  case noise(ColoredNoise)
  /// A string that was plucked.
  case string(PluckedString)
  /// A tanpura.
  case tanpura(Tanpura)
  /// Nothing.
  case silence

  /// Replaces the first `count` samples of a block.
  mutating func render(into block: inout MutableSpan<Float>, count: Int) {
    let source = self
    self = .silence  // so that a workspace has one owner, and is not copied
    switch consume source {
    case .oscillator(var oscillator):
      oscillator.render(into: &block, count: count)
      self = .oscillator(oscillator)
    case .sweep(var sweep):
      sweep.render(into: &block, count: count)
      self = .sweep(sweep)
    case .noise(var noise):
      noise.render(into: &block, count: count)
      self = .noise(noise)
    case .string(var string):
      string.render(into: &block, count: count)
      self = .string(string)
    case .tanpura(var tanpura):
      tanpura.render(into: &block, count: count)
      self = .tanpura(tanpura)
    case .silence:
      for index in 0..<count { block[index] = 0 }
    }
  }
}
