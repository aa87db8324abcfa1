/// Two chirps across the whole band before every packet, one upwards and one downwards: their order
/// and length say what follows.
///
/// Motion moves the two apart or together, so that they tell the start and the speed at once.
///
/// - SeeAlso: H. Lee, T. H. Kim, J. W. Choi, S. Choi, "Chirp signal-based aerial acoustic
///   communication for smart devices", IEEE INFOCOM 2015,
///   [doi:10.1109/INFOCOM.2015.7218629](https://doi.org/10.1109/INFOCOM.2015.7218629).
enum Preamble {
  /// What kind of packet follows.
  enum Kind: UInt8, Sendable, CaseIterable {
    /// Tones with several at once.
    case tones
    /// Tones with few at once, to be heard far away: the falling chirp comes first.
    case farTones
    /// All carriers at once, behind short chirps: the falling one comes first.
    case carriers

    /// The length of each chirp, in samples of the baseband.
    func chirpLength(_ grid: SymbolGrid) -> Int {
      self == .carriers ? grid.windowLength : 2 * grid.windowLength
    }

    /// Whether the first chirp is the rising one.
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
