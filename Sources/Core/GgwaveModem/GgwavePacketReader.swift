internal import SignalProcessing

/// A packet that may be arriving.
struct GgwaveAttempt: Sendable {
  /// The hop after the start marker.
  var start: Int64
  var speed: GgwaveProtocol.Speed
  var payloadCount: Int
  /// The number of frames over which tones are followed in phase.
  var coherence: Int
  /// The score of the start marker.
  var score: Float
  /// The mean clarity of the tones of the length.
  var clarity: Float

  /// The hop after the end marker.
  var end: Int64 {
    let frames =
      GgwaveFormat.groupCount(payloadCount: payloadCount) * speed.groupLength
      + GgwaveFormat.markerLength
    return start + Int64(frames * GgwaveSpectrum.hopsPerFrame)
  }
}

/// Reads packets from the spectrum.
struct GgwavePacketReader: Sendable {
  /// The largest distance of a packet's start from the apparent end of its marker, in hops.
  static var slack: Int64 { 8 }
  /// The time after its end at which a packet is read, in hops: its end marker may come that late.
  static var patience: Int64 { slack + 4 }
  /// The number of lengths that are tried for each speed.
  private static var lengthCount: Int { 2 }
  /// The number of groups with which a start is found.
  private static var groupsForStart: Int { 8 }
  /// The lowest score of an end marker at its expected position, also relative to the start marker.
  private static var leastEndScore: (absolute: Float, relative: Float) { (3.5, 0.4) }
  /// The smallest number of parity bytes with which a byte is guessed.
  private static var leastParityToGuess: Int { 6 }
  /// The number of values that are considered for a guessed byte.
  private static var guessCount: Int { 16 }

  private var groups: GgwaveGroupReader = GgwaveGroupReader()
  private let lengthWords: [[UInt8]]

  init() {
    let code = ReedSolomonCode(parityCount: 2)
    lengthWords = (1...GgwaveProtocol.largestPayload).map { code.encode([UInt8($0)]) }
  }

  /// Returns the likeliest packets after a start marker, according to the group with the length.
  ///
  /// The length is protected well: the candidates are 140 words that differ in all three bytes,
  /// ranked by the clarity of their tones.
  mutating func attempts(
    after marker: GgwaveMarker, speed: GgwaveProtocol.Speed, coherence: Int,
    _ spectrum: GgwaveSpectrum,
    _ noise: GgwaveNoise
  ) -> [GgwaveAttempt] {
    var clarities = [Float](repeating: 0, count: lengthWords.count)
    for offset in stride(from: -Self.slack, through: Self.slack, by: 2) {
      groups.read(
        spectrum, noise, from: marker.end + offset, frames: speed.groupLength,
        coherence: coherence)
      for (index, word) in lengthWords.enumerated() {
        clarities[index] = max(clarities[index], groups.clarity(of: word) / 6)
      }
    }
    let order = clarities.indices.ascending { -Double(clarities[$0]) }
    return order.prefix(Self.lengthCount).map {
      GgwaveAttempt(
        start: marker.end, speed: speed, payloadCount: $0 + 1, coherence: coherence,
        score: marker.score,
        clarity: clarities[$0])
    }
  }

  /// Reads a packet whose end marker has arrived.
  ///
  /// - Returns: The reading; `nil` if it was not a packet, or cannot be corrected.
  mutating func read(
    _ attempt: GgwaveAttempt, _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise,
    _ scores: GgwaveMarkerScores
  ) -> GgwaveReading? {
    let start = bestStart(attempt, spectrum, noise)
    let end = attempt.end + start - attempt.start
    var score: Float = 0
    for offset in stride(from: -4 as Int64, through: 4, by: 2) {
      score = max(score, scores.score(endingAt: end + offset, isStart: false))
    }
    let least = Self.leastEndScore
    guard score >= max(least.absolute, least.relative * attempt.score) else { return nil }
    return payload(attempt, from: start, spectrum, noise)
  }

  /// Returns the start at which the first groups are clearest. The first one must contain the
  /// length, so that it is not a later one.
  private mutating func bestStart(
    _ attempt: GgwaveAttempt, _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise
  ) -> Int64 {
    let groupHops = Int64(attempt.speed.groupLength * GgwaveSpectrum.hopsPerFrame)
    let count = GgwaveFormat.groupCount(payloadCount: attempt.payloadCount)
    var best = (start: attempt.start, amplitude: -Float.infinity)
    for offset in stride(from: -Self.slack, through: Self.slack, by: 2) {
      var amplitude: Float = 0
      for group in 0..<min(Self.groupsForStart, count) {
        groups.read(
          spectrum, noise, from: attempt.start + offset + Int64(group) * groupHops,
          frames: attempt.speed.groupLength, coherence: attempt.coherence)
        let isFirst = group == 0
        amplitude +=
          isFirst ? groups.amplitude(of: lengthWords[attempt.payloadCount - 1]) : groups.amplitude
      }
      if amplitude > best.amplitude { best = (attempt.start + offset, amplitude) }
    }
    return best.start
  }

  private mutating func payload(
    _ attempt: GgwaveAttempt, from start: Int64, _ spectrum: GgwaveSpectrum, _ noise: GgwaveNoise
  ) -> GgwaveReading? {
    let groupHops = Int64(attempt.speed.groupLength * GgwaveSpectrum.hopsPerFrame)
    let count = GgwaveFormat.groupCount(payloadCount: attempt.payloadCount)
    let parity = GgwaveFormat.parityCount(payloadCount: attempt.payloadCount)
    var heard: [GgwaveGroupReader.HeardByte] = []
    var clarities: [[Float]] = []
    var (margin, power): (Float, Float) = (0, 0)
    for group in 0..<count {
      groups.read(
        spectrum, noise, from: start + Int64(group) * groupHops, frames: attempt.speed.groupLength,
        coherence: attempt.coherence)
      margin += groups.margin
      power += groups.amplitude * groups.amplitude / 6
      for index in 0..<GgwaveFormat.bytesPerGroup { heard.append(groups.byte(index)) }
      clarities.append(groups.clarities)
    }
    let positions =
      GgwaveFormat.headerCount..<GgwaveFormat.headerCount + attempt.payloadCount + parity
    guard
      let best = Self.corrected(Array(heard[positions]), parity: parity, clarities)
    else { return nil }
    let limit = Self.largestLoss(correctedCount: best.correctedCount, parity: parity)
    guard best.loss < limit * margin else { return nil }
    let payload = Array(best.word.prefix(attempt.payloadCount))
    return GgwaveReading(
      payload: payload, start: start, correctedCount: best.correctedCount,
      signalToNoise: Self.signalToNoise(power / Float(count), attempt),
      evidence: GgwaveEvidence.rise(of: payload, from: start, attempt, spectrum, noise))
  }

  /// Returns the largest loss of clarity of a payload against the likeliest tones, as a part of
  /// their lead over the second ones: smaller if the code has less redundancy left. Measured on
  /// readings of packets in noise and echoes: losing right ones costs less than passing wrong ones.
  private static func largestLoss(correctedCount: Int, parity: Int) -> Float {
    if 2 * correctedCount <= parity { return 0.1 }
    return correctedCount < parity ? 0.04 : 0  // with that many, any reading is a codeword
  }

  /// Returns the codeword that fits the tones best, among those near the received word: unchanged,
  /// and with more and more of its least clear bytes erased. With the most erasures, one more byte
  /// is guessed: if a band's edge does not arrive, half of every third byte is lost.
  ///
  /// - SeeAlso: G. Forney, "Generalized minimum distance decoding", IEEE Trans. Inf. Theory 12(2), 1966;
  ///   D. Chase, "A class of algorithms for decoding block codes with channel measurement information",
  ///   IEEE Trans. Inf. Theory 18(1), 1972.
  private static func corrected(
    _ heard: [GgwaveGroupReader.HeardByte], parity: Int, _ clarities: [[Float]]
  ) -> Candidate? {
    let code = ReedSolomonCode(parityCount: parity)
    let word = heard.map { $0.value }
    let order = heard.indices.ascending { Double(heard[$0].margin) }
    var best: Candidate?
    for erasedCount in stride(from: 0, through: parity, by: 2) {
      let erased = Array(order.prefix(erasedCount))
      let found = candidate(code.correct(word, erased: erased), word, clarities)
      if let found, found.loss < best?.loss ?? .infinity { best = found }
    }
    guard parity >= leastParityToGuess, parity < order.count else { return best }
    let erased = Array(order.prefix(parity))
    var guess = word
    for value in alternatives(at: order[parity], clarities) {
      guess[order[parity]] = value
      let found = candidate(code.correct(guess, erased: erased), word, clarities)
      if let found, found.loss < best?.loss ?? .infinity { best = found }
    }
    return best
  }

  private struct Candidate {
    var word: [UInt8]
    /// The difference in clarity between the likeliest tones and its own.
    var loss: Float
    var correctedCount: Int
  }

  private static func candidate(
    _ found: [UInt8]?, _ word: [UInt8], _ clarities: [[Float]]
  ) -> Candidate? {
    guard let found else { return nil }
    var candidate = Candidate(word: found, loss: 0, correctedCount: 0)
    for position in word.indices where found[position] != word[position] {
      candidate.correctedCount += 1
      candidate.loss +=
        clarity(of: word[position], at: position, clarities)
        - clarity(of: found[position], at: position, clarities)
    }
    return candidate
  }

  /// Returns the likeliest values of a byte except for the first.
  private static func alternatives(at position: Int, _ clarities: [[Float]]) -> [UInt8] {
    let values = (0...255 as ClosedRange<UInt8>).map {
      ($0, clarity(of: $0, at: position, clarities))
    }
    return values.ascending { -Double($0.1) }.prefix(guessCount).dropFirst().map { $0.0 }
  }

  private static func clarity(of byte: UInt8, at position: Int, _ clarities: [[Float]]) -> Float {
    let index = position + GgwaveFormat.headerCount
    let group = clarities[index / GgwaveFormat.bytesPerGroup]
    let first = 32 * (index % GgwaveFormat.bytesPerGroup)
    return group[first + Int(byte & 15)] + group[first + 16 + Int(byte >> 4)]
  }

  /// Returns the signal-to-noise ratio, in decibels, from the mean power of a group's tones.
  private static func signalToNoise(_ power: Float, _ attempt: GgwaveAttempt) -> Double {
    let parts = Double(attempt.speed.groupLength / attempt.coherence)
    // Over three frames a tone rises three times as far above the noise of its bin.
    let signal = max(1e-3, (Double(power) - 6 * parts) / parts / Double(attempt.coherence))
    return decibels(fromPower: signal / Double(GgwaveFormat.toneCount))
  }
}

/// The content of a packet.
struct GgwaveReading {
  var payload: [UInt8]
  /// The hop after the start marker.
  var start: Int64
  var correctedCount: Int
  var signalToNoise: Double
  /// The rise of its tones where they should begin: greater than at other speeds if it is right.
  var evidence: Float
}
