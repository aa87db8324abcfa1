internal import SignalProcessing

/// A packet that may have begun, with the position at which it will be complete.
struct PacketAttempt: Sendable {
  var candidate: PreambleCandidate
  var format: PacketFormat
  /// The position at which its last symbol has arrived.
  var end: Int64
}

/// The result of reading a packet.
enum PacketReading: Sendable {
  case payload([UInt8])
  /// The check failed.
  case failed
  /// Noise: no longer packet of this kind starts here, either.
  case noise
}

/// Reads headers and bodies of packets from the baseband.
struct PacketReader: Sendable {
  private let grid: SymbolGrid
  private var header: HeaderReader
  private var carrierHeader: HeaderReader
  private var tones: ToneReader
  private var carriers: CarrierReader
  private var codec: PacketCodec
  private var bits: [Float]  // of carriers
  private var meter: SignalMeter
  /// The ratio of the mean energy of the last packet's tones or carriers to that of noise.
  private var toneToNoise: Float = 0

  init(band: ModemBand) {
    grid = SymbolGrid(band: band)
    let plan = TonePlan(grid.tones, symbolCount: ToneReader.largestSymbolCount(grid))
    header = HeaderReader(grid, [.tones, .farTones], plan: plan)
    carrierHeader = HeaderReader(grid, [.carriers], plan: TonePlan(grid, symbolCount: 1))
    tones = ToneReader(grid, plan: plan)
    meter = SignalMeter(grid)
    let largest = PacketFormat(largest: .carriersMedium)
    carriers = CarrierReader(grid, maximumSymbolCount: largest.symbolCount(grid))
    bits = Array(repeating: 0, count: largest.symbolCount(grid) * largest.bitsPerSymbol(grid))
    codec = PacketCodec(
      band: band, maximumBodyByteCount: largest.bodyByteCount,
      maximumBitCount: max(bits.count, ToneReader.largestBitCount(grid)))
  }

  /// The longest packet, in samples of the baseband.
  var longestPacket: Int {
    ToneReader.largest.map { PacketTiming(grid: grid, preamble: $0.preamble).end(of: $0) }.max()
      ?? 0
  }

  private static func end(
    _ candidate: PreambleCandidate, _ grid: SymbolGrid, length: Int
  ) -> Int64 {
    Int64(candidate.start + Double(length) * (1 - candidate.dopplerScale)) + Int64(grid.fadeLength)
  }

  /// Reads the header after a preamble, which may have arrived by several paths, and appends the
  /// packets that may follow.
  mutating func readHeader(
    _ candidates: [PreambleCandidate], _ ring: BasebandRing, maximumCount: Int,
    into attempts: inout [PacketAttempt]
  ) {
    if candidates[0].kind == .carriers {
      carrierHeader.read(candidates, ring)
      append(carrierHeader.readings.prefix(maximumCount), into: &attempts)
    } else {
      header.read(candidates, ring)
      append(header.readings.prefix(maximumCount), into: &attempts)
    }
  }

  private func append(_ readings: ArraySlice<HeaderReading>, into attempts: inout [PacketAttempt]) {
    for reading in readings {
      let candidate = reading.candidate
      let preamble = candidate.kind
      guard let format = PacketFormat(preamble: preamble, header: reading.header) else { continue }
      let timing = PacketTiming(grid: grid, preamble: preamble)
      let end = Self.end(candidate, grid, length: timing.end(of: format))
      attempts.append(PacketAttempt(candidate: candidate, format: format, end: end))
    }
  }

  /// Reads the body of a packet.
  ///
  /// - Returns: The payload, if the check passes.
  mutating func read(_ attempt: PacketAttempt, _ ring: BasebandRing) -> PacketReading {
    let format = attempt.format
    let isWhole: Bool?
    if format.usesCarriers {
      isWhole = readCarriers(attempt, ring)
      toneToNoise = carriers.carrierToNoise
    } else {
      isWhole = tones.read(attempt, ring, &codec)
      toneToNoise = tones.toneToNoise
    }
    guard let isWhole else { return .noise }
    guard isWhole, let payload = PacketBody.payload(of: codec.body, format) else { return .failed }
    return .payload(payload)
  }

  /// Reads the body of a packet of carriers, whose residual motion is known up to quarters of a
  /// turn, so both neighbours are tried too.
  private mutating func readCarriers(_ attempt: PacketAttempt, _ ring: BasebandRing) -> Bool {
    let format = attempt.format
    guard let refined = carriers.refined(attempt.candidate, ring, format) else { return false }
    carriers.analyze(refined, ring, format)
    let bitCount = format.symbolCount(grid) * format.bitsPerSymbol(grid)
    for turns in [0, 0.25, 0.5] {
      carriers.rotate(byTurns: turns)
      carriers.writeBits(into: &bits)
      if codec.decode(bits, bitCount: bitCount, format) { return true }
    }
    return false
  }

  /// Returns `true` if the last packet is a part of a longer payload.
  func isPart(_ format: PacketFormat) -> Bool { PacketBody.isPart(codec.body, format) }

  /// The signal-to-noise ratio that packets without noise exceed, as measured in themselves, in
  /// decibels: with 1 to 56 bytes they reach 26 to 35 dB, 30 to 41 dB and 13 to 19 dB.
  private static func clearest(_ format: PacketFormat) -> Double {
    format.usesCarriers ? 22 : format.bitsPerTone == 4 ? 26 : 11
  }

  /// The signal-to-noise ratio, in decibels, below which the tones give a better estimate.
  private static var surelyMeasured: Double { 3 }

  /// Measures the channel of the last packet.
  ///
  /// - Parameters:
  ///   - attempt: The packet.
  ///   - ring: The baseband.
  ///   - isWhole: `true` if it was read, so that the noise in it is known.
  /// - Returns: The quality of the channel.
  mutating func channel(
    _ attempt: PacketAttempt, _ ring: BasebandRing, isWhole: Bool
  ) -> ChannelQuality {
    let signalToNoise = signalToNoise(attempt, ring, isWhole: isWhole)
    let echo = attempt.candidate.echo
    return ChannelQuality(
      signalToNoise: signalToNoise, level: meter.level,
      echo: 10 * Elementary.log10(max(Double(echo.ratio), 0.01)),
      delaySpread: Double(echo.spread) / grid.basebandRate)
  }

  private mutating func signalToNoise(
    _ attempt: PacketAttempt, _ ring: BasebandRing, isWhole: Bool
  ) -> Double {
    let candidate = attempt.candidate
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    let scale = 1 - candidate.dopplerScale
    let symbols = attempt.format.usesCarriers ? grid.carriers : grid.tones
    let first = candidate.start + Double(timing.headerEnd + symbols.guardLength) * scale
    let end = candidate.start + Double(timing.end(of: attempt.format)) * scale
    let floor: SignalMeter.Floor =
      !isWhole
      ? .unknown
      : attempt.format.usesCarriers
        ? .share(carriers.disturbance) : .power(tones.noiseEnergy)
    let measured = meter.signalToNoise(
      start: candidate.start,
      symbols: stride(
        from: first, to: end - Double(grid.windowLength), by: Double(symbols.symbolLength) * scale),
      ring, floor: floor, clearest: Self.clearest(attempt.format))
    guard isWhole, measured < Self.surelyMeasured, !attempt.format.usesCarriers else {
      return measured
    }
    // The few windows before the packet say little about a signal that hardly exceeds the noise.
    let ratio = Double(max(toneToNoise - 1, 1e-3)) / Double(1 << attempt.format.bitsPerTone)
    return 10 * Elementary.log10(ratio)
  }
}
