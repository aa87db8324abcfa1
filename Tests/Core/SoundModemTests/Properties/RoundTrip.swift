import SignalProcessing
import SoundModem
import ToneGeneration

/// A message that is sent and received in a way that its seed decides.
struct RoundTrip: CustomStringConvertible {
  let payload: [UInt8]
  let mode: ModemMode
  let band: ModemBand
  let sampleRate: Double
  /// Silence before, in samples.
  let lead: Int
  let blockSizes: [Int]
  /// Noise in the whole spectrum, in decibels below the sound; `nil` for none.
  let signalToNoise: Double?
  let seed: UInt64

  /// - Parameters:
  ///   - seed: Decides everything.
  ///   - counts: How many bytes the payload may have.
  ///   - modes: The modes to choose from.
  ///   - longestLead: In seconds.
  init(seed: UInt64, counts: ClosedRange<Int>, modes: [ModemMode], longestLead: Double) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    let count = Int.random(in: counts, using: &random)
    let isPlain = random.next().isMultiple(of: 4)
    payload = (0..<count).map { _ in
      isPlain ? UInt8(truncatingIfNeeded: seed) : UInt8(truncatingIfNeeded: random.next())
    }
    mode = modes.randomElement(using: &random) ?? .room
    band = ModemBand.allCases.randomElement(using: &random) ?? .audible
    let rates: [Double] = [16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000]
    let lowest = band.lowestSampleRate
    sampleRate = rates.filter { $0 >= lowest }.randomElement(using: &random) ?? 48_000
    lead = Int(Double.random(in: 0...longestLead, using: &random) * sampleRate)
    let blockCount = Int.random(in: 1...5, using: &random)
    blockSizes = (0..<blockCount).map { _ in
      random.next().isMultiple(of: 3)
        ? Int.random(in: 1...16, using: &random) : Int.random(in: 17...9000, using: &random)
    }
    signalToNoise = random.next().isMultiple(of: 2) ? nil : 20
  }

  var description: String {
    """
    seed \(seed): \(payload.count) bytes, \(mode), band \(band.letter), \(sampleRate) Hz, \
    lead \(lead), blocks \(blockSizes), noise \(signalToNoise.map { "-\($0) dB" } ?? "none")
    """
  }

  /// What the receiver delivers: at the end of a recording that ends with the sound, or from a stream
  /// in which it is 0.15 s later. (The shortest packets of `room` need more than 0.1 s to be told
  /// apart from longer ones.)
  func delivered(isFinished: Bool) throws -> [[UInt8]] {
    var random = SeededGenerator(seed: seed &+ 1)
    let message = try OutgoingMessage(payload, mode: mode, band: band, using: &random)
    var sender = try MessageSender(message, sampleRate: sampleRate)
    var samples = [Float](repeating: 0, count: lead)
    while true {
      let block = sender.render(frameCount: Int.random(in: 1...20_000, using: &random))
      if block.isEmpty { break }
      samples += block
    }
    if !isFinished { samples += [Float](repeating: 0, count: Int(0.15 * sampleRate)) }
    if let signalToNoise {
      var noise = WhiteNoise(level: Level(of: samples.span).rootMeanSquare - signalToNoise, seed: 1)
      var span = samples.mutableSpan
      noise.add(to: &span)
    }
    var receiver = try MessageReceiver(bands: [band], sampleRate: sampleRate)
    var events = receiver.events(in: samples, blockSizes: blockSizes)
    if isFinished {
      receiver.finish()
      while let event = receiver.next() { events.append(event) }
    }
    return events.compactMap { if case .message(let message) = $0 { message.payload } else { nil } }
  }
}
