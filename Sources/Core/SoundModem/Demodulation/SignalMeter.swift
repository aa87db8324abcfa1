internal import SignalProcessing

/// Measures the signal-to-noise ratio of a packet, with the noise just before it.
///
/// The noise between the tones of a packet is not enough: at high levels it is the packet's own
/// echoes.
struct SignalMeter: Sendable {
  /// The number of windows before the packet in which noise is measured.
  private static var windowCount: Int { 3 }

  /// The noise in a packet, as measured in the packet itself.
  enum Floor {
    /// Its power.
    case power(Float)
    /// The ratio of its power to that of the signal.
    case share(Float)
    /// Unknown, because the packet could not be read.
    case unknown

    func power(of sum: Float) -> Float {
      switch self {
      case .power(let power): power
      case .share(let share): sum * share / (1 + share)
      case .unknown: .infinity
      }
    }
  }

  /// The highest ratio that is reported, in decibels.
  static var most: Double { 60 }

  private let grid: SymbolGrid
  private var analyzer: SymbolAnalyzer
  /// The root mean square level of the signal measured last, in dBFS.
  private(set) var level = -120.0

  init(_ grid: SymbolGrid) {
    self.grid = grid
    analyzer = SymbolAnalyzer(grid)
    analyzer.tune(to: 0)
  }

  /// Measures the signal-to-noise ratio within the band.
  ///
  /// - Parameters:
  ///   - start: The start of the packet, in samples of the baseband.
  ///   - symbols: The positions of the windows with tones.
  ///   - ring: The baseband.
  ///   - floor: The noise within the band, as measured in the packet; echoes count in it.
  ///   - clearest: A little less than the ratio that a packet without noise has in itself, in
  ///     decibels: its tones leak into each other.
  /// - Returns: Decibels, at most ``most``.
  mutating func signalToNoise(
    start: Double, symbols: StrideTo<Double>, _ ring: BasebandRing, floor: Floor, clearest: Double
  ) -> Double {
    var (noise, count): (Float, Float) = (0, 0)
    for window in 1...Self.windowCount {
      let windowStart = Int64(start) - Int64(window * grid.windowLength + grid.gapLength)
      guard windowStart >= ring.start else { break }
      noise += power(ring, at: windowStart)
      count += 1
    }
    let before = count > 0 ? noise / count : 0
    var (signal, symbolCount): (Float, Float) = (0, 0)
    for symbolStart in symbols {
      signal += power(ring, at: Int64(symbolStart.rounded()))
      symbolCount += 1
    }
    signal /= max(symbolCount, 1)
    // In the baseband a tone has half its amplitude, and a window's spectrum its length times that.
    let square = Double(2 * signal) / Double(grid.windowLength * grid.windowLength)
    level = 10 * Elementary.log10(max(square, 1e-12))
    let within = floor.power(of: signal)
    // The ringing of a previous packet, or the silent start of a recording, is not noise.
    noise = before > 0 ? min(before, within) : within
    guard noise.isFinite else { return Self.most }
    let ratio = signal / max(noise, 1e-30) - 1
    let decibels = 10 * Elementary.log10(Double(max(ratio, 1e-3)))
    // Silence before it, and as clear in itself as a packet can be: there is no noise.
    if before == 0, count > 0, decibels > clearest { return Self.most }
    return min(decibels, Self.most)
  }

  /// The power of all bins in a window.
  private mutating func power(_ ring: BasebandRing, at position: Int64) -> Float {
    analyzer.analyze(ring, from: position)
    var sum: Float = 0
    for bin in 0..<grid.binCount {
      let value = analyzer.amplitude(ofBin: bin)
      sum += value.real * value.real + value.imaginary * value.imaginary
    }
    return sum
  }
}
