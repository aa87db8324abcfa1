internal import CKammerton
internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// The checked settings of a tuner.
struct TunerSettings {
  let sampleRate: Double
  let searchRange: ClosedRange<Double>
  let gate: LevelGate.Threshold
  let concertPitch: ConcertPitch
  let tolerance: Double
  let mode: TargetMode

  init(_ settings: ktn_tuner_settings) throws(Refusal) {
    sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    concertPitch = try Self.concertPitch(settings)
    try require(
      Tuner.toleranceLimits.contains(settings.tolerance), KTN_TOLERANCE_OUT_OF_RANGE)
    tolerance = settings.tolerance
    gate = try TrackerSettings.gate(settings.gate, level: settings.gate_level)
    mode = try Self.mode(settings)
    let (targets, pitch) = (mode.targets, concertPitch)
    let lowest = targets.map { $0.pitch.frequency(under: pitch) }.min()
    let standard = TunerListening().searchRange(sampleRate: sampleRate, lowestString: lowest)
    searchRange = try TrackerSettings.searchRange(settings.lowest, settings.highest, standard)
  }

  /// Those of its tracker.
  func tracker() throws(Refusal) -> PitchEstimation.TrackerSettings {
    guard
      let settings = try? PitchEstimation.TrackerSettings(
        sampleRate: sampleRate, searchRange: searchRange,
        hopSize: TunerListening.hopDuration * sampleRate, lookahead: TunerListening.lookahead,
        gate: LevelGate(gate))
    else { throw Refusal(KTN_FREQUENCY_OUT_OF_RANGE) }
    return settings
  }

  private static func concertPitch(_ settings: ktn_tuner_settings) throws(Refusal) -> ConcertPitch {
    var (pitch, reason): (ConcertPitch?, Refusal?)
    withUnsafeBytes(of: settings.deviations) { bytes in
      do throws(Refusal) {
        let deviations = bytes.baseAddress?.assumingMemoryBound(to: Double.self)
        pitch = try CInterface.concertPitch(settings.concert_pitch, deviations)
      } catch {
        reason = error
      }
    }
    guard let pitch else { throw reason ?? Refusal(KTN_NOT_TWELVE_DEGREES) }
    return pitch
  }

  private static func mode(_ settings: ktn_tuner_settings) throws(Refusal) -> TargetMode {
    switch Int(settings.target) {
    case KTN_TARGET_CHROMATIC: return .chromatic
    case KTN_TARGET_STRINGS:
      return .strings(try tuning(settings.tuning, ofInstrument: settings.instrument))
    case KTN_TARGET_STRING:
      let tuning = try tuning(settings.tuning, ofInstrument: settings.instrument)
      try require(tuning.stringNumbers.contains(Int(settings.string)), KTN_STRING_OUT_OF_RANGE)
      return .string(Int(settings.string), of: tuning)
    case KTN_TARGET_NOTE:
      try require(TargetPitch.noteLimits.contains(Int(settings.note)), KTN_NOTE_OUT_OF_RANGE)
      guard
        let pitch = try? TargetPitch(
          Note(midiNumber: Int(settings.note), spelling: .sharps), cents: settings.note_cents)
      else { throw Refusal(KTN_CENTS_OUT_OF_RANGE) }
      return .note(pitch)
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }
}

/// The instruments that everybody has.
let catalog = InstrumentCatalog.builtIn

/// Finds a tuning by names, as the command does; without a name, the usual one of the instrument.
func tuning(
  _ name: UnsafePointer<CChar>?, ofInstrument instrument: UnsafePointer<CChar>?
) throws(Refusal) -> Tuning {
  let instrumentName = try text(instrument)
  guard let instrument = catalog.onlyInstrument(named: instrumentName) else {
    throw Refusal(KTN_UNKNOWN_INSTRUMENT)
  }
  guard name != nil else { return instrument.standardTuning }
  let tuningName = try text(name)
  guard let tuning = instrument.onlyTuning(named: tuningName) else {
    throw Refusal(KTN_UNKNOWN_TUNING)
  }
  return tuning
}
