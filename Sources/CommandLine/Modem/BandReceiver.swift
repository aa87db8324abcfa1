import SoundModem

/// Listens in several bands at once.
struct BandReceiver {
  let sampleRate: Double
  private var demodulators: [Demodulator]

  /// - Parameters:
  ///   - bands: The bands; with none, all that the sample rate carries.
  ///   - sampleRate: In hertz.
  /// - Throws: ``ModemError`` if a band that was asked for, or every band, is beyond the sample rate.
  init(_ bands: [ModemBand], sampleRate: Double) throws(ModemError) {
    self.sampleRate = sampleRate
    demodulators = []
    for band in bands.isEmpty ? ModemBand.allCases : bands {
      if bands.isEmpty && band != .audible && sampleRate < band.lowestSampleRate { continue }
      demodulators.append(try Demodulator(band: band, sampleRate: sampleRate))
    }
  }

  mutating func append(_ block: Span<Float>) {
    for index in demodulators.indices { demodulators[index].append(block) }
  }

  mutating func finish() {
    for index in demodulators.indices { demodulators[index].finish() }
  }

  mutating func next() -> ReceivedPacket? {
    for index in demodulators.indices {
      if let packet = demodulators[index].next() { return packet }
    }
    return nil
  }
}
