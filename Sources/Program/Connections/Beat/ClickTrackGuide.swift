package import LiveAudio
package import Metronome

/// What keeps a metronome's clicks together with something outside of it, or passes their time on.
package protocol ClickTrackGuide: AnyObject, Sendable {
  /// Called before each block is rendered: may steer the track, or replace it.
  ///
  /// - Parameters:
  ///   - track: The clicks.
  ///   - frame: The first sample of the block, counted from the start of the sound.
  ///   - count: The samples of the block.
  /// - Returns: What the clicks are to do.
  func prepare(_ track: inout ClickTrack, frame: Int64, count: Int) -> GuidedClicks

  /// Learns how far the sound has been heard.
  ///
  /// - Parameter event: What happens to the sound.
  func take(_ event: SoundPlayerEvent)

  /// A sentence on what a user should know; each once.
  func takeNews() -> String?

  /// Ends, with all that was begun outside.
  func finish()
}

/// What a guide lets the clicks do.
package struct GuidedClicks: Sendable, Hashable {
  /// Whether the track waits in silence.
  package var isWaiting = false
  /// The tempo to show; `nil` for that of the track.
  package var tempo: Tempo?
  /// The bars before those of a track that the guide has begun; `nil` if the track is the program's.
  package var firstBar: Int?

  package init() {}

  /// The track waits in silence.
  package static var waiting: GuidedClicks {
    var guided = GuidedClicks()
    guided.isWaiting = true
    return guided
  }
}
