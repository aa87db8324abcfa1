internal import SignalProcessing
internal import ToneGeneration

/// A reference tone, a chord or a drone that changes without a click.
///
/// Nothing is allocated while it sounds; a new waveform, or a leap to other notes, makes tables.
final class TonesCore {
  /// The most tones at once.
  static let toneLimit = 8
  /// The most chords that may be fading out; the oldest is cut off for one more.
  private static let endingLimit = 4

  /// The positions of the settings.
  enum Field: Int, CaseIterable {
    case waveform  // as Shape counts
    case level
    case toneCount
    case frequencies
  }

  /// The waveforms that the page may play.
  enum Shape: Int, CaseIterable {
    case sine
    case triangle
    case sawtooth
    case square
    case pulse

    var waveform: Waveform {
      switch self {
      case .sine: .sine
      case .triangle: .triangle
      case .sawtooth: .sawtooth
      case .square: .square(duty: 0.5)
      case .pulse: .pulse
      }
    }
  }

  let settings = SharedMemory<Double>(
    repeating: 0, count: Field.frequencies.rawValue + toneLimit)
  let output = SharedMemory<Float>(repeating: 0, count: blockLimit)
  private let scratch = SharedMemory<Float>(repeating: 0, count: blockLimit)
  private let sampleRate: Double
  private var sounding: Fader<Chord>?
  private var endings: [Fader<Chord>] = []

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    endings.reserveCapacity(Self.endingLimit + 1)
  }

  /// Plays what the settings say, from now on; refuses them if one is out of its range.
  func play() -> Bool {
    let count = Int(exactly: settings[Field.toneCount]) ?? 0
    guard (1...Self.toneLimit).contains(count),
      let shape = Int(exactly: settings[Field.waveform]).flatMap({ Shape(rawValue: $0) })
    else { return false }
    let frequencies = (0..<count).map { settings[Field.frequencies.rawValue + $0] }
    let (waveform, level) = (shape.waveform, settings[Field.level])
    if sounding?.sound.change(waveform, to: frequencies, level: level) == true { return true }
    guard
      let chord = Chord(waveform, frequencies: frequencies, level: level, sampleRate: sampleRate)
    else { return false }
    stop()
    sounding = Fader(chord)
    sounding?.fadeIn()
    return true
  }

  /// Falls silent in 50 ms.
  func stop() {
    guard var ending = sounding else { return }
    sounding = nil
    ending.fadeOut()
    if endings.count == Self.endingLimit { endings.removeFirst() }
    endings.append(ending)
  }

  /// Fills `output`.
  ///
  /// - Returns: Whether anything sounds; if not, `output` is as it was.
  func render(_ count: Int) -> Bool {
    guard (1...blockLimit).contains(count), sounding != nil || !endings.isEmpty else {
      return false
    }
    let block = UnsafeMutableBufferPointer(rebasing: output.values[..<count])
    block.update(repeating: 0)
    var span = block.mutableSpan
    _ = sounding?.render(into: &span)
    renderEndings(count)
    return true
  }

  private func renderEndings(_ count: Int) {
    var index = 0
    while index < endings.count {
      var span = UnsafeMutableBufferPointer(rebasing: scratch.values[..<count]).mutableSpan
      let rendered = endings[index].render(into: &span)
      for position in 0..<rendered { output[position] += scratch[position] }
      if rendered < count {
        endings.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}

@_cdecl("tones_create")
func createTones(_ sampleRate: Double) -> UnsafeMutableRawPointer? {
  (8000...192_000).contains(sampleRate) ? handle(TonesCore(sampleRate: sampleRate)) : nil
}

@_cdecl("tones_release")
func releaseTones(_ tones: UnsafeMutableRawPointer) { release(TonesCore.self, tones) }

@_cdecl("tones_settings")
func tonesSettings(_ tones: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(tones) as TonesCore).settings.address
}

@_cdecl("tones_output")
func tonesOutput(_ tones: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(tones) as TonesCore).output.address
}

@_cdecl("tones_play")
func playTones(_ tones: UnsafeMutableRawPointer) -> Int32 {
  (object(tones) as TonesCore).play() ? 1 : 0
}

@_cdecl("tones_stop")
func stopTones(_ tones: UnsafeMutableRawPointer) { (object(tones) as TonesCore).stop() }

@_cdecl("tones_render")
func renderTones(_ tones: UnsafeMutableRawPointer, _ count: Int32) -> Int32 {
  (object(tones) as TonesCore).render(Int(count)) ? 1 : 0
}
