import Pairing

/// What a user types who has looked at the other device.
enum PairingAnswer: Equatable {
  /// The other device shows the same digits.
  case same
  /// The user says that they differ.
  case different
  /// Other digits: mistyped, or they differ.
  case otherDigits
  /// Neither digits nor an n.
  case unclear

  /// Reads a line: the six digits, with or without blanks, or `n`.
  ///
  /// The digits themselves, and not a yes, so that nobody says yes without having looked.
  init(_ line: String, to string: ShortString) {
    let text = line.filter { !$0.isWhitespace }
    let isNumber = text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber {
      self = text == string.digits ? .same : .otherDigits
    } else {
      self = text == "n" || text == "N" ? .different : .unclear
    }
  }
}
