import ClassicModem
import GgwaveModem
import LiveModem
import SignalProcessing
package import SoundModem

/// What a receiver tells of what it hears.
package enum HeardSound {
  case message(HeardMessage)
  /// What a person who waits should know.
  case note(String)
  /// What went wrong, in a sentence.
  case problem(String)
}

/// Listens by one of the protocols.
package struct SoundReceiver: SampleAnalysis {
  private var listeners: [any MessageListening]

  /// - Parameters:
  ///   - protocol: By whose rules a message is expected.
  ///   - bands: The bands; with none, all that the sample rate carries.
  ///   - keepsRepeats: Whether what is sent twice is delivered twice.
  ///   - sampleRate: In hertz.
  /// - Throws: `ModemError`, `GgwaveError` or `HandshakeError` if the sample rate is too low for what
  ///   was asked for.
  package init(
    _ protocol: ReceivingProtocol, bands: [ModemBand], keepsRepeats: Bool, sampleRate: Double
  ) throws {
    switch `protocol` {
    case .kammerton:
      var settings = MessageAssembler.Settings()
      if keepsRepeats { settings.repeatWindow = 0 }
      listeners = [try MessageReceiver(bands: bands, sampleRate: sampleRate, settings: settings)]
    case .ggwave:
      let wanted = GgwaveProtocol.Band.allCases.filter { band in
        bands.isEmpty
          ? sampleRate >= band.lowestSampleRate || band == .audible
          : bands.contains(band == .audible ? .audible : .ultrasonic)
      }
      listeners = try wanted.map { try GgwaveDemodulator(band: $0, sampleRate: sampleRate) }
    case .classic: listeners = [try ClassicTextReceiver(sampleRate: sampleRate)]
    case .classicCorrected:
      listeners = [CorrectedListener(try CorrectedHandshakeReceiver(sampleRate: sampleRate))]
    }
  }

  package mutating func append(_ block: Span<Float>) {
    for index in listeners.indices { listeners[index].append(block) }
  }

  /// Takes as much silence as the last message needs to be complete.
  package mutating func finish() {
    for index in listeners.indices { listeners[index].finish() }
  }

  /// The next message, or what should be known meanwhile; `nil` until more samples arrive.
  package mutating func next() -> HeardSound? {
    for index in listeners.indices {
      if let heard = listeners[index].nextSound() { return heard }
    }
    return nil
  }

  /// The same of a stream that began later.
  package static func delayed(_ heard: HeardSound, by seconds: Double) -> HeardSound {
    guard case .message(var message) = heard else { return heard }
    message.time += seconds
    return .message(message)
  }

  /// What has begun to arrive and is not whole, in sentences.
  package var problems: [String] { listeners.flatMap(\.problems) }
}

/// Hears messages by one of the protocols.
private protocol MessageListening: Sendable {
  mutating func append(_ block: Span<Float>)
  mutating func finish()
  mutating func nextSound() -> HeardSound?
  var problems: [String] { get }
}

extension MessageReceiver: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? {
    while let event = next() {
      switch event {
      case .message(let message): return .message(HeardMessage(message))
      case .progress(let progress):
        return .note("\(progress.heardCount) of \(progress.neededCount) parts")
      case .abandoned(let progress, _):
        return .note("given up after \(progress.heardCount) of \(progress.neededCount) parts")
      case .lost(let packet): return .problem(packet.problem)
      case .packet: continue
      }
    }
    return nil
  }

  fileprivate var problems: [String] { openMessages.map(\.problem) }
}

extension MessageProgress {
  /// How much of a message has arrived that is not whole, in a sentence.
  package var problem: String {
    "A message is incomplete: \(heardCount) of \(neededCount) parts arrived."
  }
}

extension GgwaveDemodulator: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? { next().map { .message(HeardMessage($0)) } }

  fileprivate var problems: [String] { [] }
}

extension ClassicTextReceiver: MessageListening {
  fileprivate mutating func nextSound() -> HeardSound? {
    next().map { .message(HeardMessage($0, by: .classic)) }
  }

  fileprivate var problems: [String] { [] }
}

/// Keeps why the newest text of a corrected handshake was not believed, until one is.
private struct CorrectedListener: MessageListening {
  private var receiver: CorrectedHandshakeReceiver
  private(set) var problems: [String] = []

  init(_ receiver: CorrectedHandshakeReceiver) { self.receiver = receiver }

  mutating func append(_ block: Span<Float>) { receiver.append(block) }

  mutating func finish() { receiver.finish() }

  mutating func nextSound() -> HeardSound? {
    switch receiver.next() {
    case nil: return nil
    case .success(let text):
      problems = []
      return .message(HeardMessage(text, by: .classicCorrected))
    case .failure(let fault):
      let problem = "A text arrived damaged. \(fault)"
      problems = [problem]
      return .note(problem)
    }
  }
}
