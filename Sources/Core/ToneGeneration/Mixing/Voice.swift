/// A source with its start, gain, envelope and channel.
public struct Voice: Sendable {
  /// The channels that play a voice.
  public enum Channel: Sendable, Hashable {
    /// Every channel.
    case all
    /// On one channel, counted from 0.
    case only(Int)
  }

  /// The source of the sound.
  public private(set) var source: ToneSource
  /// The sample of the mix at which the voice begins.
  public let start: Int
  /// The length in samples; `nil` for no end.
  public let count: Int?
  let gain: Float
  let channel: Channel
  let envelope: EnvelopeGenerator

  /// Creates a voice.
  ///
  /// - Parameters:
  ///   - source: The source of the sound; it begins to run at `start`.
  ///   - start: The sample of the mix at which the voice begins, 0 or more.
  ///   - count: The length in samples, including the release; `nil`, the default, for no end.
  ///   - gain: A factor, 1 by default.
  ///   - envelope: The gain over time; fades of 50 ms by default.
  ///   - channel: The channels that play it; all by default.
  ///   - sampleRate: Samples per second of the mix, in hertz.
  public init(
    _ source: ToneSource, start: Int = 0, count: Int? = nil, gain: Double = 1,
    envelope: Envelope = Envelope(), channel: Channel = .all, sampleRate: Double
  ) {
    self.source = source
    self.start = max(0, start)
    self.count = count.map { max(0, $0) }
    self.gain = Float(gain)
    self.channel = channel
    self.envelope = EnvelopeGenerator(envelope, length: self.count, sampleRate: sampleRate)
  }

  /// The sample of the mix at which it ends; `nil` for no end.
  public var end: Int? { count.map { start + $0 } }

  /// Adds the part of the voice that falls into some frames of a mix.
  ///
  /// - Parameters:
  ///   - frames: Frames of the mix, at most as many as `scratch` is long, each rendered once.
  ///   - block: The interleaved block that gets them.
  ///   - offset: The first of the frames in the block.
  ///   - channelCount: The channels of the block.
  ///   - scratch: Memory to work in.
  mutating func add(
    _ frames: Range<Int>, to block: inout MutableSpan<Float>, offset: Int, channelCount: Int,
    scratch: inout MutableSpan<Float>
  ) {
    let part = frames.clamped(to: start..<max(start, end ?? .max))
    guard !part.isEmpty else { return }
    source.render(into: &scratch, count: part.count)
    shape(&scratch, part.lowerBound - start..<part.upperBound - start)
    let first = offset + part.lowerBound - frames.lowerBound
    switch channel {
    case .all where channelCount == 1:
      for index in 0..<part.count { block[first + index] += scratch[index] }
    case .all:
      for index in 0..<part.count {
        for position in (first + index) * channelCount..<(first + index + 1) * channelCount {
          block[position] += scratch[index]
        }
      }
    case .only(let channel):
      guard channel < channelCount else { return }
      for index in 0..<part.count {
        block[(first + index) * channelCount + channel] += scratch[index]
      }
    }
  }

  private func shape(_ scratch: inout MutableSpan<Float>, _ range: Range<Int>) {
    if let constant = envelope.constantGain(in: range) {
      let factor = gain * constant
      guard factor != 1 else { return }
      for index in 0..<range.count { scratch[index] *= factor }
    } else {
      for index in 0..<range.count {
        scratch[index] *= gain * Float(envelope.gain(at: range.lowerBound + index))
      }
    }
  }
}
