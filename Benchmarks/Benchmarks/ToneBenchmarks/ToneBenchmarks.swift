import Benchmark
import Kammerton

/// A tenth of a second at 48 kHz in blocks of 10 ms: the real-time factor is ten times the time.
let benchmarks: @Sendable () -> Void = {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .instructions], warmupIterations: 3,
    maxDuration: .seconds(5), maxIterations: 300)
  let rate = 48_000.0

  func measure(_ name: String, _ makeVoices: @escaping @Sendable () throws -> [Voice]) {
    Benchmark("0.1 s at 48 kHz, \(name)", configuration: configuration) { benchmark in
      var mixer = Mixer(try makeVoices(), sampleRate: rate)
      var block = [Float](repeating: 0, count: 480)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        for _ in 0..<10 {
          var span = block.mutableSpan
          blackHole(mixer.render(into: &span))
        }
      }
      benchmark.stopMeasurement()
    }
  }

  @Sendable func voice(_ source: ToneSource) -> Voice {
    Voice(source, envelope: Envelope(attack: 0), sampleRate: rate)
  }

  measure("2000 sine voices") {
    try (0..<2000).map {
      voice(.oscillator(try Oscillator(frequency: 50 + Double($0), sampleRate: rate)))
    }
  }
  let waveforms: [(String, Waveform)] = [
    ("triangle", .triangle), ("sawtooth", .sawtooth), ("square", .square(duty: 0.5)),
    ("pulse", .pulse),
  ]
  for (name, waveform) in waveforms {
    measure("100 \(name) voices") {
      try (0..<100).map {
        voice(
          .oscillator(
            try Oscillator(waveform, frequency: 100 + 10 * Double($0), sampleRate: rate)))
      }
    }
  }
  for color in NoiseColor.allCases {
    measure("100 voices of \(color) noise") {
      try (0..<100).map { _ in voice(.noise(try ColoredNoise(color, sampleRate: rate))) }
    }
  }
  measure("100 plucked strings") {
    (0..<100).map {
      voice(.string(PluckedString(frequency: 80 + 5 * Double($0), sampleRate: rate)))
    }
  }
  measure("100 logarithmic sweeps") {
    try (0..<100).map { _ in
      voice(.sweep(try Sweep((20, 20_000), duration: 3600, sampleRate: rate)))
    }
  }

  Benchmark("0.1 s at 48 kHz, metronome, 7/8 in sixteenths at 300", configuration: configuration) {
    benchmark in
    let map = try TempoMap(parsing: Array("* 7/8=2+2+3 300 subdivide=2 swing=60 poly=5:7".utf8))
    var track = ClickTrack(
      try ClickSchedule(map, sampleRate: rate), sounds: ClickSounds(.wood, sampleRate: rate))
    var block = [Float](repeating: 0, count: 480)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      for _ in 0..<10 {
        var span = block.mutableSpan
        blackHole(track.render(into: &span))
      }
    }
    benchmark.stopMeasurement()
  }
}
