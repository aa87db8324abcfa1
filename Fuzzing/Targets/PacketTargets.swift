import ClassicModem
import _TestSignals

@testable import GgwaveModem
@testable import SoundModem

/// What the modems decode, from the bits upward.
extension FuzzTarget {
  static let packetTargets = [packet, messageParts, answers, reedSolomon, handshakeText]

  /// Bits of a packet, one from each bit of the input, after band, preamble, header and loudness.
  private static let packet = FuzzTarget(
    name: "modem-packet", longestInput: 600, quickRuns: 6000,
    seeds: {
      ModemMode.allCases.flatMap { mode in
        ModemBand.allCases.map { band in packetBits(Array("hello".utf8), mode, band) }
      }
    },
    read: { bytes in
      var input = InputReader(bytes)
      let band = ModemBand.allCases[input.index(ModemBand.allCases.count)]
      let preamble = Preamble.Kind.allCases[input.index(Preamble.Kind.allCases.count)]
      guard let format = PacketFormat(preamble: preamble, header: input.byte()) else {
        return false
      }
      let loudness = Float(input.byte()) / 16 - 2
      let rest = input.remaining()
      guard !rest.isEmpty, format.byteCount <= 63 else { return false }
      let grid = SymbolGrid(band: band)
      let bitCount = format.symbolCount(grid) * format.bitsPerSymbol(grid)
      let received = (0..<bitCount).map { index in
        rest[index / 8 % rest.count] >> UInt8(7 - index % 8) & 1 == 1 ? loudness : -loudness
      }
      var codec = PacketCodec(
        band: band, maximumBodyByteCount: format.bodyByteCount, maximumBitCount: bitCount)
      var extrinsicValues = received
      var isWhole = codec.decode(received, bitCount: bitCount, format)
      if !isWhole {
        isWhole = codec.reconsider(
          received, bitCount: bitCount, format, extrinsicValues: &extrinsicValues)
      }
      let payload = PacketBody.payload(of: codec.body, format)
      require((payload?.count ?? 0) <= format.byteCount, "a payload fits its packet")
      _ = PacketBody.isPart(codec.body, format)
      return isWhole && payload != nil
    })

  private static func packetBits(
    _ payload: [UInt8], _ mode: ModemMode, _ band: ModemBand
  ) -> [UInt8] {
    let format = PacketFormat(mode: mode, isPart: false, payloadCount: payload.count)
    let grid = SymbolGrid(band: band)
    let bitCount = format.symbolCount(grid) * format.bitsPerSymbol(grid)
    var codec = PacketCodec(
      band: band, maximumBodyByteCount: format.bodyByteCount, maximumBitCount: bitCount)
    let bits = codec.encode(PacketBody.bytes(of: payload, format), format, bitCount: bitCount)
    let kind = Preamble.Kind.allCases.firstIndex(of: format.preamble) ?? 0
    let index = ModemBand.allCases.firstIndex(of: band) ?? 0
    let packed = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].reduce(0) { $0 << 1 | $1 }
    }
    return [UInt8(index), UInt8(kind), format.header, 96] + packed
  }

  /// Packets that claim to be parts of messages: time, whether a part, length, bytes.
  private static let messageParts = FuzzTarget(
    name: "modem-parts", longestInput: 2000,
    seeds: {
      var random = SeededRandom(seed: 5)
      return [70, 150, 400].map { count in
        let payload = (0..<count).map { UInt8($0 & 0xFF) }
        var message = try? OutgoingMessage(
          payload, mode: .room, band: .audible, packetSize: 63, repairShare: 1, repetitions: 1,
          using: &random)
        return (0..<(message?.packetCount ?? 0)).flatMap { index in
          let bytes = message?.packet(index) ?? []
          return index.isMultiple(of: 3) ? [] : [1, 1, UInt8(bytes.count)] + bytes
        }
      } + [[0, 0, 5] + Array("hello".utf8)]
    },
    read: { bytes in
      var input = InputReader(bytes)
      var assembler = MessageAssembler()
      var random = SeededRandom(seed: 1)
      var dialogue = ReceivingDialogue(using: &random)
      var (time, isWhole) = (0.0, false)
      while !input.isAtEnd {
        time += Double(input.byte()) / 4
        let packet = packet(isPart: input.byte() & 1 == 1, input.bytes(input.index(256)), time)
        assembler.append(packet)
        while let event = assembler.next() {
          dialogue.hear(event, at: time)
          guard case .message(let message) = event else { continue }
          require(message.payload.count <= 65_535, "a message is not longer than it may be")
          isWhole = true
        }
        require(
          assembler.openByteCount <= assembler.settings.openByteLimit, "open messages stay small")
        if case .say(let request) = dialogue.next(at: time) {
          let again = RepeatRequest(Self.packet(isPart: true, request.request.bytes, time))
          require(again == request.request, "a request is read as it is written")
          dialogue.hasSpoken(at: time)
        }
      }
      return isWhole
    })

  private static func packet(isPart: Bool, _ payload: [UInt8], _ time: Double) -> ReceivedPacket {
    ReceivedPacket(
      payload: payload, isPart: isPart, band: .audible, mode: .room, time: time, speed: 0,
      channel: ChannelQuality(signalToNoise: 10, level: -20, echo: -20, delaySpread: 0))
  }

  /// What receivers ask of a sender; the first byte chooses its message.
  private static let answers = FuzzTarget(
    name: "modem-answers", longestInput: 400,
    seeds: {
      let (short, long) = (message(0), message(1))
      return [(0, short), (1, long)].map { choice, message in
        let requests = [(0, message.neededCount), (message.neededCount, 0)].map { heard, wanted in
          RepeatRequest(mark: message.mark, receiver: 7, heardCount: heard, wantedCount: wanted)
        }
        return [UInt8(choice)] + requests.flatMap { [8, UInt8($0.bytes.count)] + $0.bytes }
      }
    },
    read: { bytes in
      var input = InputReader(bytes)
      let message = message(input.index(2))
      var random = SeededRandom(seed: 3)
      var dialogue = SendingDialogue(message, at: 0, using: &random)
      var (time, isHeard) = (0.0, false)
      while !input.isAtEnd {
        if let turn = dialogue.turn(at: time) {
          require((1...dialogue.packetLimit).contains(turn.packetCount), "a turn has its limit")
          dialogue.hasSpoken(at: time)
        }
        time += Double(input.byte())
        let packet = packet(isPart: true, input.bytes(input.index(64)), time)
        if dialogue.hear(packet, at: time) != nil { isHeard = true }
        require(dialogue.packetCount <= dialogue.packetLimit, "a sender stops some time")
      }
      return isHeard
    })

  private static func message(_ choice: Int) -> OutgoingMessage {
    var random = SeededRandom(seed: 9)
    let payload = [UInt8](repeating: 65, count: choice == 0 ? 5 : 200)
    guard
      let message = try? OutgoingMessage(
        payload, mode: .room, band: .audible, packetSize: choice == 0 ? nil : 63, repairShare: 0.25,
        repetitions: 1, using: &random)
    else { fatalError("a message of \(payload.count) bytes can be sent") }
    return message
  }

  /// Bytes of ggwave with their erasures: parity, number of erasures, their places, the word.
  private static let reedSolomon = FuzzTarget(
    name: "ggwave-bytes", longestInput: 260,
    seeds: {
      [5, 20, 140].map { count in
        let payload = (0..<count).map { UInt8($0 * 7 & 0xFF) }
        let parity = GgwaveFormat.parityCount(payloadCount: count)
        let word = ReedSolomonCode(parityCount: parity).encode(payload)
        return [UInt8(parity), 2, 0, 3] + word
      } + [[2, 0] + ReedSolomonCode(parityCount: 2).encode([5])]
    },
    read: { bytes in
      var input = InputReader(bytes)
      let parity = 2 + input.index(56)
      let positions = input.bytes(input.index(parity + 2))
      let word = Array(input.remaining().prefix(255))
      guard word.count > parity else { return false }
      let erased = Set(positions.map { Int($0) % word.count }).sorted()
      let code = ReedSolomonCode(parityCount: parity)
      guard let corrected = code.correct(word, erased: erased) else { return false }
      let again = code.encode(Array(corrected.dropLast(parity)))
      require(again == corrected, "what is corrected is a codeword")
      return true
    })

  /// Characters of the classic handshake, with their markers.
  private static let handshakeText = FuzzTarget(
    name: "handshake-text", longestInput: 128,
    seeds: {
      ["", "Hello, world", "~ "].compactMap { text in
        guard let framed = try? CorrectedHandshake.framed(Array(text.utf8)) else { return nil }
        return framed.enumerated().map { $0.offset & 1 == 1 ? $0.element | 0x80 : $0.element }
      }
    },
    read: { bytes in
      let heard = bytes.map {
        CorrectedHandshake.HeardCharacter(hasOddMarker: $0 & 0x80 != 0, character: $0 & 0x7F)
      }
      _ = try? ClassicHandshake.tones(of: bytes, sampleRate: 48_000)
      guard let text = try? CorrectedHandshake.text(of: heard) else { return false }
      if text.allSatisfy(CorrectedHandshake.characters.contains) {
        require(
          (try? CorrectedHandshake.framed(text)) == heard.map(\.character),
          "a text is framed as it was heard")
      }
      return true
    })
}
