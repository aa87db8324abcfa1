import MusicTheory
import PitchEstimation
import Testing
import _TestSignals

@testable import Plotting

@Suite("Pitch plot")
struct PitchPlotTests {
  /// A tone of `frequency`, voiced in the readings of a range, 10 ms apart.
  static func plot(
    name: String = "a.wav", frequency: Double = 440, seconds: Double = 1,
    voiced: Range<Int>? = nil, concertPitch: ConcertPitch = .standard, sampleRate: Double = 8000,
    amplitude: Double = 0.5
  ) throws -> PitchPlot {
    var plot = try PitchPlot(
      caption: PlotCaption(name: name, estimator: "best", concertPitch: concertPitch),
      sampleRate: sampleRate, searchRange: 30...3600, hopSize: sampleRate / 100)
    let samples = TestSignal.sine(
      frequency, sampleRate: sampleRate, count: Int(seconds * sampleRate), amplitude: amplitude)
    plot.append(samples)
    let count = Int(seconds * 100)
    for index in 0..<count {
      plot.append(
        PitchReading(
          time: Double(index) / 100,
          candidate: PitchCandidate(frequency: frequency, periodicity: 0.9),
          isVoiced: (voiced ?? 0..<count).contains(index), level: -9))
    }
    plot.finish()
    return plot
  }

  static let orange = "#d9480f"

  @Test("a PNG is one, of 1920 × 1280 pixels")
  func png() throws {
    let bytes = try Self.plot().picture(.png)
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(bytes[16..<24] == [0, 0, 0x07, 0x80, 0, 0, 0x05, 0x00])
  }

  @Test("a PDF is one, without a date")
  func pdf() throws {
    let bytes = try Self.plot().picture(.pdf)
    #expect(bytes.starts(with: Array("%PDF-1".utf8)))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("CreationDate"))
  }

  @Test("estimators that agree are all seen: each line is broader than the one above it")
  func agreement() throws {
    var plot = try PitchPlot(
      caption: PlotCaption(name: "a.wav", estimator: "best"), sampleRate: 8000,
      searchRange: 30...3600, hopSize: 80, others: ["yin", "mpm", "hps", "pyin"])
    plot.append(TestSignal.sine(440, sampleRate: 8000, count: 8000))
    let reading = PitchCandidate(frequency: 440, periodicity: 0.9)
    for index in 0..<100 {
      plot.append(
        (0..<5).map { _ in
          PitchReading(time: Double(index) / 100, candidate: reading, isVoiced: true, level: -9)
        })
    }
    plot.finish()
    let svg = String(decoding: try plot.picture(.svg), as: UTF8.self)
    func value(_ name: String, in path: Substring) -> Substring {
      let part = path.split(separator: " \(name)=\"", omittingEmptySubsequences: false).dropFirst()
      return (part.first ?? "").prefix { $0 != "\"" }
    }
    let paths = svg.split(separator: "<path").dropFirst().map { path in
      (color: value("stroke", in: path), width: Double(value("stroke-width", in: path)) ?? 0)
    }
    // Grids are thinner, casings are white. The contours come from back to front, then the legend.
    let lines = paths.filter { $0.width >= 1.5 && $0.color != "#ffffff" }.prefix(5)
    let widths = lines.map(\.width)
    #expect(Set(lines.map(\.color)).count == 5)
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 >= $1 + 2 }, "\(widths)")
  }

  @Test("estimators are compared in colours of their own, with their names")
  func comparison() throws {
    var plot = try PitchPlot(
      caption: PlotCaption(name: "a.wav", estimator: "best"), sampleRate: 8000,
      searchRange: 30...3600, hopSize: 80, others: ["yin", "mpm"])
    plot.append(TestSignal.sine(440, sampleRate: 8000, count: 8000))
    for index in 0..<100 {
      plot.append(
        [440.0, 220, 880].map { frequency in
          PitchReading(
            time: Double(index) / 100,
            candidate: PitchCandidate(frequency: frequency, periodicity: 0.9), isVoiced: true,
            level: -9)
        })
    }
    plot.finish()
    let svg = String(decoding: try plot.picture(.svg), as: UTF8.self)
    for text in ["best", "yin", "mpm", "A3", "A5", Self.orange, "#00754f", "#9b2c77"] {
      #expect(svg.contains(text), "\(text)")
    }
    #expect(!(String(decoding: try Self.plot().picture(.svg), as: UTF8.self)).contains("#00754f"))
  }

  @Test("the same recording gives the same bytes", arguments: PlotFormat.allCases)
  func determinism(format: PlotFormat) throws {
    let first = try Self.plot().picture(format)
    _ = try Self.plot(frequency: 220).picture(format)
    #expect(try Self.plot().picture(format) == first)
  }

  @Test("names every note of two octaves, the recording, the method and the concert pitch")
  func labels() throws {
    let picture = try Picture(Self.plot().picture(.svg))
    for name in ["A3", "B3", "C4", "C♯4", "G♯4", "A4", "C5", "A5"] {
      #expect(picture.contents.contains(name))
    }
    #expect(picture.contents.contains("a.wav"))
    let subtitle = picture.contents.first { $0.contains("estimator best") }
    #expect(subtitle?.contains("A4 = 440 Hz") == true)
    #expect(subtitle?.contains("1.00 s") == true)
    #expect(subtitle?.contains("100 % voiced") == true)
    #expect(!picture.contents.contains("no pitch found"))
  }

  @Test(
    "a tone of 440 Hz runs along the line of its note, from edge to edge",
    arguments: [(440.0, "A4"), (415.3047, "A♯4"), (466.1638, "G♯4")])
  func contour(a4: Double, note: String) throws {
    let picture = try Picture(Self.plot(concertPitch: ConcertPitch(a4)).picture(.svg))
    let contour = try #require(
      picture.paths.filter { $0.color == Self.orange }.max { $0.points.count < $1.points.count })
    #expect(contour.points.count == 100)
    let line = try #require(picture.text(note)).y - 3.7
    #expect(contour.points.allSatisfy { abs($0.y - line) < 0.1 })
    let (start, end) = (try #require(picture.text("0.0")).x, try #require(picture.text("1.0")).x)
    for (index, point) in contour.points.enumerated() {
      #expect(abs(point.x - (start + (end - start) * Double(index) / 100)) < 0.02)
    }
  }

  @Test("the line breaks where there is no pitch, and grey covers just that")
  func voicing() throws {
    let picture = try Picture(Self.plot(voiced: 20..<60).picture(.svg))
    let contour = picture.paths.filter { $0.color == Self.orange }.flatMap(\.points)
    #expect(contour.count == 40 + 2)  // and the sample in the legend
    let panel = 786.0
    let grey = picture.rectangles.filter { $0.color == "#6e7781" && $0.width > 16 }
    #expect(grey.map(\.width).count == 2)
    #expect(abs(grey.map(\.width).reduce(0, +) - 0.6 * panel) < 2)
    let voiced = picture.rectangles.filter { $0.color == Self.orange }
    #expect(voiced.count == 1)
    #expect(voiced.allSatisfy { abs($0.width - 0.4 * panel) < 2 })
  }

  @Test("silence says so, and shows the whole search range")
  func silence() throws {
    let picture = try Picture(Self.plot(voiced: 0..<0, amplitude: 0).picture(.svg))
    #expect(picture.contents.contains("no pitch found"))
    for name in ["C1", "C4", "C7"] { #expect(picture.contents.contains(name)) }
  }

  @Test("one sample, and none at all, still give a picture", arguments: PlotFormat.allCases)
  func shortest(format: PlotFormat) throws {
    var plot = try PitchPlot(
      caption: PlotCaption(name: "x", estimator: "yin"), sampleRate: 44_100,
      searchRange: 30...4200, hopSize: 441)
    #expect(try plot.picture(format).count > 1000)
    let sample: [Float] = [0.5]
    plot.append(sample.span)
    plot.append(
      PitchReading(
        time: 0, candidate: PitchCandidate(frequency: 440, periodicity: 1), isVoiced: true,
        level: -6))
    plot.finish()
    let bytes = try plot.picture(format)
    #expect(bytes.count > 1000)
    guard format == .svg else { return }
    let picture = try Picture(bytes)
    #expect(picture.contents.contains { $0.contains("0.02 ms") })
    let dots = picture.paths.filter { $0.color == Self.orange && $0.points.count == 2 }
    #expect(dots.contains { $0.points[0] == $0.points[1] })
  }

  @Test("40,000 readings fit 2048 columns, and become a cloud without a line")
  func longRecording() throws {
    var plot = try PitchPlot(
      caption: PlotCaption(name: "long", estimator: "yin"), sampleRate: 8000,
      searchRange: 30...3600, hopSize: 8)
    let second = TestSignal.sine(220, sampleRate: 8000, count: 8000)
    for time in 0..<40 {
      plot.append(second.span)
      for index in 0..<1000 {
        plot.append(
          PitchReading(
            time: Double(time) + Double(index) / 1000,
            candidate: PitchCandidate(frequency: 220, periodicity: 1), isVoiced: true, level: -9))
      }
    }
    plot.finish()
    #expect(plot.contour.points == nil)
    #expect(plot.readings.columns.count <= 2048)
    #expect(plot.contour.density.columns.count <= 2048)
    let picture = try Picture(plot.picture(.svg))
    #expect(picture.contents.contains("time, s"))
    #expect(picture.paths.filter { $0.color == Self.orange }.count == 1)  // the legend's
  }

  @Test("a name cannot break the file, and a long one keeps its end")
  func names() throws {
    let odd = try Picture(Self.plot(name: "<b>&\"\u{1}\u{1B}[2J'\u{FFFF}.wav").picture(.svg))
    #expect(odd.contents.contains("<b>&\"??[2J'?.wav"))
    let name = String(repeating: "na ", count: 100) + "end.wav"
    let long = try Picture(Self.plot(name: name).picture(.svg))
    let title = try #require(long.contents.first { $0.hasPrefix("na na") })
    #expect(title.hasSuffix("end.wav") && title.contains("…") && title.count < 120)
  }

  @Test("a sample rate or a range that makes no sense is refused")
  func refusals() {
    let caption = PlotCaption(name: "x", estimator: "yin")
    #expect(throws: PlotError.sampleRateOutOfRange(4000)) {
      try PitchPlot(caption: caption, sampleRate: 4000, searchRange: 30...1000, hopSize: 40)
    }
    #expect(throws: PlotError.invalidSearchRange(0...1000)) {
      try PitchPlot(caption: caption, sampleRate: 8000, searchRange: 0...1000, hopSize: 40)
    }
  }

  @Test("the end of a name is its format, in either case")
  func formats() throws {
    #expect(try PlotFormat(path: "a/b.PNG") == .png)
    #expect(try PlotFormat(path: "x.y.svg") == .svg)
    for path in ["a.jpg", "png", "", "a.png/", ".png", "dir/.pdf", "a.png.gz"] {
      #expect(throws: PlotError.unknownFormat(name: path)) { try PlotFormat(path: path) }
    }
  }
}
