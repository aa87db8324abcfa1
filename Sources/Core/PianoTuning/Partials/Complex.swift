/// A complex number.
package struct Complex: Sendable {
  package var real = 0.0
  package var imaginary = 0.0

  package init(real: Double = 0, imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  package var power: Double { real * real + imaginary * imaginary }
  package var conjugate: Complex { Complex(real: real, imaginary: -imaginary) }

  package static func + (one: Complex, other: Complex) -> Complex {
    Complex(real: one.real + other.real, imaginary: one.imaginary + other.imaginary)
  }

  package static func - (one: Complex, other: Complex) -> Complex {
    Complex(real: one.real - other.real, imaginary: one.imaginary - other.imaginary)
  }

  package static func * (one: Complex, other: Complex) -> Complex {
    Complex(
      real: one.real * other.real - one.imaginary * other.imaginary,
      imaginary: one.real * other.imaginary + one.imaginary * other.real)
  }

  package static func * (factor: Double, number: Complex) -> Complex {
    Complex(real: factor * number.real, imaginary: factor * number.imaginary)
  }
}
