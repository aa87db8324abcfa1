import Foundation
import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@Suite("Our tones are in tune")
struct HearsOwnTonesTests {
  /// Without the pulse, which the default tracker takes an octave too low in one case of five.
  private static let waveforms: [Waveform] = [
    .sine, .triangle, .sawtooth, .square(duty: 0.5), .square(duty: 0.1),
  ]

  /// A note from E2 to C7, under a concert pitch of 415 to 446 Hz.
  private static func frequency(_ generator: inout SeededGenerator) -> Double {
    let concertPitch = 415 + 31 * generator.nextUniform()
    let midiNumber = Double(Int.random(in: 40...96, using: &generator))
    return concertPitch * Elementary.exp2((midiNumber - 69) / 12)
  }

  @Test("the default tracker hears 200 seeded notes within 0.02 cents")
  func tracked() throws {
    var generator = SeededGenerator(seed: 44)
    for index in 0..<200 {
      let frequency = Self.frequency(&generator)
      var oscillator = try Oscillator(
        Self.waveforms[index % 5], frequency: frequency, sampleRate: 48_000)
      var tracker = try MultiresolutionTracker(
        sampleRate: 48_000, searchRange: 30...4200, hopSize: 1920, lookahead: 0.02)
      tracker.append(oscillator.next(11_520))
      var readings: [Double] = []
      while let reading = tracker.next() {
        guard 0.07...0.17 ~= reading.time, let found = reading.frequency else { continue }
        readings.append(cents(from: frequency, to: found))
      }
      let error = readings.isEmpty ? .infinity : readings.sorted()[readings.count / 2].magnitude
      #expect(error < 0.02, "\(Self.waveforms[index % 5]) of \(frequency) Hz")
    }
  }

  @Test("measured over two seconds, every waveform is in tune within 0.00001 cents")
  func exact() throws {
    var generator = SeededGenerator(seed: 45)
    for index in 0..<12 {
      let frequency = Self.frequency(&generator)
      let waveform = OscillatorTests.waveforms[index % 6]
      var oscillator = try Oscillator(
        waveform, frequency: frequency, level: 0, sampleRate: 48_000)
      let samples = oscillator.next(96_000)
      // A small step of the phase of the fundamental, from one second to the next, in turns.
      let phases = [0, 48_000].map { phase(of: frequency, in: samples, from: $0, count: 48_000) }
      let turns = phases[1] - phases[0]
      let error = (turns - turns.rounded()) / frequency * 1200 / 0.6931471805599453
      #expect(error.magnitude < 1e-5, "\(waveform) of \(frequency) Hz")
    }
  }

  /// The phase of a partial against a sine that started at sample 0, in turns, under a Hann window.
  private func phase(
    of frequency: Double, in samples: [Float], from start: Int, count: Int
  ) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for index in start..<start + count {
      let turns = frequency * Double(index) / 48_000
      let angle = 2 * Double.pi * (turns - turns.rounded(.down))
      let (sine, cosine) = Elementary.sineAndCosine(angle)
      let window = 0.5 - 0.5 * Elementary.cos(2 * .pi * Double(index - start) / Double(count))
      real += window * Double(samples[index]) * cosine
      imaginary -= window * Double(samples[index]) * sine
    }
    return atan2(imaginary, real) / (2 * .pi)
  }
}
