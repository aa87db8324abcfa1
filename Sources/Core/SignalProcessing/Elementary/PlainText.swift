#if !hasFeature(Embedded)
  extension Double {
    /// The number as text for messages, without `.0` if it is whole.
    package var plainText: String {
      self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
  }
#endif
