import Benchmark
import Kammerton

/// A second of a plucked string, tracked every 10 ms: the real-time factor is the time per second.
let benchmarks: @Sendable () -> Void = {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .instructions], warmupIterations: 3,
    maxDuration: .seconds(5), maxIterations: 300)

  for method in EstimatorMethod.allCases {
    for lowest in [30.0, 60] {
      Benchmark(
        "1 s at 44.1 kHz, hop 10 ms, \(method.rawValue) from \(Int(lowest)) Hz",
        configuration: configuration
      ) { benchmark in
        let rate = 44_100.0
        var string = PluckedString(frequency: 110, sampleRate: rate)
        let second = string.render(44_100)
        for _ in benchmark.scaledIterations {
          var tracker = try AnyPitchTracker(
            method, sampleRate: rate, searchRange: lowest...4200, hopSize: 441)
          benchmark.startMeasurement()
          tracker.append(second)
          while let reading = tracker.next() { blackHole(reading) }
          benchmark.stopMeasurement()
        }
      }
    }
  }
}
