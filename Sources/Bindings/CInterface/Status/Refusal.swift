internal import CKammerton

/// Why a call is refused: a status other than `KTN_OK`.
struct Refusal: Error {
  let status: ktn_status

  /// - Parameter code: One of the header's `KTN_...`.
  init(_ code: Int) { status = ktn_status(code) }
}

/// Runs the body of a call.
///
/// - Returns: `KTN_OK`, or why it was refused.
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

/// Refuses what is false with a code; also NaN, of which no comparison is true.
func require(_ isGood: Bool, _ code: Int) throws(Refusal) {
  if !isGood { throw Refusal(code) }
}
