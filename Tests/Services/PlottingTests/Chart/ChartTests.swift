import Testing

@testable import Plotting

@Suite("Charts")
struct ChartTests {
  private static let orange = "#d9480f"

  private func beats(_ lines: [ChartValue]) throws -> Picture {
    try Picture(
      Chart.beats(title: "A4", subtitle: "", target: 440, lines: lines).picture(.svg))
  }

  private func paths(_ picture: Picture) -> [Picture.Path] {
    picture.paths.filter { $0.color == Self.orange }
  }

  @Test("a value is a dot in the middle of its bar of one standard error")
  func error() throws {
    let drawn = paths(try beats([ChartValue(x: 1, y: 440, error: 0.2)]))
    let bar = try #require(drawn.first { $0.points[0].y != $0.points[1].y })
    let dot = try #require(drawn.first { $0.points[0] == $0.points[1] })
    #expect(drawn.count == 2 && bar.points[0].x == dot.points[0].x)
    #expect(abs((bar.points[0].y + bar.points[1].y) / 2 - dot.points[0].y) <= 0.01)
  }

  @Test(
    "a standard error that is unknown or 0 draws no bar",
    arguments: [0, -1, Double.nan, .infinity, -.infinity])
  func unknownError(error: Double) throws {
    #expect(paths(try beats([ChartValue(x: 1, y: 440, error: error)])).count == 1)
  }

  @Test(
    "a value that is not finite is not drawn, and no message is needed",
    arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(value: Double) throws {
    for line in [ChartValue(x: value, y: 440), ChartValue(x: 1, y: value)] {
      let picture = try beats([line])
      #expect(paths(picture).isEmpty && !picture.contents.contains("no line"))
    }
    #expect(try beats([]).contents.contains("no line"))
  }

  @Test("an axis has a round end that is large enough, and puts values beyond it at its edge")
  func axis() {
    let axis = Chart.Axis(deviationsTo: 3, limits: [2, 5, 10], parts: 2)
    #expect(axis.range == -5...5)
    #expect(axis.ticks.map(\.label) == ["\u{2212}5", "0", "+5"])
    #expect(axis.position(of: 0) == 0.5 && axis.position(of: .nan) == 0)
    #expect(axis.position(of: 1e300) == 1 && axis.position(of: -.infinity) == 0)
    #expect(Chart.Axis(deviationsTo: 99, limits: [2, 5, 10], parts: 2).range == -10...10)
  }

  @Test("a bell has a panel for each partial: rings before tuning, dots after it")
  func bells() throws {
    let series = ["hum", "tierce"].map {
      BellPlot.Series(
        name: $0, before: [.init(note: 60, cents: 20), .init(note: 62, cents: .nan)],
        after: [.init(note: 60, cents: 1)])
    }
    let picture = try Picture(BellPlot(title: "Tower", series: series).picture(.svg))
    for text in ["hum", "tierce", "+50", "\u{2212}50", "C4", "Tower"] {
      #expect(picture.contents.contains(text), "\(text)")
    }
    #expect(picture.paths.filter { $0.color == "#59636e" }.count == 2)  // rings
    #expect(paths(picture).count == 2)
    let nothing = try Picture(BellPlot(title: "", series: []).picture(.svg))
    #expect(nothing.contents.contains("nothing measured"))
  }

  @Test("a piano's keys and decades are named, and keys that it does not have are left out")
  func piano() throws {
    let measured = [-1, 0, 87, 88].map { PianoPlot.Measured(key: $0, value: 1e-3, error: 1e-4) }
    let plot = PianoPlot(
      title: "Grand", inharmonicities: measured, model: [], curve: [], roughCurve: [],
      before: [], after: [])
    let picture = try Picture(plot.picture(.svg))
    for text in ["A0", "A7", "0.1", "0.00001", "+10", "\u{2212}5", "Grand"] {
      #expect(picture.contents.contains(text), "\(text)")
    }
    #expect(paths(picture).count == 4)  // two bars and two dots
  }
}
