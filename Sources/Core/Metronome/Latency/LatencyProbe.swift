package import OnsetDetection
import SignalProcessing

/// Six clicks that measure how late a sound comes back through a loudspeaker and a microphone.
///
/// The gaps between the clicks are all different, and so are the sums of neighbouring gaps. So no
/// echo, and no delay of up to a second, can be taken for another one: only the true delay brings
/// more than two clicks of the recording onto those that were sent.
///
/// Four chirps follow. Where reflections are louder than the direct sound, as with a microphone that
/// is turned away, an onset detector hears those; a chirp tells the direct sound from them.
package struct LatencyProbe: Sendable {
  /// The number of clicks.
  package static var clickCount: Int { gaps.count + 1 }
  /// The silence before the first click, in seconds.
  package static var leadTime: Double { 0.5 }
  /// The silence after the last click, in seconds: what comes later is not heard.
  package static var tailTime: Double { LatencyMeasurement.limits.upperBound + 0.2 }
  /// The duration, in seconds.
  package static var duration: Double {
    leadTime + gaps.reduce(0, +) + chirpGaps.reduce(0, +) + tailTime
  }

  /// The times between the starts of the clicks, in seconds.
  private static var gaps: [Double] { [0.61, 0.83, 0.54, 0.97, 0.72] }

  /// The times from the last click to the first chirp and from chirp to chirp, in seconds: a hall
  /// still sounds of the one before, and a direct sound that is weaker than that is not found.
  private static var chirpGaps: [Double] { [1.1, 1.05, 1.17, 0.98] }

  /// The level of the chirps over that of the clicks, in decibels: a correlation needs less, and a
  /// room makes a long sound louder.
  private static var chirpLevel: Double { -6 }

  /// Samples per second, in hertz.
  package let sampleRate: Double
  /// The sound, in -1...1.
  package let samples: [Float]
  /// The starts of the clicks, in seconds from the first sample, where ``OnsetDetector`` finds them
  /// in ``samples``, so that its own delay cancels.
  package let times: [Double]
  /// The starts of the chirps, in seconds from the first sample.
  package let chirpTimes: [Double]

  /// Creates the clicks.
  ///
  /// - Parameters:
  ///   - level: The peak of the clicks, in dBFS, at most 0. That of a metronome's strong click by
  ///     default.
  ///   - sampleRate: Samples per second, in hertz, in ``OnsetDetector/sampleRates``.
  /// - Throws: `OnsetDetectorError` if the sample rate is out of its range.
  package init(
    level: Double = ClickSounds.standardLevel, sampleRate: Double
  ) throws(OnsetDetectorError) {
    let click = ClickSounds(.click, level: level, sampleRate: sampleRate).samples(of: .strong)
    var starts: [Int] = []
    var start = Self.leadTime
    for gap in Self.gaps + Self.chirpGaps + [0] {
      starts.append(Int((start * sampleRate).rounded()))
      start += gap
    }
    let clickStarts = starts.prefix(Self.clickCount)
    let chirpStarts = starts.dropFirst(Self.clickCount)
    var samples = [Float](repeating: 0, count: Int((Self.duration * sampleRate).rounded()))
    for start in clickStarts {
      for (index, sample) in click.enumerated() { samples[start + index] = sample }
    }
    let gain = Float(amplitude(fromDecibels: level + Self.chirpLevel))
    let chirp = AlignmentChirp(sampleRate: sampleRate).samples
    for start in chirpStarts {
      for (index, sample) in chirp.enumerated() { samples[start + index] = gain * sample }
    }
    let onsets = try ClickRecording(samples.span, sampleRate: sampleRate).onsets
    self.sampleRate = sampleRate
    self.samples = samples
    chirpTimes = chirpStarts.map { Double($0) / sampleRate }
    times = clickStarts.map { start in
      let time = Double(start) / sampleRate
      let near = onsets.min { ($0 - time).magnitude < ($1 - time).magnitude }
      return near.flatMap { ($0 - time).magnitude < 0.01 ? $0 : nil } ?? time
    }
  }
}

/// The sounds found in a recording of clicks.
package struct ClickRecording: Sendable, Hashable {
  /// The times at which sounds start, in seconds from the first sample.
  package var onsets: [Double] = []
  /// The times at which the recording is clipped, in seconds from the first sample, at most one in
  /// each hundredth of a second.
  package var clippings: [Double] = []
  /// The peak level, in dBFS; -infinity if all samples are zero.
  package var peakLevel = -Double.infinity

  /// Creates a recording of silence, to be filled.
  package init() {}

  /// Analyses a recording.
  ///
  /// - Parameters:
  ///   - samples: The recording, nominal range -1...1.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Throws: `OnsetDetectorError` if the sample rate is out of its range.
  package init(_ samples: Span<Float>, sampleRate: Double) throws(OnsetDetectorError) {
    var detector = try OnsetDetector(sampleRate: sampleRate)
    detector.append(samples)
    detector.finish()
    while let onset = detector.next() { onsets.append(onset.time) }
    measure(samples, sampleRate: sampleRate)
  }

  private mutating func measure(_ samples: Span<Float>, sampleRate: Double) {
    var peak: Float = 0
    var runLength = 0
    for index in samples.indices where samples[index].isFinite {
      let magnitude = samples[index].magnitude
      peak = max(peak, magnitude)
      runLength = magnitude >= Self.fullScale ? runLength + 1 : 0
      guard runLength == Self.clippedCount else { continue }
      let time = Double(index) / sampleRate
      if time - (clippings.last ?? -1) > 0.01 { clippings.append(time) }
    }
    if peak > 0 { peakLevel = decibels(fromPower: Double(peak) * Double(peak)) }
  }

  /// Converters stop at 32 767 of 32 768, and mixing two channels may round.
  private static var fullScale: Float { 0.999 }
  /// So many samples at full scale in a row are clipped; one may be a peak.
  private static var clippedCount: Int { 3 }
}
