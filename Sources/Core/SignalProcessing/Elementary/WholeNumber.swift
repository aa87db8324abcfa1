#if hasFeature(Embedded)
  extension Int {
    /// Creates the integer part of a finite number, as the standard library does.
    ///
    /// It takes precedence over that one in modules that import this one, so that its checks, of 50
    /// bytes each, are only once in a module for the browser.
    @inline(never)
    package init(_ value: Double) { self = Int(truncatingIfNeeded: Self.checked(value)) }

    private static func checked(_ value: Double) -> Int64 {
      precondition(value > -0x1p31 - 1 && value < 0x1p31, "the value is beyond Int")
      return Int64(value)
    }
  }
#endif
