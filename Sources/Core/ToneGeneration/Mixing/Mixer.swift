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
    self.voices = voices.sorted { $0.start < $1.start }
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
