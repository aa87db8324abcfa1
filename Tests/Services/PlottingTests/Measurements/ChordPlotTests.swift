import MusicTheory
import Plotting
import SignalProcessing
import Testing

@Suite("Plots of chords")
struct ChordPlotTests {
  private static func frequency(_ midiNumber: Double) -> Double {
    440 * Elementary.exp2((midiNumber - 69) / 12)
  }

  private func plot(_ chords: [[Double]], hop: Double = 0.01) -> ChordPlot {
    var plot = ChordPlot(
      caption: PlotCaption(name: "Choir & <co>", estimator: "chords"), hopDuration: hop)
    for (index, chord) in chords.enumerated() {
      plot.append(chord.map(Self.frequency), at: Double(index) * hop)
    }
    return plot
  }

  /// The lines of one colour, which the legend has beside its name.
  private func lines(_ name: String, _ picture: Picture) throws -> [Picture.Path] {
    let text = try #require(picture.text(name))
    let dot = try #require(
      picture.paths.first { path in
        path.points.count <= 2
          && path.points.allSatisfy { abs($0.x - text.x) < 20 && abs($0.y - text.y) < 8 }
      })
    return picture.paths.filter {
      $0.color == dot.color && $0.points.count > 1 && $0.points[1].x > $0.points[0].x + 1
    }
  }

  @Test("each note has a lane with its name, and flat, in tune and sharp have their colours")
  func lanes() throws {
    // A second of C4 in tune, E4 sharp and G4 flat; a second of silence; E4 in tune.
    let first = Array(repeating: [60, 64.12, 66.88], count: 100)
    let chords = first + Array(repeating: [], count: 100) + Array(repeating: [64], count: 100)
    let picture = try Picture(plot(chords).picture(.svg))
    let (flat, good, sharp) = (
      try lines("flat", picture), try lines("in tune", picture), try lines("sharp", picture)
    )
    #expect(flat.count == 1 && good.count == 2 && sharp.count == 1)
    for (line, name) in [(good[0], "C4"), (good[1], "E4"), (sharp[0], "E4"), (flat[0], "G4")] {
      // Names are written a third of their height below their line; 12 cents are 4 points.
      let label = try #require(picture.text(name))
      #expect(line.points.allSatisfy { abs($0.y + 3.7 - label.y) < 5 }, "\(name)")
    }
    let (start, end) = (good[0].points[0].x, good[1].points[good[1].points.count - 1].x)
    #expect(abs(start - 74) < 1 && abs(end - 930) < 1, "three seconds fill the frame")
    let last = sharp[0].points[sharp[0].points.count - 1].x
    #expect(abs(last - (start + (end - start) / 3)) < 1)
    #expect(abs(good[1].points[0].x - (start + (end - start) * 2 / 3)) < 1)
    #expect(picture.contents.contains("Choir & <co>"))
  }

  @Test("nothing, an hour and a cluster are drawn in every format")
  func limits() throws {
    let cluster = plot(Array(repeating: [60, 60.9, 62.1, 63, 64, 65], count: 3600), hop: 1)
    for format in PlotFormat.allCases {
      #expect(!(try plot([]).picture(format)).isEmpty)
      #expect(!(try cluster.picture(format)).isEmpty)
    }
    #expect(try Picture(plot([[]]).picture(.svg)).contents.contains("no notes"))
    #expect(try cluster.picture(.svg).count < 1_000_000)
  }
}
