// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton

@implementation @c
public func ktn_version() -> UInt32 {
  UInt32(KTN_VERSION_MAJOR) << 16 | UInt32(KTN_VERSION_MINOR) << 8 | UInt32(KTN_VERSION_PATCH)
}

@implementation @c
public func ktn_status_message(_ status: ktn_status) -> UnsafePointer<CChar>! {
  let sentence = message(of: Int(status))
  return UnsafeRawPointer(sentence.utf8Start).assumingMemoryBound(to: CChar.self)
}

private func message(of code: Int) -> StaticString {
  switch code {
  case KTN_OK: "There was no error."
  case KTN_NULL_POINTER: "A pointer is null that must not be."
  case KTN_WRONG_SIZE:
    "The size of the settings is none of this library's. Fill them with their init function first."
  case KTN_FINISHED: "The stream has been finished. Reset it, or create a new one."
  case KTN_COUNT_TOO_LARGE: "The count is too large. Pass at most 2147483647 samples at a time."
  case KTN_BUFFER_TOO_SMALL: "The buffer is too small for the result."
  case KTN_INDEX_OUT_OF_RANGE: "The index is not below the count."
  case KTN_UNKNOWN_CHOICE: "A setting that takes one of some constants has another value."
  default: messageOfRange(code)
  }
}

private func messageOfRange(_ code: Int) -> StaticString {
  switch code {
  case KTN_SAMPLE_RATE_OUT_OF_RANGE:
    "The sample rate must be between 8000 and 192000 Hz; for a metronome, a whole number."
  case KTN_FREQUENCY_OUT_OF_RANGE:
    """
    A frequency must be above 0 Hz and below half the sample rate, and a range must rise; the \
    lowest frequency of a tracker must be high enough for its method.
    """
  case KTN_HOP_OUT_OF_RANGE:
    "The hop must be at least 1 sample and at most 10 s; for chords, between 1 ms and 1 s."
  case KTN_LOOKAHEAD_OUT_OF_RANGE:
    "The look-ahead must be between 0 and 10 s, and at most 10,000 hops."
  case KTN_LEVEL_OUT_OF_RANGE: "The level must be between -120 and 0 dBFS."
  case KTN_TIME_OUT_OF_RANGE: "A duration is out of its range."
  case KTN_CENTS_OUT_OF_RANGE: "A number of cents is out of its range."
  case KTN_NOTE_OUT_OF_RANGE: "The number of a note is out of its range."
  case KTN_NOT_A_NOTE: "The text is not a note. Write one such as A4, C#5 or Bb3."
  case KTN_CONCERT_PITCH_OUT_OF_RANGE: "The frequency of A4 must be between 300 and 500 Hz."
  case KTN_TOLERANCE_OUT_OF_RANGE: "The tolerance must be between 0.1 and 50 cents."
  case KTN_STRING_OUT_OF_RANGE: "The tuning has no string of this number. Strings count from 1."
  default: messageOfName(code)
  }
}

private func messageOfName(_ code: Int) -> StaticString {
  switch code {
  case KTN_UNKNOWN_METHOD: "No method has this name. ktn_method_name lists them."
  case KTN_UNKNOWN_INSTRUMENT:
    "No instrument, or more than one, has this name. ktn_instrument_name lists them."
  case KTN_UNKNOWN_TUNING:
    "No tuning of the instrument, or more than one, has this name. ktn_tuning_name lists them."
  case KTN_UNKNOWN_TEMPERAMENT: "No temperament has this name. ktn_temperament_name lists them."
  case KTN_NOT_TWELVE_DEGREES:
    "A temperament must have twelve rising degrees in an octave, none of them NaN or infinite."
  case KTN_TEMPO_OUT_OF_RANGE:
    """
    The tempo must be between 10 and 600 beats a minute; for a practice, between 20 and 400 quarter \
    notes a minute.
    """
  case KTN_RHYTHM_OUT_OF_RANGE:
    """
    Beats must be 1 to 32, or 1 to 128 for a practice, subdivision 1 to 16, polyrhythm 0 to 32, and \
    swing 50 to 80 percent.
    """
  case KTN_PAYLOAD_TOO_LONG: "The message is longer than 65535 bytes. Split it."
  case KTN_RATE_TOO_LOW_FOR_BAND:
    "The sample rate is too low for the band: audible needs 16000 Hz, the others 44100 Hz."
  case KTN_NOT_READY: "There is nothing to copy: the last event was no packet and no message."
  default: messageOfStrings(code)
  }
}

private func messageOfStrings(_ code: Int) -> StaticString {
  switch code {
  case KTN_CHANNELS_OUT_OF_RANGE: "There must be 1 to 1024 channels."
  case KTN_TOO_MANY_STRINGS:
    "At most 26 strings in 16 courses can be heard at once, from 20 Hz to a sixth of the sample rate."
  case KTN_NOT_A_PIANO_FILE:
    "This is not the file of a piano, or a damaged one. docs/piano.md describes it."
  case KTN_SILENT: "There is no sound. Play one key, or strike once, and check the level."
  case KTN_TOO_SHORT:
    "The sound is too short. Hold the key down for 0.4 s or more, or do not damp the bell."
  case KTN_NO_KEY: "This is not a single piano key. Play one key alone."
  default: messageOfPractice(code)
  }
}

private func messageOfPractice(_ code: Int) -> StaticString {
  switch code {
  case KTN_NOT_STARTED: "The practice has not been started. Call ktn_practice_start first."
  case KTN_NOT_A_SCORE:
    """
    There must be one score of 1 to 4000 notes: a scale such as C-major, notes such as C4 D4, a MIDI \
    file of format 0 or 1, or a rhythm.
    """
  case KTN_NO_SUCH_VOICE: "The file has no voice of this number. Voices count from 1."
  case KTN_NO_SUCH_BARS: "The score has no such bars, or no note begins in them."
  case KTN_NOT_A_BELL_FILE:
    "This is not a file of bells or their kin, or a damaged one. docs/bells.md describes it."
  case KTN_NO_OBJECT: "The partials are not those of such an object. Strike one object alone."
  case KTN_OTHER_OBJECT: "The partials are those of another kind of object."
  case KTN_TEMPERATURE_OUT_OF_RANGE: "A temperature must be between -50 and 60 degrees Celsius."
  case KTN_INTERRUPTED: "Samples of the stroke are missing. Strike it again."
  default: "The status is unknown to this version of the library."
  }
}

/// The reason for which a call is refused: a status other than `KTN_OK`.
struct Refusal: Error {
  let status: ktn_status

  /// - Parameter code: One of the header's `KTN_...`.
  init(_ code: Int) { status = ktn_status(code) }
}

/// Runs the body of a call.
///
/// - Returns: `KTN_OK`, or the reason for a refusal.
func status(_ body: () throws(Refusal) -> Void) -> ktn_status {
  do {
    try body()
    return ktn_status(KTN_OK)
  } catch {
    return error.status
  }
}

/// Unwraps a pointer that must not be null.
func required<Pointer>(_ pointer: Pointer?) throws(Refusal) -> Pointer {
  guard let pointer else { throw Refusal(KTN_NULL_POINTER) }
  return pointer
}

/// Throws a status code unless a condition is true. Comparisons with NaN are false, so NaN is refused.
func require(_ isGood: Bool, _ code: Int) throws(Refusal) {
  if !isGood { throw Refusal(code) }
}
