import Testing

@testable import Plotting

@Suite("Time axis")
struct TimeAxisTests {
  static func labels(_ duration: Double) -> [String] {
    TimeAxis(duration: duration, hop: 0.01).ticks(width: 786).map(\.label)
  }

  @Test("each length has a unit and round numbers that start at 0")
  func labels() {
    #expect(TimeAxis(duration: 0, hop: 0.01).unit == .milliseconds)
    #expect(Self.labels(0).first == "0" && Self.labels(0).last == "10")
    #expect(Self.labels(5) == (0...10).map { "\($0 / 2).\($0 % 2 * 5)" })
    #expect(Self.labels(59) == stride(from: 0, through: 55, by: 5).map { "\($0)" })
    #expect(Self.labels(185).prefix(3) == ["0:00", "0:30", "1:00"])
    #expect(Self.labels(7200).suffix(2) == ["1:50", "2:00"])
    #expect(Self.labels(360_000).suffix(2) == ["84:00", "96:00"])
  }

  @Test(
    "ticks are at least 64 points apart and there are at least three, from 1 ms to a month",
    arguments: [0.001, 0.02, 0.19, 0.21, 3, 59.9, 60, 61, 599, 3599, 3600, 86_400, 2.6e6])
  func distances(duration: Double) {
    let axis = TimeAxis(duration: duration, hop: 0.001)
    let places = axis.ticks(width: 786).map { axis.position(of: $0.time) * 786 }
    #expect(places.count >= 3)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 63.9 })
    #expect(places.allSatisfy { (0...786.001).contains($0) })
    let labels = axis.ticks(width: 786).map(\.label)
    #expect(Set(labels).count == labels.count)
  }

  @Test(
    "a length that no recording has makes an axis that can be drawn",
    arguments: [1e300, .infinity, -.infinity, .nan, -5, .greatestFiniteMagnitude, 1e9, 2e9])
  func impossible(duration: Double) {
    let axis = TimeAxis(duration: duration, hop: 1)
    let ticks = axis.ticks(width: 786)
    #expect((0.001...1e9).contains(axis.end) && (1...20).contains(ticks.count))
    #expect(!TimeAxis.words(duration).isEmpty)
  }

  @Test("numbers beyond all digits are question marks", arguments: [1e300, .infinity, .nan, -1e16])
  func noDigits(number: Double) {
    #expect(number.rounded(decimals: 3) == "?")
  }

  @Test(
    "a length is told in words",
    arguments: [
      (1 / 44_100.0, "0.02 ms"), (0.0123, "12.3 ms"), (5.0, "5.00 s"), (59.97, "1:00 min"),
      (245.0, "4:05 min"), (7200.0, "2:00:00 h"), (3661.0, "1:01:01 h"),
    ])
  func words(duration: Double, words: String) {
    #expect(TimeAxis.words(duration) == words)
  }
}
