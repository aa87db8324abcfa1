internal import SignalProcessing
internal import ToneGeneration

/// The tones of one symbol, sounding together.
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
    // Its own memory, as a copy would be made when it is first written to: on an audio thread.
    sines = Array(repeating: 0, count: maximumCount)
    steps = Array(repeating: (1, 0), count: maximumCount)
  }

  /// Begins to sound.
  ///
  /// - Parameters:
  ///   - symbol: What sounds.
  ///   - grid: The measures of the band.
  ///   - time: The time of the first sample, in seconds since the start of the packet.
  ///   - sampleRate: In hertz.
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

  /// The next sample; its peak is at most the square root of the number of tones.
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
