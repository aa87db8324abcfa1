import SignalProcessing

/// Receives the characters of a ``ClassicHandshakeSender``, one after the other.
///
/// A marker arms it; the next other tone is a character and disarms it. Nothing shows whether the
/// text is complete or right.
///
/// - Complexity: O(1) per sample. No allocation after `init` for blocks of up to 8192 samples.
public struct ClassicHandshakeReceiver: Sendable {
  /// The characters whose tones exist at the sample rate.
  public let characters: ClosedRange<UInt8>
  private var receiver: ToneReceiver
  private var isArmed = false

  /// Plans a receiver.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, above 40 838.
  /// - Throws: ``HandshakeError`` if the sample rate is too low for the marker and the first character.
  public init(sampleRate: Double) throws(HandshakeError) {
    let all = ClassicHandshake.characters
    try HandshakeError.validate(
      sampleRate: sampleRate, highestTone: ClassicHandshake.frequency(of: all.lowerBound))
    var last = all.upperBound
    while ClassicHandshake.frequency(of: last) >= sampleRate / 2 { last -= 1 }
    characters = all.lowerBound...last
    receiver = try handshakeReceiver(
      [ClassicHandshake.markerFrequency] + characters.map { ClassicHandshake.frequency(of: $0) },
      sampleRate: sampleRate)
  }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) { receiver.append(block) }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that the last character needs, at the end of a recording.
  public mutating func finish() { receiver.finish() }

  /// Returns the next character, or `nil` until more samples arrive.
  ///
  /// - Returns: An ASCII code.
  public mutating func next() -> UInt8? { nextCharacter()?.character }

  /// Returns the next character, and its start in seconds since the first sample.
  mutating func nextCharacter() -> (character: UInt8, time: Double)? {
    while let event = receiver.next() {
      guard event.kind == .began else { continue }
      if event.tone.index == 0 {
        isArmed = true
      } else if isArmed {
        isArmed = false
        return (characters.lowerBound + UInt8(event.tone.index - 1), event.time)
      }
    }
    return nil
  }
}

/// A received text.
public struct HandshakeText: Sendable, Hashable {
  /// The ASCII codes.
  public let characters: [UInt8]
  /// The time of its first character, in seconds since the first sample.
  public let time: Double
}

/// Receives the texts of a ``ClassicHandshakeSender``.
///
/// The classic handshake has no end marker, so a text ends after ``pauseDuration`` without a
/// character. Nothing shows whether it is complete or right.
///
/// - Complexity: O(1) per sample and limited memory.
public struct ClassicTextReceiver: Sendable {
  /// The pause that ends a text, in seconds: the time of almost four characters.
  public static var pauseDuration: Double { 1.5 }
  /// The largest number of characters in a text; a longer text is delivered in pieces of this
  /// length.
  public static var longestText: Int { 65_535 }
  /// The longest time from the beginning of a character to its report, in seconds.
  private static var reportDelay: Double { 0.4 }

  private let sampleRate: Double
  private var receiver: ClassicHandshakeReceiver
  private var text: [UInt8] = []
  private var firstTime = 0.0  // of the first character of the text, in seconds
  private var lastTime = 0.0
  private var deferred: (character: UInt8, time: Double)?  // the first of the next text
  private var sampleCount: Int64 = 0

  /// Plans a receiver.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, above 40 838.
  /// - Throws: ``HandshakeError`` if the sample rate is too low for the marker and the first character.
  public init(sampleRate: Double) throws(HandshakeError) {
    self.sampleRate = sampleRate
    receiver = try ClassicHandshakeReceiver(sampleRate: sampleRate)
  }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    receiver.append(block)
    sampleCount += Int64(block.count)
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that ends the last text, at the end of a recording.
  public mutating func finish() {
    receiver.finish()
    sampleCount += Int64((Self.pauseDuration + Self.reportDelay + 1) * sampleRate)
  }

  /// Returns the next text, or `nil` until more samples arrive.
  ///
  /// - Returns: A text of at least one character.
  public mutating func next() -> HandshakeText? {
    while let heard = deferred ?? receiver.nextCharacter() {
      deferred = nil
      if isOver(at: heard.time) || text.count == Self.longestText {
        deferred = heard
        return close()
      }
      if text.isEmpty { firstTime = heard.time }
      text.append(heard.character)
      lastTime = heard.time
    }
    return isOver(at: Double(sampleCount) / sampleRate - Self.reportDelay) ? close() : nil
  }

  private func isOver(at time: Double) -> Bool {
    !text.isEmpty && time - lastTime > Self.pauseDuration
  }

  private mutating func close() -> HandshakeText {
    defer { text.removeAll() }
    return HandshakeText(characters: text, time: firstTime)
  }
}

/// Receives the texts of a ``CorrectedHandshakeSender``, and accepts only complete ones.
///
/// - Complexity: O(1) per sample and limited memory. No allocation after `init` for blocks of up to
///   8192 samples, except for the texts.
public struct CorrectedHandshakeReceiver: Sendable {
  /// The largest number of stored characters, even of tones that never end.
  private static var capacity: Int { CorrectedHandshake.characters.count + 8 }
  /// The longest time from an event to its report, in seconds.
  private static var reportDelay: Double { 0.4 }

  private let sampleRate: Double
  private var receiver: ToneReceiver
  private var heard: [CorrectedHandshake.HeardCharacter] = []
  private var fault: HandshakeFault?
  private var armedWithOdd: Bool?
  private var firstTime: Double?  // of the first character of the text, in seconds
  private var lastTime = 0.0  // when a tone was last detected, in seconds
  private var deferred: ToneEvent?  // the first of the next text
  private var sampleCount: Int64 = 0

  /// Plans a receiver.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, above 38 960.
  /// - Throws: ``HandshakeError`` if the sample rate is too low.
  public init(sampleRate: Double) throws(HandshakeError) {
    let characters = CorrectedHandshake.characters
    try HandshakeError.validate(
      sampleRate: sampleRate,
      highestTone: CorrectedHandshake.frequency(of: characters.upperBound))
    self.sampleRate = sampleRate
    let markers = CorrectedHandshake.markerFrequencies
    receiver = try handshakeReceiver(
      [markers.even, markers.odd] + characters.map { CorrectedHandshake.frequency(of: $0) },
      sampleRate: sampleRate)
    heard.reserveCapacity(Self.capacity)
  }

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    receiver.append(block)
    sampleCount += Int64(block.count)
  }

  /// Processes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Processes the silence that ends the last text, at the end of a recording.
  public mutating func finish() {
    receiver.finish()
    let silence = CorrectedHandshake.pauseDuration + Self.reportDelay + 1
    sampleCount += Int64(silence * sampleRate)
  }

  /// Returns the next text, or the fault of a rejected one; `nil` until more samples arrive.
  ///
  /// - Returns: A text, or a fault.
  public mutating func next() -> Result<HandshakeText, HandshakeFault>? {
    while let event = deferred ?? receiver.next() {
      deferred = nil
      if event.time - lastTime > CorrectedHandshake.shortestPause, let result = close() {
        deferred = event
        return result
      }
      lastTime = max(lastTime, event.time)
      if event.kind == .began { append(event.tone.index, at: event.time) }
    }
    let now = Double(sampleCount) / sampleRate
    let pause = CorrectedHandshake.shortestPause + Self.reportDelay
    return receiver.current == nil && now - lastTime > pause ? close() : nil
  }

  private mutating func append(_ index: Int, at time: Double) {
    if index < 2 {
      // A second marker: the character after the first was not detected.
      if armedWithOdd != nil { fault = fault ?? .missingCharacter(position: heard.count) }
      armedWithOdd = index == 1
    } else if let isOdd = armedWithOdd {
      armedWithOdd = nil
      guard heard.count < Self.capacity else { return }
      firstTime = firstTime ?? time
      let character = CorrectedHandshake.characters.lowerBound + UInt8(index - 2)
      heard.append(.init(hasOddMarker: isOdd, character: character))
    }
  }

  /// Ends a text.
  private mutating func close() -> Result<HandshakeText, HandshakeFault>? {
    if armedWithOdd != nil, !heard.isEmpty {
      fault = fault ?? .missingCharacter(position: heard.count)
    }
    let (text, fault, time) = (heard, fault, firstTime ?? 0)
    heard.removeAll(keepingCapacity: true)
    (self.fault, armedWithOdd, firstTime) = (nil, nil, nil)
    // Markers alone are noise.
    guard !text.isEmpty else { return nil }
    if let fault { return .failure(fault) }
    do {
      return .success(HandshakeText(characters: try CorrectedHandshake.text(of: text), time: time))
    } catch {
      return .failure(error)
    }
  }
}

/// Creates a receiver for tones of 0.2 s: in frames of 0.1 s, bins are 10 Hz wide, and three frames
/// in a row, 25 ms apart, must agree.
private func handshakeReceiver(
  _ frequencies: [Double], sampleRate: Double
) throws(HandshakeError) -> ToneReceiver {
  var settings = ToneReceiver.Settings()
  settings.frameDuration = 0.1
  settings.minimumDuration = 0.07
  settings.minimumGap = 0.07
  do {
    return try ToneReceiver(
      frequencies: frequencies, sampleRate: sampleRate, settings: settings)
  } catch {
    throw .invalidSampleRate(sampleRate)
  }
}
