internal import Metronome
internal import ToneGeneration

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

  /// How many samples may be rendered at once: while something is to follow, up to the next click,
  /// and with it if it is not the beginning of a bar.
  func part(of count: Int, at position: Int) -> Int {
    guard let upcoming = track.schedule.upcoming, next != nil else { return count }
    let distance = start + Int(upcoming.frame) - position
    guard distance < count else { return count }
    guard upcoming.kind == .beat, upcoming.beat == 0 else { return distance + 1 }
    if distance <= 0 { takeNext(at: position, bar: upcoming.bar) }
    return distance <= 0 ? min(count, part(of: count, at: position)) : distance
  }

  private func takeNext(at position: Int, bar: Int) {
    guard let next else { return }
    settings = next.settings
    track = next.track
    start = position
    barsBefore += bar
    self.next = nil
  }

  func render(into block: inout MutableSpan<Float>) { _ = track.render(into: &block) }
}
