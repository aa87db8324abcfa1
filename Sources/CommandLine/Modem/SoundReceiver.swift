import GgwaveModem
import SoundModem

/// Listens by one of the protocols.
struct SoundReceiver {
  let sampleRate: Double
  /// Exactly one of these two has something.
  private var messages: MessageReceiver?
  private var ggwave: [GgwaveDemodulator] = []

  /// - Parameters:
  ///   - sender: Whose sound is expected.
  ///   - bands: The bands; with none, all that the sample rate carries.
  ///   - keepsRepeats: Whether what is sent twice is delivered twice.
  ///   - answers: Whether senders are answered. Then they repeat a short message until they have heard
  ///     it, which must not deliver it again.
  ///   - sampleRate: In hertz.
  /// - Throws: `ModemError` or `GgwaveError` if the sample rate is too low for what was asked for.
  init(
    _ sender: ReceiveCommand.Sender, bands: [ModemBand], keepsRepeats: Bool,
    answers: Bool = false, sampleRate: Double
  ) throws {
    self.sampleRate = sampleRate
    switch sender {
    case .kammerton:
      var settings = MessageAssembler.Settings()
      if answers { settings.repeatWindow = settings.timeout }
      if keepsRepeats { settings.repeatWindow = 0 }
      messages = try MessageReceiver(bands: bands, sampleRate: sampleRate, settings: settings)
    case .ggwave:
      let wanted = GgwaveProtocol.Band.allCases.filter { band in
        bands.isEmpty
          ? sampleRate >= band.lowestSampleRate || band == .audible
          : bands.contains(band == .audible ? .audible : .ultrasonic)
      }
      for band in wanted {
        ggwave.append(try GgwaveDemodulator(band: band, sampleRate: sampleRate))
      }
    }
  }

  mutating func append(_ block: Span<Float>) {
    messages?.append(block)
    for index in ggwave.indices { ggwave[index].append(block) }
  }

  /// Takes as much silence as the last packet needs to be complete.
  mutating func finish() {
    messages?.finish()
    for index in ggwave.indices { ggwave[index].finish() }
  }

  /// The next message.
  ///
  /// - Parameter report: Gets what a person should know meanwhile.
  /// - Returns: `nil` until more samples arrive.
  mutating func next(report: (String) -> Void) -> HeardMessage? {
    while let event = nextEvent() {
      switch event {
      case .message(let message): return HeardMessage(message)
      case .progress(let progress):
        report("\(progress.heardCount) of \(progress.neededCount) parts")
      case .abandoned(let progress, _):
        report("given up after \(progress.heardCount) of \(progress.neededCount) parts")
      case .packet: continue
      }
    }
    for index in ggwave.indices {
      if let packet = ggwave[index].next() { return HeardMessage(packet) }
    }
    return nil
  }

  /// The next thing that happened, of Kammerton's own protocol.
  mutating func nextEvent() -> MessageEvent? { messages?.next() }

  /// What has begun to arrive and is not whole, in words.
  var incomplete: [String] {
    (messages?.openMessages ?? []).map { message in
      "Of a message of \(message.neededCount) parts only \(message.heardCount) arrived."
    }
  }
}
