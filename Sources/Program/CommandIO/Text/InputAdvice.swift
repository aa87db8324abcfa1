/// What to do about sound that cannot be trusted.
package enum InputAdvice {
  package static let clipped = "The input is clipped. Turn the microphone down."
  package static let dropped =
    "Sound is missing, because this machine was busy. Play the key again."
}
