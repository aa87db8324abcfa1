internal import SignalProcessing

/// The implementation of ``MultiresolutionTracker``, ``LiveTracker`` and ``PromptTracker``.
///
/// - Complexity: No allocation after `init` for blocks of up to 8192 samples.
struct MultiresolutionTracking<Order: FrameOrder, Rule: BeginningRule>: Sendable {
  private typealias Parameters = TrackerParameters.Level

  /// In seconds.
  let latency: Double
  var frames: FrameStream
  private var search: OutOfLine<FrameSearch>
  private var order: Order
  private var path: CandidatePath
  private var refiner: ContourRefiner
  private var beginnings: Rule
  private var recent: [Double]  // frequencies decided last, a ring; 0 where unvoiced
  private let contourStep: Int
  private var decidedCount = 0
  private let skipsMeasurements: Bool
  private var between = ReadingsBetween()
  private var waiting: Optional<DecidedFrame> = nil  // until the one after it is measured
  private var following: Optional<DecidedFrame> = nil  // measured, after one that waited
  /// The evidence for the confidence of the last reading, if it is voiced and there is a scorer.
  private(set) var evidence = ConfidenceEvidence()

  /// Creates a tracker at the start of a stream.
  @inline(never)
  init(_ settings: TrackerSettings) {
    let (sampleRate, hopSize) = (settings.sampleRate, settings.hopSize)
    let (windows, lookaheadFrames) = (settings.windows, settings.lookaheadFrames)
    let frameSize = windows.frameSize
    let hopDuration = hopSize / sampleRate
    let contourStep = PitchContour.step(hopDuration: hopDuration)
    let stride = Order.stride(hopDuration: hopDuration, lookahead: lookaheadFrames)
    search = OutOfLine(
      FrameSearch(
        windows, hopDuration: hopDuration, stride: stride,
        usesLearnedScorer: settings.usesLearnedScorer,
        // What names notes at once, as the page does, goes without.
        usesSalience: settings.usesSalience && lookaheadFrames > 0,
        takesShortcuts: settings.takesShortcuts))
    refiner = ContourRefiner(
      windows.range, frameDuration: Double(frameSize) / sampleRate, hopDuration: hopDuration,
      contourStep: contourStep, mayHalve: settings.takesShortcuts)
    frames = FrameStream(
      sampleRate: sampleRate, frameSize: frameSize, hopSize: hopSize,
      historySize: refiner.reach + Int(Double(lookaheadFrames + 1) * hopSize), gate: settings.gate)
    skipsMeasurements =
      Order.looksAhead && settings.takesShortcuts && stride > 1
      && lookaheadFrames > stride + PitchContour.reach * contourStep
    // Up to stride - 1 frames wait for the next one that is searched, and one for the next that is
    // measured.
    path = CandidatePath(
      lookahead: lookaheadFrames - (stride - 1) - (skipsMeasurements ? 1 : 0),
      hopDuration: hopDuration, contourStep: contourStep)
    recent = Array(repeating: 0, count: PitchContour.reach * contourStep)
    latency = frames.latency(lookahead: lookaheadFrames)
    order = Order(stride: stride, frameSize: frameSize)
    beginnings = Rule(hopDuration: hopDuration, sampleRate: sampleRate)
    self.contourStep = contourStep
  }

  var stageCounts: StageCounts {
    var counts = search.value.counts
    counts.refined = refiner.measurementCount
    return counts
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  mutating func next() -> PitchReading? {
    if Order.looksAhead, let following {
      self.following = nil
      return reading(of: following)
    }
    while var frame = nextDecided() {
      guard Order.looksAhead, var waiting else {
        if Order.looksAhead, skipsMeasurements, between.mayWait, frame.isVoiced {
          waiting = frame
          continue
        }
        refine(&frame, at: frames.readingPosition(ahead: 0))
        if Order.looksAhead { between.follow(frame) }
        return reading(of: frame)
      }
      self.waiting = nil
      refine(&frame, at: frames.readingPosition(ahead: 1))
      interpolate(&waiting, before: frame)
      between.follow(waiting)
      between.follow(frame)
      following = frame
      return reading(of: waiting)
    }
    guard Order.looksAhead, frames.hasEnded, var waiting else { return nil }
    self.waiting = nil
    refine(&waiting, at: frames.readingPosition(ahead: 0))
    return reading(of: waiting)
  }

  /// Returns the next frame with the pitch that was chosen, or `nil` until more samples arrive.
  private mutating func nextDecided() -> DecidedFrame? {
    while !path.isFull, let frame = nextFrame() {
      path.append(frame, looksAhead: Order.looksAhead)
      if Rule.isUsed { follow(frame) }
    }
    guard path.isFull || frames.hasEnded else { return nil }
    guard let decision = path.decideOldest(looksAhead: Order.looksAhead) else { return nil }
    var past = PitchContour.Side(repeating: .nan)
    // A loop over five integers would be unrolled.
    for step in stride(from: 1, through: PitchContour.reach, by: 1)
    where step * contourStep <= decidedCount {
      past[step - 1] = recent[(decidedCount - step * contourStep) % recent.count]
    }
    let frame = DecidedFrame(decision, past: past, isJudged: search.value.hasScorer)
    recent[decidedCount % recent.count] = frame.frequency
    decidedCount += 1
    return frame
  }

  /// Returns the frequencies of the candidates of the next frame, in hertz, and their features, one
  /// candidate after another, to train a scorer; `nil` until more samples arrive.
  mutating func nextFeatures() -> (frequencies: [Double], features: [Float])? {
    guard frames.hasFrame else { return nil }
    var (frame, place) = measure()
    var features: [Float] = []
    if !frame.loudness.isSilent {
      features = frames.framer.withFrame {
        search.value.features($0, place, learns: order.isSearched, &frame)
      }
    }
    order.advance()
    frames.advance()
    return ((0..<frame.candidates.count).map { frame.candidates[$0].frequency }, features)
  }

  /// Follows the path to a frame that was appended, before later ones decide about it.
  private mutating func follow(_ frame: CandidatePath.Frame) {
    guard let choice = path.newestChoice else { return beginnings.follow(nil, confidence: 0) }
    let evidence = ConfidenceEvidence(
      of: choice, in: frame.candidates, noise: frame.noise, total: frame.total)
    beginnings.follow(
      frame.candidates[choice].frequency,
      confidence: search.value.hasScorer ? evidence.probability : 0)
  }

  /// Returns the next decided frame, or `nil` until more samples arrive.
  private mutating func nextFrame() -> CandidatePath.Frame? {
    while order.isEmpty, frames.hasFrame {
      var (frame, place) = measure()
      if Rule.isUsed {
        frames.framer.withFrame {
          beginnings.hear($0, isOpen: frame.loudness.isOpen, &search.value)
        }
      }
      if order.isSearched {
        if !frame.loudness.isSilent {
          frames.framer.withFrame { search.value.search($0, place, learns: true, &frame) }
        }
        order.close(with: frame, &search.value)
      } else {
        frames.framer.withFrame { order.wait(frame, place, $0) }
      }
      order.advance()
      frames.advance()
    }
    if order.isEmpty, frames.hasEnded { order.end(&search.value) }
    guard let frame = order.next() else { return nil }
    let strongest = frame.candidates.count > 0 ? frame.candidates[0].strength - frame.penalty : 0
    if strongest < Parameters.noiseStrength { frames.learnNoise(frame.loudness.level) }
    return frame
  }

  /// Returns the current frame with its loudness and penalty, and its position.
  private mutating func measure() -> (CandidatePath.Frame, FrameSearch.Place) {
    let place = FrameSearch.Place(
      center: frames.framer.centerInFrame,
      filledCount: min(frames.framer.frameSize, Int(clamping: frames.framer.sampleCount)))
    let middleCount = max(1, Int(Parameters.middleDuration * frames.sampleRate))
    var frame = CandidatePath.Frame()
    frame.loudness = frames.measure { samples, level in
      // The middle of the frame, as far as there is any.
      let count = min(samples.count, middleCount)
      let end = min(place.filledCount, place.center - count / 2 + count)
      let middle = samples.extracting(max(0, place.center - count / 2)..<end)
      let drop = level - max(-150, decibels(fromPower: middle.energy() / Double(count)))
      frame.penalty = Parameters.dropCost * max(0, drop - Parameters.toleratedDrop)
    }
    return (frame, place)
  }

  private mutating func reading(of frame: DecidedFrame) -> PitchReading {
    var reading = frames.takeReading(
      frame.candidate, isVoiced: frame.isVoiced, loudness: frame.loudness)
    reading.rangeSide = frame.rangeSide
    #if !hasFeature(Embedded)
      reading.beginning = beginnings.take()
    #endif
    guard search.value.hasScorer else { return reading }
    reading.confidence = 0
    if let evidence = frame.evidence {
      self.evidence = evidence
      let most = frame.isVoiced ? 1 : TrackerParameters.Salience.mostUnvoiced
      reading.confidence = min(most, evidence.probability)
    }
    return reading
  }

  /// Returns a note that has begun since the last call, if any.
  mutating func takeBeginning() -> BeginningNote? { beginnings.take() }

  /// Sets the pitch of a frame before one that was measured.
  private mutating func interpolate(_ frame: inout DecidedFrame, before next: DecidedFrame) {
    guard let frequency = between.frequency(near: frame.frequency, before: next) else {
      return refine(&frame, at: frames.readingPosition(ahead: 0))
    }
    frame.measure((frequency, next.inharmonicity), isCalm: true)
    refiner.skip(before: frames.readingPosition(ahead: 1))
  }

  /// Measures the pitch of a frame by its partials.
  private mutating func refine(_ frame: inout DecidedFrame, at position: Int64) {
    guard frame.isVoiced else { return }
    let result = refiner.refine(
      frame.contour(looksAhead: Order.looksAhead), in: frames.framer, at: position,
      isNoisy: frame.isNoisy, isUnclear: frame.isUnclear)
    frame.measure(result, isCalm: refiner.isCalm)
  }
}
