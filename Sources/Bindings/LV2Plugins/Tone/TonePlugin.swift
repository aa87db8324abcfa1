internal import MusicTheory
internal import SignalProcessing
internal import PitchEstimation
internal import ToneGeneration

/// The reference tone.
///
/// There is a voice for each waveform, so that another choice allocates nothing, and is faded over.
final class TonePlugin: Plugin {
  private static let waveforms: [Waveform] = [
    .sine, .triangle, .sawtooth, .square(duty: 0.5), .pulse,
  ]
  /// Samples that are rendered at a time.
  private static let portion = 512
  /// The lowest frequency, in hertz: below that of the lowest note with the lowest A4.
  private static let lowestFrequency = 10.0

  private let sampleRate: Double
  private let highestFrequency: Double
  private let temperaments = Temperaments()
  private let silent: [ToneVoice]
  private let scratch: UnsafeMutableBufferPointer<Float>
  private var ports = Ports<TonePort>()
  private var voices: [ToneVoice]

  private init(sampleRate: Double, voices: [ToneVoice]) {
    self.sampleRate = sampleRate
    highestFrequency = Self.highestFrequency(sampleRate: sampleRate)
    silent = voices
    self.voices = voices
    scratch = .allocate(capacity: Self.portion)
    scratch.initialize(repeating: 0)
  }

  deinit { scratch.deallocate() }

  /// - Returns: `nil` for a sample rate out of its range.
  static func make(sampleRate: Double) -> TonePlugin? {
    guard SearchRange.supportedSampleRates.contains(sampleRate) else { return nil }
    var voices: [ToneVoice] = []
    for waveform in waveforms {
      guard
        let oscillator = try? Oscillator(
          waveform, frequency: 440, sampleRate: sampleRate,
          frequencies: lowestFrequency...highestFrequency(sampleRate: sampleRate))
      else { return nil }
      voices.append(ToneVoice(oscillator))
    }
    return TonePlugin(sampleRate: sampleRate, voices: voices)
  }

  private static func highestFrequency(sampleRate: Double) -> Double {
    min(20_000, 0.49 * sampleRate)
  }

  override func connect(_ port: Int, to place: UnsafeMutablePointer<Float>?) {
    ports.connect(port, to: place)
  }

  override func activate() { for index in voices.indices { voices[index] = silent[index] } }

  override func run(_ sampleCount: Int) {
    let isOn = ports.isOn(.play, standard: true)
    let frequency = isOn ? self.frequency : nil
    let level = ports.value(of: .level, in: -60...0, standard: -20)
    let chosen = ports.choice(of: .waveform, count: voices.count)
    for index in voices.indices {
      voices[index].set(frequency: index == chosen ? frequency : nil, level: level)
    }
    if let output = ports[.output] {
      render(into: UnsafeMutableBufferPointer(start: output, count: sampleCount))
    }
    ports.show(frequency ?? 0, at: .sounding)
  }

  /// Hertz; `nil` above what the sample rate carries.
  private var frequency: Double? {
    let frequency =
      ports.choice(of: .source, count: 2) == 1
      ? ports.value(of: .frequency, in: 20...20_000, standard: 440) : frequencyOfNote
    return frequency <= highestFrequency ? frequency : nil
  }

  private var frequencyOfNote: Double {
    let choice = ConcertPitchChoice(
      frequency: ports.value(of: .a4, in: ConcertPitchChoice.limits, standard: 440),
      temperament: ports.choice(of: .temperament, count: temperaments.count),
      root: ports.choice(of: .root, count: 12))
    let number = ports.value(of: .note, in: 12...120, standard: 69).rounded()
    let cents = ports.value(of: .cents, in: -100...100, standard: 0)
    let note = Note(midiNumber: Int(number), spelling: .sharps)
    return note.frequency(under: choice.pitch(of: temperaments)) * Elementary.ratio(ofCents: cents)
  }

  private func render(into output: UnsafeMutableBufferPointer<Float>) {
    output.update(repeating: 0)
    for index in voices.indices where !voices[index].isSilent {
      var start = 0
      while start < output.count {
        let end = min(output.count, start + scratch.count)
        voices[index].add(
          to: UnsafeMutableBufferPointer(rebasing: output[start..<end]),
          using: UnsafeMutableBufferPointer(rebasing: scratch[..<(end - start)]))
        start = end
      }
    }
  }
}
