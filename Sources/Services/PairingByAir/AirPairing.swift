public import Pairing
public import SoundModem

/// Carries one side of a pairing by sound, both ways.
///
/// A join ignores offers that require an answer over the network.
///
/// ```swift
/// let offer = try PairingOffer(handOver: .text("A4 = 442 Hz"), window: PairingWindow(start: 0))
/// let pairing = try AirPairing(offer, air: PairingAir())
/// let result = try await pairing.run(
///   hearing: blocks, sampleRate: 48_000,
///   play: { message in try await play(message.sound(sampleRate: 48_000)) },
///   compare: { digits in digits.match(await ask("Shown here: \(digits). And over there?")) })
/// ```
public struct AirPairing<Session: PairingSession>: Sendable {
  /// The largest number of bytes in a message.
  static var longestMessage: Int { 63 }

  private let session: Session
  private let air: PairingAir
  private let pace: PairingPace

  /// Prepares a pairing.
  ///
  /// - Parameters:
  ///   - session: An offer or a join whose window starts at 0 s, when `run` is called.
  ///   - air: The sound settings.
  /// - Throws: ``SoundModem/ModemError`` if the level is out of its range.
  public init(_ session: Session, air: PairingAir) throws(ModemError) {
    (self.session, self.air) = (session, air)
    pace = try Self.pace(air)
  }

  /// Returns the timing: a device sends after a silence as long as the other device may need for
  /// its longest message.
  ///
  /// - Parameter air: The sound settings.
  /// - Returns: The pace.
  /// - Throws: ``SoundModem/ModemError`` if the level is out of its range.
  public static func pace(_ air: PairingAir) throws(ModemError) -> PairingPace {
    let longest = AirMessage([UInt8](repeating: 0, count: longestMessage), air: air)
    let sound = try longest.sound(sampleRate: 48_000)
    return PairingPace(packetDuration: Double(sound.count) / sound.sampleRate)
  }

  /// Runs until the pairing is done or has failed.
  ///
  /// - Parameters:
  ///   - blocks: The sound of the microphone: mono samples, in blocks of any size.
  ///   - sampleRate: The sample rate of the microphone, in hertz.
  ///   - play: Plays a message, and returns when it has been played.
  ///   - compare: Shows the digits, asks the user for those of the other device, and returns
  ///     whether they match. It must return soon after its task is cancelled.
  ///   - onEvent: Called for each event.
  /// - Returns: The result of the pairing.
  /// - Throws: ``Pairing/PairingError``; ``SoundModem/ModemError`` if the sample rate is too low
  ///   for the band; any error of `blocks` and `play`; `CancellationError`.
  public func run(
    hearing blocks: some AsyncSequence<[Float], any Error> & Sendable, sampleRate: Double,
    play: @escaping @Sendable (AirMessage) async throws -> Void,
    compare: @escaping @Sendable (PairingDigits) async -> Bool,
    onEvent: @escaping @Sendable (PairingEvent) -> Void = { _ in }
  ) async throws -> PairingResult {
    let air = air
    let messages = try air.messages(in: blocks, sampleRate: sampleRate)
    return try await PairingRunner(session, pace: pace).run(
      messages: messages, say: { try await play(AirMessage($0, air: air)) }, compare: compare,
      onEvent: onEvent)
  }
}

extension PairingAir {
  /// Receives messages.
  ///
  /// - Parameters:
  ///   - blocks: The sound of the microphone: mono samples, in blocks of any size.
  ///   - sampleRate: The sample rate of the microphone, in hertz.
  /// - Returns: All packets that arrive, until the blocks end or nobody reads further.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate is too low for the band.
  public func messages(
    in blocks: some AsyncSequence<[Float], any Error> & Sendable, sampleRate: Double
  ) throws(ModemError) -> AsyncThrowingStream<[UInt8], any Error> {
    let demodulator = try Demodulator(band: band, sampleRate: sampleRate)
    let (messages, feed) = AsyncThrowingStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(64))
    let hearing = Task { await Self.receive(blocks, demodulator, feed) }
    feed.onTermination = { _ in hearing.cancel() }
    return messages
  }

  private static func receive(
    _ blocks: some AsyncSequence<[Float], any Error>, _ demodulator: consuming Demodulator,
    _ feed: AsyncThrowingStream<[UInt8], any Error>.Continuation
  ) async {
    do {
      for try await block in blocks {
        demodulator.append(block.span)
        while let packet = demodulator.next() {
          if !packet.isPart { feed.yield(packet.payload) }
        }
      }
      feed.finish()
    } catch {
      feed.finish(throwing: error)
    }
  }
}

/// The sound settings for the messages of a pairing.
public struct PairingAir: Sendable, Hashable {
  /// The frequency band, which must be the same on both devices.
  public var band: ModemBand
  /// The speed and reach, which may differ between the devices.
  public var mode: ModemMode
  /// The peak level of the messages, in dBFS, in -120...0.
  public var level: Double

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - band: The band; 17.0-19.5 kHz by default.
  ///   - mode: The speed and reach; *room* by default.
  ///   - level: The peak level of the messages, in dBFS, in -120...0.
  public init(
    band: ModemBand = .ultrasonic, mode: ModemMode = .room, level: Double = Modulator.defaultLevel
  ) {
    (self.band, self.mode, self.level) = (band, mode, level)
  }
}

/// A message that is ready to be played, at whatever sample rate the loudspeaker has.
public struct AirMessage: Sendable, Equatable {
  /// The bytes of the message.
  public let bytes: [UInt8]
  /// The sound settings.
  public let air: PairingAir

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - bytes: At most 63 bytes.
  ///   - air: The sound settings.
  public init(_ bytes: [UInt8], air: PairingAir) {
    (self.bytes, self.air) = (bytes, air)
  }

  /// Returns the message as sound.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz.
  /// - Returns: The sound.
  /// - Throws: ``SoundModem/ModemError`` if the sample rate is too low for the band, or the level
  ///   is out of its range.
  public func sound(sampleRate: Double) throws(ModemError) -> Modulator {
    try Modulator(
      bytes, mode: air.mode, band: air.band, level: air.level, sampleRate: sampleRate)
  }
}
