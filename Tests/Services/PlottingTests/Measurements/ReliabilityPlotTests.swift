import Testing

@testable import Plotting

@Suite("Reliability diagrams")
struct ReliabilityPlotTests {
  private static func svg(_ curves: [ReliabilityPlot.Curve]) throws -> String {
    let plot = ReliabilityPlot(title: "Right & sure", curves: curves)
    return String(decoding: try plot.picture(.svg), as: UTF8.self)
  }

  @Test("names the curves and the axes")
  func texts() throws {
    let svg = try Self.svg(
      ["speech", "singing"].map {
        ReliabilityPlot.Curve(name: $0, bins: [.init(count: 10, confidence: 0.55, share: 0.6)])
      })
    for text in ["speech", "singing", "confidence", "share of right readings", "Right &amp; sure"] {
      #expect(svg.contains(">\(text)<"), "\(text)")
    }
  }

  @Test("a bin lies where its confidence and its share are: 0 and 1 in the corners")
  func places() {
    let panel = ReliabilityDrawing(plot: ReliabilityPlot(title: "", curves: [])).panel
    #expect(panel.point(across: 0, up: 0) == Point(x: panel.x, y: panel.bottom))
    #expect(panel.point(across: 1, up: 1) == Point(x: panel.right, y: panel.y))
  }

  @Test("draws no curves, and curves without bins", arguments: [0, 1, 9])
  func empty(count: Int) throws {
    let svg = try Self.svg((0..<count).map { ReliabilityPlot.Curve(name: "\($0)", bins: []) })
    #expect(svg.hasSuffix("</svg>\n"))
  }
}
