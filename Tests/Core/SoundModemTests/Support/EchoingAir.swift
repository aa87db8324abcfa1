import SignalProcessing
import SoundModem
import ToneGeneration

/// A room with several arrivals as loud as the first one, drawn at random: three to eight within
/// ±2 dB over 20 ms, in any order, and a reverberation of 0.2 to 2 s behind them.
struct EchoingAir {
  private var generator: SeededGenerator
  /// Samples, and what arrives after them.
  private(set) var arrivals: [(delay: Int, gain: Float)] = []
  private let sampleRate = 48_000.0
  /// Speed over that of sound, with the clocks' difference of at most 100 millionths.
  private(set) var dopplerScale = 0.0

  /// Draws a room, and a speed of at most some metres per second.
  init(seed: UInt64, fastest: Double = 2) {
    generator = SeededGenerator(seed: seed)
    let count = 3 + Int(generator.next() % 6)
    for _ in 0..<count {
      arrivals.append((Int(uniform(0...0.02) * sampleRate), signed(uniform(-2...2))))
    }
    // The tail has a quarter of their power, in 60 arrivals that grow faint.
    let reverberation = uniform(0.2...2)
    var tail: [(delay: Int, gain: Float)] = []
    for _ in 0..<60 {
      let delay = uniform(0...min(reverberation, 0.8))
      tail.append((Int(delay * sampleRate), signed(-60 * delay / reverberation)))
    }
    let share = (0.25 * power(arrivals) / power(tail)).squareRoot()
    arrivals += tail.map { ($0.delay, share * $0.gain) }
    dopplerScale = uniform(-fastest...fastest) / 343 + uniform(-1e-4...1e-4)
  }

  private func power(_ arrivals: [(delay: Int, gain: Float)]) -> Float {
    arrivals.reduce(0) { $0 + $1.gain * $1.gain }
  }

  private mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + generator.nextUniform() * (range.upperBound - range.lowerBound)
  }

  private mutating func signed(_ decibels: Double) -> Float {
    Float(amplitude(fromDecibels: decibels)) * (generator.next() % 2 == 0 ? 1 : -1)
  }

  /// The samples of a packet as they arrive, with noise in the whole spectrum so many decibels below.
  func carry(
    _ payload: [UInt8], mode: ModemMode, band: ModemBand, signalToNoise: Double
  ) throws -> [Float] {
    let air = Air(lead: 4000, tail: 24_000, dopplerScale: dopplerScale)
    let wave = try air.carry(payload, mode: mode, band: band)
    var samples = [Float](repeating: 0, count: wave.count + 48_000)
    for (delay, gain) in arrivals {
      for index in wave.indices { samples[index + delay] += gain * wave[index] }
    }
    let level = Level(of: samples.span).rootMeanSquare
    var noise = WhiteNoise(level: level - signalToNoise, seed: 1)
    var span = samples.mutableSpan
    noise.add(to: &span)
    return samples
  }
}
