import SignalProcessing
import SoundModem
import ToneGeneration

/// What lies between a sender and a receiver in a test.
struct Air {
  var sampleRate = 48_000.0
  /// Silence before and after, in samples.
  var lead = 4000
  var tail = 2000
  /// Signal over noise in the whole spectrum, in decibels; `nil` for none.
  var signalToNoise: Double?
  /// Speed over that of sound.
  var dopplerScale = 0.0
  var seed: UInt64 = 1

  /// The samples of a packet as they arrive.
  func carry(_ payload: [UInt8], mode: ModemMode, band: ModemBand) throws -> [Float] {
    // A sender that approaches sounds like one with a slower clock at a lower rate.
    let rate = sampleRate / (1 + dopplerScale)
    var modulator = try Modulator(payload, mode: mode, band: band, sampleRate: rate)
    let wave = modulator.render(frameCount: Int(modulator.count))
    var samples = [Float](repeating: 0, count: lead) + wave
    samples += [Float](repeating: 0, count: tail)
    guard let signalToNoise else { return samples }
    let level = Level(of: wave.span).rootMeanSquare
    var noise = WhiteNoise(level: level - signalToNoise, seed: seed)
    var span = samples.mutableSpan
    noise.add(to: &span)
    return samples
  }
}

/// All packets in some samples.
func packets(
  in samples: [Float], band: ModemBand, sampleRate: Double = 48_000, blockSizes: [Int] = [4096]
) throws -> [ReceivedPacket] {
  var demodulator = try Demodulator(band: band, sampleRate: sampleRate)
  var packets: [ReceivedPacket] = []
  var start = 0
  var turn = 0
  while start < samples.count {
    let end = min(start + blockSizes[turn % blockSizes.count], samples.count)
    demodulator.append(Array(samples[start..<end]))
    while let packet = demodulator.next() { packets.append(packet) }
    (start, turn) = (end, turn + 1)
  }
  demodulator.finish()
  while let packet = demodulator.next() { packets.append(packet) }
  return packets
}

/// Random bytes from a seed.
func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
}
