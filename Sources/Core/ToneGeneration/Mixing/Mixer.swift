internal import SignalProcessing

/// Several voices, each with its own start: a chord, a drone, a sequence.
///
/// The mixer does not clip: it counts samples beyond full scale and passes them on unchanged.
///
/// - Complexity: The cost of the sounding voices, and O(1) per block for those that have ended or
///   not begun. No allocation after `init`.
public struct Mixer: SoundRendering {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The number of interleaved channels.
  public let channelCount: Int
  /// Measurements of the output: its peak, and the number of samples beyond full scale.
  public private(set) var meter = SoundMeter()
  /// The number of frames; `nil` if a voice has no end.
  public let frameCount: Int?
  private var voices: [Voice]  // by their start
  private var firstLeft = 0  // all voices before are over
  private var position = 0
  private var scratch: [Float]

  /// Creates a mixer.
  ///
  /// - Parameters:
  ///   - voices: The voices, in any order.
  ///   - sampleRate: Samples per second, in hertz, of all voices.
  ///   - channelCount: The number of interleaved channels, at least 1.
  public init(_ voices: [Voice], sampleRate: Double, channelCount: Int = 1) {
    self.sampleRate = sampleRate
    self.channelCount = max(1, channelCount)
    self.voices = voices.ascending { Double($0.start) }
    scratch = Array(repeating: 0, count: 512)
    var last: Int? = 0
    for voice in voices { last = last.flatMap { last in voice.end.map { max(last, $0) } } }
    frameCount = last
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter interleaved: The block to fill: any number of whole frames.
  /// - Returns: The number of rendered frames; fewer than requested only after the last voice.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    for index in interleaved.indices { interleaved[index] = 0 }
    let wanted = interleaved.count / channelCount
    let count = min(wanted, frameCount.map { $0 - position } ?? wanted)
    var done = 0
    while done < count {
      let piece = min(scratch.count, count - done)
      Self.add(
        position..<position + piece, of: &voices, from: &firstLeft, to: &interleaved,
        offset: done, channelCount: channelCount, scratch: &scratch)
      position += piece
      done += piece
    }
    meter.measure(interleaved.span)
    return count
  }

  private static func add(
    _ frames: Range<Int>, of voices: inout [Voice], from firstLeft: inout Int,
    to block: inout MutableSpan<Float>, offset: Int, channelCount: Int,
    scratch: inout [Float]
  ) {
    var scratch = scratch.mutableSpan
    while firstLeft < voices.count, voices[firstLeft].end ?? .max <= frames.lowerBound {
      firstLeft += 1
    }
    var index = firstLeft
    while index < voices.count, voices[index].start < frames.upperBound {
      voices[index].add(
        frames, to: &block, offset: offset, channelCount: channelCount, scratch: &scratch)
      index += 1
    }
  }
}

/// A source with its start, gain, envelope and channel.
public struct Voice: Sendable {
  /// The channels that play a voice.
  public enum Channel: Sendable, Hashable {
    /// Every channel.
    case all
    /// One channel, counted from 0.
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

  /// Adds the part of the voice that is within some frames of a mix.
  ///
  /// - Parameters:
  ///   - frames: Frames of the mix, at most as many as `scratch` is long, each rendered once.
  ///   - block: The interleaved block to add them to.
  ///   - offset: The first of the frames in the block.
  ///   - channelCount: The number of channels of the block.
  ///   - scratch: Working memory.
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

/// A sound on one channel, which a ``Voice`` of a ``Mixer`` plays.
public enum ToneSource: Sendable {
  /// A steady tone, or one that is changed from outside.
  case oscillator(Oscillator)
  /// A tone that moves.
  case sweep(Sweep)
  /// Noise.
  case noise(ColoredNoise)
  /// A plucked string.
  case string(PluckedString)
  /// A tanpura.
  case tanpura(Tanpura)
  /// Silence.
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
