import AudioDevices
import CommandKit
import Dispatch
import Metronome
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A metronome's beat from a session of Ableton Link, by way of `kammerton-link`.
///
/// Bridge and metronome have the same clock, so that nothing but the beat needs to be asked.
final class LinkBeat: BeatSource {
  struct Options: Sendable, Hashable {
    /// The meter, and what is clicked in each bar.
    var section: TempoSection
    /// True if start and stop are shared.
    var sharesStartStop = false
  }

  struct State: Sendable {
    var answer: LinkAnswer?
    var course: BeatCourse?
    /// Bars that make the beats positive.
    var shift = 0.0
    /// Another number for each beginning from which beats count.
    var section: UInt32 = 0
    /// The tempo of this metronome, in quarters per minute: for a new session, or to be set.
    var tempo: Double
    var command: LinkQuestion.Command?
    var commandCount: UInt32 = 0
    var news: [String] = []
    /// The state that the user was told last.
    var told: (peerCount: Int?, isPlaying: Bool?)
    var isLost = false
    var isClosed = false
    /// True after the thread has said goodbye.
    var hasLeft = false
  }

  let options: Options
  private let number = UInt64.random(in: 1...UInt64.max)
  private let state: Mutex<State>
  private let note: NoteValue

  init(_ options: Options) {
    self.options = options
    let tempo = options.section.tempo.first
    note = tempo.note
    state = Mutex(State(tempo: LinkTempo.quarters(of: tempo)))
  }

  private var meter: Meter { options.section.meter }

  // MARK: For the clicks

  var isSession: Bool { true }

  var rhythm: TempoSection? { options.section }

  func guidance() -> BeatGuidance {
    state.withLock { state in
      guard let course = state.course else { return .waiting }
      if options.sharesStartStop, state.answer?.isPlaying != true { return .stopped }
      return .course(course, key: .init(source: 1, section: state.section))
    }
  }

  func publish(_ course: BeatCourse?, section: UInt32) {}

  func takeNews() -> String? {
    state.withLock { $0.news.isEmpty ? nil : $0.news.removeFirst() }
  }

  func setTempo(_ tempo: Tempo) -> Bool {
    let wanted = LinkTempo.quarters(of: tempo)
    let limits = LinkTempo.limits
    let allowed = max(limits.lowerBound, min(limits.upperBound, wanted))
    state.withLock { state in
      if wanted != allowed { state.news.append(Self.limitText) }
      state.tempo = allowed
      state.order(.setTempo)
    }
    return true
  }

  func togglePlaying() -> Bool {
    guard options.sharesStartStop else { return false }
    return state.withLock { state in
      guard state.hasJoined else { return false }
      state.order(state.answer?.isPlaying == true ? .stop : .start)
      return true
    }
  }

  var session: SharedSession? {
    state.withLock { state in
      guard let answer = state.answer, !state.isLost else {
        return SharedSession(peerCount: nil, isPlaying: nil)
      }
      return SharedSession(
        peerCount: answer.otherCount,
        isPlaying: options.sharesStartStop && state.hasJoined ? answer.isPlaying : nil,
        tempo: LinkTempo.tempo(quarters: state.tempo, in: note))
    }
  }

  /// Leaves the session, so that the others do not wait until it is noticed.
  func close() {
    state.withLock { $0.isClosed = true }
    for _ in 0..<30 where !state.withLock({ $0.hasLeft }) { pause(nanoseconds: 10_000_000) }
  }

  static var limitText: String { "The tempo of a Link session is 20 to 999 BPM." }
}

extension LinkBeat.State {
  /// False while others are searched for. What is ordered until then would be for a session of its own, and lost with
  /// it when theirs is joined.
  fileprivate var hasJoined: Bool { course != nil }

  fileprivate mutating func order(_ kind: LinkQuestion.Command.Kind) {
    commandCount += 1
    command = LinkQuestion.Command(kind: kind, number: commandCount)
  }
}

// MARK: - Answers

extension LinkBeat {
  /// Takes an answer.
  func take(_ answer: LinkAnswer) {
    state.withLock { state in
      state.answer = answer
      if answer.command == state.command?.number { state.command = nil }
      // Until then, a session that already exists may not have been found.
      guard answer.peerCount > 0 || answer.age >= Self.searchTime else { return }
      tellChanges(to: answer, &state)
      guard let tempo = LinkTempo.tempo(quarters: answer.tempo, in: note) else { return }
      if state.command?.kind != .setTempo { state.tempo = answer.tempo }
      set(tempo, answer, &state)
    }
  }

  private func set(_ tempo: Tempo, _ answer: LinkAnswer, _ state: inout State) {
    let barBeats = Double(meter.beatCount)
    var beat = answer.beat * Double(meter.denominator) / 4
    if beat + state.shift < 0 {
      state.shift = (-beat / barBeats).rounded(.up) * barBeats
      state.section &+= 1
    }
    beat += state.shift
    let course = BeatCourse(time: answer.moment, beat: beat, tempo: tempo, meter: meter)
    if let old = state.course, (old.beat(at: course.time) - beat).magnitude > 0.25 {
      state.section &+= 1
    }
    state.course = course
  }

  private func tellChanges(to answer: LinkAnswer, _ state: inout State) {
    let count = answer.otherCount
    if state.told.peerCount != count {
      state.told.peerCount = count
      state.news.append(
        count == 0
          ? "Link: nobody else is in the session."
          : "Link: \(count) \(count == 1 ? "peer" : "peers") in the session.")
    }
    if state.command?.kind != .setTempo, (answer.tempo / state.tempo - 1).magnitude > 1e-5 {
      state.news.append("Link: the tempo is \(Self.text(answer.tempo)) BPM.")
    }
    if options.sharesStartStop, state.told.isPlaying != answer.isPlaying {
      state.told.isPlaying = answer.isPlaying
      state.news.append(
        answer.isPlaying
          ? "Link: the session plays."
          : "Link: the session is stopped. The clicks wait for its start.")
    }
  }

  private static func text(_ quarters: Double) -> String {
    let text = quarters.formatted(decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static var searchTime: Int64 { 2_000_000_000 }
}

// MARK: - Asking

extension LinkBeat {
  /// Finds the bridge or starts it, and asks on a thread of its own until ``close()``.
  ///
  /// - Throws: ``LinkBridgeError``
  func run(_ bridge: LinkBridge = .ofUser) throws(LinkBridgeError) {
    let (first, process) = try Self.open(bridge, question: question)
    DispatchQueue(label: "kammerton.link-beat", qos: .userInteractive).async { [self] in
      var (door, process) = (first, process)
      while !state.withLock({ $0.isClosed }) {
        ask(door)
        guard !state.withLock({ $0.isClosed }) else { break }
        if let process { _ = LinkBridge.status(of: process) }  // one that has ended is not kept
        if let next = try? Self.open(bridge, question: question) {
          (door, process) = next
        } else {
          pause(nanoseconds: 1_000_000_000)
        }
      }
      door.leave(question(door.door))
      state.withLock { $0.hasLeft = true }
    }
  }

  /// Asks until ``close()``, or until the bridge is lost.
  private func ask(_ door: LinkDoor) {
    var lastTime = steadyTime()
    while !state.withLock({ $0.isClosed }) {
      let start = steadyTime()
      switch door.ask(question(door.door), timeout: Self.patience) {
      case .answer(let answer):
        lastTime = steadyTime()
        regain()
        take(answer)
        pause(nanoseconds: Self.questionInterval - (steadyTime() - start))
      case .gone: return lose(isGone: true)
      case .none:
        if steadyTime() - lastTime > Self.lossTime { return lose(isGone: false) }
      }
    }
  }

  private func question(_ door: LinkBridge.Door) -> LinkQuestion {
    state.withLock { state in
      LinkQuestion(
        token: door.token, asker: number, asked: steadyTime(),
        quantum: LinkTempo.quantum(of: meter), tempo: state.tempo,
        sharesStartStop: options.sharesStartStop, command: state.hasJoined ? state.command : nil)
    }
  }

  private func lose(isGone: Bool) {
    state.withLock { state in
      guard !state.isLost else { return }
      state.isLost = true
      state.news.append(
        """
        \(LinkBridge.name) \(isGone ? "has ended" : "does not answer"). The clicks go on as they were; \
        it is looked for again.
        """)
    }
  }

  private func regain() {
    state.withLock { state in
      if state.isLost { state.news.append("\(LinkBridge.name) answers again.") }
      state.isLost = false
    }
  }

  /// Finds a bridge that answers; starts one if there is none.
  private static func open(
    _ bridge: LinkBridge, question: (LinkBridge.Door) -> LinkQuestion
  ) throws(LinkBridgeError) -> (LinkDoor, process: pid_t?) {
    if let door = try answering(bridge, question, tries: 3) { return (door, nil) }
    let (process, path) = try bridge.start()
    var hasEnded = false
    for _ in 0..<50 {
      if !hasEnded, let status = LinkBridge.status(of: process) {
        guard status == LinkBridge.statusOfSecond else { throw .ended(path: path, status: status) }
        hasEnded = true
      }
      if let door = try answering(bridge, question, tries: 1) { return (door, process) }
      pause(nanoseconds: 50_000_000)
    }
    throw .silent(path: path)
  }

  private static func answering(
    _ bridge: LinkBridge, _ question: (LinkBridge.Door) -> LinkQuestion, tries: Int
  ) throws(LinkBridgeError) -> LinkDoor? {
    guard let found = bridge.door() else { return nil }
    let door = try LinkDoor(found)
    for _ in 0..<tries {
      switch door.ask(question(found), timeout: patience) {
      case .answer: return door
      case .gone: return nil
      case .none: break
      }
    }
    return nil
  }

  /// Between two questions, in nanoseconds.
  private static var questionInterval: Int64 { 50_000_000 }
  /// The time limit for one answer, in nanoseconds.
  private static var patience: Int64 { 100_000_000 }
  private static var lossTime: Int64 { 2_000_000_000 }
}
