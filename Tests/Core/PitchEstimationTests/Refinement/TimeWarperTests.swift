import Foundation
import Testing

@testable import PitchEstimation

@Suite("Warped time")
struct TimeWarperTests {
  @Test(
    "a tone that glides stands still",
    arguments: [0.0, 1e-7, 1e-5, -1e-5, 4e-5, -9e-5], [441, 2205, 4411])
  func standsStill(glide: Double, count: Int) {
    let radians = 2 * Double.pi * 300 / 44_100
    var warper = TimeWarper(maximumCount: 4411)
    let half = TimeWarper.sourceCount(for: count) / 2
    for index in -half..<(half + 1) {
      let time = Double(index)
      warper.source[half + index] = Float(sin(radians * (time + glide * time * time / 2) + 1))
    }
    var warped = [Float](repeating: 9, count: 4411 + 8)
    warper.warp(count: count, glide: glide, to: &warped)
    for index in 0..<count {
      let steady = sin(radians * Double(index - count / 2) + 1)
      #expect(abs(Double(warped[index]) - steady) < 2e-4)
    }
    #expect(warped[count...].allSatisfy { $0 == 9 })
  }
}
