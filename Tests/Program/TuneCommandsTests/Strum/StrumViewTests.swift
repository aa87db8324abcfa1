@testable import CommandKit
import Foundation
import InstrumentTuning
import LiveAudio
import MusicTheory
import Synchronization
import Testing
@testable import TuneCommands

@Suite("The view of all strings")
struct StrumViewTests {
  private func lines(_ cents: [Double?], columns: Int = 80, rows: Int = 24) throws -> [String] {
    var screen = TunerScreenState()
    screen.setup.view = .strum
    let setup = try StrumSetup(screen.setup, notes: nil)
    var strum = StrumState(setup)
    for index in strum.rows.indices {
      strum.rows[index].cents = cents[index]
      strum.rows[index].frequency = strum.rows[index].target
    }
    screen.strum = StrumWatch.Shown(setup: setup, strum: strum)
    return TunerViewTests.frame(screen, columns, rows)
  }

  @Test("Each string has number, note, cents and a word, and its mark left or right of the middle")
  func rows() throws {
    let lines = try lines([-20, 0.4, nil, 12.3, 0, 45])
    let low = try #require(lines.first { $0.contains("6 E2") })
    #expect(low.contains("-20.0") && low.contains("flat"))
    let high = try #require(lines.first { $0.contains("1 E4") })
    #expect(high.contains("+45.0") && high.contains("sharp"))
    #expect(try #require(lines.first { $0.contains("5 A2") }).contains("in tune"))
    let silent = try #require(lines.first { $0.contains("4 D3") })
    #expect(silent.hasSuffix("-"))
    let marks = [low, high].map { Array($0).firstIndex(of: "█") ?? -1 }
    let middle = try #require(Array(silent).firstIndex(of: "╋"))
    #expect(marks[0] > 0 && marks[0] < middle && marks[1] > middle)
  }

  @Test("A single string is shown large, with hundredths of a cent; six are not")
  func single() throws {
    #expect(try lines([nil, 7.25, nil, nil, nil, nil]).contains { $0.contains("+7.25 cents") })
    #expect(try !lines([1, 7.25, 1, 1, 1, 1]).contains { $0.contains("+7.25 cents") })
  }

  @Test("At 40 columns and 10 rows every string still has its cents")
  func small() throws {
    let lines = try lines([-20, 0, 5, 12.3, 0, 45], columns: 40, rows: 10)
    #expect(lines.count == 10)
    for name in ["6 E2", "5 A2", "4 D3", "3 G3", "2 B3", "1 E4"] {
      #expect(lines.contains { $0.contains(name) })
    }
    #expect(lines.contains { $0.contains("-20.0") } && lines.contains { $0.contains("+45.0") })
  }

  @Test("It has A4 and the keys of the tuner, and before the first strum says what to do")
  func around() throws {
    let lines = try lines([nil, nil, nil, nil, nil, nil])
    #expect(lines[0].contains("A4 = 440.0 Hz") && lines[0].contains("Guitar, Standard"))
    #expect(lines[23].contains("? keys") && lines[23].contains("v view"))
    #expect(lines.contains { $0.contains("Strum all open strings") })
  }

  @Test("v leads to it; there a strum is no single note, and A4 and the tuning still have keys")
  func keys() throws {
    var model = TunerModelTests.model(hearing: 82.4)
    #expect(model.state.deviation != nil && model.strumSetup == nil)
    var views: [TunerViewKind] = []
    while model.state.setup.view != .strum, views.count < 20 {
      model.press(.character("v"))
      views.append(model.state.setup.view)
    }
    #expect(views.last == .strum && model.state.deviation == nil)
    _ = model.take(TunerModelTests.reading(60, 82.4))
    #expect(model.state.deviation == nil && model.strumSetup?.concertPitch == 440)
    _ = model.takeEndedNotes()
    for index in 61..<200 { _ = model.take(TunerModelTests.reading(index, 110)) }
    model.finishNote()
    #expect(model.takeEndedNotes().isEmpty)
    model.press(.right)
    #expect(model.strumSetup?.concertPitch == 441)
    model.press(.character("r"))
    #expect(model.state.reference != nil && model.strumSetup == nil)  // the microphone is deaf
  }

  /// Plucked strings at 48 kHz: after 0.3 s, with 12 partials each.
  private struct Strum: AudioSource {
    let notes: [Int]

    func start() -> AudioSourceEvents {
      let (notes, position) = (notes, Position())
      return AudioSourceEvents {
        let index = position.advance()
        if index == 0 { return .started(deviceName: "Test", sampleRate: 48_000) }
        guard index <= 24 else { return nil }
        return .block(((index - 1) * 2400..<index * 2400).map { Self.sample($0, notes) })
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

    private static func sample(_ index: Int, _ notes: [Int]) -> Float {
      let time = Double(index) / 48_000 - 0.3
      guard time > 0 else { return 0 }
      var sum = 0.0
      for (number, midi) in notes.enumerated() {
        let frequency = 440 * pow(2, Double(midi - 69) / 12)
        for order in (1...12).map(Double.init) {
          let partial = order * frequency * ((1 + 8e-5 * order * order) / (1 + 8e-5)).squareRoot()
          sum += sin(2 * .pi * partial * time + order * Double(number + 1)) / order
        }
      }
      return Float(0.06 * sum * exp(-2.5 * time))
    }
  }

  @Test("The strings are heard within a cent while the view is shown, and none after")
  func watch() async throws {
    let watch = StrumWatch()
    let setup = TunerSetup()
    #expect(watch.follow(setup, notes: nil)?.strum.strumCount == 0)
    let source = watch.tap(Strum(notes: [40, 45, 50, 55, 59, 64]))
    var blockCount = 0
    for try await event in source.start() {
      if case .block = event { blockCount += 1 }
    }
    #expect(blockCount == 24)  // all sound is passed on
    let shown = try #require(watch.follow(setup, notes: nil))
    #expect(shown.strum.presentIndices.count == 6)
    for row in shown.strum.rows { #expect(abs(row.cents ?? 99) < 1) }
    #expect(watch.follow(nil, notes: nil) == nil)
    var drop = setup
    let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
    drop.target = .instrument(guitar, try guitar.tuning(named: "drop-d"), string: nil)
    let other = try #require(watch.follow(drop, notes: nil))
    #expect(other.strum.presentIndices.isEmpty && other.setup.title.contains("Drop D"))
  }
}
