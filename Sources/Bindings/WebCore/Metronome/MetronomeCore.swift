internal import Metronome
internal import SignalProcessing
internal import ToneGeneration

/// A metronome whose clicks are at their samples, and which tells of each as it renders it.
///
/// A tempo or a level counts at once; anything else from the next bar on. Nothing is allocated while
/// it runs, unless settings change.
final class MetronomeCore {
  /// How many clicks the ring holds.
  static let clickLimit = 32
  static let clickSize = ClickField.allCases.count

  /// The positions of a click in the ring.
  enum ClickField: Int, CaseIterable {
    case sample
    case bar
    case beat
    case accent  // as MetronomeSettings.Strength counts
    case voice
  }

  /// What a click belongs to.
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
  /// How many clicks there have been, then the ring.
  let clicks = SharedMemory<Double>(repeating: 0, count: 1 + clickLimit * clickSize)
  private let sampleRate: Double
  private let sounds: ClickSounds
  private var running: MetronomeRun?
  private var gain = Ramp(1)
  private var position = 0  // samples since the start

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    // As loud as full scale: `gain` makes it quieter.
    sounds = ClickSounds(.wood, level: 0, sampleRate: sampleRate)
  }

  /// Starts, or takes over what has changed; refuses settings if one is out of its range.
  func configure() -> Bool {
    guard let new = MetronomeSettings(settings.values),
      let schedule = new.schedule(sampleRate: sampleRate)
    else { return false }
    let run = MetronomeRun(new, track: ClickTrack(schedule, sounds: sounds))
    let amplitude = amplitude(fromDecibels: new.level)
    if let running {
      gain.move(to: amplitude, length: Int(0.02 * sampleRate))
      running.change(to: run)
    } else {
      position = 0
      clicks[0] = 0
      gain = Ramp(amplitude)
      running = run
    }
    return true
  }

  /// Falls silent at once: clicks are short.
  func stop() { running = nil }

  /// Fills `output`.
  ///
  /// - Returns: Whether the metronome runs; if not, `output` is as it was.
  func render(_ count: Int) -> Bool {
    guard (1...blockLimit).contains(count), let running else { return false }
    var done = 0
    while done < count {
      let part = running.part(of: count - done, at: position)
      let block = UnsafeMutableBufferPointer(rebasing: output.values[done..<done + part])
      var span = block.mutableSpan
      running.render(into: &span)
      for click in running.lastClicks { tell(click, of: running) }
      position += part
      done += part
    }
    for index in 0..<count { output[index] *= Float(gain.next()) }
    return true
  }

  private func tell(_ click: Click, of run: MetronomeRun) {
    let index = Int(clicks[0]) % Self.clickLimit
    let told = UnsafeMutableBufferPointer(
      rebasing: clicks.values[(1 + index * Self.clickSize)...].prefix(Self.clickSize))
    told[ClickField.sample] = Double(run.start) + Double(click.frame)
    told[ClickField.bar] = Double(run.barsBefore + click.bar)
    told[ClickField.beat] = Double(click.beat)
    told[ClickField.accent] = Double(MetronomeSettings.Strength(click.accent).rawValue)
    told[ClickField.voice] = Double(Voice(click.kind).rawValue)
    clicks[0] += 1
  }
}

@_cdecl("metronome_create")
func createMetronome(_ sampleRate: Double) -> UnsafeMutableRawPointer? {
  guard (8000...192_000).contains(sampleRate) else { return nil }
  return handle(MetronomeCore(sampleRate: sampleRate.rounded()))
}

@_cdecl("metronome_release")
func releaseMetronome(_ metronome: UnsafeMutableRawPointer) {
  release(MetronomeCore.self, metronome)
}

@_cdecl("metronome_settings")
func metronomeSettings(_ metronome: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(metronome) as MetronomeCore).settings.address
}

@_cdecl("metronome_output")
func metronomeOutput(_ metronome: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(metronome) as MetronomeCore).output.address
}

@_cdecl("metronome_clicks")
func metronomeClicks(_ metronome: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(metronome) as MetronomeCore).clicks.address
}

@_cdecl("metronome_configure")
func configureMetronome(_ metronome: UnsafeMutableRawPointer) -> Int32 {
  (object(metronome) as MetronomeCore).configure() ? 1 : 0
}

@_cdecl("metronome_stop")
func stopMetronome(_ metronome: UnsafeMutableRawPointer) {
  (object(metronome) as MetronomeCore).stop()
}

@_cdecl("metronome_render")
func renderMetronome(_ metronome: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
  (object(metronome) as MetronomeCore).render(Int(count)) ? 1 : 0
}
