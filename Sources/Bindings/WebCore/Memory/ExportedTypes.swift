// What the numbers of exported functions mean. C and WebAssembly know numbers only: by these names,
// Scripts/web-functions.py knows what the page's side passes and gets. From the declarations it writes the page's
// classes and the table of functions in docs/web.md.

typealias Hertz = Double
typealias Seconds = Double
typealias Milliseconds = Double
typealias Cents = Double
/// Relative to full scale.
typealias Decibels = Double
typealias PerMinute = Double

/// One of the cases that the vocabulary lists, by its number or its place.
typealias Code<Case> = Int32
/// A number, or 0 for none.
typealias OrNone<Number> = Number

/// Whether a request was in its range; the page's side throws a `RangeError` if it was not.
typealias Accepted = Bool
/// Whether what a user brought was understood; if not, the shared memory says why, and the page's side throws that.
typealias Legible = Bool
/// The address of room for the bytes that the page's side passes; `nil` if they are too many.
typealias Room = Address
