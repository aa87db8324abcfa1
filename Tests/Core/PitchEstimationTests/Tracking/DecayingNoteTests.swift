import Foundation
import PitchEstimation
import Testing
import _TestSignals

@Suite("Notes that decay")
struct DecayingNoteTests {
  private func readings(_ samples: [Float]) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: 16_000, searchRange: 40...4000, hopSize: 160)
    return tracker.readings(of: samples)
  }

  /// A sine of 1500 Hz that falls by 30 dB a second from -10 dBFS.
  private func note(seconds: Double) -> [Float] {
    (0..<Int(seconds * 16_000)).map { index in
      let time = Double(index) / 16_000
      return Float(
        0.447 * Foundation.pow(10, -1.5 * time) * Foundation.sin(2 * .pi * 1500 * time))
    }
  }

  @Test("is heard until it is 6 dB below the noise, and right within 20 cents in 9 of 10 frames")
  func inNoise() throws {
    // The noise has -40 dBFS: 6 dB above the sine (3 dB below its peak) at 1.1 s.
    let noise = TestSignal.noise(count: 24_000, rms: 0.01)
    let readings = try readings(zip(note(seconds: 1.5), noise).map { $0 + $1 })
    let late = readings[90..<110]
    #expect(late.count { $0.isVoiced } >= 18)
    let right = late.compactMap(\.frequency).count { cents(from: 1500, to: $0).magnitude < 20 }
    #expect(right >= 18)
  }

  @Test("noise that follows a note without any is not the note")
  func endsInNoise() throws {
    let note = TestSignal.sine(700, sampleRate: 16_000, count: 8000, amplitude: 0.3)
    let noise = TestSignal.noise(count: 32_000, rms: 0.01)
    let sound = noise.enumerated().map { index, sample in
      sample + (index < note.count ? note[index] : 0)
    }
    let after = try readings(sound)[58...]
    #expect(after.count { $0.isVoiced } <= 2)
  }

  @Test("may sink below the gate, which a new note of that level does not open")
  func belowGate() throws {
    let sound = note(seconds: 2.4)
    let late = try readings(sound)[190..<215]  // -67 to -75 dBFS
    #expect(late.allSatisfy { $0.isVoiced })
    let alone = try readings(Array(sound[30_400...]))  // from -67 dBFS on
    #expect(alone.allSatisfy { !$0.isVoiced })
  }
}
