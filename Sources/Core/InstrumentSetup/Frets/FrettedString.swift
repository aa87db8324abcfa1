internal import SignalProcessing

/// A string on a fretted neck, with the frequency at each fret.
///
/// The frets stand where equal temperament has them on the nominal scale. Pressing the string down
/// to a fret lengthens it, so its tension and its pitch rise; nut and saddle are moved to make up
/// for that. The bending stiffness acts as a string that is shorter by a constant.
///
/// - SeeAlso: G. U. Varieschi, C. M. Gower, "Intonation and compensation of fretted string
///   instruments", American Journal of Physics 78(1), 2010,
///   [doi:10.1119/1.3226563](https://doi.org/10.1119/1.3226563).
public struct FrettedString: Sendable, Hashable {
  /// The nominal scale length, in metres: twice the distance from the nut to the 12th fret.
  public var scaleLength: Double
  /// The distance of the saddle behind its nominal position, in metres; positive is longer.
  public var saddle: Double
  /// The distance of the nut in front of its nominal position, in metres; positive is shorter.
  public var nut: Double
  /// The length by which the bending stiffness shortens the string, in metres.
  public var stiffness: Double
  /// The height of the open string above the first fret, in metres.
  public var heightAtFirstFret: Double
  /// The height of the open string above the 12th fret, in metres.
  public var heightAtTwelfthFret: Double
  /// The force that would stretch the string to twice its length, over its tension.
  ///
  /// Elastic modulus times the area of the core, over the tension: 80 to 250 for steel strings.
  public var elasticity: Double

  /// Creates a string.
  ///
  /// - Parameters:
  ///   - scaleLength: The nominal scale length, in metres.
  ///   - saddle: The distance of the saddle behind its nominal position, in metres.
  ///   - nut: The distance of the nut in front of its nominal position, in metres.
  ///   - stiffness: The length by which the bending stiffness shortens the string, in metres.
  ///   - heightAtFirstFret: The height of the open string above the first fret, in metres.
  ///   - heightAtTwelfthFret: The height of the open string above the 12th fret, in metres.
  ///   - elasticity: The force that would double the length, over the tension.
  public init(
    scaleLength: Double, saddle: Double = 0, nut: Double = 0, stiffness: Double = 0,
    heightAtFirstFret: Double = 0, heightAtTwelfthFret: Double = 0, elasticity: Double = 0
  ) {
    self.scaleLength = scaleLength
    self.saddle = saddle
    self.nut = nut
    self.stiffness = stiffness
    self.heightAtFirstFret = heightAtFirstFret
    self.heightAtTwelfthFret = heightAtTwelfthFret
    self.elasticity = elasticity
  }

  /// Returns the deviation of the tone at a fret from its pitch in equal temperament, above the
  /// open string.
  ///
  /// - Parameter fret: 0 for the open string, or the number of the fret.
  /// - Returns: Cents from `fret` equal semitones above the open string; 0 for the open string.
  public func deviation(atFret fret: Int) -> Double {
    guard fret > 0 else { return 0 }
    let open = scaleLength + saddle - nut - stiffness
    let nominal = FretGeometry.length(fromFret: fret, scaleLength: scaleLength)
    let fretted = nominal + saddle - stiffness
    let tension = 1 + elasticity * stretch(atFret: fret) / open
    let ratio = open / fretted * tension.squareRoot()
    return Elementary.cents(ofRatio: ratio) - 100 * Double(fret)
  }

  /// Returns the length by which pressing the string down to a fret stretches it, in metres.
  private func stretch(atFret fret: Int) -> Double {
    let height = height(atFret: fret)
    let toSaddle = FretGeometry.length(fromFret: fret, scaleLength: scaleLength)
    let toNut = scaleLength - toSaddle
    return (toNut * toNut + height * height).squareRoot() - toNut
      + (toSaddle * toSaddle + height * height).squareRoot() - toSaddle
  }

  /// Returns the height above a fret, where the string and the line of the frets' tops are
  /// straight.
  private func height(atFret fret: Int) -> Double {
    func position(_ fret: Int) -> Double {
      scaleLength - FretGeometry.length(fromFret: fret, scaleLength: scaleLength)
    }
    let slope = (heightAtTwelfthFret - heightAtFirstFret) / (position(12) - position(1))
    return heightAtFirstFret + slope * (position(fret) - position(1))
  }
}

/// The positions of frets.
enum FretGeometry {
  /// Returns the length from a fret to the nominal saddle, in the unit of the scale length.
  static func length(fromFret fret: Int, scaleLength: Double) -> Double {
    scaleLength * Elementary.exp2(-Double(fret) / 12)
  }
}
