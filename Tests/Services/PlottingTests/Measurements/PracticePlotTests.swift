import Plotting
import Testing

@Suite("Plots of practised scores")
struct PracticePlotTests {
  private func note(_ index: Int) -> PracticePlot.Note {
    var note = PracticePlot.Note(
      label: "n\(index)", pitch: Double(60 + index % 12), start: Double(index),
      end: Double(index + 1))
    note.playedStart = Double(index) + 0.01
    note.playedEnd = Double(index) + 0.9
    note.cents = 12
    note.late = -23
    return note
  }

  private func plot(_ notes: [PracticePlot.Note], hasPitch: Bool = true) -> PracticePlot {
    PracticePlot(
      title: "A <title>", headline: "You rush & more", subtitle: "spread 9 ms", notes: notes,
      bars: stride(from: 0, to: notes.count, by: 4).map {
        PracticePlot.Bar(number: "\($0 / 4 + 1)", start: Double($0), beat: 1)
      }, centsTolerance: 10, timeTolerance: 20, hasPitch: hasPitch)
  }

  private func svg(_ plot: PracticePlot) throws -> String {
    String(decoding: try plot.picture(.svg), as: UTF8.self)
  }

  @Test("names, bars, cents and milliseconds with their signs are in the picture")
  func texts() throws {
    let picture = try svg(plot((0..<8).map(note)))
    for text in ["n0<", "n7<", ">2<", "+12<", "\u{2212}23<", "You rush &amp; more", "ms late"] {
      #expect(picture.contains(text), "\(text)")
    }
    #expect(!(try svg(plot((0..<8).map(note), hasPitch: false))).contains("cents"))
  }

  @Test("a headline of two sentences is whole")
  func longHeadline() throws {
    var plot = plot((0..<8).map(note))
    plot.headline =
      "You stopped after note 12 of 15. F#4 (bar 1, beat 4) is 45 cents too high; "
      + "12 other notes are more than 10 cents off."
    #expect(try svg(plot).contains(plot.headline))
  }

  @Test(
    "no note, 4000 notes, missing ones and values that are no numbers are drawn in every format")
  func limits() throws {
    var broken = (0..<4000).map(note)
    for index in broken.indices {
      switch index % 5 {
      case 0: broken[index].playedStart = nil
      case 1: broken[index].late = .nan
      case 2: broken[index].playedStart = .infinity
      case 3: broken[index].wrongPitch = -.infinity
      default: broken[index].cents = 1e300
      }
    }
    for format in PlotFormat.allCases {
      #expect(!(try plot([]).picture(format)).isEmpty)
      #expect(!(try plot(broken).picture(format)).isEmpty)
    }
    let picture = try svg(plot(broken))
    #expect(!picture.contains("nan") && !picture.contains("inf\""))
  }
}
