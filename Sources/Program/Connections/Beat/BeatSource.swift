package import LiveAudio
package import Metronome

/// An outside source of a metronome's beat.
protocol BeatSource: AnyObject, Sendable {
  /// Returns the beat to follow now.
  func guidance() -> BeatGuidance

  /// Learns what the metronome plays by itself.
  ///
  /// - Parameters:
  ///   - course: The beat on the computer's clock; `nil` while its times are unknown.
  ///   - section: Another number for each section that it enters.
  func publish(_ course: BeatCourse?, section: UInt32)

  /// A sentence on what a user should know; each once.
  func takeNews() -> String?

  /// What aligns this loudspeaker with others; `nil` if nothing does.
  var alignment: AlignmentMember? { get }

  /// Ends.
  func close()
}

extension BeatSource {
  var alignment: AlignmentMember? { nil }
}

/// The beat that the clicks follow.
enum BeatGuidance: Sendable, Hashable {
  /// Their own tempo map.
  case own
  /// Something that is not known yet.
  case waiting
  /// A beat on the computer's clock. Another key means that it counts from another beginning.
  case course(BeatCourse, key: Key)
  /// A beat that has been stopped.
  case stopped

  struct Key: Sendable, Hashable {
    var source: Int
    var section: UInt32
  }
}

/// A guide that keeps a metronome's clicks together with an outside beat, or passes their times on.
package protocol ClickTrackGuide: AnyObject, Sendable {
  /// Called before each block is rendered: may steer the track, or replace it.
  ///
  /// - Parameters:
  ///   - track: The clicks.
  ///   - frame: The first sample of the block, counted from the start of the sound.
  ///   - count: The samples of the block.
  /// - Returns: What the clicks are to do.
  func prepare(_ track: inout ClickTrack, frame: Int64, count: Int) -> GuidedClicks

  /// Called after each block has been rendered: may add sounds to it.
  ///
  /// - Parameters:
  ///   - block: Whole frames.
  ///   - frame: The first sample of the block, counted from the start of the sound.
  ///   - sampleRate: In hertz.
  ///   - channelCount: The interleaved channels.
  func overlay(
    _ block: inout MutableSpan<Float>, frame: Int64, sampleRate: Double, channelCount: Int)

  /// Learns how far the sound has been heard.
  ///
  /// - Parameter event: What happens to the sound.
  func take(_ event: SoundPlayerEvent)

  /// A sentence on what a user should know; each once.
  func takeNews() -> String?

  /// Ends, with all that was begun outside.
  func finish()
}

/// The instructions of a guide for one block of clicks.
package struct GuidedClicks: Sendable, Hashable {
  /// True while the track waits in silence.
  package var isWaiting = false
  /// True while the clicks go on in silence.
  package var isMuted = false
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
