import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// One sound among others: facts of the mixtures, through the whole tracker.
@Suite("The sound in front among others")
struct SalienceTests {
  private static let rate = DefaultReadings.sampleRate

  private func tone(_ frequency: Double, count: Int, amplitude: Double = 0.3) -> [Float] {
    TestSignal.harmonics(
      frequency, amplitudes: (1...8).map { amplitude / Double($0) }, sampleRate: Self.rate,
      count: count)
  }

  private func share(
    of readings: ArraySlice<PitchReading>, near frequency: Double
  ) -> Double {
    let near = readings.count {
      $0.frequency.map { cents(from: frequency, to: $0).magnitude < 50 } ?? false
    }
    return Double(near) / Double(readings.count)
  }

  @Test(
    "a tone beside another one of a third of its amplitude, at no simple ratio, is read",
    arguments: [(220.0, 311.0), (330, 233.3), (523, 392.5), (440, 622)])
  func two(front: Double, other: Double) throws {
    let count = 2 * Int(Self.rate)
    let (first, second) = (tone(front, count: count), tone(other, count: count, amplitude: 0.1))
    let readings = try DefaultReadings.of(zip(first, second).map(+))
    #expect(share(of: readings[20..<180], near: front) > 0.95)
  }

  /// A sound in a room whose energy falls by 60 dB in a second, as strong as the direct sound.
  private func inRoom(_ sound: [Float]) -> [Float] {
    // Every 7 ms a copy of random sign: 8 of them have half of the energy.
    let noise = TestSignal.noise(count: 140, rms: 1)
    var result = sound
    for echo in 1..<140 {
      let delay = echo * Int(0.007 * Self.rate) + (echo * 7919) % 97
      let gain = 0.28 * Float(Elementary.exp(-6.9 * Double(delay) / Self.rate)) * noise[echo]
      for index in delay..<sound.count { result[index] += gain * sound[index - delay] }
    }
    return result
  }

  @Test(
    "in a room that holds as much sound as comes directly, most of each note of a melody is read",
    arguments: [[220.0, 277.2, 246.9, 329.6], [440, 392, 523.3, 349.2]])
  func melody(notes: [Double]) throws {
    let length = Int(0.5 * Self.rate)
    let readings = try DefaultReadings.of(inRoom(notes.flatMap { tone($0, count: length) }))
    for (index, note) in notes.enumerated() {
      let part = readings[(index * 50 + 15)..<(index * 50 + 45)]
      #expect(share(of: part, near: note) > 0.6, "note \(index)")
    }
  }

  @Test(
    "a sine in noise of 10 dB is read from its start on: the network knows few tones without harmonics",
    arguments: [82.0, 103.3, 130.2, 164, 206.6])
  func lone(frequency: Double) throws {
    let count = Int(Self.rate)
    let sine = TestSignal.harmonics(
      frequency, amplitudes: [0.2], sampleRate: Self.rate, count: count)
    let noise = TestSignal.noise(count: count, rms: 0.2 * 0.5.squareRoot() * 0.316)
    let readings = try DefaultReadings.of(zip(sine, noise).map(+))
    #expect(share(of: readings[5..<95], near: frequency) > 0.97)
  }

  @Test("a reading without a pitch tells how likely its guess is, and silence is 0")
  func graded() throws {
    let noise = TestSignal.noise(count: Int(Self.rate), rms: 0.1)
    let silence = [Float](repeating: 0, count: Int(Self.rate))
    let readings = try DefaultReadings.of(noise + silence)
    let unvoiced = readings[10..<90].filter { !$0.isVoiced }
    #expect(unvoiced.count > 60)
    for reading in unvoiced {
      let confidence = try #require(reading.confidence)
      #expect(confidence >= 0 && confidence < 0.7)
    }
    #expect(unvoiced.contains { ($0.confidence ?? 0) > 0 })
    #expect(readings[130...].allSatisfy { $0.confidence == 0 })
  }

  @Test(
    "the network names harmonic tones within half a step, wherever they are",
    arguments: [55.0, 82.4, 110, 196, 329.6, 587.3, 1046.5, 1760])
  func named(frequency: Double) throws {
    let settings = try TrackerSettings(
      sampleRate: Self.rate, searchRange: 26...4980, hopSize: 441)
    var finder = MultiresolutionCandidates(settings.windows, hopDuration: 0.01)
    var (network, memory) = (SalienceNetwork(), LineMemory(hopDuration: 0.01))
    func lines(_ shape: MultiresolutionCandidates.SpectrumShape, _ highest: Double) -> LineSpectrum
    {
      LineSpectrum(
        binWidth: shape.sampleRate / Double(2 * shape.binCount), windowSize: shape.windowSize,
        sampleRate: shape.sampleRate, highest: highest)
    }
    var (long, short) = (lines(finder.spectrum, 5200), lines(finder.shortSpectrum, 10_400))
    var list = CandidateList()
    let sound = tone(frequency, count: finder.frameSize)
    for _ in 0..<5 {
      finder.find(
        in: sound.span, around: finder.frameSize / 2, filledCount: finder.frameSize, learns: true,
        into: &list)
      long.load(finder.power)
      short.load(finder.shortPower)
      network.judge(long.lines, short.lines, &memory)
      memory.remember(long.lines)
    }
    var best = 0
    for line in network.nats.indices where network.nats[line] > network.nats[best] { best = line }
    #expect(abs(Double(best) - SalienceNetwork.line(of: frequency)) <= 0.75)
    #expect(network.nats[best] > 0)
  }
}
