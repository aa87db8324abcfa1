import Pairing
import SignalProcessing
import ToneGeneration

@testable import PairingByAir

/// Two devices in a room: each hears the other later and softer, an echo, itself, and noise.
struct AirDuet {
  static var blockSize: Int { 960 }  // 20 ms

  var offerer: AirDevice<PairingOffer>
  var joiner: AirDevice<PairingJoin>
  /// What the offerer, and the joiner, have played.
  private(set) var offererSound: [Float] = []
  private(set) var joinerSound: [Float] = []
  private(set) var time = 0.0
  private let delay = 700  // samples: 5 m
  private let gain: Float = 0.1
  private var noise: WhiteNoise

  init(
    _ offer: PairingOffer, _ join: PairingJoin, air: PairingAir, noiseLevel: Double
  ) throws {
    offerer = try AirDevice(offer, air: air, seed: 1)
    joiner = try AirDevice(join, air: air, seed: 2)
    noise = WhiteNoise(level: noiseLevel, seed: 3)
  }

  /// Lets them talk until both are done, or for so many seconds.
  mutating func run(seconds: Double) throws {
    while time < seconds, !(offerer.isOver(at: time) && joiner.isOver(at: time)) {
      time += Double(Self.blockSize) / 48_000
      let (toOfferer, toJoiner) = (heard(joinerSound), heard(offererSound))
      offererSound += try offerer.step(toOfferer, at: time)
      joinerSound += try joiner.step(toJoiner, at: time)
    }
  }

  /// What arrives of another's sound; `nil` if it has been quiet for 0.2 s.
  private mutating func heard(_ other: [Float]) -> [Float]? {
    let start = other.count - Self.blockSize
    guard other[max(0, start - 9600)...].contains(where: { $0 != 0 }) else { return nil }
    return (0..<Self.blockSize).map { index in
      let position = start + index - delay
      var sample = noise.next()
      if position >= 0 { sample += gain * other[position] }
      if position >= 1900 { sample += 0.3 * gain * other[position - 1900] }
      return sample
    }
  }
}

/// Plays a recording to a device.
func play<Session>(
  _ recording: [Float], to device: inout AirDevice<Session>, seconds: Double
) throws {
  var time = 0.0
  var position = 0
  while time < seconds, !device.isOver(at: time) {
    time += Double(AirDuet.blockSize) / 48_000
    let end = min(position + AirDuet.blockSize, recording.count)
    let recent = recording[max(0, position - 9600)..<end]
    let block = Array(recording[min(position, end)..<end])
    _ = try device.step(recent.contains { $0 != 0 } ? block : nil, at: time)
    position = end
  }
}

extension PairingDigits {
  /// Whether each user, typing what the other device shows, would be believed.
  static func areMutual(_ one: PairingDigits?, _ other: PairingDigits?) -> Bool {
    guard let one, let other else { return false }
    return one.match(other.shown) && other.match(one.shown)
  }
}
