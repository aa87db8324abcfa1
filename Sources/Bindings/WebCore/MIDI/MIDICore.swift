internal import MusicTheory
internal import PitchEstimation
internal import PitchToMIDI

/// The notes of a synthesizer for the readings of the tuner, as bytes.
///
/// The page's side fills `settings` and begins; then it gives each reading, and sends what is in `output`.
final class MIDICore: Core {
  enum Part: Int, CaseIterable { case settings, output }

  /// The positions of the settings.
  enum Field: Int, CaseIterable {
    case concertPitch
    case isMPE
    case bend  // the range in semitones, or 0 for the usual one
    case temperament  // the first of twelve
  }

  /// More than all messages of a beginning with MPE.
  static let byteLimit = 512

  let settings = Record<Field>(more: pitchClassCount)
  let output = SharedMemory<UInt8>(repeating: 0, count: byteLimit)
  private var trigger = NoteTrigger()
  private var lastTime = -Double.infinity

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .settings: settings.address
    case .output: output.address
    case nil: nil
    }
  }

  /// Takes over concert pitch and temperament; refuses what is out of range.
  func tune() -> Bool {
    guard
      let pitch = sharedPitch(
        settings[.concertPitch], offsets: settings.values, from: Field.temperament.rawValue)
    else { return false }
    trigger.concertPitch = pitch
    return true
  }

  /// Begins anew with all settings: silences the receiver and prepares it.
  ///
  /// - Returns: How many bytes to send; `nil` if a setting is out of its range.
  func begin() -> Int? {
    var rules = NoteTrigger.Settings()
    rules.isMPE = settings[.isMPE] != 0
    guard let semitones = Int(exactly: settings[.bend]), tune() else { return nil }
    if semitones == 0 {
      rules.bendRange = .usual(isMPE: rules.isMPE)
    } else if BendRange.limits.contains(semitones) {
      rules.bendRange = BendRange(semitones: semitones)
    } else {
      return nil
    }
    trigger = NoteTrigger(rules, concertPitch: trigger.concertPitch)
    lastTime = -.infinity
    return write(trigger.allNotesOff() + trigger.setUp())
  }

  /// Processes the next reading. Time that goes back means another sound, which ends the note of the old one.
  ///
  /// - Returns: How many bytes to send.
  func process(_ reading: PitchReading) -> Int {
    let ended = reading.time < lastTime ? trigger.finish() : []
    lastTime = reading.time
    return write(ended + trigger.take(reading))
  }

  /// Ends the note that sounds.
  ///
  /// - Returns: How many bytes to send.
  func finish() -> Int { write(trigger.finish()) }

  /// Ends the note that sounds, and any that the receiver may hold.
  ///
  /// - Returns: How many bytes to send.
  func silence() -> Int { write(trigger.finish() + trigger.allNotesOff()) }

  private func write(_ messages: [MIDIMessage]) -> Int {
    var count = 0
    for message in messages {
      for byte in message.bytes where count < Self.byteLimit {
        output[count] = byte
        count += 1
      }
    }
    return count
  }
}

/// Creates what turns readings into MIDI.
@_cdecl("midi_create")
func createMIDI() -> Handle? { handle(MIDICore()) }

/// Applies concert pitch and temperament of the `settings` while notes sound.
@_cdecl("midi_tune")
func tuneMIDI(_ midi: Handle) -> Accepted {
  (object(midi) as MIDICore).tune()
}

/// Prepares a receiver as `settings` say, and returns how many bytes of `output` to send, or -1.
@_cdecl("midi_begin")
func beginMIDI(_ midi: Handle) -> Int32 {
  Int32((object(midi) as MIDICore).begin() ?? -1)
}

/// Takes the next reading, whose frequency is 0 for silence, and returns how many bytes of
/// `output` to send.
@_cdecl("midi_take")
func readMIDI(
  _ midi: Handle, _ time: Seconds, _ frequency: Hertz, _ level: Decibels, _ confidence: Double
) -> Int32 {
  let candidate = frequency > 0 ? PitchCandidate(frequency: frequency, periodicity: 1) : nil
  let reading = PitchReading(
    time: time, candidate: candidate, isVoiced: candidate != nil, level: level,
    confidence: confidence)
  return Int32((object(midi) as MIDICore).process(reading))
}

/// Ends the note that sounds, and returns how many bytes of `output` to send.
@_cdecl("midi_finish")
func finishMIDI(_ midi: Handle) -> Int32 {
  Int32((object(midi) as MIDICore).finish())
}

/// Ends the note that sounds, sends all notes off, and returns how many bytes of `output` to send.
@_cdecl("midi_silence")
func silenceMIDI(_ midi: Handle) -> Int32 {
  Int32((object(midi) as MIDICore).silence())
}
