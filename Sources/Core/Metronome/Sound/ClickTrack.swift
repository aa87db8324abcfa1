public import ToneGeneration

/// The sound of a metronome: every click begins at its sample of a ``ClickSchedule``.
///
/// - Complexity: That of copying the samples of the clicks; the silence between them costs only
///   writing zeros. No allocation after `init`.
public struct ClickTrack: SoundRendering {
  /// The clicks to come.
  public private(set) var schedule: ClickSchedule
  /// The number of interleaved channels: the same sound on each.
  public let channelCount: Int
  /// The number of frames rendered so far.
  public private(set) var position: Int64 = 0
  /// Silences every click from now on, while the beat goes on.
  public var isMuted = false
  /// The last beat that was rendered, sounding or not.
  package private(set) var lastBeat: Click?
  /// The clicks of the last block, sounding or not; of more than 32, the first ones.
  public private(set) var lastClicks: [Click] = []

  private let sounds: ClickSounds
  private var voices: [Voice] = []
  private var lastVoiceEnd: Int64 = 0

  /// The largest number of clicks that sound together; a further one ends the oldest.
  private static var voiceLimit: Int { 32 }

  private struct Voice: Sendable {
    var sound: Int
    var gain: Float
    var start: Int64
    var end: Int64
  }

  /// Creates a track that begins with the first click of a schedule.
  ///
  /// - Parameters:
  ///   - schedule: The times of the clicks.
  ///   - sounds: The sounds of the clicks.
  ///   - channelCount: The number of interleaved channels, at least 1.
  /// - Precondition: Both have the same sample rate.
  public init(_ schedule: ClickSchedule, sounds: ClickSounds, channelCount: Int = 1) {
    precondition(schedule.sampleRate == sounds.sampleRate, "sample rates must be equal")
    self.schedule = schedule
    self.sounds = sounds
    self.channelCount = max(1, channelCount)
    voices.reserveCapacity(Self.voiceLimit + 1)
    lastClicks.reserveCapacity(Self.voiceLimit)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { schedule.sampleRate }

  /// The tempo at the next sample.
  public var tempo: Tempo { schedule.tempo(at: position) }

  /// Changes the tempo from the next sample on, in phase; see ``ClickSchedule/setTempo(_:at:)``.
  ///
  /// - Parameter tempo: The new tempo.
  public mutating func setTempo(_ tempo: Tempo) { schedule.setTempo(tempo, at: position) }

  /// Continues with another section at the next bar line.
  ///
  /// - Parameter section: The number of the section, from 0.
  public mutating func jump(toSection section: Int) { schedule.jump(toSection: section) }

  /// Returns a track with the same sounds that plays another schedule from its first click.
  ///
  /// - Parameter schedule: The times of the clicks.
  /// - Returns: A track at position 0.
  /// - Precondition: The sample rate is the same.
  package func restarted(with schedule: ClickSchedule) -> ClickTrack {
    var track = ClickTrack(schedule, sounds: sounds, channelCount: channelCount)
    track.isMuted = isMuted
    return track
  }

  /// Skips to a later sample without rendering those between; a click that sounds there continues.
  ///
  /// - Parameter frame: The sample; one before ``position`` changes nothing.
  /// - Complexity: O(1) for each skipped click.
  package mutating func skip(to frame: Int64) {
    while let click = schedule.upcoming, click.frame < frame {
      begin(click)
      _ = schedule.next()
    }
    lastClicks.removeAll(keepingCapacity: true)
    position = max(position, min(frame, lastFrame ?? frame))
    let start = position
    voices.removeAll { $0.end <= start }
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter interleaved: The block to fill: whole frames, any number of them.
  /// - Returns: The number of rendered frames; fewer than requested only after the last section and
  ///   the last click.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    for index in interleaved.indices { interleaved[index] = 0 }
    lastClicks.removeAll(keepingCapacity: true)
    let start = position
    let end = start + Int64(interleaved.count / channelCount)
    while let click = schedule.upcoming, click.frame < end {
      add(to: &interleaved, blockStart: start, until: click.frame)
      begin(click)
      _ = schedule.next()
    }
    add(to: &interleaved, blockStart: start, until: end)
    guard let last = lastFrame, last < end else { return Int(end - start) }
    position = max(start, last)
    return Int(position - start)
  }

  /// The end of the last section or of the last click, whichever is later; `nil` while clicks come.
  private var lastFrame: Int64? { schedule.endFrame.map { max($0, lastVoiceEnd) } }

  private mutating func begin(_ click: Click) {
    if click.kind == .beat { lastBeat = click }
    if lastClicks.count < Self.voiceLimit { lastClicks.append(click) }
    guard click.isAudible, !isMuted else { return }
    if voices.count == Self.voiceLimit { voices.removeFirst() }
    let sound = sounds.index(of: click)
    let end = click.frame + Int64(sounds[sound].count)
    lastVoiceEnd = max(lastVoiceEnd, end)
    voices.append(
      Voice(sound: sound, gain: Float(click.volume), start: click.frame, end: end))
  }

  /// Adds the sounding clicks from ``position`` up to a frame, which becomes the new position.
  private mutating func add(
    to block: inout MutableSpan<Float>, blockStart: Int64, until end: Int64
  ) {
    guard end > position else { return }
    if !voices.isEmpty {
      for voice in voices {
        let samples = sounds[voice.sound]
        let last = min(end, voice.end)
        Self.add(
          samples.span.extracting(Int(position - voice.start)..<Int(last - voice.start)),
          gain: voice.gain, to: &block, at: Int(position - blockStart), channelCount: channelCount)
      }
      voices.removeAll { $0.end <= end }
    }
    position = end
  }

  private static func add(
    _ samples: Span<Float>, gain: Float, to block: inout MutableSpan<Float>, at frame: Int,
    channelCount: Int
  ) {
    for index in samples.indices {
      let sample = gain * samples[index]
      let first = (frame + index) * channelCount
      for channel in 0..<channelCount { block[first + channel] += sample }
    }
  }
}
