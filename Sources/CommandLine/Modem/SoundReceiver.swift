import ClassicModem
import GgwaveModem
import SoundModem

/// Listens by one of the protocols.
struct SoundReceiver {
  private var listeners: [any MessageListening]

  /// - Parameters:
  ///   - protocol: By whose rules a message is expected.
  ///   - bands: The bands; with none, all that the sample rate carries.
  ///   - keepsRepeats: Whether what is sent twice is delivered twice.
  ///   - sampleRate: In hertz.
  /// - Throws: `ModemError`, `GgwaveError` or `HandshakeError` if the sample rate is too low for what
  ///   was asked for.
  init(
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

  mutating func append(_ block: Span<Float>) {
    for index in listeners.indices { listeners[index].append(block) }
  }

  /// Takes as much silence as the last message needs to be complete.
  mutating func finish() {
    for index in listeners.indices { listeners[index].finish() }
  }

  /// The next message.
  ///
  /// - Parameter report: Gets what a person should know meanwhile.
  /// - Returns: `nil` until more samples arrive.
  mutating func next(report: (String) -> Void) -> HeardMessage? {
    for index in listeners.indices {
      if let message = listeners[index].nextMessage(report: report) { return message }
    }
    return nil
  }

  /// What has begun to arrive and is not whole, in sentences.
  var problems: [String] { listeners.flatMap(\.problems) }
}

/// Hears messages by one of the protocols.
private protocol MessageListening: Sendable {
  mutating func append(_ block: Span<Float>)
  mutating func finish()
  mutating func nextMessage(report: (String) -> Void) -> HeardMessage?
  var problems: [String] { get }
}

extension MessageReceiver: MessageListening {
  fileprivate mutating func nextMessage(report: (String) -> Void) -> HeardMessage? {
    while let event = next() {
      switch event {
      case .message(let message): return HeardMessage(message)
      case .progress(let progress):
        report("\(progress.heardCount) of \(progress.neededCount) parts")
      case .abandoned(let progress, _):
        report("given up after \(progress.heardCount) of \(progress.neededCount) parts")
      case .packet: continue
      }
    }
    return nil
  }

  /// What has begun to arrive and is not whole, in sentences.
  var problems: [String] {
    openMessages.map { message in
      "Of a message of \(message.neededCount) parts only \(message.heardCount) arrived."
    }
  }
}

extension GgwaveDemodulator: MessageListening {
  fileprivate mutating func nextMessage(report: (String) -> Void) -> HeardMessage? {
    next().map { HeardMessage($0) }
  }

  fileprivate var problems: [String] { [] }
}

extension ClassicTextReceiver: MessageListening {
  fileprivate mutating func nextMessage(report: (String) -> Void) -> HeardMessage? {
    next().map { HeardMessage($0, by: .classic) }
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

  mutating func nextMessage(report: (String) -> Void) -> HeardMessage? {
    while let result = receiver.next() {
      switch result {
      case .success(let text):
        problems = []
        return HeardMessage(text, by: .classicCorrected)
      case .failure(let fault):
        problems = ["A text was heard that is not as it was sent. \(fault)"]
        report(problems[0])
      }
    }
    return nil
  }
}
