/// A sound that is made block by block: a tone, a chord, a metronome.
///
/// What it renders does not depend on the sizes of the blocks, to the bit.
public protocol SoundRendering: Sendable {
  /// Samples per second, in hertz.
  var sampleRate: Double { get }
  /// The number of interleaved channels, at least 1.
  var channelCount: Int { get }

  /// Replaces the contents of a block with the next samples. Allocates nothing.
  ///
  /// - Parameter interleaved: The block to fill: whole frames, any number of them.
  /// - Returns: How many frames were rendered. Fewer than asked for only at the end of the sound,
  ///   and 0 ever after; the rest of the block is silence.
  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int
}

extension SoundRendering {
  /// The next samples, as an array.
  ///
  /// - Parameter frameCount: The number of frames to ask for, 0 or more.
  /// - Returns: Interleaved samples: fewer frames than asked for only at the end of the sound.
  public mutating func render(frameCount: Int) -> [Float] {
    var block = [Float](repeating: 0, count: frameCount * channelCount)
    var span = block.mutableSpan
    let rendered = render(into: &span)
    block.removeLast((frameCount - rendered) * channelCount)
    return block
  }
}
