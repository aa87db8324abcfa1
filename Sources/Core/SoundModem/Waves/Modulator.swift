import SignalProcessing
public import ToneGeneration

/// Plays a payload as sound.
///
/// - Complexity: O(1) per sample. No allocation after `init`.
public struct Modulator: SoundRendering {
  /// The default peak level of the loudest packets, in dBFS.
  public static var defaultLevel: Double { -6 }

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// One channel.
  public var channelCount: Int { 1 }
  /// The number of samples of the packet.
  public let count: Int64
  /// The band.
  public let band: ModemBand
  /// The mode.
  public let mode: ModemMode
  private let grid: SymbolGrid
  private let timing: PacketTiming
  private let symbols: [PlannedSymbol]
  private let gain: Double
  private let peak: Double
  private var position: Int64 = 0
  private var nextSymbol = 0
  // A symbol fades in while the one before it fades out.
  private var even: ChordVoice
  private var odd: ChordVoice

  /// Plans a packet.
  ///
  /// - Parameters:
  ///   - payload: The bytes.
  ///   - mode: The speed and reach.
  ///   - band: The band to use.
  ///   - level: The peak level, in dBFS, in -120...0.
  ///   - sampleRate: Samples per second, in hertz; at least the band's
  ///     ``ModemBand/lowestSampleRate``.
  /// - Throws: ``ModemError`` if a parameter is out of its range.
  public init(
    _ payload: [UInt8], mode: ModemMode = .room, band: ModemBand = .ultrasonic,
    level: Double = Modulator.defaultLevel, sampleRate: Double
  ) throws(ModemError) {
    try self.init(
      payload, isPart: false, mode: mode, band: band, level: level, sampleRate: sampleRate)
  }

  /// Plans a packet that may be a part of a longer payload.
  init(
    _ payload: [UInt8], isPart: Bool, mode: ModemMode, band: ModemBand, level: Double,
    sampleRate: Double
  ) throws(ModemError) {
    try band.validate(sampleRate: sampleRate)
    guard (-120...0).contains(level) else { throw .levelOutOfRange(level) }
    let limit = mode.largestPayload
    guard payload.count <= limit else { throw .payloadTooLong(payload.count, limit: limit) }
    let format = PacketFormat(mode: mode, isPart: isPart, payloadCount: payload.count)
    (self.sampleRate, self.band, self.mode) = (sampleRate, band, mode)
    grid = SymbolGrid(band: band)
    timing = PacketTiming(grid: grid, preamble: format.preamble)
    symbols = PacketPlan(payload, format, band: band).symbols
    // Many tones hardly ever add up to their number: what rises above is clipped, for some
    // thousandths of the time.
    peak = Double(Float(amplitude(fromDecibels: level)).nextDown)
    gain = peak / Double(grid.binCount / 16).squareRoot()
    even = ChordVoice(maximumCount: grid.carriers.binCount)
    odd = ChordVoice(maximumCount: grid.carriers.binCount)
    let end = Double(timing.end(of: format) + grid.fadeLength) / grid.basebandRate
    count = Int64((end * sampleRate).rounded(.up))
  }

  /// Replaces the contents of a block with the next samples, without allocating.
  ///
  /// - Parameter interleaved: The block to fill, any size.
  /// - Returns: The number of rendered samples: fewer than requested only at the end of the packet.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    render(into: &interleaved, at: interleaved.indices)
  }

  /// Replaces a part of a block with the next samples.
  mutating func render(into interleaved: inout MutableSpan<Float>, at range: Range<Int>) -> Int {
    var rendered = 0
    for index in range {
      guard position < count else {
        interleaved[index] = 0
        continue
      }
      interleaved[index] = Float(min(max(gain * nextSample(), -peak), peak))
      rendered += 1
    }
    return rendered
  }

  private mutating func nextSample() -> Double {
    let time = Double(position) / sampleRate
    position += 1
    let sample = time * grid.basebandRate
    let symbolsBegin = Double(timing.firstSymbol) - Double(grid.fadeLength) / 2
    if sample < symbolsBegin { return chirpSample(at: time) }
    beginSymbols(until: sample, time: time)
    let voiced = nextSymbol > 0 ? (even.next(at: time), odd.next(at: time)) : (0, 0)
    return voiced.0 + voiced.1
  }

  private func chirpSample(at time: Double) -> Double {
    let length = timing.chirpLength
    let duration = Double(length) / grid.basebandRate
    let isFirst = time < duration
    let isRising = isFirst == timing.preamble.startsRising
    let chirp = Chirp(grid, length: length, isRising: isRising)
    let local = isFirst ? time : time - duration
    let turns = chirp.turns(at: local) + grid.centerFrequency * local
    return chirp.gain(at: local) * Elementary.cos(2 * .pi * turns)
  }

  private mutating func beginSymbols(until sample: Double, time: Double) {
    guard nextSymbol < symbols.count else { return }
    guard sample >= Double(symbols[nextSymbol].start) - Double(grid.fadeLength) / 2 else { return }
    if nextSymbol.isMultiple(of: 2) {
      even.begin(symbols[nextSymbol], grid, time: time, sampleRate: sampleRate)
    } else {
      odd.begin(symbols[nextSymbol], grid, time: time, sampleRate: sampleRate)
    }
    nextSymbol += 1
  }
}

/// Plays the tones of one symbol together.
struct ChordVoice: Sendable {
  private var count = 0
  private var cosines: [Double]
  private var sines: [Double]
  private var steps: [(cosine: Double, sine: Double)]
  private var start = 0.0
  private var duration = 0.0
  private var fade = 0.0
  private var gain = 0.0

  init(maximumCount: Int) {
    cosines = Array(repeating: 0, count: maximumCount)
    // Separate memory: a shared array would be copied at the first write, on an audio thread.
    sines = Array(repeating: 0, count: maximumCount)
    steps = Array(repeating: (1, 0), count: maximumCount)
  }

  /// Begins a symbol.
  ///
  /// - Parameters:
  ///   - symbol: The tones.
  ///   - grid: The measures of the band.
  ///   - time: The time of the first sample, in seconds since the start of the packet.
  ///   - sampleRate: Samples per second, in hertz.
  mutating func begin(_ symbol: PlannedSymbol, _ grid: SymbolGrid, time: Double, sampleRate: Double)
  {
    count = symbol.tones.count
    fade = Double(grid.fadeLength) / grid.basebandRate
    let symbolStart = Double(symbol.start) / grid.basebandRate
    start = symbolStart - fade / 2
    duration = Double(symbol.length) / grid.basebandRate + fade
    gain = 1 / Double(count).squareRoot()
    for index in 0..<count {
      let tone = symbol.tones[index]
      let phase = tone.phase + tone.frequency * (time - symbolStart)
      (sines[index], cosines[index]) = Elementary.sineAndCosine(2 * .pi * phase)
      let step = Elementary.sineAndCosine(2 * .pi * tone.frequency / sampleRate)
      steps[index] = (step.cosine, step.sine)
    }
  }

  /// Returns the next sample; its peak is at most the square root of the number of tones.
  mutating func next(at time: Double) -> Double {
    var sum = 0.0
    for index in 0..<count {
      let (cosine, sine) = (cosines[index], sines[index])
      sum += cosine
      cosines[index] = cosine * steps[index].cosine - sine * steps[index].sine
      sines[index] = sine * steps[index].cosine + cosine * steps[index].sine
    }
    return gain * sum * Fade.gain(at: time - start, duration: duration, fade: fade)
  }
}

/// A chirp across a band, as a function of the time since its start.
struct Chirp: Sendable {
  let isRising: Bool
  /// The duration, in seconds.
  let duration: Double
  /// The width of the band, in hertz.
  let bandwidth: Double
  /// The duration of the fades at both ends, in seconds.
  let fade: Double

  init(_ grid: SymbolGrid, length: Int, isRising: Bool) {
    self.isRising = isRising
    duration = Double(length) / grid.basebandRate
    bandwidth = grid.bandwidth
    fade = Double(grid.fadeLength) / grid.basebandRate
  }

  /// The turns since the start, relative to a tone in the middle of the band.
  func turns(at time: Double) -> Double {
    let turns = bandwidth / 2 * time * (time / duration - 1)
    return isRising ? turns : -turns
  }

  /// The envelope, in 0...1.
  func gain(at time: Double) -> Double {
    Fade.gain(at: time, duration: duration, fade: fade)
  }
}
