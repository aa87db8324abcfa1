@testable import CommandKit
import MusicTheory
@testable import NameCommands

/// Files of the program Scala.
extension FuzzTarget {
  static let scalaTargets = [scale, mapping]

  private static let scale = FuzzTarget(
    name: "scala-scale", words: ["!", "2/1", "701.955", "-100.0", "1200.", "12", "1/0"],
    seeds: {
      [
        "! just.scl\n!\nFive-limit\n 12\n!\n 16/15\n 9/8\n 6/5\n 5/4\n 4/3\n 45/32\n 3/2\n 8/5\n"
          + " 5/3\n 9/5\n 15/8\n 2/1\n",
        "Bohlen\r\n3\r\n634.0 cents\r\n-1.5\r\n3/1 tritave\r\n", "\n1\n2\n", "x\n2\n100.\n1200.0\n",
      ].map { Array($0.utf8) } + [
        Array("! ".utf8) + [0xE9, 0x0A, 0xFC, 0x0A] + Array("1\n2/1".utf8)
      ]
    },
    read: { bytes in
      guard let scale = try? Scale(scalaFile: bytes) else { return false }
      let again = try? Scale(scalaFile: scale.scalaFile(name: scale.title))
      require(again?.count == scale.count, "a scale that is written is read again")
      let pairs = zip(again?.intervals ?? [], scale.intervals)
      require(
        pairs.allSatisfy { abs($0.cents - $1.cents) < 1e-9 }, "and has the same intervals")
      let report = ScaleReport(
        name: "fuzz", rooted: RootedScale(scale, root: NoteName(.c), concertPitch: .standard))
      if scale.count <= 100 { require(!report.text.isEmpty && !report.json.isEmpty, "it is shown") }
      return true
    })

  private static let mapping = FuzzTarget(
    name: "scala-mapping", words: ["!", "x", "60", "127", "440.0", "2147483647", "-10000"],
    seeds: {
      [
        "! white keys\n12\n0\n127\n60\n69\n440.0\n12\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n",
        "0\n0\n127\n60\n69\n440\n0\n", "2\n10\n20\n15\n15\n261.6\n-7\n3\n-3\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let mapping = try? KeyboardMapping(scalaFile: bytes) else { return false }
      let again = try? KeyboardMapping(scalaFile: mapping.scalaFile(name: "fuzz"))
      // The frequency is written with ten decimals.
      if mapping.referenceFrequency > 1e-9 {
        require(
          again?.degrees == mapping.degrees && again?.keys == mapping.keys, "it is read again")
      }
      for scale in [ScaleChoice.equal.scale, shortScale] {
        let report = KeyboardReport(name: "fuzz", scale: scale, mapping: mapping)
        require(!report.text.isEmpty && !report.json.isEmpty, "it is shown")
      }
      return true
    })

  private static let shortScale =
    (try? Scale(scalaFile: Array("x\n1\n19000.0\n".utf8))) ?? ScaleChoice.equal.scale
}
