/// What to do about sound that cannot be trusted.
package enum InputAdvice {
  package static let clipped = "The input is clipped. Turn the microphone down."
  package static let dropped =
    "Sound is missing, because this machine was busy. Play the key again."
}

extension String {
  /// The items between commas, without the spaces before them.
  package var commaSeparatedItems: [String] {
    split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }
}
