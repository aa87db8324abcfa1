import SignalProcessing

/// The measures of a band: the width of its bins and the length of its symbols.
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
  /// The number of samples of every symbol that a receiver analyses.
  let windowLength: Int
  /// The guard interval, which is not analysed: 1.2 ms of the header of carriers, for the change from
  /// tone to tone; 4.8 ms of carriers and 20 ms or more of tones, for the echoes of the symbol before.
  let guardLength: Int
  /// The length of the edges, over which the analysis window rises and falls, beyond
  /// ``windowLength``: tones stay orthogonal, and sounds that begin or end within the window, such
  /// as echoes, hardly disturb distant bins.
  private(set) var taperLength = 0
  /// The length of the cross-fade from one symbol to the next: 2 ms, so that nobody hears clicks.
  let fadeLength: Int
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

  private init(finerThan grid: SymbolGrid, guardLength: Int) {
    centerFrequency = grid.centerFrequency
    basebandRate = grid.basebandRate
    binCount = 2 * grid.binCount
    windowLength = 2 * grid.windowLength
    self.guardLength = guardLength
    fadeLength = grid.fadeLength
    gapLength = grid.gapLength
  }

  /// The grid of carriers that all sound at once: twice as fine, in symbols twice as long.
  var carriers: SymbolGrid { SymbolGrid(finerThan: self, guardLength: 4 * guardLength) }

  /// The grid of tones: as fine as that of carriers, with time for echoes as loud as the first
  /// arrival to die away.
  var tones: SymbolGrid {
    // Lower tones ring longer.
    let guardLength = (centerFrequency > 10_000 ? 100 : 150) * width
    var tones = SymbolGrid(finerThan: self, guardLength: guardLength)
    tones.taperLength = 50 * width
    return tones
  }

  /// The grid of the header, and of tones, behind a preamble.
  func symbols(_ kind: Preamble.Kind) -> SymbolGrid { kind == .carriers ? self : tones }

  /// The delay from the start of a symbol of tones to its window: as late as the next symbol
  /// allows, after the echoes of the previous one.
  var windowOffset: Int {
    guardLength > fadeLength ? guardLength - taperLength - fadeLength / 2 : guardLength / 2
  }
  /// The number of samples of a symbol that are analysed.
  var analysisLength: Int { windowLength + taperLength }

  /// The weight of each analysed sample, in 0...1.
  var analysisWindow: [Float] {
    (0..<analysisLength).map { index in
      let edge = min(index, analysisLength - 1 - index)
      guard edge < taperLength else { return 1 }
      let sine = Elementary.sin(.pi / 2 * (Double(edge) + 0.5) / Double(taperLength))
      return Float(sine * sine)
    }
  }

  /// The distance between two bins, in hertz.
  var spacing: Double { basebandRate / Double(windowLength) }
  /// From the lower edge of the first bin to the upper edge of the last, in hertz.
  var bandwidth: Double { spacing * Double(binCount) }
  /// From the start of a symbol to that of the next.
  var symbolLength: Int { windowLength + guardLength }
  /// The number of groups of 64 bins.
  var width: Int { binCount / 64 }

  /// The frequency of a bin, in hertz from the middle of the band.
  func offset(ofBin bin: Int) -> Double {
    (Double(bin) + 0.5 - Double(binCount) / 2) * spacing
  }
}

/// Two chirps across the whole band before every packet, one upwards and one downwards: their order
/// and length identify the kind of packet.
///
/// Motion moves the two apart or together, so that they give both the start and the speed.
///
/// - SeeAlso: H. Lee, T. H. Kim, J. W. Choi, S. Choi, "Chirp signal-based aerial acoustic
///   communication for smart devices", IEEE INFOCOM 2015,
///   [doi:10.1109/INFOCOM.2015.7218629](https://doi.org/10.1109/INFOCOM.2015.7218629).
enum Preamble {
  /// The kind of packet that follows.
  enum Kind: UInt8, Sendable, CaseIterable {
    /// Tones with several at once.
    case tones
    /// Tones with few at once, which carry farther: the falling chirp comes first.
    case farTones
    /// All carriers at once, behind short chirps: the falling one comes first.
    case carriers

    /// The length of each chirp, in samples of the baseband.
    func chirpLength(_ grid: SymbolGrid) -> Int {
      self == .carriers ? grid.windowLength : 2 * grid.windowLength
    }

    /// `true` if the first chirp is the rising one.
    var startsRising: Bool { self == .tones }

    /// The number of symbols that repeat the header.
    var headerSymbolCount: Int {
      switch self {
      case .tones: 2
      case .farTones: 3
      case .carriers: 1
      }
    }
  }
}
