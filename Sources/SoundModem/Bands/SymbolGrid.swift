/// The measures of a band: how wide its bins and how long its symbols are.
///
/// Times are in samples of the baseband: the band shifted to 0 Hz, as complex samples. A window of
/// one symbol resolves the bins, so that their tones are orthogonal.
struct SymbolGrid: Sendable {
  /// The middle of the band, in hertz.
  let centerFrequency: Double
  /// Complex samples per second.
  let basebandRate: Double
  /// The number of bins, a multiple of 64.
  let binCount: Int
  /// The samples that a receiver analyses of every symbol.
  let windowLength: Int
  /// The guard interval, which is not analysed: 1.2 ms of a symbol for the change from tone to tone;
  /// or 4.8 ms, so that carriers do not meet the echoes of the symbol before.
  let guardLength: Int
  /// How long one symbol fades into the next: 2 ms, so that nobody hears clicks.
  let fadeLength: Int
  /// How far the bins lie apart, over what makes their tones orthogonal.
  private var density = 1.0
  /// The silence between the preamble and the first symbol.
  let gapLength: Int

  init(band: ModemBand) {
    switch band {
    case .ultrasonic: centerFrequency = 18_250
    case .extended: centerFrequency = 16_750
    case .audible: centerFrequency = 4250
    }
    basebandRate = band == .audible ? 9000 : 5000
    binCount = band == .audible ? 128 : 64
    windowLength = 2 * binCount
    guardLength = 6 * binCount / 64
    fadeLength = 10 * binCount / 64
    gapLength = 20 * binCount / 64
  }

  private init(carriersOf tones: SymbolGrid) {
    centerFrequency = tones.centerFrequency
    basebandRate = tones.basebandRate
    binCount = 2 * tones.binCount
    windowLength = 2 * tones.windowLength
    guardLength = 4 * tones.guardLength
    fadeLength = tones.fadeLength
    gapLength = tones.gapLength
  }

  /// The grid of carriers that all sound at once: twice as fine, in symbols twice as long.
  var carriers: SymbolGrid { SymbolGrid(carriersOf: self) }

  /// The grid of the tones behind a preamble.
  ///
  /// Far tones above 15 kHz crowd in the lower part of the band: that they are no longer quite
  /// orthogonal costs less than the top of the band, which most loudspeakers hardly play.
  func tones(_ kind: Preamble.Kind) -> SymbolGrid {
    guard kind == .long, width == 1 else { return self }
    var grid = self
    grid.density = centerFrequency < 17_000 ? 0.75 : 0.85
    return grid
  }

  /// The distance of two bins, in hertz.
  var spacing: Double { basebandRate / Double(windowLength) }
  /// From the lower edge of the first bin to the upper edge of the last, in hertz.
  var bandwidth: Double { spacing * Double(binCount) }
  /// From the start of a symbol to that of the next.
  var symbolLength: Int { windowLength + guardLength }
  /// The number of groups of 64 bins.
  var width: Int { binCount / 64 }

  /// The frequency of a bin, in hertz from the middle of the band.
  func offset(ofBin bin: Int) -> Double {
    (density * (Double(bin) + 0.5) - Double(binCount) / 2) * spacing
  }
}
