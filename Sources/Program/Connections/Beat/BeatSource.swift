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

  /// The alignment of this loudspeaker with others; `nil` for none.
  var alignment: AlignmentPeer? { get }

  /// Ends.
  func close()

  /// True for a session of equals, whose tempo is exact at every moment: clicks join it at a bar,
  /// are silent until then, and follow a step of its tempo at once.
  var isSession: Bool { get }

  /// The clicks of each bar; `nil` for the plain beats of the meter.
  var rhythm: TempoSection? { get }

  /// Changes the tempo of all that share the beat.
  ///
  /// - Returns: False if this source does not let anybody do so.
  func setTempo(_ tempo: Tempo) -> Bool

  /// Starts or stops all that share that.
  ///
  /// - Returns: False if this source does not share it.
  func togglePlaying() -> Bool

  /// Those that share the beat as equals; `nil` if one of them leads.
  var session: SharedSession? { get }
}

extension BeatSource {
  var isSession: Bool { false }
  var rhythm: TempoSection? { nil }
  func setTempo(_ tempo: Tempo) -> Bool { false }
  func togglePlaying() -> Bool { false }
  var session: SharedSession? { nil }
}

/// Those that share a beat with this metronome as equals.
package struct SharedSession: Sendable, Hashable {
  /// The others; `nil` while they are unknown.
  package var peerCount: Int?
  /// True while the session plays; `nil` if start and stop are not shared.
  package var isPlaying: Bool?
  /// The tempo, from the moment at which someone sets it, here or elsewhere, even before a beat of
  /// it is heard; `nil` while it is unknown.
  package var tempo: Tempo?

  package init(peerCount: Int?, isPlaying: Bool?, tempo: Tempo? = nil) {
    (self.peerCount, self.isPlaying, self.tempo) = (peerCount, isPlaying, tempo)
  }
}

extension BeatSource {
  var alignment: AlignmentPeer? { nil }
}

/// The beat that the clicks follow.
enum BeatGuidance: Sendable, Hashable {
  /// Their own tempo map.
  case own
  /// Something that is not known yet.
  case waiting
  /// A beat on the computer's clock. Another key means that it counts from another beginning.
  case course(BeatCourse, key: BeatKey)
  /// A beat that has been stopped.
  case stopped
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

  /// Changes the tempo of all that share the beat.
  ///
  /// - Parameter tempo: As for the clicks.
  /// - Returns: False if the clicks alone are to change.
  func setTempo(_ tempo: Tempo) -> Bool

  /// Starts or stops all that share that; without them, nothing.
  func togglePlaying()

  /// Those that share the beat as equals; `nil` if there are none by design.
  var session: SharedSession? { get }

  /// Returns the time at which a sample is heard.
  ///
  /// - Parameter frame: The sample, counted from the start of the sound.
  /// - Returns: Nanoseconds of the computer's clock that never goes back; `nil` while it is unknown.
  func time(of frame: Int64) -> Int64?
}

/// The instructions of a guide for one block of clicks.
package struct GuidedClicks: Sendable, Hashable {
  /// True while the track waits in silence.
  package var isWaiting = false
  /// True while the clicks go on in silence.
  package var isMuted = false
  /// True while the track runs in silence, until a bar begins with which it joins others.
  package var isSilent = false
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
