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

  @Test("the default tracker hears 200 seeded notes within 0.2 cents, most of them within 0.02")
  func tracked() throws {
    var generator = SeededGenerator(seed: 44)
    var errors: [Double] = []
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
      #expect(error < 0.2, "\(Self.waveforms[index % 5]) of \(frequency) Hz")
      errors.append(error)
    }
    errors.sort()
