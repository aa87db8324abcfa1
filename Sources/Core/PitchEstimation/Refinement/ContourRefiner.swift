internal import SignalProcessing

/// Refines the frequencies of a track, each in a window as long as the pitch holds still.
struct ContourRefiner: Sendable {
  typealias Parameters = TrackerParameters.Refinement

  /// The time between the values of a contour, in seconds.
  private let stepDuration: Double
  /// The length of the frame that the frequencies come from, in seconds.
  private let frameDuration: Double
  private var refiner: HarmonicRefiner
  private var string: InharmonicityMemory?
  private var stillness: Stillness
  private(set) var isNoisy: Bool  // the frame
  private(set) var measurementCount = 0
  /// True if the last frequency comes from windows of 50 ms or more, in which it hardly moves.
  private(set) var isCalm = false
  private var clearString = 0.0  // the frequency of one in the frame before, in hertz
  /// The last reading of a note that held still, and its position.
  private var sure = (
    reading: (frequency: 0.0, inharmonicity: 0.0), position: Int64.min / 2
  )
  /// The number of the subharmonic that a frequency was found to be in the frame before.
  private var subharmonic = (order: 1, frequency: 0.0)
  private let highest: Double  // in hertz

  /// The largest number of samples that are read on either side of a moment.
  let reach: Int

  /// - Parameters:
  ///   - range: The frequencies of the search.
  ///   - frameDuration: The length of the frame that they come from, in seconds.
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - contourStep: The frames from one value of a ``PitchContour`` to the next.
  ///   - mayHalve: Whether low notes are measured at half the sample rate, as the page does not.
  init(
    _ range: SearchRange, frameDuration: Double, hopDuration: Double, contourStep: Int,
    mayHalve: Bool
  ) {
    let (sampleRate, lowest) = (
      range.sampleRate, TrackerParameters.Windows.lowestShare * range.frequencies.lowerBound
    )
    // The duration that the longest transform holds.
    let most = Double(RealFourierTransform.supportedLengths.upperBound) / 1.7 / sampleRate
    let longest = min(most, max(Parameters.steady, Parameters.stringPeriods / lowest))
    refiner = HarmonicRefiner(
      sampleRate: sampleRate, longestDuration: longest, mayHalve: mayHalve)
    isNoisy = false
    stepDuration = Double(contourStep) * hopDuration
    self.frameDuration = frameDuration
    highest = TrackerParameters.Windows.highestShare * range.frequencies.upperBound
    string = InharmonicityMemory(hopDuration: hopDuration, duration: Parameters.steady)
    stillness = Stillness(hopDuration: hopDuration, sampleRate: range.sampleRate)
    reach = Int(0.65 * longest * sampleRate) + 8
  }

  /// Refines the frequency in the middle of a contour.
  ///
  /// - Parameters:
  ///   - contour: The pitch found so far.
  ///   - framer: Holds the sound.
  ///   - position: The moment, as the index of a sample in the stream.
  ///   - isNoisy: Whether the rough pitch was found in noise, and may be far off.
  ///   - isUnclear: Whether the sound hardly repeats: a moving voice, or noise.
  /// - Returns: The frequency in hertz and B; the frequency of the contour if the sound around does
  ///   not allow for a better one.
  mutating func refine(
    _ contour: PitchContour, in framer: borrowing Framer, at position: Int64, isNoisy: Bool,
    isUnclear: Bool
  ) -> (frequency: Double, inharmonicity: Double) {
    let rough = contour.frequency
    isCalm = false
    if !isNoisy, stepDuration < TrackerParameters.Contour.longestMeetingStep,
      let note = contour.nearerNote
    {
      return correctingSubharmonic((note, 0), note, nil)
    }
    let reach = steps(in: Parameters.steadyReach)
    if let sure = lastSure(near: rough, at: position),
      stillness.holds(at: position) || contour.ends(within: reach)
    {
      isCalm = true
      return correctingSubharmonic(sure, rough, nil)
    }
    let line = contour.line(within: reach)
    self.isNoisy = isNoisy || (isUnclear && line.deviation < Parameters.uncertainDeviation)
    let isRough = self.isNoisy || rough > TrackerParameters.Fit.stiffFrom
    var long: HarmonicRefiner.Result?
    let clearDeviation =
      Parameters.clearDeviation
      * max(1, min(Parameters.lowFactor, Parameters.clearFrequency / rough))
    if line.deviation < (isRough ? Parameters.roughDeviation : clearDeviation) {
      let isKnown = (rough - clearString).magnitude < Parameters.sameNote * rough
      let periods = isKnown ? Parameters.stringPeriods : Parameters.steadyPeriods
      let duration = max(Parameters.steady, periods / rough)
      long = measure(
        rough, slope: line.slope, in: framer, at: position, duration: duration, asString: true)
      clearString = long.map(Self.isClearString) == true ? rough : 0
    }
    if let long {
      let bend = bend(of: contour, long)
      if isStill(long, rough, line, at: position) {
        let reading = long.asString.reading
        var value = follow(
          bend, (reading, long.inharmonicity), long, rough, in: framer, at: position)
        if value.frequency == reading {
          value.frequency = stillness.smoothed(reading)
        } else {
          stillness.follow()
        }
        sure = (value, position)
        isCalm = true
        return correctingSubharmonic(value, rough, long.subharmonicOrder)
      }
      // In noise the rough pitch jumps; the partials then decide whether it holds still.
      if line.deviation < Parameters.steadyDeviation * roughness(at: rough)
        || Self.isCertain(long)
      {
        isCalm = true
        return correctingSubharmonic(
          follow(
            bend, believable(long, rough, at: position), long, rough, in: framer, at: position),
          rough, long.subharmonicOrder)
      }
    } else if line.deviation < Parameters.steadyDeviation * roughness(at: rough) {
      return correctingSubharmonic((rough, 0), rough, nil)
    }
    let calm = contour.line(within: steps(in: Parameters.calmReach))
    let isSlow = calm.deviation < Parameters.calmDeviation
    let slope = isSlow ? calm.slope : contour.line(within: 1).slope
    let result = measure(
      rough, slope: slope, in: framer, at: position,
      duration: isSlow ? Parameters.calm : Parameters.moving,
      asString: false)
    var value = believable(result, rough, at: position, isMoving: !isSlow)
    isCalm = isSlow && value.frequency != rough
    if isCalm, let result, let long {
      value.frequency *= change(from: result, long, around: contour)
    }
    return correctingSubharmonic(value, rough, result?.subharmonicOrder)
  }

  /// Tells that the reading before a measured one was not measured.
  ///
  /// - Parameter position: The position of the measured one, as the index of a sample.
  mutating func skip(before position: Int64) { stillness.skip(before: position) }

  /// Returns `true` if the reading of a sound comes from its partials, which hold still.
  private mutating func isStill(
    _ result: HarmonicRefiner.Result, _ rough: Double, _ line: PitchContour.Line,
    at position: Int64
  ) -> Bool {
    let isSteady =
      line.deviation < Parameters.steadyDeviation
      && line.slope.magnitude / stepDuration < Parameters.stillGlide * Elementary.log(2)
    let holdsStill =
      stillness.observe(
        (line: result.asString.line, reading: result.asString.reading), of: rough, at: position)
      ?? isSteady
    let cents = Elementary.cents(ofRatio: result.asString.reading / rough).magnitude
    let isNear = cents < farthest || result.isLine
    let isStill = holdsStill && isNear && Self.isWithin(result)
    stillness.conclude(isStill)
    return isStill
  }

  /// Returns `true` if the sound lasts for the whole window: a string may decay in it, but not
  /// begin.
  private static func isWithin(_ result: HarmonicRefiner.Result) -> Bool {
    let decay = result.isLine ? Parameters.largestLineDecay : Parameters.largestStringDecay
    return (-Parameters.largestLopsidedness..<decay).contains(result.lopsidedness)
  }

  private var farthest: Double { isNoisy ? Parameters.farthestNoisy : Parameters.farthestSteady }

  /// Returns the factor by which a rough frequency may be farther off if its frame holds few
  /// periods: 1 for many.
  @inline(never)
  private func roughness(at frequency: Double) -> Double {
    1 + Elementary.square(Parameters.roughPeriods / (frequency * frameDuration))
  }

  /// Returns the number of steps of a contour in a time, at least one.
  @inline(never)
  func steps(in duration: Double) -> Int {
    min(PitchContour.reach, max(1, Int((duration / stepDuration).rounded())))
  }

  @inline(never)
  mutating func measure(
    _ rough: Double, slope: Double, in framer: borrowing Framer, at position: Int64,
    duration: Double,
    asString: Bool
  ) -> HarmonicRefiner.Result? {
    let (position, duration) = Self.window(
      position, duration, in: framer, sampleRate: refiner.sampleRate,
      mayMove: slope == 0 || asString, shortest: Parameters.steadyPeriods / rough)
    var glide = slope / stepDuration
    let turns = glide.magnitude * duration * duration * rough
    if turns < Parameters.leastGlide || glide.magnitude > Parameters.fastestGlide {
      glide = 0
    }
    measurementCount += 1
    let least =
      duration < Parameters.calm ? Parameters.leastSignalMoving : Parameters.leastSignalSteady
    var memory = asString ? string : nil  // voices and winds have none
    defer { if asString { string = memory } }
    return refiner.refine(
      framer, at: position, near: rough, glide: glide, duration: duration, leastSignal: least,
      isNoisy: isNoisy, memory: &memory)
  }

  /// Replaces a subharmonic with the fundamental: all partials of a subharmonic are multiples of
  /// one number.
  ///
  /// Other strings ring along with the highest ones of a piano, near half their frequency: the
  /// sound then repeats slightly better at twice the period. If a frame leaves it open, the frames
  /// before decide.
  @inline(never)
  private mutating func correctingSubharmonic(
    _ result: (frequency: Double, inharmonicity: Double), _ rough: Double, _ order: Int?
  ) -> (frequency: Double, inharmonicity: Double) {
    if let order {
      subharmonic = (order, rough)
    } else if (rough - subharmonic.frequency).magnitude > Parameters.sameNote * rough {
      subharmonic = (1, rough)
    }
    let factor = Double(subharmonic.order)
    guard factor > 1, factor * rough < highest else { return result }
    return (factor * result.frequency, factor * factor * result.inharmonicity)
  }

  /// Moves a window into the stream if it reaches beyond an end, or shortens it.
  ///
  /// Without a look-ahead, the samples after the moment may not have arrived. Frames hold too few
  /// periods of the lowest notes: their window is moved until it holds the `shortest` duration.
  private static func window(
    _ position: Int64, _ duration: Double, in framer: borrowing Framer, sampleRate: Double,
    mayMove: Bool,
    shortest: Double
  ) -> (position: Int64, duration: Double) {
    let passed = framer.passedPositions
    let half = Int64(0.5 * duration * sampleRate) + 4
    var position = position
    if mayMove, passed.upperBound - passed.lowerBound > 2 * half {
      position = max(position, passed.lowerBound + half)
      let least = framer.hasPassedEnd ? half : min(half, Int64(0.5 * shortest * sampleRate) + 4)
      position = min(position, passed.upperBound - 1 - least)
    }
    let after = Double(passed.upperBound - 1 - position)
    return (position, min(duration, max(0, 2 * after / sampleRate)))
  }

  private static func isClearString(_ result: HarmonicRefiner.Result) -> Bool {
    result.inharmonicity > 0 && result.partialCount >= Parameters.clearPartialCount
      && result.mismatch < Parameters.largestCertainMismatch
  }

  private static func isCertain(_ result: HarmonicRefiner.Result) -> Bool {
    result.partialCount >= Parameters.certainPartialCount
      && (result.isNoiseLimited || result.mismatch < Parameters.largestCertainMismatch)
  }

  /// Returns the last reading of a note that has held still until just now, if its end is in the
  /// window: the rest of it repeats at other periods.
  @inline(never)
  private func lastSure(
    near rough: Double, at position: Int64
  ) -> (frequency: Double, inharmonicity: Double)? {
    let isNear = (sure.reading.frequency - rough).magnitude < Parameters.sameReading * rough
    let age = Double(position - sure.position)
    return isNear && age < Parameters.longestEnding * refiner.sampleRate ? sure.reading : nil
  }

  /// Returns the reading of the partials if they explain the position of the first one, else that
  /// of the period.
  ///
  /// Bars, bells, and sounds of several sources have strong partials that belong to no series:
  /// listeners and labels follow their period.
  private func believable(
    _ result: HarmonicRefiner.Result?, _ rough: Double, at position: Int64, isMoving: Bool = false
  ) -> (frequency: Double, inharmonicity: Double) {
    guard let result else { return (rough, 0) }
    let cents = Elementary.cents(ofRatio: result.frequency / rough).magnitude
    // The pitch of the highest notes is their first partial; the few others fit no period.
    if result.isFarLine, cents > Parameters.farthestSteady { return (result.frequency, 0) }
    // If a note begins or ends within the window, its partials disturb each other.
    guard result.lopsidedness.magnitude < Parameters.largestLopsidedness else {
      return lastSure(near: rough, at: position) ?? (rough, 0)
    }
    guard cents < (isMoving ? Parameters.farthestMoving : farthest) else {
      return (rough, 0)
    }
    let isString =
      result.inharmonicity > 0 && result.partialCount >= Parameters.certainPartialCount
      && result.mismatch < Parameters.largestStringMismatch
    guard
      isMoving || cents < Parameters.agreement * roughness(at: rough) || isString
        || Self.isCertain(result) || (isNoisy && result.isNoiseLimited)
    else { return (rough, 0) }
    return (result.frequency, result.inharmonicity)
  }
}
