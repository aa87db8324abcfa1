import Plotting
import Testing

@Suite("Plots of deviations")
struct DeviationPlotTests {
  private func plot(_ columns: [DeviationPlot.Column]) -> DeviationPlot {
    DeviationPlot(
      title: "A <title>", subtitle: "now & then", series: ["now", "then"], columns: columns)
  }

  @Test("columns, series and title are in the picture, with their signs escaped")
  func texts() throws {
    let values = [
      DeviationPlot.Value(cents: 3, error: 1), DeviationPlot.Value(cents: -2, series: 1),
    ]
    let columns = ["E2 1", "E2 12"].map { DeviationPlot.Column(label: $0, values: values) }
    let svg = String(decoding: try plot(columns).picture(.svg), as: UTF8.self)
    for text in ["E2 1<", "E2 12<", "now<", "then<", "A &lt;title>", "now &amp; then"] {
      #expect(svg.contains(text) || svg.contains(text.replacing(">", with: "&gt;")), "\(text)")
    }
  }

  @Test("no column, 4000 columns and values that are no numbers are drawn in every format")
  func limits() throws {
    let broken = [Double.nan, .infinity, -.infinity, 1e300].map {
      DeviationPlot.Value(cents: $0, error: $0, series: -3)
    }
    let many = (0..<4000).map { DeviationPlot.Column(label: "n\($0)", values: broken) }
    for format in PlotFormat.allCases {
      #expect(!(try plot([]).picture(format)).isEmpty)
      #expect(!(try plot(many).picture(format)).isEmpty)
    }
    let svg = String(decoding: try plot(many).picture(.svg), as: UTF8.self)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}
