internal import CKammerton
internal import Metronome
internal import ToneGeneration

/// A metronome, and the clicks that have not been read yet.
final class MetronomeHandle {
  private var track: ClickTrack
  private var clicks = ResultQueue<ktn_click>(capacity: 2 * clickLimit)

  /// The largest number of clicks that are kept; older ones are dropped.
  private static let clickLimit = 1024
  /// The largest number of samples rendered at once, so that the track's list holds every click.
  private static let blockLimit = 512

  init(_ track: ClickTrack) { self.track = track }

  func setTempo(_ tempo: Double) throws(Refusal) {
    guard let tempo = Tempo(tempo) else { throw Refusal(KTN_TEMPO_OUT_OF_RANGE) }
    track.setTempo(tempo)
  }

  func render(_ samples: UnsafeMutableBufferPointer<Float>) {
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + Self.blockLimit)
      var span = UnsafeMutableBufferPointer(rebasing: samples[start..<end]).mutableSpan
      _ = track.render(into: &span)
      for click in track.lastClicks {
        clicks.append(ktn_click(click))
        if clicks.count > Self.clickLimit { clicks.removeFirst() }
      }
      start = end
    }
  }

  func readClicks(
    _ place: UnsafeMutablePointer<ktn_click>?, capacity: Int, count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try clicks.read(place, capacity: capacity, count: count)
  }
}

extension ktn_click {
  init(_ click: Click) {
    let kind =
      switch click.kind {
      case .beat: KTN_CLICK_BEAT
      case .subdivision: KTN_CLICK_SUBDIVISION
      case .cross: KTN_CLICK_POLYRHYTHM
      }
    let accent =
      switch click.accent {
      case nil: KTN_ACCENT_SILENT
      case .weak: KTN_ACCENT_WEAK
      case .normal: KTN_ACCENT_NORMAL
      case .medium: KTN_ACCENT_MEDIUM
      case .strong: KTN_ACCENT_STRONG
      }
    self.init(
      sample: UInt64(click.frame), bar: Int32(clamping: click.bar),
      beat: Int32(clamping: click.beat), kind: Int32(kind), accent: Int32(accent))
  }
}

/// The checked settings of a metronome.
struct MetronomeSettings {
  let sampleRate: Double
  let tempo: Tempo
  let level: Double
  let voice: ClickVoice
  let accents: [Accent?]
  let feel: Feel

  /// The largest number of beats in a bar, and of clicks of a second voice.
  private static let beatLimit = 32

  init(_ settings: ktn_metronome_settings) throws(Refusal) {
    sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    try require(sampleRate == sampleRate.rounded(), KTN_SAMPLE_RATE_OUT_OF_RANGE)
    guard let tempo = Tempo(settings.tempo) else { throw Refusal(KTN_TEMPO_OUT_OF_RANGE) }
    self.tempo = tempo
    try require((-120...0).contains(settings.level), KTN_LEVEL_OUT_OF_RANGE)
    level = settings.level
    voice = try Self.voice(settings.sound)
    let beats = Int(settings.beats)
    try require((1...Self.beatLimit).contains(beats), KTN_RHYTHM_OUT_OF_RANGE)
    feel = try Self.feel(settings, beats: beats)
    let numbers = withUnsafeBytes(of: settings.accents) { Array($0.prefix(beats)) }
    var accents: [Accent?] = []
    for number in numbers { accents.append(try Self.accent(number)) }
    self.accents = accents
  }

  private static func voice(_ number: Int32) throws(Refusal) -> ClickVoice {
    switch Int(number) {
    case KTN_CLICK_DRY: return .click
    case KTN_CLICK_WOOD: return .wood
    case KTN_CLICK_BEEP: return .beep
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  private static func feel(
    _ settings: ktn_metronome_settings, beats: Int
  ) throws(Refusal) -> Feel {
    let (subdivision, clicks) = (Int(settings.subdivision), Int(settings.polyrhythm))
    try require(
      Feel.subdivisionLimits.contains(subdivision) && (0...beatLimit).contains(clicks)
        && Feel.swingLimits.contains(settings.swing), KTN_RHYTHM_OUT_OF_RANGE)
    var feel = Feel()
    feel.subdivision = subdivision
    feel.swing = Int((settings.swing * 10).rounded())
    if clicks > 0 { feel.polyrhythm = Polyrhythm(clickCount: clicks, beatCount: beats) }
    return feel
  }

  private static func accent(_ number: UInt8) throws(Refusal) -> Accent? {
    switch Int(number) {
    case KTN_ACCENT_SILENT: return nil
    case KTN_ACCENT_WEAK: return .weak
    case KTN_ACCENT_NORMAL: return .normal
    case KTN_ACCENT_MEDIUM: return .medium
    case KTN_ACCENT_STRONG: return .strong
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  /// Returns a click track that starts with the first beat of a bar.
  func track() throws(Refusal) -> ClickTrack {
    guard let meter = Meter(groups: [accents.count], denominator: 4),
      let map = try? TempoMap([
        TempoSection(meter: meter, tempo: .steady(tempo), accents: accents, feel: feel)
      ])
    else { throw Refusal(KTN_RHYTHM_OUT_OF_RANGE) }
    guard let schedule = try? ClickSchedule(map, sampleRate: sampleRate) else {
      throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
    }
    return ClickTrack(
      schedule, sounds: ClickSounds(voice, level: level, sampleRate: sampleRate))
  }
}
