import ToneGeneration

/// The identity of the point from which beats are counted: a new key means that counting starts
/// again.
package struct BeatKey: Sendable, Hashable {
  /// Another number for each source, such as a leader.
  package var source: Int
  /// Another number for each section of a tempo map.
  package var section: UInt32

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - source: Another number for each source.
  ///   - section: Another number for each section of its tempo map.
  package init(source: Int, section: UInt32) { (self.source, self.section) = (source, section) }
}

/// Keeps a click track on a beat from outside: begins it in phase, then steers its tempo.
package struct BeatLock: Sendable {
  private let key: BeatKey
  private let meter: Meter
  /// The beats of the course before the track's first one: whole bars.
  private(set) var base: Int64
  /// The ticks of the track.
  package var ticks: ClockTicks
  private var nextFrame: Int64
  /// The speed of the course when the track was last steered.
  private var beatsPerSecond: Double
  private let catchesUp: Bool
  /// True from a step of the tempo until the track is on the beat again.
  private var isCatchingUp = false

  /// The delay of the track when it was last steered, in seconds.
  private(set) var error = 0.0

  /// Begins a track so that it is in phase; `nil` before the course's first beat.
  ///
  /// - Parameters:
  ///   - track: Replaced by one in the course's meter and tempo.
  ///   - course: The beat.
  ///   - key: What it counts from.
  ///   - time: When the track's next sample will be heard, in nanoseconds.
  ///   - rate: Seconds of that clock per second of sound.
  ///   - frame: The sample of the sound.
  ///   - rhythm: What is clicked in each bar; `nil` for the plain beats of the course's meter.
  ///   - catchesUp: Whether a step of the course's tempo is one, and no error of measuring it.
  init?(
    _ track: inout ClickTrack, on course: BeatCourse, key: BeatKey, at time: Int64,
    rate: Double, frame: Int64, rhythm: TempoSection? = nil, catchesUp: Bool = false
  ) {
    let beat = course.beat(at: time)
    let barBeats = Int64(course.meter.beatCount)
    guard beat >= 0, beat < 1e9 else { return nil }
    let base = Int64(beat) / barBeats * barBeats
    let tempo = BeatSteering.steered(course.tempo, by: course.rate * rate)
    var section = TempoSection(meter: course.meter, tempo: .steady(tempo))
    if let rhythm, rhythm.meter == course.meter {
      section = rhythm
      section.tempo = .steady(tempo)
    }
    guard let map = try? TempoMap([section]),
      let schedule = try? ClickSchedule(map, sampleRate: track.sampleRate)
    else { return nil }
    (self.base, self.key, meter) = (base, key, course.meter)
    ticks = ClockTicks(afterBeats: base, denominator: course.meter.denominator)
    (nextFrame, beatsPerSecond) = (frame, course.beatsPerSecond)
    self.catchesUp = catchesUp
    track = track.restarted(with: schedule)
    let seconds = (beat - Double(base)) / (course.beatsPerSecond * rate)
    skip(Int64((seconds * track.sampleRate).rounded()), of: &track)
  }

  /// Goes to a sample of a bar, which may be hours long if a beat from the network is hostile.
  private mutating func skip(_ count: Int64, of track: inout ClickTrack) {
    ticks.take(from: track.schedule, in: track.position, until: count) { _ in }
    track.skip(to: count)
  }

  /// Steers the track, ten times a second and at each step of the tempo.
  ///
  /// - Parameters: As for the initializer.
  /// - Returns: Whether the track is on the course; if not, it needs a new beginning.
  mutating func steer(
    _ track: inout ClickTrack, on course: BeatCourse, key: BeatKey, at time: Int64,
    rate: Double, frame: Int64
  ) -> Bool {
    guard key == self.key, course.meter == meter else {
      return rebase(track, on: course, key: key, at: time)
    }
    // At a step, clicks are prepared already, and intervals change anyway: no ear expects an even one.
    let isStep = catchesUp && (course.beatsPerSecond / beatsPerSecond - 1).magnitude > 0.005
    guard frame >= nextFrame || isStep else { return true }
    beatsPerSecond = course.beatsPerSecond
    nextFrame = frame + Int64(track.sampleRate / 10)
    let beat = Double(base) + track.schedule.beat(at: track.position)
    error = (course.beat(at: time) - beat) / course.beatsPerSecond
    guard error.magnitude <= BeatSteering.reach else { return false }
    // An exact beat is off by so much only where the sound has stumbled, which was heard anyway.
    let isOff = isStep || (catchesUp && error.magnitude > BeatSteering.tolerance)
    isCatchingUp = isOff || (isCatchingUp && error.magnitude > 0.001)
    let factor =
      BeatSteering.factor(forError: error, isCatchingUp: isCatchingUp) * course.rate * rate
    track.setTempo(BeatSteering.steered(course.tempo, by: factor))
    return true
  }

  /// A course that counts from another bar of the same meter is the same beat.
  private mutating func rebase(
    _ track: ClickTrack, on course: BeatCourse, key: BeatKey, at time: Int64
  ) -> Bool {
    guard course.meter == meter, key.source == self.key.source else { return false }
    let barBeats = Double(meter.beatCount)
    let beat = Double(base) + track.schedule.beat(at: track.position)
    let difference = course.beat(at: time) - beat
    let bars = (difference / barBeats).rounded()
    let error = (difference - bars * barBeats) / course.beatsPerSecond
    guard error.magnitude <= BeatSteering.reach else { return false }
    self = BeatLock(self, key: key, base: base + Int64(bars * barBeats))
    return true
  }

  private init(_ lock: BeatLock, key: BeatKey, base: Int64) {
    (self.key, meter, self.base) = (key, lock.meter, base)
    (ticks, nextFrame, error) = (lock.ticks, lock.nextFrame, lock.error)
    (beatsPerSecond, isCatchingUp) = (lock.beatsPerSecond, lock.isCatchingUp)
    catchesUp = lock.catchesUp
  }

  /// The bars of the course before the track's first one.
  package var firstBar: Int { Int(base) / meter.beatCount }
}
