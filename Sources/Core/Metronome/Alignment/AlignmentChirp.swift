import SignalProcessing

/// The chirp by which devices hear each other: a rising sweep that loudspeakers of phones and
/// laptops play well, and that a correlation finds to a fraction of a sample below the noise.
package struct AlignmentChirp: Sendable {
  /// The duration, in seconds.
  package static var duration: Double { 0.08 }
  /// The first and the last frequency, in hertz. At low sample rates, the top is left out.
  package static var frequencies: ClosedRange<Double> { 1500...6000 }
  /// The default peak level, in dBFS.
  package static var standardLevel: Double { -10 }

  /// Samples per second, in hertz.
  package let sampleRate: Double
  /// The chirp, with a peak of about 1.
  package let samples: [Float]
  /// The same with its phase a quarter of a turn later.
  let quadrature: [Float]

  /// Creates the chirp.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, above 0.
  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    let count = max(1, Int((Self.duration * sampleRate).rounded()))
    let slope = (Self.frequencies.upperBound - Self.frequencies.lowerBound) / Self.duration
    var (samples, quadrature): ([Float], [Float]) = ([], [])
    for index in 0..<count {
      let time = Double(index) / sampleRate
      let frequency = Self.frequencies.lowerBound + slope * time
      let turns = (Self.frequencies.lowerBound + slope * time / 2) * time
      let window = 0.5 - 0.5 * Elementary.cos(2 * .pi * time / Self.duration)
      let gain = frequency < 0.45 * sampleRate ? window : 0
      let (sine, cosine) = Elementary.sineAndCosine(
        2 * .pi * turns.truncatingRemainder(dividingBy: 1))
      samples.append(Float(gain * sine))
      quadrature.append(Float(gain * cosine))
    }
    (self.samples, self.quadrature) = (samples, quadrature)
  }
}

/// Finds a ``AlignmentChirp`` in a recording: its first strong arrival, which is the direct sound.
///
/// The envelope of the correlation with the chirp has a peak of half a millisecond for each way
/// that the sound took. Reflections come later, and may be stronger than the direct sound; so the
/// first peak counts that is not much weaker than the strongest one.
///
/// - Complexity: O(*n* log *n*) time for *n* samples.
package struct ChirpFinder: Sendable {
  /// An arrival of a chirp.
  package struct Arrival: Sendable, Hashable {
    /// The start of the chirp, in seconds from the first sample.
    package var time: Double
    /// The level of its peak over that of the noise, in decibels.
    package var prominence: Double
  }

  /// The smallest ratio of the first peak to the strongest one.
  package static var smallestRatio: Double { 0.12 }
  /// So far before the strongest peak may the direct sound come, in seconds: 17 m of detour.
  package static var reach: Double { 0.05 }
  /// The smallest ratio of a peak to the level of the noise. In noise alone, one in a million
  /// samples exceeds 5.3.
  package static var smallestNoiseRatio: Double { 8 }

  private let chirp: AlignmentChirp
  private var transform: RealFourierTransform
  private let inPhase: [Float]
  private let quadrature: [Float]

  /// Creates a finder.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, at most 192 000.
  package init(sampleRate: Double) {
    chirp = AlignmentChirp(sampleRate: sampleRate)
    let length = min(
      RealFourierTransform.supportedLengths.upperBound,
      RealFourierTransform.shortestLength(holding: 4 * chirp.samples.count))
    transform = RealFourierTransform(supported: length)
    var spectra = [chirp.samples, chirp.quadrature]
    for index in spectra.indices {
      spectra[index] += [Float](repeating: 0, count: length - spectra[index].count)
      transform.forward(&spectra[index])
    }
    (inPhase, quadrature) = (spectra[0], spectra[1])
  }

  /// Finds the first strong arrival.
  ///
  /// - Parameter samples: The recording, in which at most one chirp was played.
  /// - Returns: The arrival; `nil` if no chirp stands out.
  package mutating func arrival(in samples: ArraySlice<Float>) -> Arrival? {
    let envelope = envelope(of: samples)
    guard let strongest = envelope.indices.max(by: { envelope[$0] < envelope[$1] }),
      envelope[strongest] > 0
    else { return nil }
    let noise = noise(of: envelope)
    guard Double(envelope[strongest]) >= Self.smallestNoiseRatio * noise else { return nil }
    let threshold = max(
      Self.smallestRatio * Double(envelope[strongest]), Self.smallestNoiseRatio / 2 * noise)
    let start = max(1, strongest - Int(Self.reach * chirp.sampleRate))
    let first =
      start < strongest
      ? (start..<strongest).first { index in
        Double(envelope[index]) >= threshold && envelope[index] >= envelope[index - 1]
          && envelope[index] > envelope[index + 1]
      } ?? strongest : strongest
    let ratio = noise > 0 ? Double(envelope[strongest]) / noise : 1e6
    return Arrival(
      time: (Double(first) + Self.vertex(of: envelope, at: first)) / chirp.sampleRate,
      prominence: decibels(fromPower: ratio * ratio))
  }

  /// Finds the first strong arrival in a part of a recording.
  ///
  /// - Parameters:
  ///   - samples: The recording.
  ///   - second: A time in it, in seconds from the first sample.
  ///   - window: When the chirp may begin, in seconds from that time.
  /// - Returns: The arrival, with its time from the first sample of the recording; `nil` if no chirp
  ///   stands out, or the recording does not contain the part.
  package mutating func arrival(
    in samples: [Float], from second: Double, within window: ClosedRange<Double>
  ) -> Arrival? {
    let first = Int(((second + window.lowerBound) * chirp.sampleRate).rounded())
    let last = Int(((second + window.upperBound) * chirp.sampleRate).rounded())
    guard first >= 0, first < last, last + chirp.samples.count <= samples.count,
      var arrival = arrival(in: samples[first..<last + chirp.samples.count])
    else { return nil }
    arrival.time += Double(first) / chirp.sampleRate
    return arrival
  }

  /// The magnitude of the correlation, for each start of the chirp, by overlapping blocks.
  private mutating func envelope(of samples: ArraySlice<Float>) -> [Float] {
    let length = transform.length
    let step = length - chirp.samples.count
    let count = samples.count - chirp.samples.count
    guard count > 0 else { return [] }
    var envelope: [Float] = []
    envelope.reserveCapacity(count)
    var start = samples.startIndex
    while envelope.count < count {
      var block = samples[start..<min(samples.endIndex, start + length)].map {
        $0.isFinite ? $0 : 0
      }
      block += [Float](repeating: 0, count: length - block.count)
      transform.forward(&block)
      var real = Self.product(block, conjugateOf: inPhase)
      var imaginary = Self.product(block, conjugateOf: quadrature)
      transform.inverse(&real)
      transform.inverse(&imaginary)
      for index in 0..<min(step, count - envelope.count) {
        envelope.append(
          (real[index] * real[index] + imaginary[index] * imaginary[index]).squareRoot())
      }
      start += step
    }
    return envelope
  }

  /// Multiplies split spectra, the second one conjugated.
  private static func product(_ one: [Float], conjugateOf other: [Float]) -> [Float] {
    let half = one.count / 2
    var product = one
    for bin in 1..<half {
      let (a, b) = (one[bin], one[half + bin])
      let (c, d) = (other[bin], other[half + bin])
      product[bin] = a * c + b * d
      product[half + bin] = b * c - a * d
    }
    product[0] = one[0] * other[0]
    product[half] = one[half] * other[half]
    return product
  }

  /// The root mean square of the noise's envelope, from its median, which no chirp moves much.
  private func noise(of envelope: [Float]) -> Double {
    let stride = max(1, envelope.count / 4096)
    var some: [Float] = []
    for index in Swift.stride(from: 0, to: envelope.count, by: stride) {
      some.append(envelope[index])
    }
    some.sort()
    // The envelope of noise has a Rayleigh distribution: its median is 0.833 of its RMS.
    return Double(some[some.count / 2]) / 0.833
  }

  /// The offset of a parabola's vertex from its middle point, in samples.
  private static func vertex(of values: [Float], at index: Int) -> Double {
    guard index > 0, index + 1 < values.count else { return 0 }
    let (before, peak, after) = (
      Double(values[index - 1]), Double(values[index]), Double(values[index + 1])
    )
    let curvature = before - 2 * peak + after
    guard curvature < 0 else { return 0 }
    return max(-0.5, min(0.5, (before - after) / (2 * curvature)))
  }
}
