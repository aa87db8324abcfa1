internal import CKammerton
internal import Metronome
internal import ToneGeneration

/// A metronome, and the clicks that nobody has taken yet.
final class MetronomeHandle {
  private var track: ClickTrack
  private var clicks = ResultQueue<ktn_click>(capacity: 2 * clickLimit)

  /// The largest number of clicks that wait.
  private static let clickLimit = 1024
  /// The most samples rendered at once, so that no click is left out of the track's list of them.
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
