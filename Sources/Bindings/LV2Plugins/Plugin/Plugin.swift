/// An instance of a plug-in: a class with subclasses, because Embedded Swift has no existential types.
class Plugin {
  /// Sets where a port has its value or its samples; `nil` for nowhere.
  func connect(_ port: Int, to place: UnsafeMutablePointer<Float>?) {}

  /// Begins a new stream. May allocate.
  func activate() {}

  /// Processes the next samples. Allocates nothing, and waits for nothing.
  func run(_ sampleCount: Int) {}
}
