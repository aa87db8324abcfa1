/// A capo on an instrument without frets.
struct NoFretsError: Error, Equatable, CustomStringConvertible {
  /// The name of the instrument.
  let instrument: String

  var description: String {
    "\(instrument) has no frets for a capo. Choose another instrument, or none of the capos."
  }
}
