import Foundation
import LiveAudio
import PianoTuning
import Synchronization
import Testing
import _TestSignals

/// A source that plays a list of events.
struct Script: AudioSource {
  let events: [AudioSourceEvent]

  func start() -> AudioSourceEvents {
    let (events, position) = (events, Position())
    return AudioSourceEvents {
      let index = position.advance()
      return index < events.count ? events[index] : nil
    }
  }

  func stop() async {}

  private final class Position: Sendable {
    private let index = Mutex(0)

    func advance() -> Int {
      index.withLock { index in
        defer { index += 1 }
        return index
      }
    }
  }
}

/// A struck A4 with ten partials, at 44 100 Hz; silence before and after it.
func strokeOfA4(seconds: Double, gain: Double = 1) -> [Float] {
  let silence = Array(repeating: Float(0), count: 8820)
  let tone = (0..<Int(seconds * 44_100)).map { index in
    let time = Double(index) / 44_100
    var sum = 0.0
    for order in 1...10 {
      let order = Double(order)
      let stretch = ((1 + 7e-4 * order * order) / (1 + 7e-4)).squareRoot()
      sum += sin(2 * .pi * 440 * order * stretch * time + order) / order * exp(-time)
    }
    return Float(min(1, max(-1, 0.2 * gain * sum)))
  }
  return silence + tone + silence
}

@Suite struct LiveStrokesTests {
  private func outcomes(_ events: [AudioSourceEvent]) async throws -> [String] {
    var told: [String] = []
    var session = MeasuringSession<KeyMeter>()
    let source = Script(events: [.started(deviceName: "Script", sampleRate: 44_100)] + events)
    for try await event in Live(source: source, makeAnalysis: { StrokeSplitter(sampleRate: $0) }) {
      switch event {
      case .started(_, let sampleRate):
        try session.start(sampleRate: sampleRate)
        told.append("started")
      case .reading(let stroke):
        guard let outcome = session.process(stroke) else { continue }
        switch outcome.result {
        case .measured(let entry):
          told.append(entry.measurement.key.name + (outcome.isClipped ? " clipped" : ""))
        case .refused: told.append("refused")
        case .interrupted: told.append("interrupted")
        }
      default: continue
      }
    }
    return told
  }

  private func blocks(_ samples: ArraySlice<Float>) -> [AudioSourceEvent] {
    stride(from: samples.startIndex, to: samples.endIndex, by: 441).map {
      .block(Array(samples[$0..<min(samples.endIndex, $0 + 441)]))
    }
  }

  @Test("Two keys are two measurements, and a clipped one is said to be")
  func keys() async throws {
    let sound = strokeOfA4(seconds: 1) + strokeOfA4(seconds: 1, gain: 3)
    let told = try await outcomes(blocks(sound[...]))
    #expect(told == ["started", "A4", "A4 clipped"])
  }

  @Test("A stroke with missing samples is not measured, but asked for again")
  func dropped() async throws {
    let sound = strokeOfA4(seconds: 1)
    let gap = AudioSourceEvent.dropped(sampleCount: 4000, overflowCount: 0)
    let events = blocks(sound[..<22_050]) + [gap] + blocks(sound[26_050...]) + blocks(sound[...])
    let told = try await outcomes(events)
    #expect(told.first == "started" && told[1] == "interrupted" && told.last == "A4")
    // In silence nothing is lost.
    let quiet = try await outcomes([gap] + blocks(sound[...]))
    #expect(quiet == ["started", "A4"])
  }

  @Test("A microphone that goes away takes the stroke with it")
  func lost() async throws {
    let sound = strokeOfA4(seconds: 1)
    let events: [AudioSourceEvent] =
      blocks(sound[..<22_050]) + [
        .lost(reason: "unplugged"), .resumed, .started(deviceName: "Script", sampleRate: 44_100),
      ] + blocks(sound[...])
    let told = try await outcomes(events)
    #expect(told == ["started", "interrupted", "started", "A4"])
  }
}
