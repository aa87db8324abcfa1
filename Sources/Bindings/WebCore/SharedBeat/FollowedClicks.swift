internal import Metronome

/// Clicks that follow the beat of others.
struct FollowedClicks {
  private var track: ClickTrack
  private var following = BeatFollowing()
  var shared: SharedCourse

  /// - Parameters:
  ///   - shared: The beat; another one may be set at any time.
  ///   - track: Clicks with the sounds to use.
  init(_ shared: SharedCourse, track: ClickTrack) { (self.shared, self.track) = (shared, track) }

  /// The clicks of the last part.
  var lastClicks: [Click] { track.lastClicks }
  /// The bars before those of the track.
  var firstBar: Int { following.lock?.firstBar ?? 0 }
  /// The samples of the track so far.
  var position: Int { Int(track.position) }

  /// Replaces the contents of a block.
  ///
  /// - Parameters:
  ///   - block: The samples.
  ///   - frame: The first one, counted by the audio context.
  /// - Returns: Whether the clicks have begun.
  mutating func render(into block: inout MutableSpan<Float>, frame: Int64) -> Bool {
    let time = Int64(Double(frame) / track.sampleRate * 1e9)
    _ = following.follow(
      &track, on: shared.course, key: shared.key, at: time, rate: 1, frame: frame)
    guard following.lock != nil else {
      for index in block.indices { block[index] = 0 }
      return false
    }
    track.isMuted = shared.isMuted
    _ = track.render(into: &block)
    return true
  }
}
