import Testing

@testable import Plotting

@Suite("Reliability diagrams")
struct ReliabilityPlotTests {
  private typealias Curve = (name: String, bins: [Chart.ReliabilityBin])

  private static func plot(_ curves: [Curve]) throws -> [UInt8] {
    try Chart.reliability(title: "Right & sure", curves: curves).picture(.svg)
  }

  @Test("names the curves and the axes")
  func texts() throws {
    let curves = ["speech", "singing"].map {
      Curve(name: $0, bins: [(count: 10, confidence: 0.55, share: 0.6)])
    }
    let texts = try Picture(Self.plot(curves)).contents
    for text in ["speech", "singing", "confidence", "share of right readings", "Right & sure"] {
      #expect(texts.contains(text), "\(text)")
    }
  }

  @Test("a bin lies where its confidence and its share are: 0 and 1 in the corners")
  func places() throws {
    let bins: [Chart.ReliabilityBin] = [(1, 0, 0), (1, 1, 1), (1, 0.5, 0.5)]
    let paths = try Picture(Self.plot([(name: "", bins: bins)])).paths
    let diagonal = try #require(paths.first { $0.color == "#1f2328" && $0.isOblique })
    let curve = try #require(paths.first { $0.color == "#d9480f" && $0.points.count == 3 })
    #expect(curve.points[0] == diagonal.points[0] && curve.points[1] == diagonal.points[1])
    #expect(curve.points[2].x == (diagonal.points[0].x + diagonal.points[1].x) / 2)
    #expect(curve.points[2].y == (diagonal.points[0].y + diagonal.points[1].y) / 2)
  }

  @Test("draws no curves, and curves without bins", arguments: [0, 1, 9])
  func empty(count: Int) throws {
    let picture = try Self.plot((0..<count).map { (name: "\($0)", bins: []) })
    #expect(String(decoding: picture, as: UTF8.self).hasSuffix("</svg>\n"))
  }
}

extension Picture.Path {
  fileprivate var isOblique: Bool {
    points.count == 2 && points[0].x != points[1].x && points[0].y != points[1].y
  }
}
