/// A sound that is rendered block by block: a tone, a chord, a metronome.
///
/// The sizes of the blocks do not change the sound by a single bit.
public protocol SoundRendering: Sendable {
  /// Samples per second, in hertz.
  var sampleRate: Double { get }
  /// The number of interleaved channels, at least 1.
  var channelCount: Int { get }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill: any number of whole frames.
  /// - Returns: The number of rendered frames. Fewer than requested only at the end of the sound,
  ///   and 0 ever after; the rest of the block is silence.
  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int
}

extension SoundRendering {
  /// Returns the next samples as an array.
  ///
  /// - Parameter frameCount: The requested number of frames, 0 or more.
  /// - Returns: Interleaved samples: fewer frames than requested only at the end of the sound.
  public mutating func render(frameCount: Int) -> [Float] {
    var block = [Float](repeating: 0, count: frameCount * channelCount)
    var span = block.mutableSpan
    let rendered = render(into: &span)
    block.removeLast((frameCount - rendered) * channelCount)
    return block
  }
}
