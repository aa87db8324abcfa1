import ClassicModem
import GgwaveModem
import InstrumentTuning
import MusicTheory
import PitchEstimation
import SoundModem
import ToneGeneration

/// The demodulators and the tracker, which hear any sound at all.
///
/// Their inputs are scores of pieces: a packet, noise, silence, raw samples, samples that are no
/// numbers. So a short input makes a long sound, and mutations change its structure.
extension FuzzTarget {
  static let soundTargets = [modemSound, ggwaveSound, handshakeSound, tracker]

  // Their tables take as long as hearing a short sound, so each input is heard by a copy.
  private static let demodulator = try? Demodulator(band: .audible, sampleRate: 16_000)
  private static let ggwaveDemodulator = try? GgwaveDemodulator(band: .audible, sampleRate: 16_000)
  private static let classicReceiver = try? ClassicHandshakeReceiver(sampleRate: 48_000)
  private static let correctedReceiver = try? CorrectedHandshakeReceiver(sampleRate: 48_000)
  private static let startedTracker = try? AnyPitchTracker(
    .best, sampleRate: 16_000, searchRange: 60...2000, hopSize: 320, lookahead: 0.05)

  private static let modemSound = FuzzTarget(
    name: "modem-sound", longestInput: 64, quickRuns: 300,
    seeds: {
      [[0, 1, 5, 104, 101, 108, 108, 111], [0, 2, 1, 1, 2, 40, 1, 200, 0, 4, 3, 1, 2, 3]]
    },
    read: { bytes in
      guard var demodulator = Self.demodulator else { return false }
      var isHeard = false
      for block in score(bytes, packet: modemPacket) {
        demodulator.append(block.span)
        while let packet = demodulator.next() {
          require(packet.payload.count <= 255, "a payload fits its packet")
          isHeard = true
        }
      }
      demodulator.finish()
      while demodulator.next() != nil { isHeard = true }
      return isHeard
    })

  private static func modemPacket(_ choice: UInt8, _ payload: [UInt8]) -> [Float] {
    let mode: ModemMode = [.touch, .desk, .room][Int(choice) % 3]
    guard
      let modulator = try? Modulator(payload, mode: mode, band: .audible, sampleRate: 16_000)
    else { return [] }
    return samples(of: modulator)
  }

  private static let ggwaveSound = FuzzTarget(
    name: "ggwave-sound", longestInput: 64, quickRuns: 300,
    seeds: { [[0, 2, 3, 104, 105, 33], [0, 2, 1, 7, 1, 30, 2, 100, 3, 16, 1, 2, 3, 4]] },
    read: { bytes in
      guard var demodulator = ggwaveDemodulator else { return false }
      var isHeard = false
      for block in score(bytes, packet: ggwavePacket) {
        demodulator.append(block.span)
        while demodulator.next() != nil { isHeard = true }
      }
      demodulator.finish()
      while let packet = demodulator.next() {
        require(packet.payload.count <= GgwaveProtocol.largestPayload, "a payload fits")
        isHeard = true
      }
      return isHeard
    })

  private static func ggwavePacket(_ choice: UInt8, _ payload: [UInt8]) -> [Float] {
    let protocols = GgwaveProtocol.all.filter { $0.band == .audible }
    let ggwave = protocols[Int(choice) % protocols.count]
    guard let modulator = try? GgwaveModulator(payload, as: ggwave, sampleRate: 16_000) else {
      return []
    }
    return samples(of: modulator)
  }

  private static let handshakeSound = FuzzTarget(
    name: "handshake-sound", longestInput: 64, quickRuns: 200,
    seeds: { [[0, 0, 2, 72, 105], [0, 1, 2, 72, 105], [1, 60, 0, 0, 1, 65, 4, 3]] },
    read: { bytes in
      guard var classic = classicReceiver, var corrected = correctedReceiver else { return false }
      var isHeard = false
      for block in score(bytes, packet: handshake) {
        classic.append(block.span)
        corrected.append(block.span)
      }
      classic.finish()
      corrected.finish()
      while let character = classic.next() {
        require(classic.characters.contains(character), "a character is one that has a tone")
        isHeard = true
      }
      while corrected.next() != nil { isHeard = true }
      return isHeard
    })

  private static func handshake(_ choice: UInt8, _ text: [UInt8]) -> [Float] {
    let text = text.prefix(3).map { 33 + $0 % 60 }
    if choice & 1 == 0 {
      return (try? ClassicHandshakeSender(text, sampleRate: 48_000)).map { samples(of: $0) } ?? []
    }
    return (try? CorrectedHandshakeSender(text, sampleRate: 48_000)).map { samples(of: $0) } ?? []
  }

  /// Raw samples, as a pipe may bring them, through the default tracker and the tuner.
  private static let tracker = FuzzTarget(
    name: "tracker", longestInput: 64, quickRuns: 300,
    seeds: { [[0, 30, 4, 1, 2, 3, 4, 1, 90, 4, 2], [0, 3, 1, 9, 4, 0, 4, 1, 3, 8, 1, 2, 3, 4]] },
    read: { bytes in
      guard var tracker = startedTracker else { return false }
      let tuner = Tuner()
      var isVoiced = false
      for block in score(bytes, packet: tone) { tracker.append(block.span) }
      tracker.finish()
      while let reading = tracker.next() {
        guard let frequency = reading.candidate?.frequency else { continue }
        require(frequency.isFinite && frequency > 0, "a frequency is a number above 0")
        _ = tuner.concertPitch.nearestNote(to: frequency)
        isVoiced = true
      }
      return isVoiced
    })

  private static func tone(_ choice: UInt8, _ partials: [UInt8]) -> [Float] {
    let period = 8 + Int(choice)
    return (0..<3200).map { index in
      let position = Float(index % period) / Float(period) - 0.5
      return position * (1 + Float(partials.count)) / 16
    }
  }
}

// MARK: - Scores

extension FuzzTarget {
  /// The pieces of a score, at most twelve.
  private static func score(
    _ bytes: [UInt8], packet: (_ choice: UInt8, _ payload: [UInt8]) -> [Float]
  ) -> [[Float]] {
    var input = InputReader(bytes)
    var pieces: [[Float]] = []
    var hasPacket = false
    while !input.isAtEnd, pieces.count < 12 {
      switch input.byte() % 5 {
      case 0 where !hasPacket:
        hasPacket = true
        let choice = input.byte()
        pieces.append(packet(choice, input.bytes(input.index(16))))
      case 1: pieces.append(noise(input.byte()))
      case 2: pieces.append([Float](repeating: 0, count: 16 * Int(input.byte())))
      case 3: pieces.append(raw(input.bytes(input.index(32))))
      case 4: distort(&pieces, &input)
      default: break
      }
    }
    return pieces
  }

  private static func noise(_ level: UInt8) -> [Float] {
    var state = UInt32(level) | 1
    return (0..<512).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(Int32(bitPattern: state)) / 2_147_483_648 * Float(level) / 255
    }
  }

  /// Four bytes are the bits of a sample, numbers or not.
  private static func raw(_ bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { index in
      let bits = bytes[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Float(bitPattern: bits)
    }
  }

  /// Changes the last piece: its level, a sample that is no number, a gap.
  private static func distort(_ pieces: inout [[Float]], _ input: inout InputReader) {
    guard var piece = pieces.popLast(), !piece.isEmpty else { return }
    let (kind, position) = (input.byte(), Int(input.byte()) * piece.count / 256)
    switch kind % 6 {
    case 0: piece = piece.map { $0 * 1e30 }
    case 1: piece[position] = .nan
    case 2: piece[position] = .infinity
    case 3: piece.removeSubrange(position..<min(position + 999, piece.count))
    case 4: piece = piece.map { max(-0.1, min(0.1, $0)) }
    default: piece += noise(UInt8(truncatingIfNeeded: position))
    }
    pieces.append(piece)
  }

  private static func samples<Sound: SoundRendering>(of sound: Sound) -> [Float] {
    var sound = sound
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    while samples.count < 200_000 {
      var span = block.mutableSpan
      let count = sound.render(into: &span)
      samples += block[..<count]
      if count < block.count { break }
    }
    return samples
  }
}
