import SignalProcessing
import ToneGeneration

/// Makes the voices of a ``ToneProgram`` for one sample rate.
struct ToneVoices {
  private let program: ToneProgram
  private let sampleRate: Double

  init(_ program: ToneProgram, sampleRate: Double) {
    self.program = program
    self.sampleRate = sampleRate
  }

  func voices() throws(SynthesisError) -> [Voice] {
    guard SynthesisError.levelLimits.contains(program.level) else {
      throw .levelOutOfRange(program.level)
    }
    switch program.subject {
    case .chord(let frequencies):
      return try chord(frequencies, channels: frequencies.map { _ in .all })
    case .binaural(let left, let right):
      // Each ear gets the full level.
      return [
        try oscillator(left, gain: 1, channel: .only(0)),
        try oscillator(right, gain: 1, channel: .only(1)),
      ]
    case .sweep(let from, let to, let law): return [try sweep(from, to, law)]
    case .sequence(let steps): return try sequence(steps)
    case .dialling(let keys): return try dialling(keys)
    case .tanpura(let tonic): return [try tanpura(tonic)]
    case .noise(let color):
      let noise = try ColoredNoise(
        color, level: program.level, sampleRate: sampleRate, seed: program.seed)
      return [
        Voice(.noise(noise), count: count, envelope: program.envelope, sampleRate: sampleRate)
      ]
    case .strings(let frequencies): return try strings(frequencies)
    }
  }

  /// The requested duration, in samples.
  private var count: Int? { program.duration.map(samples) }

  private func samples(_ seconds: Double) -> Int { Int((seconds * sampleRate).rounded()) }

  /// Returns the gains of voices that sound together. Their sum is 1, so that they cannot exceed
  /// the level.
  private func gains(_ count: Int) -> [Double] {
    let gains = (0..<count).map { index in
      index < program.gains.count ? amplitude(fromDecibels: program.gains[index]) : 1
    }
    let sum = gains.reduce(0, +)
    return gains.map { $0 / max(sum, 1e-9) }
  }
}

// MARK: - Steady tones

extension ToneVoices {
  private func chord(
    _ frequencies: [Double], channels: [Voice.Channel]
  ) throws(SynthesisError) -> [Voice] {
    var voices: [Voice] = []
    for (index, gain) in gains(frequencies.count).enumerated() {
      voices.append(try oscillator(frequencies[index], gain: gain, channel: channels[index]))
    }
    return voices
  }

  private func oscillator(
    _ frequency: Double, gain: Double, channel: Voice.Channel
  ) throws(SynthesisError) -> Voice {
    let oscillator = try Oscillator(
      program.waveform, frequency: frequency, level: program.level, sampleRate: sampleRate)
    return Voice(
      .oscillator(oscillator), count: count, gain: gain, envelope: program.envelope,
      channel: channel, sampleRate: sampleRate)
  }

  private func strings(_ frequencies: [Double]) throws(SynthesisError) -> [Voice] {
    // A pluck peaks at up to twice its amplitude.
    let amplitude = amplitude(fromDecibels: program.level) / 2
    var voices: [Voice] = []
    for (index, gain) in gains(frequencies.count).enumerated() {
      let frequency = frequencies[index]
      guard (20...sampleRate / 8).contains(frequency) else {
        throw .frequencyOutOfRange(frequency, nyquist: sampleRate / 8)
      }
      let string = PluckedString(
        frequency: frequency, sampleRate: sampleRate, amplitude: amplitude * gain,
        seed: program.seed &+ UInt64(index))
      voices.append(
        Voice(.string(string), envelope: Envelope(attack: 0), sampleRate: sampleRate))
    }
    return voices
  }

  private func tanpura(_ tonic: Double) throws(SynthesisError) -> Voice {
    // A pluck is over before the next one, so that the peaks of the strings do not add up.
    let loudness = 0.7 * amplitude(fromDecibels: program.level)
    let gains = gains(4)
    let strongest = gains.max() ?? 1
    let tanpura = try Tanpura(
      tonic: tonic, gains: gains.map { $0 / strongest * loudness }, sampleRate: sampleRate,
      seed: program.seed)
    return Voice(.tanpura(tanpura), envelope: Envelope(attack: 0), sampleRate: sampleRate)
  }
}

// MARK: - Tones with an end

extension ToneVoices {
  private func sweep(
    _ from: Double, _ to: Double, _ law: SweepLaw
  ) throws(SynthesisError) -> Voice {
    let sweep = try Sweep(
      (from, to), law: law, duration: program.duration ?? 10, waveform: program.waveform,
      level: program.level, sampleRate: sampleRate)
    return Voice(
      .sweep(sweep), count: sweep.count, envelope: program.envelope, sampleRate: sampleRate)
  }

  private func sequence(_ steps: [SequenceStep]) throws(SynthesisError) -> [Voice] {
    var voices: [Voice] = []
    var oscillators: [Double: Oscillator] = [:]  // copies share their tables
    var time = 0.0  // summed in seconds: rounding to samples once each, nothing adds up
    for step in steps {
      let start = samples(time)
      time += step.duration
      var source = ToneSource.silence
      if let frequency = step.frequency {
        if oscillators[frequency] == nil {
          oscillators[frequency] = try Oscillator(
            program.waveform, frequency: frequency, level: program.level, sampleRate: sampleRate)
        }
        source = oscillators[frequency].map { .oscillator($0) } ?? .silence
      }
      voices.append(
        Voice(
          source, start: start, count: samples(time) - start, envelope: program.envelope,
          sampleRate: sampleRate))
    }
    return voices
  }

  private func dialling(_ keys: [DTMFKey]) throws(SynthesisError) -> [Voice] {
    var voices: [Voice] = []
    for (index, key) in keys.enumerated() {
      let start = samples(Double(index) * Dialling.period)
      let end = samples(Double(index) * Dialling.period + Dialling.tone)
      for frequency in [key.frequencies.low, key.frequencies.high] {
        let oscillator = try Oscillator(
          frequency: frequency, level: program.level, sampleRate: sampleRate)
        voices.append(
          Voice(
            .oscillator(oscillator), start: start, count: end - start, gain: 0.5,
            envelope: .fade(Fade.shortestDuration), sampleRate: sampleRate))
      }
    }
    return voices
  }
}
