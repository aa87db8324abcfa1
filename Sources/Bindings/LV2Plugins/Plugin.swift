/// An instance of a plug-in: a class with subclasses, because Embedded Swift has no existential types.
class Plugin {
  /// Connects a port to its value or its samples; `nil` disconnects it.
  func connect(_ port: Int, to place: UnsafeMutablePointer<Float>?) {}

  /// Begins a new stream. May allocate.
  func activate() {}

  /// Processes the next samples. Never allocates, and never waits.
  func run(_ sampleCount: Int) {}
}

/// The addresses of the ports' values and samples, by the numbers of the Turtle files.
struct Ports<Port: RawRepresentable & CaseIterable> where Port.RawValue == Int {
  private var places: [UnsafeMutablePointer<Float>?] = Port.allCases.map { _ in nil }

  /// Connects a port; a number without a port is ignored.
  mutating func connect(_ number: Int, to place: UnsafeMutablePointer<Float>?) {
    if places.indices.contains(number) { places[number] = place }
  }

  /// The value or the samples of a port; `nil` if it is not connected.
  subscript(port: Port) -> UnsafeMutablePointer<Float>? { places[port.rawValue] }

  /// Returns the value of a control.
  ///
  /// - Parameters:
  ///   - port: The control.
  ///   - limits: Its range.
  ///   - standard: The value if it is not connected, or NaN.
  /// - Returns: The value, limited to the range.
  func value(of port: Port, in limits: ClosedRange<Double>, standard: Double) -> Double {
    guard let value = self[port]?.pointee, !value.isNaN else { return standard }
    return max(limits.lowerBound, min(limits.upperBound, Double(value)))
  }

  /// Returns the choice of a control, in `0..<count`; 0 if it is not connected, or NaN.
  func choice(of port: Port, count: Int) -> Int {
    Int(value(of: port, in: 0...Double(count - 1), standard: 0).rounded())
  }

  /// Returns the state of a switch.
  ///
  /// - Parameters:
  ///   - port: The switch.
  ///   - standard: The state if it is not connected, or NaN.
  /// - Returns: `true` if its value is above 0.
  func isOn(_ port: Port, standard: Bool) -> Bool {
    value(of: port, in: 0...1, standard: standard ? 1 : 0) > 0
  }

  /// Sets the value of an output port, if it is connected.
  func show(_ value: Double, at port: Port) { self[port]?.pointee = Float(value) }
}
