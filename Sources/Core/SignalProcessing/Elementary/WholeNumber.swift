#if hasFeature(Embedded)
  extension Int {
    /// The whole number that a finite one has before its point, as the standard library makes it.
    ///
    /// It stands before that one where this module is seen, so that its checks, of 50 bytes each, are
    /// in a module for the browser once only.
    @inline(never)
    package init(_ value: Double) { self = Int(truncatingIfNeeded: Self.checked(value)) }

    private static func checked(_ value: Double) -> Int64 {
      precondition(value > -0x1p31 - 1 && value < 0x1p31, "the value is beyond Int")
      return Int64(value)
    }
  }
#endif
