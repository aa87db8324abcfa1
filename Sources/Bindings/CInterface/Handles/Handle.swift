internal import CKammerton

// A handle is a retained object: C frees it once, and must not use it afterwards. Initialisers of these
// classes do not throw, because Embedded Swift would leak the object that was begun.

/// Makes an object and gives it to the caller, who gets null if that is refused.
func create<Object: AnyObject>(
  _ place: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws(Refusal) -> Object
) -> ktn_status {
  status { () throws(Refusal) in
    let place = try required(place)
    place.pointee = nil
    place.pointee = OpaquePointer(Unmanaged.passRetained(try make()).toOpaque())
  }
}

/// The object behind a handle.
func object<Object: AnyObject>(_ handle: OpaquePointer?) throws(Refusal) -> Object {
  let address = UnsafeRawPointer(try required(handle))
  return Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
}

/// Frees an object and everything that it owns; null is fine.
func free<Object: AnyObject>(_: Object.Type, _ handle: OpaquePointer?) {
  guard let handle else { return }
  Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}
