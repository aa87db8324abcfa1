package import PianoTuning

extension ResonatorMeter: StrokeMeter {
  /// A stroke is measured for this long, in seconds.
  package static var longestStroke: Double { 6 }
  /// A first result is there after this time, in seconds.
  package static var preview: Double? { 1.5 }

  /// Measures one stroke of the file's objects, or of what the sound is like.
  ///
  /// - Parameters:
  ///   - samples: The stroke.
  ///   - file: The file, which says what is measured.
  ///   - aim: The note that the object has, if it is known, and the circumstances.
  /// - Returns: The entry for the file.
  /// - Throws: ``ResonatorMeterError`` if there is no such object.
  package mutating func entry(
    of samples: [Float], for file: BellFile, _ aim: MeasuringAim
  ) throws(ResonatorMeterError) -> BellFile.Entry {
    let measurement = try measure(samples, as: aim.isKindKnown ? file.object : nil)
    // A temperament without twelve degrees is never taken.
    let targets = (try? file.targets()) ?? BellTargets(object: file.object)
    return BellFile.Entry(
      note: aim.note ?? targets.note(nearestTo: measurement.strike), measurement,
      stage: aim.purpose.stage ?? .before, date: aim.date, temperature: aim.air)
  }
}
