import Foundation
import InstrumentTuning
import MusicTheory
import Testing

@testable import Plotting

@Suite("Session and progress plots")
struct SessionPlotTests {
  private func note(
    _ index: Int, midiNumber: Int = 69, mean: Double = 1, spread: Double = 0.5
  ) -> HeardNote {
    HeardNote(
      startTime: Double(index) * 3, duration: 2, note: Note(midiNumber: midiNumber),
      targetFrequency: 440, string: nil, meanCents: mean, spread: spread, timeInTune: 1.5,
      readingCount: 200)
  }

  private func plot(_ notes: [HeardNote]) -> SessionPlot {
    SessionPlot(
      title: "Guitar <&> \"Drop D\"", subtitle: "today", notes: notes, duration: 30, tolerance: 3)
  }

  private func svg(_ plot: SessionPlot) throws -> String {
    String(decoding: try plot.picture(.svg), as: UTF8.self)
  }

  @Test("names its notes, their part in tune and the ends of its axes")
  func content() throws {
    let text = try svg(plot([note(0), note(1, midiNumber: 71, mean: -8)]))
    for part in [">A4<", ">B4<", ">75 %<", ">+10<", ">\u{2212}10<", ">0<", "time, s"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.contains("Guitar &lt;&amp;&gt;"))
    let title = try Picture(Array(text.utf8)).contents.first { $0.contains("Drop") }
    #expect(title == "Guitar <&> \"Drop D\"")
  }

  @Test("a picture of pixels is 1920 × 1280, and the same notes give the same bytes")
  func pixels() throws {
    let notes = (0..<200).map { note($0, midiNumber: 40 + $0 % 30, mean: Double($0 % 17) - 8) }
    let png = try plot(notes).picture(.png)
    #expect(Array(png[16..<24]) == [0, 0, 7, 128, 0, 0, 5, 0])
    for format in PlotFormat.allCases {
      #expect(try plot(notes).picture(format) == plot(notes.reversed()).picture(format))
    }
  }

  @Test("no note, notes that are not finite and notes far away are drawn without a bad number")
  func extremes() throws {
    let none = try svg(plot([]))
    #expect(none.contains("no note was heard"))
    let wild = [
      note(0, mean: .nan), note(1, spread: .infinity), note(2, mean: 4000), note(3, mean: -4000),
      note(4),
    ]
    let text = try svg(plot(wild))
    #expect(!text.lowercased().contains("nan") && !text.contains("inf"))
    #expect(text.contains(">A4<"))
  }

  @Test("a session of unknown length lasts until the end of its last note")
  func unknownDuration() throws {
    var plot = plot((0..<10).map { note($0) })
    plot.duration = .nan
    let picture = try Picture(plot.picture(.svg))
    let boxes = picture.rectangles.filter { $0.width > 0 && $0.width < 100 }
    #expect(boxes.filter { abs($0.width - 866 * 2 / 29) < 0.01 }.count == 10)
  }

  @Test(
    "no number of a session stops the drawing",
    arguments: [1e19, 1e300, -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude])
  func total(number: Double) throws {
    var wild = [note(0)]
    for path in [\HeardNote.startTime, \.duration, \.meanCents, \.spread, \.timeInTune] {
      wild.append(note(wild.count))
      wild[wild.count - 1][keyPath: path] = number
    }
    wild[0].readingCount = 1 << 53
    for format in PlotFormat.allCases {
      var plot = plot(wild)
      _ = try plot.picture(format)
      if format == .svg {
        // A number without digits is a question mark, which no attribute may have.
        #expect(try svg(plot).contains(/[=",ML]\?[^>]/) == false)
      }
      (plot.duration, plot.tolerance) = (number, number)
      _ = try plot.picture(format)
      let session = ProgressPlot.Session(
        start: Date(timeIntervalSince1970: 0), title: "b", meanDeviation: number, partInTune: number
      )
      _ = try ProgressPlot(title: "", sessions: [session]).picture(format)
    }
  }

  @Test(
    "the axis of cents is round and leaves out one of twenty",
    arguments: [(1.0, 5.0), (8, 10), (12, 15), (14, 20), (30, 50), (60, 100), (900, 100)])
  func axis(mean: Double, limit: Double) {
    let notes = (0..<40).map { note($0, mean: mean, spread: 0) } + [note(40, mean: 3000)]
    let axis = Chart.Axis(notes, tolerance: 3)
    #expect(axis.range == -limit...limit)
    let values = axis.ticks.map(\.value)
    #expect(values.first == -limit && values.last == limit && values.contains(0))
    #expect(axis.ticks.allSatisfy { $0.label.count <= 4 })
  }

  /// A day of November 2026 at noon, in Greenwich.
  private func november(_ day: Int) -> Date {
    Date(timeIntervalSince1970: 1_793_491_200 + 86_400 * Double(day) + 43_200 - 86_400)
  }

  private func progressPlot(_ sessions: [ProgressPlot.Session]) -> ProgressPlot {
    ProgressPlot(title: "\(sessions.count) sessions", sessions: sessions, timeZone: .gmt)
  }

  @Test("sessions over some days show their dates and what was tuned")
  func progress() throws {
    let sessions = (1...9).map { day in
      ProgressPlot.Session(
        start: november(day), title: day % 3 == 0 ? "Violin" : "Guitar",
        meanDeviation: 10 - Double(day), partInTune: Double(day) / 10)
    }
    let picture = try progressPlot(sessions).picture(.svg)
    let text = String(decoding: picture, as: UTF8.self)
    for part in ["2026-11-02", ">Violin<", ">Guitar<", ">100 %<", ">12<", "9 sessions"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try Picture(picture).contents.contains("each session at its date"))
    let empty = try progressPlot([]).picture(.svg)
    #expect(String(decoding: empty, as: UTF8.self).contains("no session"))
  }

  @Test("a pause of four weeks is 28 times as wide as a day")
  func pause() throws {
    let sessions = [1, 2, 30].map {
      ProgressPlot.Session(
        start: november($0), title: "Guitar", meanDeviation: 4, partInTune: 0.5)
    }
    let picture = try Picture(progressPlot(sessions).picture(.svg))
    let line = try #require(picture.paths.first { $0.points.count == 3 }).points.map(\.x)
    #expect(abs((line[2] - line[1]) / (line[1] - line[0]) - 28) < 0.5, "\(line)")
  }
}
