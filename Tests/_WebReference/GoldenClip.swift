import SignalProcessing
import ToneGeneration
import _TestSignals

/// A sound of two or three seconds that the tuner must hear alike wherever it runs.
struct GoldenClip {
  let name: String
  let sampleRate: Double
  let samples: [Float]

  static var all: [GoldenClip] {
    [
      plucked("e2", 82.407, at: 48_000), plucked("b0", 30.868, at: 44_100),
      plucked("e4-high-rate", 329.628, at: 192_000),
      steady("a4-sine", TestSignal.sine(440.5, sampleRate: 44_100, count: 88_200), at: 44_100),
      steady(
        "g3-sawtooth", TestSignal.sawtooth(196.4, sampleRate: 96_000, count: 192_000), at: 96_000),
      steady("d3-telephone", TestSignal.sawtooth(147, sampleRate: 8000, count: 16_000), at: 8000),
      steady("glide", glide(sampleRate: 48_000), at: 48_000),
      steady("noise", TestSignal.noise(count: 48_000, rms: 0.05, seed: 7), at: 48_000),
      steady("silence", Array(repeating: 0, count: 24_000), at: 48_000),
      steady("melody", melody(sampleRate: 48_000), at: 48_000),
    ]
  }

  private static func steady(
    _ name: String, _ samples: [Float], at sampleRate: Double
  ) -> GoldenClip {
    GoldenClip(name: name, sampleRate: sampleRate, samples: samples)
  }

  private static func plucked(
    _ name: String, _ frequency: Double, at sampleRate: Double
  ) -> GoldenClip {
    var string = PluckedString(frequency: frequency, sampleRate: sampleRate, seed: 3)
    let silence = [Float](repeating: 0, count: Int(0.2 * sampleRate))
    return steady(name, silence + string.render(Int(2 * sampleRate)), at: sampleRate)
  }

  /// A sawtooth of six partials from A3 to A4 in two seconds.
  private static func glide(sampleRate: Double) -> [Float] {
    var turns = 0.0
    return (0..<Int(2 * sampleRate)).map { index in
      let time = Double(index) / sampleRate
      turns += 220 * Elementary.exp2(time / 2) / sampleRate
      turns -= turns.rounded(.down)
      var sum = 0.0
      for order in 1...6 {
        sum += Elementary.sin(2 * .pi * Double(order) * turns) / Double(order)
      }
      return Float(0.2 * sum)
    }
  }

  /// Plucked notes with rests, in noise 40 dB below.
  private static func melody(sampleRate: Double) -> [Float] {
    var samples: [Float] = []
    for (index, frequency) in [196.0, 246.94, 293.66, 392.0].enumerated() {
      var string = PluckedString(
        frequency: frequency, sampleRate: sampleRate, seed: UInt64(index + 1))
      samples += string.render(Int(0.5 * sampleRate))
      samples += Array(repeating: 0, count: Int(0.2 * sampleRate))
    }
    let noise = TestSignal.noise(count: samples.count, rms: 0.001, seed: 5)
    return zip(samples, noise).map { $0 + $1 }
  }
}
