internal import SignalProcessing

/// The sound of a synthesised click.
public enum ClickVoice: String, Sendable, Hashable, CaseIterable {
  /// A dry tick of a few milliseconds, neutral over any music.
  case click
  /// A woodblock.
  case wood
  /// An electronic beep.
  case beep
  /// A light stick on an edge: the first classic of the app that this one follows.
  case rod
  /// A heavy knock: the second classic.
  case rock

  /// One click with a peak of 1, loudest at its start.
  ///
  /// - Parameters:
  ///   - pitch: What all its frequencies are multiplied by.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: Samples in -1...1.
  func samples(pitch: Double, sampleRate: Double) -> [Float] {
    var click = [Double](repeating: 0, count: Int((duration * sampleRate).rounded(.up)))
    var noise = SeededGenerator(seed: 1)
    for index in click.indices {
      let time = Double(index) / sampleRate
      click[index] = value(at: time, pitch: pitch, noise: noise.nextUniform() * 2 - 1)
      click[index] *= fade(at: time)
    }
    let peak = click.reduce(1e-9) { max($0, $1.magnitude) }
    return click.map { Float($0 / peak) }
  }

  /// Seconds.
  private var duration: Double {
    switch self {
    case .click: 0.02
    case .wood: 0.06
    case .beep: 0.05
    case .rod: 0.04
    case .rock: 0.09
    }
  }

  private func value(at time: Double, pitch: Double, noise: Double) -> Double {
    func partial(_ frequency: Double, decay: Double) -> Double {
      Elementary.sin(2 * .pi * frequency * pitch * time) * Elementary.exp(-time / decay)
    }
    switch self {
    case .click: return partial(2000, decay: 0.0025)
    case .wood: return partial(880, decay: 0.009) + 0.4 * partial(2156, decay: 0.004)
    case .beep:
      let attack = min(1, time / 0.002)
      return Elementary.sin(2 * .pi * 1000 * pitch * time)
        * (0.5 - 0.5 * Elementary.cos(.pi * attack))
    case .rod: return partial(1800, decay: 0.005) + 0.5 * noise * Elementary.exp(-time / 0.0015)
    case .rock:
      return partial(330, decay: 0.018) + 0.5 * partial(790, decay: 0.008)
        + 0.3 * noise * Elementary.exp(-time / 0.002)
    }
  }

  /// The last fifth falls to silence along a raised cosine.
  private func fade(at time: Double) -> Double {
    let part = max(0, time / duration - 0.8) / 0.2
    return 0.5 + 0.5 * Elementary.cos(.pi * min(1, part))
  }
}
