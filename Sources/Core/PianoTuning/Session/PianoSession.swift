internal import SignalProcessing

/// Tunes and measures a piano: follows the key that sounds by the targets of its file, and measures
/// each stroke for the file where that is the aim.
package struct PianoSession: SampleAnalysis {
  package enum Reading: Sendable {
    /// The key that sounds.
    case key(KeyListener.Reading)
    /// A stroke of the key that is tuned, whose unison is to be measured.
    case stroke(KeyStroke)
    /// What became of a stroke that was to be measured.
    case outcome(MeasuringSession<KeyMeter>.Outcome)
    /// Samples of the key that is tuned are missing, so that it must be played again.
    case interrupted
  }

  /// The targets of the 88 keys, by the file.
  package private(set) var targets: [KeyTarget]
  /// True to follow keys while they are measured, too.
  package var followsMeasuredKeys = false
  private var measuring = MeasuringSession<KeyMeter>()
  private var isRaisingPitch = false
  private var listener: KeyListener?
  private var ready: [Reading] = []
  private var readCount = 0  // of those
  private var stepSize = 1
  private var stepCount = 0  // samples of the step that has begun

  /// Creates a session of a piano, which tunes.
  package init(_ file: PianoFile = PianoFile()) {
    measuring.file = file
    targets = []
    updateTargets()
  }

  /// The piano. Targets follow.
  package var file: PianoFile {
    get { measuring.file }
    set {
      measuring.file = newValue
      updateTargets()
    }
  }

  /// True to tune flat keys sharp, for a pitch raise.
  package var isRaising: Bool {
    get { isRaisingPitch }
    set {
      isRaisingPitch = newValue
      updateTargets()
    }
  }

  /// What the sound is for. With another purpose, the stroke that sounds is dropped: what was struck to
  /// be tuned is not measured.
  package var aim: MeasuringAim {
    get { measuring.aim }
    set {
      if newValue.purpose != aim.purpose { measuring.discard() }
      measuring.aim = newValue
      let key = chosenKey
      listener?.chosenKey = key
    }
  }

  private var chosenKey: PianoKey? { aim.note.flatMap { PianoKey(midi: $0) } }

  /// Starts to listen. File and aim stay as they are.
  ///
  /// - Parameter sampleRate: Samples per second, in ``KeyMeter/sampleRates``.
  /// - Throws: ``KeyMeterError/sampleRateOutOfRange(_:)``.
  package mutating func start(sampleRate: Double) throws(KeyMeterError) {
    (listener, ready, readCount, stepCount) = (nil, [], 0, 0)
    stepSize = StrokeRise.stepSize(sampleRate)
    try measuring.start(sampleRate: sampleRate)
    var new = try KeyListener(targets: targets, sampleRate: sampleRate)
    new.chosenKey = chosenKey
    listener = new
  }

  package mutating func append(_ block: Span<Float>) {
    var start = 0
    // By steps, so that key and stroke come in the order of the sound, whatever the blocks are.
    while start < block.count {
      let end = min(block.count, start + stepSize - stepCount)
      appendStep(block.extracting(start..<end))
      stepCount = (stepCount + end - start) % stepSize
      start = end
    }
  }

  private mutating func appendStep(_ block: Span<Float>) {
    let isTuning = aim.purpose == .tune
    if isTuning || followsMeasuredKeys {
      listener?.append(block)
    } else {
      listener?.skip(block.count)
    }
    if !isTuning { measuring.append(block) }
    collect()
  }

  package mutating func next() -> Reading? {
    guard readCount < ready.count else {
      (ready, readCount) = ([], 0)
      return nil
    }
    defer { readCount += 1 }
    return ready[readCount]
  }

  package mutating func interrupt() {
    let isFollowed = aim.purpose == .tune && listener?.isSounding == true
    listener?.interrupt()
    measuring.interrupt()
    stepCount = 0
    collect()
    if isFollowed { ready.append(.interrupted) }
  }

  /// Ends the stroke that sounds: it counts where it was to be measured. Another one may follow.
  package mutating func finish() {
    listener?.finish()
    measuring.finish()
    collect()
  }

  private mutating func collect() {
    while let event = listener?.next() {
      switch event {
      case .key(let key): ready.append(.key(key))
      case .stroke(let stroke): if aim.purpose == .tune { ready.append(.stroke(stroke)) }
      }
    }
    while let outcome = measuring.next() {
      ready.append(.outcome(outcome))
      if outcome.kept != .nothing { updateTargets() }
    }
  }

  package static func delayed(_ reading: Reading, by seconds: Double) -> Reading {
    switch reading {
    case .key(let key): .key(key.delayed(by: seconds))
    case .stroke(let stroke): .stroke(stroke.delayed(by: seconds))
    case .outcome, .interrupted: reading
    }
  }

  private mutating func updateTargets() {
    // A temperament without twelve degrees is never taken.
    targets = (try? file.targets(isRaising: isRaisingPitch)) ?? targets
    listener?.targets = targets
  }
}
