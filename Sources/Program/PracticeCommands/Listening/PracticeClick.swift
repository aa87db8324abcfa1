import IntonationPractice
import LiveAudio
import Metronome
import Synchronization
import ToneGeneration

/// The clicks beside a practice: when they come, and which of them count in.
struct PracticeClick: Sendable {
  /// The count-in and then the score, bar by bar.
  let map: TempoMap
  /// The time from the first click of the count-in to the start of the score, in seconds.
  let leadTime: Double

  /// Clicks for a score; `nil` if there is no tempo.
  ///
  /// A bar counts in, and more before a pickup, so that the score starts at its place in the bar.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - tempo: Its tempo at the start, in quarter notes per minute; `nil` for that of the score.
  ///   - rests: The bars without a click.
  /// - Throws: `TempoMapError`.
  init?(_ score: PracticeScore, tempo: Double?, rests: BarRests) throws {
    guard let clock = ScoreClock(score, tempo: tempo), let first = score.bars.first else {
      return nil
    }
    let meter = first.meter ?? .common
    var sections = [Self.section(meter, length: meter.length, [clock.tempo], isCountIn: true)]
    if first.lead > 1e-6 {
      sections.append(Self.section(meter, length: first.lead, [clock.tempo], isCountIn: true))
    }
    for bar in score.bars {
      let meter = bar.meter ?? .common
      let beats = Self.beatCount(meter, bar.length)
      let tempos = (0..<beats).map { beat in
        let onset = bar.onset + Double(beat) * bar.length / Double(beats)
        let end = bar.onset + Double(beat + 1) * bar.length / Double(beats)
        // The mean over the beat, so that no change in its middle shifts the next one.
        return 60 * (end - onset)
          / max(1e-6, clock.seconds(atQuarter: end) - clock.seconds(atQuarter: onset))
      }
      sections.append(Self.section(meter, length: bar.length, tempos, isCountIn: false))
    }
    leadTime = 60 / clock.tempo * (meter.length + first.lead)
    map = try TempoMap(Self.muted(sections, rests))
  }

  /// Clicks for a rhythm, after a bar of count-in.
  ///
  /// - Parameters:
  ///   - meter: The meter, with its groups.
  ///   - tempo: Quarter notes per minute.
  ///   - barCount: The number of bars; `nil` for no end.
  ///   - rests: The bars without a click.
  /// - Throws: `TempoMapError`.
  init(_ meter: Meter, tempo: Double, barCount: Int?, rests: BarRests) throws {
    let section = TempoSection(
      barCount: barCount, meter: meter, tempo: .steady(Self.tempo(tempo)), rests: rests)
    map = try TempoMap([section.countIn(barCount: 1), section])
    leadTime = 60 / tempo * Double(meter.beatCount) * 4 / Double(meter.denominator)
  }

  private static func tempo(_ quartersPerMinute: Double) -> Tempo {
    let limits = Tempo.limits
    return Tempo(max(limits.lowerBound, min(limits.upperBound, quartersPerMinute)))
      ?? Tempo(80) ?? TempoMarking.andante.tempo
  }

  /// The clicks of a bar: its beats, or if they do not fill it, one.
  private static func beatCount(_ meter: PracticeMeter, _ length: Double) -> Int {
    let beats = length / meter.beat
    return (beats - beats.rounded()).magnitude < 1e-3 ? max(1, Int(beats.rounded())) : 1
  }

  private static func section(
    _ meter: PracticeMeter, length: Double, _ tempos: [Double], isCountIn: Bool
  ) -> TempoSection {
    let count = beatCount(meter, length)
    let isWhole = (Double(count) * meter.beat - length).magnitude < 1e-3
    let bar = Meter(beatCount: min(128, count), denominator: meter.beatUnit) ?? .common
    // A beat of another length keeps its time by its tempo.
    let stretch = isWhole ? 1 : meter.beat / length
    let plan = (0..<bar.beatCount).map { tempo(stretch * tempos[min($0, tempos.count - 1)]) }
    var section = TempoSection(
      barCount: 1, meter: bar,
      tempo: Set(plan).count == 1 ? .steady(plan[0]) : .beats(plan))
    section.isCountIn = isCountIn
    return section
  }

  /// Silences bars, which have sections of their own here, after the count-in.
  private static func muted(_ sections: [TempoSection], _ rests: BarRests) -> [TempoSection] {
    let first = sections.firstIndex { !$0.isCountIn } ?? 0
    return sections.enumerated().map { index, section in
      var section = section
      if index >= first, rests.isSilent(bar: index - first) { section.volume = 0 }
      return section
    }
  }
}

/// Silence until the microphone listens, a second more, and the clicks.
struct PracticeClickSound: SoundRendering {
  /// So long the devices fill their buffers, at no steady rate, in seconds.
  private static let leadIn = 1.0

  let channelCount: Int
  private var track: ClickTrack
  private let log: ClickLog
  private var frame = 0
  private var start: Int?  // of the first click

  init(
    _ click: PracticeClick, sampleRate: Double, channelCount: Int, log: ClickLog
  ) throws {
    track = ClickTrack(
      try ClickSchedule(click.map, sampleRate: sampleRate),
      sounds: ClickSounds(.click, level: ClickSounds.standardLevel, sampleRate: sampleRate),
      channelCount: channelCount)
    (self.channelCount, self.log) = (channelCount, log)
  }

  var sampleRate: Double { track.sampleRate }

  /// Begins with the next block.
  mutating func begin() {
    guard start == nil else { return }
    let first = frame + Int(Self.leadIn * sampleRate)
    start = first
    log.begin(atFrame: first, sampleRate: sampleRate)
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let wanted = interleaved.count / channelCount
    let silent = max(0, min(wanted, (start ?? .max) - frame))
    for index in 0..<(silent * channelCount) { interleaved[index] = 0 }
    frame += wanted
    guard silent < wanted else { return wanted }
    let block = track.render(frameCount: wanted - silent)
    for index in block.indices { interleaved[silent * channelCount + index] = block[index] }
    let count = silent + block.count / channelCount
    for index in (count * channelCount)..<interleaved.count { interleaved[index] = 0 }
    return count
  }
}

/// What is known about the clicks while they play.
final class ClickLog: Sendable {
  private let state = Mutex<(start: Int, sampleRate: Double)?>(nil)

  /// The frame of the player at which the first click is, and the sample rate; `nil` before it is
  /// known.
  var start: (frame: Int, sampleRate: Double)? {
    state.withLock { $0.map { ($0.start, $0.sampleRate) } }
  }

  func begin(atFrame frame: Int, sampleRate: Double) {
    state.withLock { $0 = (frame, sampleRate) }
  }
}

extension PracticeClick {
  /// The times of the clicks that sound, in seconds from the start of the score: those of the
  /// count-in are negative.
  ///
  /// - Parameter end: The time up to which clicks are wanted, in seconds.
  /// - Returns: The clicks of the count-in, and the others, in order.
  /// - Throws: `MetronomeError`.
  func times(until end: Double) throws -> (countIn: [Double], others: [Double]) {
    let rate = 48_000.0
    var schedule = try ClickSchedule(map, sampleRate: rate)
    var times: (countIn: [Double], others: [Double]) = ([], [])
    while let click = schedule.next() {
      let time = Double(click.frame) / rate - leadTime
      guard time <= end else { break }
      guard click.isAudible else { continue }
      if map.sections[click.section].isCountIn {
        times.countIn.append(time)
      } else {
        times.others.append(time)
      }
    }
    return times
  }
}
