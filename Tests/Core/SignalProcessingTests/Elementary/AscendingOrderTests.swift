import Testing

@testable import SignalProcessing

@Suite("Ascending order")
struct AscendingOrderTests {
  @Test("The order is that of the standard library, also of equal numbers")
  func standard() {
    var generator = SystemRandomNumberGenerator()
    for count in 0...70 {
      let numbers = (0..<count).map { _ in Double(Int.random(in: -20...20, using: &generator)) }
      let expected = numbers.enumerated().sorted {
        ($0.element, $0.offset) < ($1.element, $1.offset)
      }.map { $0.offset }
      #expect(AscendingOrder.of(numbers) == expected)
    }
  }

  @Test("Numbers without bounds have their place")
  func infinite() {
    #expect(AscendingOrder.of([1, .infinity, -.infinity, 0]) == [2, 3, 0, 1])
  }

  @Test("Elements come by a number, and by its negative from the largest")
  func elements() {
    let words = ["three", "one", "two", "eleven"]
    #expect(words.ascending { Double($0.utf8.count) } == ["one", "two", "three", "eleven"])
    #expect(words.ascending { -Double($0.utf8.count) } == ["eleven", "three", "one", "two"])
  }
}
