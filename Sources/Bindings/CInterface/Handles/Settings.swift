internal import CKammerton

// Settings begin with their size in bytes, so that later versions can be longer. There is one version so
// far: its size is the only one.

/// Fills settings with their defaults, in which the size is still missing.
func fill<Settings: BitwiseCopyable>(
  _ place: UnsafeMutablePointer<Settings>?, size: Int, _ defaults: Settings
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(place)
    try require(size == MemoryLayout<Settings>.stride, KTN_WRONG_SIZE)
    place.pointee = defaults
    UnsafeMutableRawPointer(place).storeBytes(
      of: UInt32(MemoryLayout<Settings>.stride), as: UInt32.self)
  }
}

/// The settings behind a pointer.
func settings<Settings: BitwiseCopyable>(
  _ place: UnsafePointer<Settings>?
) throws(Refusal) -> Settings {
  let place = try required(place)
  let size = UnsafeRawPointer(place).load(as: UInt32.self)
  try require(Int(size) == MemoryLayout<Settings>.stride, KTN_WRONG_SIZE)
  return place.pointee
}
