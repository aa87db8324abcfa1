internal import SignalProcessing
public import ToneGeneration

/// Plays a payload in ggwave's format, so that its users receive it.
///
/// Every part has the same power: the start phases of the markers' tones keep their sum little
/// higher than one tone (M. Schroeder, "Synthesis of low-peak-factor signals and binary sequences
/// with low autocorrelation", IEEE Trans. Inf. Theory 16(1), 1970), so that markers, which fail
/// first in ggwave's receiver, can be 4 dB stronger than its own at the same peak level.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
public struct GgwaveModulator: SoundRendering {
  /// The default peak level, in dBFS.
  public static var defaultLevel: Double { -6 }
  /// The duration of the fades at both ends of each part, in seconds.
  private static var fade: Double { 0.004 }

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  /// The number of samples of the packet.
  public let count: Int64
  private let parts: [Part]
  private var position: Int64 = 0
  private var nextPart = 0
  private var partStart: Int64 = 0
  private var partEnd: Int64 = 0
  private var duration = 0.0
  private var gain = 0.0
  private var toneCount = 0
  private var cosines = [Double](repeating: 0, count: GgwaveFormat.markerPairs)
  private var sines = [Double](repeating: 0, count: GgwaveFormat.markerPairs)
  private var steps = [(cosine: Double, sine: Double)](
    repeating: (1, 0), count: GgwaveFormat.markerPairs)

  private struct Tone {
    /// The frequency, in hertz.
    var frequency: Double
    /// The phase at its start, in turns.
    var phase: Double
  }

  /// Tones that sound together.
  private struct Part {
    var tones: [Tone]
    /// The end, in frames since the start of the packet.
    var end: Int
    var gain: Double
  }

  /// Plans a packet.
  ///
  /// - Parameters:
  ///   - payload: 1 to 140 bytes.
  ///   - ggwave: The protocol.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz; at least the band's
  ///     ``GgwaveProtocol/Band/lowestSampleRate``.
  /// - Throws: ``GgwaveError`` if a parameter is out of its range.
  public init(
    _ payload: [UInt8], as ggwave: GgwaveProtocol, level: Double = GgwaveModulator.defaultLevel,
    sampleRate: Double
  ) throws(GgwaveError) {
    try ggwave.band.validate(sampleRate: sampleRate)
    guard (1...GgwaveProtocol.largestPayload).contains(payload.count) else {
      throw .payloadSizeOutOfRange(payload.count)
    }
    guard (-120...0).contains(level) else { throw .levelOutOfRange(level) }
    self.sampleRate = sampleRate
    parts = Self.parts(of: payload, ggwave, peak: amplitude(fromDecibels: level))
    let frames = parts[parts.count - 1].end
    count = Int64((Double(frames) * GgwaveFormat.frameDuration * sampleRate).rounded())
  }

  private static func parts(
    of payload: [UInt8], _ ggwave: GgwaveProtocol, peak: Double
  ) -> [Part] {
    let bytes = GgwaveFormat.bytes(of: payload)
    var parts = [marker(ggwave.band, isStart: true, after: 0, peak: peak)]
    var end = GgwaveFormat.markerLength
    for first in stride(from: 0, to: bytes.count, by: GgwaveFormat.bytesPerGroup) {
      let group = bytes[first..<first + GgwaveFormat.bytesPerGroup]
      let tones = GgwaveFormat.tones(ofGroup: group)
      end += ggwave.speed.groupLength
      parts.append(
        Part(
          tones: tones.enumerated().map { index, tone in
            Tone(
              frequency: ggwave.band.frequency(ofTone: tone),
              phase: Double(index * index) / Double(tones.count) / 2)
          }, end: end, gain: peak / Double(tones.count)))
    }
    parts.append(marker(ggwave.band, isStart: false, after: end, peak: peak))
    return parts
  }

  private static func marker(
    _ band: GgwaveProtocol.Band, isStart: Bool, after start: Int, peak: Double
  ) -> Part {
    let pairs = GgwaveFormat.markerPairs
    let tones = (0..<pairs).map { pair in
      let tone = GgwaveFormat.markerTone(pair: pair, isStart: isStart)
      return Tone(
        frequency: band.frequency(ofTone: tone), phase: Double(pair * pair) / Double(pairs) / 2)
    }
    // As much power as the six tones of a group.
    let groupTones = Double(2 * GgwaveFormat.bytesPerGroup)
    let gain = peak / groupTones * (groupTones / Double(pairs)).squareRoot()
    return Part(tones: tones, end: start + GgwaveFormat.markerLength, gain: gain)
  }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end of the packet.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    var rendered = 0
    for index in interleaved.indices {
      guard position < count else {
        interleaved[index] = 0
        continue
      }
      interleaved[index] = Float(nextSample())
      rendered += 1
    }
    return rendered
  }

  private mutating func nextSample() -> Double {
    if position == partEnd { beginPart() }
    let time = Double(position - partStart) / sampleRate
    position += 1
    var sum = 0.0
    for index in 0..<toneCount {
      let (cosine, sine, step) = (cosines[index], sines[index], steps[index])
      sum += cosine
      cosines[index] = cosine * step.cosine - sine * step.sine
      sines[index] = sine * step.cosine + cosine * step.sine
    }
    return gain * sum * Fade.gain(at: time, duration: duration, fade: Self.fade)
  }

  private mutating func beginPart() {
    guard nextPart < parts.count else { return }
    let part = parts[nextPart]
    nextPart += 1
    partStart = partEnd
    let end = Double(part.end) * GgwaveFormat.frameDuration * sampleRate
    partEnd = Int64(end.rounded())
    duration = Double(partEnd - partStart) / sampleRate
    (gain, toneCount) = (part.gain, part.tones.count)
    for (index, tone) in part.tones.enumerated() {
      (sines[index], cosines[index]) = Elementary.sineAndCosine(2 * .pi * tone.phase)
      let step = Elementary.sineAndCosine(2 * .pi * tone.frequency / sampleRate)
      steps[index] = (step.cosine, step.sine)
    }
  }
}
