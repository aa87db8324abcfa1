import Foundation
import SoundModem
import ToneGeneration

/// A message as the native build sends it, which the web module must send alike and hear.
struct ModemClip {
  let band: ModemBand
  let mode: ModemMode
  let sampleRate: Double
  let payload: [UInt8]
  /// What tells messages in parts apart.
  static let number: UInt32 = 0xABCDE

  static var all: [ModemClip] {
    var clips: [ModemClip] = []
    for band in ModemBand.allCases {
      for sampleRate in [44_100.0, 48_000] {
        for (mode, count) in [(ModemMode.touch, 40), (.desk, 40), (.room, 16), (.far, 8)] {
          clips.append(ModemClip(band, mode, sampleRate, count))
        }
      }
    }
    // In parts, with repair parts behind them.
    clips.append(ModemClip(.audible, .touch, 48_000, 600))
    clips.append(ModemClip(.ultrasonic, .desk, 44_100, 300))
    return clips
  }

  private init(_ band: ModemBand, _ mode: ModemMode, _ sampleRate: Double, _ count: Int) {
    (self.band, self.mode, self.sampleRate) = (band, mode, sampleRate)
    payload = (0..<count).map { UInt8(truncatingIfNeeded: 37 * $0 + 11) }
  }

  var name: String { "\(band.letter)-\(mode)-\(Int(sampleRate))-\(payload.count)" }

  func samples() throws -> [Float] {
    var number = GivenNumber()
    let message = try OutgoingMessage(payload, mode: mode, band: band, using: &number)
    var sender = try MessageSender(message, sampleRate: sampleRate)
    return sender.render(frameCount: Int(sender.count))
  }

  var json: String {
    """
    {"band":"\(band.letter)","mode":"\(mode)","sampleRate":\(sampleRate),"number":\(Self.number),\
    "payload":[\(payload.map { "\($0)" }.joined(separator: ","))]}

    """
  }
}

private struct GivenNumber: RandomNumberGenerator {
  mutating func next() -> UInt64 { UInt64(ModemClip.number) }
}
