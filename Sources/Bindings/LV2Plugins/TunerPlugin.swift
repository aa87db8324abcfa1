internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing
internal import ToneGeneration

/// The tuner: it passes the sound on, and shows its note.
///
/// Each target has its own engine, so that another choice allocates nothing.
final class TunerPlugin: Plugin {
  /// The largest block, in samples, that the tracker processes without allocating.
  private static let blockSize = 8192

  private let sampleRate: Double
  private let temperaments = Temperaments()
  private let modes: [TargetMode]
  private var ports = Ports<TunerPort>()
  private var listener: ToneListener<MultiresolutionTracker>
  private var engines: [TunerEngine]
  private var selected = 0
  private var concertPitch = ConcertPitchChoice(frequency: 440, temperament: 0, root: 0)
  private var isEnabled = true
  private var gain = Ramp(1)
  private var shown: NoteDeviation?
  private var target: TuningTarget?
  private var isInTune = false
  private var level = -Double.infinity

  private init(sampleRate: Double, tracker: MultiresolutionTracker) {
    self.sampleRate = sampleRate
    listener = ToneListener(tracker)
    let modes = TunerTargets.modes
    self.modes = modes
    engines = modes.map { TunerEngine(mode: $0) }
  }

  /// - Returns: `nil` for a sample rate out of its range.
  static func make(sampleRate: Double) -> TunerPlugin? {
    tracker(sampleRate: sampleRate).map { TunerPlugin(sampleRate: sampleRate, tracker: $0) }
  }

  private static func tracker(sampleRate: Double) -> MultiresolutionTracker? {
    guard SearchRange.supportedSampleRates.contains(sampleRate) else { return nil }
    let listening = TunerListening()
    return try? MultiresolutionTracker(
      sampleRate: sampleRate, searchRange: listening.searchRange(sampleRate: sampleRate),
      hopSize: TunerListening.hopDuration * sampleRate, lookahead: TunerListening.lookahead,
      gate: LevelGate(listening.gate))
  }

  override func connect(_ port: Int, to place: UnsafeMutablePointer<Float>?) {
    ports.connect(port, to: place)
  }

  override func activate() {
    if let tracker = Self.tracker(sampleRate: sampleRate) { listener = ToneListener(tracker) }
    let pitch = concertPitch.pitch(of: temperaments)
    engines = modes.map { mode in
      var engine = TunerEngine(mode: mode)
      engine.concertPitch = pitch
      return engine
    }
    gain = Ramp(gain.target)
    forget()
  }

  override func run(_ sampleCount: Int) {
    applySettings()
    let input = ports[.input]
    if isEnabled, let input {
      listen(to: UnsafeBufferPointer(start: input, count: sampleCount))
    }
    // After reading the input, because a host may use one buffer for both.
    if let output = ports[.output] { pass(input, to: output, count: sampleCount) }
    show()
  }

  private func applySettings() {
    let target = ports.choice(of: .target, count: engines.count)
    if target != selected {
      selected = target
      forget()
    }
    let choice = ConcertPitchChoice(
      frequency: ports.value(of: .a4, in: ConcertPitchChoice.limits, standard: 440),
      temperament: ports.choice(of: .temperament, count: temperaments.count),
      root: ports.choice(of: .root, count: 12))
    if choice != concertPitch {
      concertPitch = choice
      let pitch = choice.pitch(of: temperaments)
      for index in engines.indices { engines[index].concertPitch = pitch }
    }
    isEnabled = ports.isOn(.enabled, standard: true)
    if !isEnabled { forget() }
    let wanted: Double = isEnabled && ports.isOn(.mute, standard: false) ? 0 : 1
    if wanted != gain.target {
      gain.move(to: wanted, length: Int(Fade.shortestDuration * sampleRate))
    }
  }

  private func forget() {
    shown = nil
    target = nil
    isInTune = false
    level = -.infinity
  }

  private func listen(to samples: UnsafeBufferPointer<Float>) {
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Self.blockSize)
      listener.append(UnsafeBufferPointer(rebasing: samples[start..<end]).span)
      while let observation = listener.next() { show(engines[selected].process(observation)) }
      start = end
    }
  }

  private func show(_ reading: TunerReading) {
    // The common divisor of several tones is no note.
    let isNote = reading.sound != .commonDivisor
    shown = isNote ? reading.deviation : nil
    target = isNote ? reading.target : nil
    isInTune = reading.isInTune
    level = reading.pitch.level
  }

  private func pass(
    _ input: UnsafeMutablePointer<Float>?, to output: UnsafeMutablePointer<Float>, count: Int
  ) {
    guard let input else {
      output.update(repeating: 0, count: count)
      return
    }
    var index = 0
    while index < count, gain.isMoving {
      output[index] = input[index] * Float(gain.next())
      index += 1
    }
    if gain.isMoving || index == count { return }
    if gain.value == 0 {
      (output + index).update(repeating: 0, count: count - index)
    } else if input != output {
      (output + index).update(from: input + index, count: count - index)
    }
  }

  private func show() {
    let number = shown.map { max(0, min(127, $0.note.midiNumber)) }
    ports.show(Double(number.map { $0 % 12 } ?? -1), at: .note)
    ports.show(Double(number.map { $0 / 12 - 1 } ?? 0), at: .octave)
    ports.show(Double(number ?? 0), at: .midiNote)
    ports.show(max(-100, min(100, shown?.cents ?? 0)), at: .cents)
    ports.show(shown?.frequency ?? 0, at: .frequency)
    ports.show(isInTune ? 1 : 0, at: .inTune)
    ports.show(shown == nil ? 0 : 1, at: .sounding)
    ports.show(Double(target?.string ?? 0), at: .string)
    ports.show(max(-120, min(20, level)), at: .level)
  }
}

/// The ports of the tuner, in the order of tuner.ttl.
enum TunerPort: Int, CaseIterable {
  case input
  case output
  case enabled
  case mute
  case a4
  case target
  case temperament
  case root
  case note
  case octave
  case cents
  case frequency
  case inTune
  case sounding
  case string
  case midiNote
  case level
}
