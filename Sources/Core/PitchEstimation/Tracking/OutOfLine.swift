/// A large value that is kept out of the structure that has it.
///
/// What copies such a structure is generated at each level of structures around it, as large as all
/// that they hold: a tracker took 0.1 MB of the command. An array of one is copied by counting. Like
/// any array, it is changed in place where nobody else has it.
struct OutOfLine<Value: Sendable>: Sendable {
  #if arch(wasm32)
    // The page's modules copy none, and would hold the code for it.
    var value: Value

    init(_ value: Value) { self.value = value }
  #else
    private var storage: [Value]

    init(_ value: Value) { storage = [value] }

    var value: Value {
      _read { yield storage[0] }
      _modify { yield &storage[0] }
    }
  #endif
}
