internal import SignalProcessing

/// One partial of an object, as it was measured.
public struct ObjectPartial: Sendable, Hashable {
  /// A line of a partial: a bell that is not quite round has two of each.
  public struct Line: Sendable, Hashable {
    /// In hertz.
    public var frequency: Double
    /// One standard error of ``frequency``, in hertz.
    public var error: Double
    /// The amplitude at the stroke, of full scale 1.
    public var amplitude: Double
    /// The time in which the amplitude falls by 60 dB, in seconds; `nil` if it does not fall.
    public var decayTime: Double?

    /// Creates a line.
    public init(frequency: Double, error: Double, amplitude: Double, decayTime: Double?) {
      self.frequency = frequency
      self.error = error
      self.amplitude = amplitude
      self.decayTime = decayTime
    }
  }

  /// The index in the object's modes.
  public var mode: Int
  /// The frequency that is heard, in hertz: that of the strongest line; where two beat too slowly to
  /// be told apart at once, that of the first two seconds as one line.
  public var frequency: Double
  /// From the lowest; never empty.
  public var lines: [Line]
  /// The index in ``lines`` of the strongest.
  public var strongest: Int
  /// The power of the strongest line over the noise around it, in decibels.
  public var clearness: Double

  /// Creates a partial.
  public init(
    mode: Int, frequency: Double, lines: [Line], strongest: Int, clearness: Double
  ) {
    self.mode = mode
    self.frequency = frequency
    self.lines = lines
    self.strongest = strongest
    self.clearness = clearness
  }

  /// One standard error of ``frequency``, in cents.
  public var error: Double {
    Elementary.cents(ofRatio: 1 + lines[strongest].error / max(1e-9, frequency))
  }
  /// The decay of the strongest line: seconds for 60 dB.
  public var decayTime: Double? { lines[strongest].decayTime }
  /// The beats between neighbouring lines, in hertz.
  public var beats: [Double] {
    zip(lines.dropFirst(), lines).map { $0.frequency - $1.frequency }
  }
}

/// The measurement of one object.
public struct ResonatorMeasurement: Sendable, Hashable {
  /// What was measured.
  public var object: ResonatorKind
  /// The strike note, in hertz: for a bell an octave below its nominal.
  public var strike: Double
  /// The partials that are there, in the order of the object's modes.
  public var partials: [ObjectPartial]
  /// The length of sound that was used, in seconds.
  public var duration: Double
  /// How well the partials fit the object, 0...1.
  public var score: Double
  /// True if another bell seems to sound as well.
  public var isMixed = false
  /// True if the partials leave a doubt about the object, and so about the strike note.
  public var isDoubtful = false
  /// An object that they fit better.
  public var likelierObject: ResonatorKind?

  /// Creates a measurement.
  public init(
    object: ResonatorKind, strike: Double, partials: [ObjectPartial], duration: Double,
    score: Double
  ) {
    self.object = object
    self.strike = strike
    self.partials = partials
    self.duration = duration
    self.score = score
  }

  /// Returns the partial of a mode, if it is there.
  public func partial(_ mode: Int) -> ObjectPartial? { partials.first { $0.mode == mode } }

  /// Returns the distance of a partial from the strike note, in cents.
  public func cents(_ partial: ObjectPartial) -> Double {
    Elementary.cents(ofRatio: partial.frequency / strike)
  }

  /// The third of a bell, by its tierce; `nil` without one.
  public var third: BellThird? {
    guard object == .bell, let tierce = partial(2) else { return nil }
    return cents(tierce) > 355 ? .major : .minor
  }
}
