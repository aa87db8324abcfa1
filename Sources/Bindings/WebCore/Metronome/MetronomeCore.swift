import Metronome
import SignalProcessing
import ToneGeneration

/// A metronome whose clicks are at their samples, and which tells of each as it renders it.
///
/// A tempo or a level counts at once; anything else from the next bar on. Nothing is allocated while
/// it runs, unless settings change.
final class MetronomeCore: Core {
  enum Part: Int, CaseIterable { case settings, output, clickCount, clicks, course }

  /// The number of clicks in the ring.
  static let clickLimit = 32

  /// The positions of a click in the ring.
  enum ClickField: Int, CaseIterable {
    case sample
    case bar
    case beat
    case accent  // as MetronomeSettings.Strength counts
    case voice
  }

  /// The part of the beat that a click belongs to.
  enum Voice: Int, CaseIterable {
    case beat
    case subdivision
    case polyrhythm

    init(_ kind: Click.Kind) {
      switch kind {
      case .beat: self = .beat
      case .subdivision: self = .subdivision
      case .cross: self = .polyrhythm
      }
    }
  }

  let settings = SharedMemory<Double>(repeating: 0, count: MetronomeSettings.count)
  let output = SharedMemory<Float>(repeating: 0, count: blockLimit)
  /// The number of clicks since the start.
  let clickCount = SharedMemory<Double>(repeating: 0, count: 1)
  /// A ring of the newest clicks.
  let clicks = Record<ClickField>(rows: clickLimit)
  /// The beat of others, as ``SharedCourse`` has it.
  let course = SharedMemory<Double>(repeating: 0, count: SharedCourse.count)
  private let sampleRate: Double
  private let sounds: ClickSounds
  private var running: MetronomeRun?
  private var followed: FollowedClicks?
  private var gain = Ramp(1)
  private var position = 0  // samples since the start

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    // As loud as full scale: `gain` makes it quieter.
    sounds = ClickSounds(.wood, level: 0, sampleRate: sampleRate)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .settings: settings.address
    case .output: output.address
    case .clickCount: clickCount.address
    case .clicks: clicks.address
    case .course: course.address
    case nil: nil
    }
  }

  /// Starts, or takes over what has changed; refuses settings if one is out of its range.
  func configure() -> Bool {
    guard let new = MetronomeSettings(settings.values),
      let schedule = new.schedule(sampleRate: sampleRate)
    else { return false }
    let run = MetronomeRun(new, track: ClickTrack(schedule, sounds: sounds))
    if let running {
      setLevel(new.level)
      running.change(to: run)
    } else {
      begin(level: new.level)
      running = run
    }
    followed = nil
    return true
  }

  /// Follows the beat in `course`, or what has changed of it; refuses numbers that are out of their range.
  func follow() -> Bool {
    guard let shared = SharedCourse(course.values, after: followed?.shared.course.meter) else {
      return false
    }
    if followed != nil {
      setLevel(shared.level)
      followed?.shared = shared
      return true
    }
    guard
      let map = try? TempoMap([TempoSection(meter: .common, tempo: .steady(shared.course.tempo))]),
      let schedule = try? ClickSchedule(map, sampleRate: sampleRate)
    else { return false }
    begin(level: shared.level)
    followed = FollowedClicks(shared, track: ClickTrack(schedule, sounds: sounds))
    running = nil
    return true
  }

  private func begin(level: Double) {
    position = 0
    clickCount[0] = 0
    gain = Ramp(amplitude(fromDecibels: level))
  }

  private func setLevel(_ level: Double) {
    gain.move(to: amplitude(fromDecibels: level), length: Int(0.02 * sampleRate))
  }

  /// Falls silent at once: clicks are short.
  func stop() { (running, followed) = (nil, nil) }

  /// Fills `output`.
  ///
  /// - Parameters:
  ///   - count: The number of samples.
  ///   - frame: The first one, counted by the audio context; needed only to follow a beat.
  /// - Returns: Whether the metronome runs; if not, `output` is as it was.
  func render(_ count: Int, frame: Int64 = 0) -> Bool {
    guard (1...blockLimit).contains(count) else { return false }
    if followed != nil {
      renderFollowed(count, frame: frame)
    } else {
      guard let running else { return false }
      render(running, count)
    }
    for index in 0..<count { output[index] *= Float(gain.next()) }
    return true
  }

  private func renderFollowed(_ count: Int, frame: Int64) {
    var span = UnsafeMutableBufferPointer(rebasing: output.values[..<count]).mutableSpan
    if followed?.render(into: &span, frame: frame) == true, let followed {
      // Of the track's samples, the last of this part.
      let start = position + count - followed.position
      for click in followed.lastClicks {
        append(click, start: start, barsBefore: followed.firstBar)
      }
    }
    position += count
  }

  private func render(_ running: MetronomeRun, _ count: Int) {
    var done = 0
    while done < count {
      let part = running.part(of: count - done, at: position)
      let block = UnsafeMutableBufferPointer(rebasing: output.values[done..<done + part])
      var span = block.mutableSpan
      running.render(into: &span)
      for click in running.lastClicks {
        append(click, start: running.start, barsBefore: running.barsBefore)
      }
      position += part
      done += part
    }
  }

  private func append(_ click: Click, start: Int, barsBefore: Int) {
    let index = Int(clickCount[0]) % Self.clickLimit
    clicks[index, .sample] = Double(start) + Double(click.frame)
    clicks[index, .bar] = Double(barsBefore + click.bar)
    clicks[index, .beat] = Double(click.beat)
    clicks[index, .accent] = Double(MetronomeSettings.Strength(click.accent).rawValue)
    clicks[index, .voice] = Double(Voice(click.kind).rawValue)
    clickCount[0] += 1
  }
}

/// Creates a metronome.
@_cdecl("metronome_create")
func createMetronome(_ sampleRate: Hertz) -> Handle? {
  guard sampleRates.contains(sampleRate) else { return nil }
  return handle(MetronomeCore(sampleRate: sampleRate.rounded()))
}

/// Plays as `settings` say.
@_cdecl("metronome_configure")
func configureMetronome(_ metronome: Handle) -> Accepted {
  (object(metronome) as MetronomeCore).configure()
}

/// Follows the beat in `course`, on the clock of the audio context.
@_cdecl("metronome_follow")
func followWithMetronome(_ metronome: Handle) -> Accepted {
  (object(metronome) as MetronomeCore).follow()
}

/// Falls silent at once.
@_cdecl("metronome_stop")
func stopMetronome(_ metronome: Handle) {
  (object(metronome) as MetronomeCore).stop()
}

/// Writes clicks to `output`, and a ring of events to `clicks`; `frame` is the first sample on the
/// clock of the audio context. Returns whether there is something to play.
@_cdecl("metronome_render")
func renderMetronome(_ metronome: Handle, _ count: Int32, _ frame: Double) -> Bool {
  (object(metronome) as MetronomeCore).render(Int(count), frame: Int64(frame))
}

/// A metronome that runs: what plays, and what follows at the next bar.
final class MetronomeRun {
  /// The sample at which `track` began, and how many bars there were before.
  private(set) var start = 0
  private(set) var barsBefore = 0
  private var settings: MetronomeSettings
  private var track: ClickTrack
  private var next: MetronomeRun?

  init(_ settings: MetronomeSettings, track: ClickTrack) {
    self.settings = settings
    self.track = track
  }

  /// The clicks of the last part.
  var lastClicks: [Click] { track.lastClicks }

  /// A tempo counts at once, anything else from the next bar on.
  func change(to new: MetronomeRun) {
    track.setTempo(new.settings.tempo)
    let isSame =
      settings.accents == new.settings.accents && settings.feel == new.settings.feel
    next = isSame ? nil : new
  }

  /// Returns the number of samples to render at once: while something is to follow, up to the next click,
  /// and with it if it is not the beginning of a bar.
  func part(of count: Int, at position: Int) -> Int {
    guard let upcoming = track.schedule.upcoming, next != nil else { return count }
    let distance = start + Int(upcoming.frame) - position
    guard distance < count else { return count }
    guard upcoming.kind == .beat, upcoming.beat == 0 else { return distance + 1 }
    if distance <= 0 { startNext(at: position, bar: upcoming.bar) }
    return distance <= 0 ? min(count, part(of: count, at: position)) : distance
  }

  private func startNext(at position: Int, bar: Int) {
    guard let next else { return }
    settings = next.settings
    track = next.track
    start = position
    barsBefore += bar
    self.next = nil
  }

  func render(into block: inout MutableSpan<Float>) { _ = track.render(into: &block) }
}

/// A tempo from taps.
final class TapCounter: Core {
  private var taps = TapTempo()

  /// Takes a tap.
  ///
  /// - Parameter time: When it came, in seconds on any clock that does not go back.
  /// - Returns: Beats a minute; 0 at the first tap.
  func tap(at time: Double) -> Double { taps.tap(at: time) ?? 0 }
}

/// Creates a counter of taps, for the main thread of the page.
@_cdecl("metronome_taps_create")
func createTaps() -> Handle? { handle(TapCounter()) }

/// Takes a tap, and returns the tempo in beats per minute, or 0 for none.
@_cdecl("metronome_taps_take")
func takeTap(_ taps: Handle, _ time: Seconds) -> OrNone<PerMinute> {
  (object(taps) as TapCounter).tap(at: time)
}
