// Draws the reliability diagram of docs/benchmarks.md: Benchmarks/reliability.sh.
//   _ReliabilityDiagram FILE.svg <LINES
// Each line has NAME, COUNT, CONFIDENCE and SHARE, separated by tabs: a number of readings of a set,
// their mean confidence, and the share of them that is right. Lines with one name follow each other.

import Foundation
import Plotting

@main
struct ReliabilityDiagram {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { fail("usage: _ReliabilityDiagram FILE.svg") }
    let format = try PlotFormat(path: CommandLine.arguments[1])
    var curves: [(name: String, bins: [Chart.ReliabilityBin])] = []
    while let line = readLine() {
      let words = line.split(separator: "\t").map(String.init)
      guard words.count == 4, let count = Int(words[1]), let confidence = Double(words[2]),
        let share = Double(words[3])
      else { fail("_ReliabilityDiagram: a line is not NAME, COUNT, CONFIDENCE, SHARE: \(line)") }
      if curves.last?.name != words[0] {
        curves.append((name: words[0], bins: []))
      }
      curves[curves.count - 1].bins.append((count, confidence, share))
    }
    let plot = Chart.reliability(
      title: "Confidence of readings, and how many are right", curves: curves)
    try Data(plot.picture(format)).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(64)
  }
}
