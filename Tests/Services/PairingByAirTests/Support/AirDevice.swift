import Pairing
import SignalProcessing
import SoundModem
import Synchronization
import ToneGeneration

@testable import PairingByAir

/// A device with a loudspeaker and a microphone, in time that counts samples.
struct AirDevice<Session: PairingSession> {
  static var sampleRate: Double { 48_000 }

  private(set) var dialogue: PairingDialogue<Session>
  private let air: PairingAir
  private var demodulator: Demodulator
  private var speech: ArraySlice<Float> = []
  private var isSpeaking = false
  private var approvalTime: Double?
  /// How long the user takes to compare, in seconds; `nil` for a user who never does.
  var thinking: Double? = 0.5
  private(set) var digits: PairingDigits?
  private(set) var failure: PairingError?
  private(set) var saidCount = 0

  init(_ session: Session, air: PairingAir, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let numbers = (0..<64).map { _ in Double.random(in: 0..<1, using: &generator) }
    let turn = Turn()
    dialogue = PairingDialogue(
      session, pace: try AirPairing<Session>.pace(air), at: 0, random: { turn.next(of: numbers) })
    demodulator = try Demodulator(band: air.band, sampleRate: Self.sampleRate)
    self.air = air
  }

  func isOver(at now: Double) -> Bool { dialogue.isOver(at: now) }

  /// Hears a block, and gives what it plays in the next one. `nil` stands for quiet, which is not
  /// worth the computing.
  mutating func step(_ block: [Float]?, at now: Double) throws -> [Float] {
    do {
      if let block { try hear(block, at: now) }
      if let approvalTime, now >= approvalTime {
        self.approvalTime = nil
        try dialogue.approve(at: now)
      }
      if let message = try dialogue.message(toSayAt: now) {
        var sound = try AirMessage(message, air: air).sound(sampleRate: Self.sampleRate)
        speech = sound.render(frameCount: Int(sound.count))[...]
        (isSpeaking, saidCount) = (true, saidCount + 1)
      }
    } catch let error as PairingError {
      failure = failure ?? error
    }
    return speak(AirDuet.blockSize, at: now)
  }

  private mutating func hear(_ block: [Float], at now: Double) throws(PairingError) {
    demodulator.append(block.span)
    while let packet = demodulator.next() {
      guard case .compare(let digits, _) = try dialogue.hear(packet.payload, at: now) else {
        continue
      }
      self.digits = digits
      approvalTime = thinking.map { now + $0 }
    }
  }

  private mutating func speak(_ count: Int, at now: Double) -> [Float] {
    guard isSpeaking else { return [Float](repeating: 0, count: count) }
    let block = Array(speech.prefix(count))
    speech = speech.dropFirst(count)
    if speech.isEmpty {
      isSpeaking = false
      dialogue.hasSpoken(at: now)
    }
    return block + [Float](repeating: 0, count: count - block.count)
  }
}

/// Numbers one after the other, for a closure that must be sendable.
final class Turn: Sendable {
  private let index = Atomic(0)

  func next(of numbers: [Double]) -> Double {
    numbers[index.wrappingAdd(1, ordering: .relaxed).oldValue % numbers.count]
  }
}
